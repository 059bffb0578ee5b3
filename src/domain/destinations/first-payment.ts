/**
 * A small first payment: to an address that can be mistyped without anybody noticing, a contractor may have a little sent first, and the
 * rest once they say that it is there (decision 0151).
 */
import type { Blockchain } from '#domain/kernel/network.ts'

/** What a contractor said of it: that they want one, or that it is there. */
export const FIRST_PAYMENTS = ['WANTED', 'ARRIVED'] as const
export type FirstPayment = (typeof FIRST_PAYMENTS)[number]

/**
 * The networks of which another address than was meant can pass as one: those of Solana have no checksum, accounts of Hedera and addresses of
 * Ethereum have one that may be left out.
 */
const WITHOUT_SURE_CHECKSUM: readonly Blockchain[] = ['solana', 'hedera', 'ethereum']

/** So many days after a small first payment arrived whoever said nothing of it is asked again. */
export const ASKED_AGAIN_DAYS = [3, 7, 14, 28] as const

/**
 * Whether an operator may have its contractor asked once more, so many days after it arrived: once on each of them and not on the first, on which the
 * mail that asked first went out. `last_asked` is the last of these days on which somebody was asked again, by whomever.
 */
export function mayBeAskedAgain(days: number, last_asked: number | null): boolean {
  return days > 0 && (last_asked ?? 0) < days
}

/** What is known of a destination and of its payments. */
export type FirstPaymentFacts = {
  readonly network: string
  readonly in_use: boolean
  readonly said: FirstPayment | null
  /** Whether a payment is under way to it, or arrived there. */
  readonly paid: boolean
  /** Whether a small first one has left for it. */
  readonly left: boolean
}

/** What its contractor may say next; null takes back that one is wanted. What was sent and is there stays said. */
export function mayBeSaid(facts: FirstPaymentFacts): (FirstPayment | null)[] {
  const { said, network, in_use, paid, left } = facts
  if (said === 'ARRIVED') return []
  if (said === 'WANTED') return left ? ['ARRIVED', null] : [null]
  const open = WITHOUT_SURE_CHECKSUM.some(of => of === network)
  return open && in_use && !paid ? ['WANTED'] : []
}
