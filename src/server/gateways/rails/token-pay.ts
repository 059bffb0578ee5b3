/**
 * Paying in tokens: what is taken is kept, then its transaction, signed and by a lane of its own, and only then any node hears of it (decision 0185). What finds
 * no free lane waits for one, in the order in which it was taken.
 */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { ChainHold } from '#domain/kernel/chain-problem.ts'
import { networkName } from '#domain/kernel/network.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { sayText } from '../../kernel/words.ts'
import {
  alone,
  findPayouts,
  insertPayouts,
  insertTransaction,
  listWaiting,
  refuseTaken,
  type Waiting,
} from '../tokens/books.store.ts'
import type { Books } from '../tokens/books.ts'
import { insertAsked } from '../tokens/to-sign.store.ts'
import type { TokenArrivals } from '../tokens/token-arrivals.ts'
import type {
  Lane,
  Prices,
  Purse,
  Signed,
  TokenChain,
  TokenPayment,
  Unsigned,
} from '../tokens/token-chain.ts'
import { freeLanes, isOwn, listOpen, type Open } from '../tokens/under-way.store.ts'
import { signerHold } from './held.ts'
import type { RailOrder, Stopped } from './rail.ts'
import type { DepositsBy } from './token-deposits.ts'
import { judge, judgeAnew, look } from './token-judge.ts'

export type TakesDeposits = Omit<DepositsBy, 'explorer'> & { readonly arrivals: TokenArrivals }

export type TokenTreasury = {
  readonly chain: TokenChain
  /** What the id of a transaction is put behind to look it up; null where nothing is. */
  readonly explorer?: string | null
  /** How companies pay in there; absent where they cannot. */
  readonly deposits?: TakesDeposits | undefined
  readonly now: () => Date
}

type Attempt = Pick<RailOrder, 'attempt_uuid' | 'amount'>

/** Keeps those of the orders that the books do not know: as taken, or as refused in words, which they stay. */
export async function take(
  db: Kysely<DB>,
  chain: TokenChain,
  orders: readonly RailOrder[],
): Promise<void> {
  const judged = await judge(db, chain, orders)
  await alone(db, chain.network, async books => {
    const fresh = await unknownOf(
      books,
      chain,
      judged.map(({ order }) => order),
    )
    const rows = []
    for (const { order, problem } of judged.filter(of => fresh.has(of.order.attempt_uuid))) {
      const why = problem ?? (await judgeAnew(books, chain, order))
      rows.push({ ...rowOf(chain, order, why), payee: why ? null : order.account })
    }
    await insertPayouts(
      books,
      rows.filter(({ amount }) => amount > 0n),
    )
  })
}

/** Keeps attempts that the books do not know as refused, with the books held: whoever hands one over later is answered that, and nothing of it leaves. */
export async function forgo(
  db: Kysely<DB>,
  chain: TokenChain,
  attempts: readonly Attempt[],
): Promise<void> {
  await alone(db, chain.network, async books => {
    const fresh = await unknownOf(books, chain, attempts)
    const why = textOf('payments.reasons.token.forgone', { network: networkName(chain.network) })
    const rows = attempts.filter(of => fresh.has(of.attempt_uuid) && of.amount.minor > 0n)
    await insertPayouts(
      books,
      rows.map(of => rowOf(chain, of, why)),
    )
  })
}

/** Keeps as refused what was taken and leaves no more, where nothing was made of it: what was signed is whoever's to send who has it, and is never called stopped. */
export async function refuseStopped(
  db: Kysely<DB>,
  { chain, now }: TokenTreasury,
  { all, refused }: Stopped,
): Promise<void> {
  if (all || refused.length === 0) return
  await alone(db, chain.network, async books => {
    for (const { attempt_uuid, reason } of refused)
      await refuseTaken(books, attempt_uuid, { refused: reason, at: now() })
  })
}

async function unknownOf(
  books: Books,
  { network }: TokenChain,
  attempts: readonly Attempt[],
): Promise<ReadonlySet<string>> {
  const ids = attempts.map(of => of.attempt_uuid)
  const known = new Set((await findPayouts(books, network, ids)).map(row => row.attempt_uuid))
  return new Set(ids.filter(id => !known.has(id)))
}

function rowOf({ network }: TokenChain, { attempt_uuid, amount }: Attempt, why: Text | undefined) {
  return {
    ...{ attempt_uuid, network, currency: amount.currency, amount: amount.minor },
    ...{ payee: null, refused: why ? sayText(why) : null },
  }
}

/** What is to be offered, and why the signer made no more of it; null where it made all that it was asked for. */
type Made = { readonly raws: readonly string[]; readonly hold: ChainHold | null }

