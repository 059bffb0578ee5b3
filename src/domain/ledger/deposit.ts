/** What becomes of what an address of ours is paid on a chain, and what of it is somebody's work (decision 0179). */
import { assert } from '#domain/kernel/assert.ts'
import type { DepositBlockchain } from '#domain/kernel/network.ts'

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

/**
 * Why somebody has to look: it was booked and no block holds it any more; it was taken back for that, and blocks hold it after all; it is called as another receipt is;
 * an address was paid what is too small, the network's own coin, or tokens that nobody here knows; a token's issuer froze it; more lies there than anything told, or less;
 * it cannot take a token.
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
  'CLOSED',
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

/** How transactions are called: by a hash, in base 16 or 32, on Solana by a signature, or on Hedera by who pays for one, and its time. */
const SPELLINGS: readonly (readonly [network: DepositBlockchain, spelled: RegExp])[] = [
  ['bitcoin', /^[0-9a-f]{64}$/],
  ['ethereum', /^0x[0-9a-f]{64}$/],
  ['hedera', /^0\.0\.\d+@\d+\.\d{9}(\?[a-z0-9=&]+)?$/],
  ['algo', /^[A-Z2-7]{52}$/],
  ['solana', /^[1-9A-HJ-NP-Za-km-z]{80,90}$/],
]

/** A deposit on a chain: by which network it came, and by which of its transactions. */
export type OnChain = { readonly network: DepositBlockchain; readonly transaction: string }

/** What a receipt that is called as a deposit on a chain is, by its transaction and its output, or its message, came by; undefined where it is called otherwise. */
export function cameBy(reference: string): OnChain | undefined {
  const at = reference.lastIndexOf(':')
  if (at < 1 || !/^\d+$/.test(reference.slice(at + 1))) return undefined
  const transaction = reference.slice(0, at)
  const [network] = SPELLINGS.find(([, spelled]) => spelled.test(transaction)) ?? []
  return network && { network, transaction }
}

/** Whether a receipt is called as a deposit on a chain is. */
export function isOfChain(reference: string): boolean {
  return cameBy(reference) !== undefined
}

/** The id of a transaction of a network as we spell it, Hedera's also where it is typed as explorers and mirror nodes have it; undefined where it is none. */
export function readTransaction(network: DepositBlockchain, text: string): string | undefined {
  const spelled = text.replace(/^(0\.0\.\d+)-(\d+)-(\d{9})$/, '$1@$2.$3')
  return SPELLINGS.some(([of, one]) => of === network && one.test(spelled)) ? spelled : undefined
}

/** What a receipt, or a refund, of a network is called by: its transaction, as we spell it or explorers do, with which output or message of it or without; as a regular expression, also PostgreSQL's. */
export function referencePattern(network: DepositBlockchain): string {
  const [, spelled] = SPELLINGS.find(([of]) => of === network) ?? []
  assert(spelled, 'transactions of each network are spelled somehow')
  return spelled.source.replace('@\\d+\\.', '(@\\d+\\.|-\\d+-)').replace(/\$$/, '(:[0-9]+)?$')
}
