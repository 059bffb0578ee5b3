/** Making one transaction that pays many orders in bitcoin: chosen, signed and kept before any node hears of it (decision 0165). */
import { hex } from '@scure/base'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { ChainHold } from '#domain/kernel/chain-problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { sayText } from '../../kernel/words.ts'
import type { BitcoinNode, Chain } from '../bitcoin/bitcoin-node.ts'
import {
  alone,
  type Books,
  countWaiting,
  findPayouts,
  insertPayouts,
  insertTransaction,
  keepHold,
  spendable,
} from '../bitcoin/books.store.ts'
import {
  buildPayout,
  type Coin,
  isSignedAs,
  type Unsigned,
  unsignedRaw,
} from '../bitcoin/build-payout.ts'
import type { DepositKey } from '../bitcoin/deposit-key.ts'
import { isRead, type Treasury } from '../bitcoin/follow-chain.ts'
import { isMissing } from '../bitcoin/missing.store.ts'
import type { BitcoinSigner } from '../bitcoin/signer.ts'
import { GatewayError } from '../gateway-error.ts'
import { chooseOfEach, judge, judgeAnew, type Limits, payeeOf } from './bitcoin-judge.ts'
import { heldBack, holdOfSigner, unread } from './held.ts'
import type { RailOrder } from './rail.ts'

/** In so many blocks a transaction is to stand: within the hour. */
export const WITHIN_BLOCKS = 6
/** Nobody pays more for a virtual byte, whatever a node says; in satoshi. */
export const MOST_FEE_RATE = 500n
const LEAST_FEE_RATE = 1n
/** So many of ours wait for a block at the most: nodes relay no chain of more than 25, each of which spends the change of the one before. */
const MOST_WAITING = 20

export type BitcoinTreasury = {
  readonly node: BitcoinNode
  /** The network that it pays on: any but `main` is worth nothing, and its payments are called simulated. */
  readonly chain: Chain
  readonly signer: BitcoinSigner
  readonly from_height: number | null
  /** What the id of a transaction is put behind to look it up; null where nothing is. */
  readonly explorer?: string | null
  /** What addresses of deposits are derived from; none where none are told. */
  readonly deposits?: DepositKey | null
  readonly now: () => Date
}

/** What of it is followed on its chain. */
export function followedOf({ node, chain, signer, from_height }: BitcoinTreasury): Treasury {
  return { node, chain, script: signer.script, from_height }
}

/** Pays those of the orders that the books do not know, in one transaction; what cannot be paid is refused, and stays so. */
export async function pay(
  db: Kysely<DB>,
  treasury: BitcoinTreasury,
  orders: readonly RailOrder[],
): Promise<void> {
  const { node } = treasury
  const known = new Set((await findPayouts(db, idsOf(orders))).map(row => row.attempt_uuid))
  if (orders.every(order => known.has(order.attempt_uuid))) return
  // Of a treasury of which the books have not heard all yet nobody knows that it has too little.
  if (!(await isRead(db, followedOf(treasury)))) throw unread('BITCOIN')
  const { hold, fee_rate } = await lookForHold(db, treasury)
  // What is less may leave yet.
  if (hold && hold !== 'SIGNER_FULL') throw heldBack('BITCOIN', hold)
  const { raw, waits } = await alone(db, books => keepPayout(books, treasury, orders, fee_rate))
  // What is kept is offered again for as long as it stands in no block: a node that is away now, or refuses it, delays it.
  if (raw) await node.broadcast(raw).catch(() => null)
  if (waits) throw heldBack('BITCOIN', 'SIGNER_FULL')
}

/** Keeps attempts that the books do not know as refused, with the books held: whoever hands one over later is answered that, and nothing of it leaves. */
export async function forgo(db: Kysely<DB>, attempts: readonly Attempt[]): Promise<void> {
  await alone(db, async books => {
    const known = new Set((await findPayouts(books, idsOf(attempts))).map(row => row.attempt_uuid))
    const forgone = attempts.filter(one => !known.has(one.attempt_uuid))
    const problem = textOf('payments.reasons.bitcoin.forgone')
    await keepRefused(
      books,
      forgone.map(order => ({ order, problem })),
    )
  })
}

/** Looks whether anything new could leave by now, and keeps why not; answers the fee that is paid for a byte. */
export async function lookForHold(db: Kysely<DB>, { node, signer, now }: BitcoinTreasury) {
  // That it fails to estimate says nothing of how far the chain is followed.
  const fee_rate = await node.feeRate(WITHIN_BLOCKS).catch(unknown)
  const hold = (await holdOfBooks(db, fee_rate)) ?? (await holdOfSigner(signer.view))
  await keepHold(db, now(), { hold, fee_rate })
  return {
    hold,
    fee_rate: fee_rate === null || fee_rate < LEAST_FEE_RATE ? LEAST_FEE_RATE : fee_rate,
  }
}

/** A node that answers, and not that, knows no fee. */
function unknown(error: unknown): null {
  if (error instanceof GatewayError) return null
  throw error
}

async function holdOfBooks(books: Books, fee_rate: bigint | null): Promise<ChainHold | null> {
  if (await isMissing(books)) return 'TOKENS_MISSING'
  if (fee_rate === null) return 'FEE_UNKNOWN'
  if (fee_rate > MOST_FEE_RATE) return 'FEE_TOO_HIGH'
  return (await countWaiting(books)) >= MOST_WAITING ? 'MUCH_WAITS' : null
}

