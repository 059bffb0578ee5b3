/** The rail of a Corridor without bank or chain credentials: an operator pays outside and records that it arrived. */
import { AT_ONCE, preparedAtOnce, readNothing } from './at-once.ts'
import type { Rail, RailReceipt } from './rail.ts'

const referenceOf = (attempt_uuid: string) => `HAND-${attempt_uuid.slice(-12).toUpperCase()}`

/** Takes every order as sent, for an operator to settle by hand; it pretends nothing. */
export function byHandRail(): Rail {
  const receipt = (attempt_uuid: string): RailReceipt => ({
    attempt_uuid,
    outcome: 'SENT',
    reference: referenceOf(attempt_uuid),
    reason: null,
  })
  return {
    name: 'Recorded by hand',
    simulated: false,
    capabilities: AT_ONCE,
    prepare: async orders => preparedAtOnce(orders, referenceOf),
    send: async orders => orders.map(order => receipt(order.attempt_uuid)),
    // What became of it, whoever paid it knows and nobody else: a receipt of ours is no word of a bank's.
    ask: async () => [],
    read: readNothing,
  }
}
