/** What becomes of what an address of ours is paid on a chain, and what of it is somebody's work (decision 0179). */
import type { Blockchain } from '../kernel/network.ts'

/**
 * `SEEN` in fewer blocks than count; `ARRIVED` and not booked yet; `BOOKED` for its company; `ASIDE` for operators to say whose it is; `REVERSED` by them; `GONE`:
 * the chain has it no more.
 */
export const DEPOSIT_STATUSES = ['SEEN', 'ARRIVED', 'BOOKED', 'ASIDE', 'REVERSED', 'GONE'] as const
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number]

/** What is known of a deposit: by its chain, and by the books. */
export type DepositFacts = {
  readonly confirmations: number
  readonly needed: number
  readonly taken: boolean
  readonly booked: boolean
  readonly reversed: boolean
}

/** How a deposit stands. What was booked and is in no block any more is still a booking, until two operators take it back. */
export function depositStatus(of: DepositFacts): DepositStatus {
  if (of.booked) return of.reversed ? 'REVERSED' : 'BOOKED'
  if (of.taken) return 'ASIDE'
  if (of.confirmations === 0) return 'GONE'
  return of.confirmations < of.needed ? 'SEEN' : 'ARRIVED'
}

/** The networks by which money can come in (decisions 0179 and 0220). */
export const DEPOSIT_BLOCKCHAINS = ['bitcoin', 'ethereum'] as const satisfies readonly Blockchain[]

/**
 * Why somebody has to look: it was booked and no block holds it any more; it was taken back for that, and blocks hold it after all; it is called as another receipt is;
 * an address was paid what is too small, the network's own coin, or tokens that nobody here knows; a token's issuer froze it; more lies there than anything told, or less.
 */
export const DEPOSIT_DOUBTS = [
  'LOST',
  'BACK',
  'NOT_BOOKED',
  'DUST',
  'COIN',
  'STRANGE',
  'FROZEN',
  'UNTOLD',
  'MISSING',
] as const
export type DepositDoubt = (typeof DEPOSIT_DOUBTS)[number]

/** What can be done about it: what a chain lost is taken back by two, or sent back where it is nobody's yet; all else is closed with words. */
export const DOUBT_ACTIONS = ['reverse', 'close'] as const
export type DoubtAction = (typeof DOUBT_ACTIONS)[number]

/** What operators may do about a doubt that is open. A balance of what is not there is never closed by words. */
export function doubtActions(of: {
  readonly kind: DepositDoubt
  readonly booked: boolean
}): DoubtAction[] {
  if (of.kind === 'LOST') return of.booked ? ['reverse'] : []
  return ['close']
}

/** Whether a receipt is called as a deposit on a chain is: by its transaction and its output, or its message. */
export function isOfChain(reference: string): boolean {
  return /^(0x)?[0-9a-f]{64}:\d+$/.test(reference)
}

/** Whether a text is the id of a transaction. */
export function isTransaction(text: string): boolean {
  return /^(0x)?[0-9a-f]{64}$/.test(text)
}