/**
 * Makes the transactions of what waits and is not stopped, as many as lanes are free, signs and keeps them. The treasury is asked for with the books held,
 * so that what it holds and what is under way belong together. What its signer's hour does not hold waits, and what is smaller leaves meanwhile; what it refuses otherwise, or is silent to, all waits for: what
 * it signed by then is kept.
 */
export async function makeNext(
  db: Kysely<DB>,
  { chain, now }: TokenTreasury,
  { fee, account, least }: Prices & { readonly fee: bigint },
  stopped: readonly string[],
): Promise<Made> {
  // Read before the books are held: one that is used meanwhile is not free any more by the books.
  const lanes = await chain.lanes()
  return alone(db, chain.network, async books => {
    const free = await freeLanes(books, chain, lanes)
    // What is under way before the purse: what is heard to be final in between is counted once too often then, and never once too few.
    const open = (await listOpen(books, chain.network)).filter(of => isOwn(chain, of))
    const limit = roomFor(chain, open, free.length)
    const waiting = await listWaiting(books, chain.network, { limit, beside: stopped })
    if (waiting.length === 0) return { raws: [], hold: null }
    const payees = await bySigner(() => look(chain, waiting))
    if (typeof payees === 'string') return { raws: [], hold: payees }
    const left = whatIsLeft(await chain.purse(), open, least)
    const raws: string[] = []
    let made = 0
    let full: ChainHold | null = null
    for (const [at, payout] of waiting.entries()) {
      const lane = free[made]
      const { refused, is_new } = payees[at] ?? { refused: undefined, is_new: false }
      const takes = { fee, account: is_new ? account : 0n }
      const reach = refused ? 'SHORT' : left.reach(payout, takes.fee + takes.account)
      if (!lane || reach === 'WAITS') break
      if (reach === 'SHORT') {
        const why = sayText(refused ?? shortOf(payout))
        await refuseTaken(books, payout.attempt_uuid, { refused: why, at: now() })
        continue
      }
      const signed = await bySigner(() => signedOrAsked(chain, payout, lane, takes))
      if (signed === 'SIGNER_FULL') {
        full = signed
        continue
      }
      if (typeof signed === 'string') return { raws, hold: signed }
      left.take(payout, takes.fee + takes.account)
      made += 1
      const { attempt_uuid } = payout
      const attempt = { attempt_uuid, network: chain.network }
      const more = { ...takes, treasury: chain.address, lane, made_at: now() }
      if ('raw' in signed) {
        await insertTransaction(books, attempt, { ...signed, ...more })
        raws.push(signed.raw)
      } else await insertAsked(books, attempt, { ...signed, ...more })
    }
    return { raws, hold: full }
  })
}

/** What people are asked to sign at once: each is somebody's work. What is more waits its turn. */
const MOST_ASKED = 20

function roomFor({ byHand }: TokenChain, open: readonly Open[], lanes: number): number {
  if (!byHand) return lanes
  return Math.max(0, Math.min(lanes, MOST_ASKED - open.filter(of => of.waits).length))
}

/** Signed here, or what people are to sign in its place. */
export async function signedOrAsked(
  { byHand, sign }: TokenChain,
  payment: TokenPayment,
  lane: Lane,
  { fee, account = 0n }: { readonly fee: bigint; readonly account?: bigint },
): Promise<Signed | Unsigned> {
  return byHand ? byHand.unsigned(payment, lane, fee) : sign(payment, lane, fee, account)
}

/** What a signer answers, or why it did not. */
export async function bySigner<T extends object>(ask: () => Promise<T>): Promise<T | ChainHold> {
  try {
    return await ask()
  } catch (error) {
    const hold = signerHold(error)
    if (hold) return hold
    throw error
  }
}

function shortOf({ currency }: Waiting): Text {
  return textOf('payments.reasons.token.short', { currency })
}

/**
 * What is left of a treasury. What is under way may have left it by now, or not: it reaches for certain where it does so beside all of that, and does not where it
 * would not even if nothing of that were to come off any more.
 */
function whatIsLeft({ coin, tokens }: Purse, open: readonly Open[], least: bigint) {
  const left = new Map(tokens)
  let coinLeft = open.reduce((rest, { takes }) => rest - takes, coin - least)
  return {
    reach: ({ currency, amount }: Waiting, takes: bigint): 'PAYS' | 'WAITS' | 'SHORT' => {
      const most = left.get(currency) ?? 0n
      const sure = open
        .filter(of => of.currency === currency)
        .reduce((rest, of) => rest - of.amount, most)
      if (most < amount) return 'SHORT'
      return sure < amount || coinLeft < takes ? 'WAITS' : 'PAYS'
    },
    take: ({ currency, amount }: Waiting, takes: bigint): void => {
      left.set(currency, (left.get(currency) ?? 0n) - amount)
      coinLeft -= takes
    },
  }
}