type Attempt = Pick<RailOrder, 'attempt_uuid' | 'amount'>
/** An order with why it does not leave; `by_two` where the word of two would let it. */
type Refused = { readonly order: Attempt; readonly problem: Text; readonly by_two?: boolean }
/** An order that can leave, with the coins of which it has to spend one of each list. */
type Good = { readonly order: RailOrder; readonly must: readonly (readonly Coin[])[] }

/** Keeps what becomes of orders of which the books know nothing; answers the transaction that pays them where one does that is signed by now. */
async function keepPayout(
  books: Books,
  { signer, now }: BitcoinTreasury,
  orders: readonly RailOrder[],
  fee_rate: bigint,
): Promise<{ readonly raw?: string; readonly waits: boolean }> {
  const known = new Set((await findPayouts(books, idsOf(orders))).map(row => row.attempt_uuid))
  const fresh = orders.filter(order => !known.has(order.attempt_uuid))
  const { refused, good, limits } = await sort(books, signer, fresh)
  const hold = await holdOfBooks(books, fee_rate)
  if (hold) throw heldBack('BITCOIN', hold)
  const { within, paid, unsigned } = await reach(books, signer, good, { fee_rate, limits })
  const waits = paid.length < within
  const short = textOf('payments.reasons.bitcoin.short')
  const notPaid = [
    ...refused,
    ...good.slice(within).map(({ order }) => ({ order, problem: short })),
  ]
  await keepRefused(books, notPaid)
  if (!unsigned) return { waits }
  const raw = await signedBy(signer, unsigned)
  const { txid, vouts, psbt } = unsigned
  await insertTransaction(books, unsigned, {
    ...{ raw: raw ?? unsignedRaw(psbt), unsigned: raw === undefined },
    ...{ script: signer.script, made_at: now() },
  })
  await insertPayouts(
    books,
    paid.map((order, at) => ({
      ...{ ...payoutOf(order), txid, vout: vouts[at] ?? null, refused: null, by_two: false },
    })),
  )
  return raw === undefined ? { waits } : { raw, waits }
}

/** What was signed, in hexadecimal; undefined where people are to sign it. Throws where it is something else. */
async function signedBy(signer: BitcoinSigner, unsigned: Unsigned): Promise<string | undefined> {
  if (signer.by_hand) return undefined
  const raw = await signer.sign(unsigned.psbt)
  if (!isSignedAs(unsigned, raw))
    throw new GatewayError('BITCOIN_SIGNED_OTHERWISE', 'what was signed is not what was asked', {
      retriable: false,
    })
  return hex.encode(raw)
}

/** Parts orders into those that can leave and those that cannot, with why. */
async function sort(
  books: Books,
  signer: BitcoinSigner,
  orders: readonly RailOrder[],
): Promise<{ refused: Refused[]; good: Good[]; limits: Limits | null }> {
  const { judged, limits } = await judge(books, orders, signer)
  const refused: Refused[] = []
  const good: Good[] = []
  for (const { order, problem } of judged) {
    const anew = problem ? { problem, by_two: false } : await judgeAnew(books, order, signer)
    if ('problem' in anew) refused.push({ order, ...anew })
    else good.push({ order, must: anew.must })
  }
  return { refused, good, limits }
}

async function keepRefused(books: Books, refused: readonly Refused[]): Promise<void> {
  await insertPayouts(
    books,
    refused
      .filter(({ order }) => order.amount.minor > 0n)
      .map(({ order, problem, by_two = false }) => ({
        ...{ ...payoutOf(order), txid: null, vout: null, refused: sayText(problem), by_two },
      })),
  )
}

function idsOf(orders: readonly Attempt[]): string[] {
  return orders.map(order => order.attempt_uuid)
}

function payoutOf({ attempt_uuid, amount }: Attempt) {
  return { attempt_uuid, value_sat: amount.minor }
}

/**
 * How many of the orders, from the first on, the treasury can pay whole (`within`), how many of those its signer signs for by now, and the transaction that
 * pays these.
 */
async function reach(
  books: Books,
  signer: BitcoinSigner,
  good: readonly Good[],
  { fee_rate, limits }: { readonly fee_rate: bigint; readonly limits: Limits | null },
): Promise<{ within: number; paid: readonly RailOrder[]; unsigned?: Unsigned }> {
  const coins = await spendable(books, signer.script)
  let within: number | undefined
  for (let count = good.length; count > 0; count--) {
    const these = good.slice(0, count)
    const paid = these.map(({ order }) => order)
    const must = chooseOfEach(these.flatMap(one => one.must))
    const unsigned = buildPayout(coins, paid.map(payeeOf), signer, { fee_rate, must })
    if (!unsigned) continue
    within ??= count
    if (isSignedFor(unsigned, paid, limits)) return { within, paid, unsigned }
  }
  return { within: within ?? 0, paid: [] }
}

function isSignedFor(
  { fee_sat }: Unsigned,
  paid: readonly RailOrder[],
  limits: Limits | null,
): boolean {
  if (!limits) return true
  const leaves_sat = paid.reduce((sum, { amount }) => sum + amount.minor, fee_sat)
  return fee_sat <= limits.most_fee_sat && leaves_sat <= limits.left_sat
}
