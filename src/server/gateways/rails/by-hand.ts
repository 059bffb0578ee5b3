/** The rail of a Corridor without bank or chain credentials: an operator pays outside and records that it arrived. */
import type { Rail, RailReceipt } from './rail.ts'

/** Takes every order as sent, for an operator to settle by hand; it pretends nothing. */
export function byHandRail(): Rail {
  const receipt = (attempt_uuid: string): RailReceipt => ({
    attempt_uuid,
    outcome: 'SENT',
    reference: `HAND-${attempt_uuid.slice(-12).toUpperCase()}`,
    reason: null,
  })
  return {
    name: 'Recorded by hand',
    simulated: false,
    send: async orders => orders.map(order => receipt(order.attempt_uuid)),
    find: async attempts => attempts.map(receipt),
  }
}
