/** How money leaves. A rail is told each attempt by its id, and never moves money twice for one id. */
import type { Money } from '#domain/kernel/money.ts'

/** One attempt to pay. `attempt_uuid` is the rail's idempotency key. */
export type RailOrder = {
  readonly attempt_uuid: string
  readonly amount: Money
  readonly network: string
  /** The account or address that is paid, whole. */
  readonly account: string
  readonly account_name: string
}

/** What became of an attempt, as far as the rail knows. */
export type RailReceipt = {
  readonly attempt_uuid: string
  readonly outcome: 'SENT' | 'FAILED'
  readonly reference: string
  /** Why it failed, in words for the contractor and the operator. */
  readonly reason: string | null
}

/** A line of a rail's own books. */
export type RailTransfer = {
  readonly attempt_uuid: string
  readonly amount: Money
  readonly accepted: boolean
}

export type Rail = {
  readonly name: string
  readonly simulated: boolean
  /** Hands over orders. Sending an id again answers the first receipt and moves nothing; a GatewayError leaves it unknown. */
  send(orders: readonly RailOrder[]): Promise<RailReceipt[]>
  /** The receipts of attempts that the rail knows; the others are left out. */
  find(attempt_uuids: readonly string[]): Promise<RailReceipt[]>
  /** A page of the rail's own books in the order of attempts, after one of them; absent where it has none that can be read. */
  read?(after: string | null, limit: number): Promise<RailTransfer[]>
}
