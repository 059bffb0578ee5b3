/** The books of the rails that pay in tokens: schema `token_rail`, written outside of our transactions. Each row names its network. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { ChainHold, ChainProblem } from '#domain/kernel/chain-problem.ts'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import { anyOf, type Columns, namesOf, rowsOf } from '../../kernel/rows.ts'
import type { Books } from './books.ts'
import { UNEXPLAINED } from './missing.store.ts'
import type { ChainFailure, Lane, Prices, Purse, Signed } from './token-chain.ts'

/** Runs work in a transaction of the books' own that no other of the same network runs beside, in whichever process. */
export function alone<T>(
  db: Kysely<DB>,
  network: string,
  work: (books: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async books => {
    await sql`select pg_advisory_xact_lock(hashtext('token_rail'), hashtext(${network}))`.execute(
      books,
    )
    return work(books)
  })
}

/** Why a payout failed; what is dead since its time was over is none: it waits for another transaction. */
export type ToldFailure = Exclude<ChainFailure, 'EXPIRED'>

/** What became of an attempt by the books: it waits for a lane, is paid by a transaction (the newest of those of which one stands), or why it was refused. */
export type PayoutRow = {
  readonly attempt_uuid: string
  readonly currency: CurrencyCode
  readonly amount: bigint
  readonly txid: string | null
  /** What that costs at the most. */
  readonly fee: bigint | null
  /** What people were asked to sign for it, where they are. */
  readonly asked_id: string | null
  /** Since when they are asked for a signature that they have not brought; null where they are not. */
  readonly asked_at: Date | null
  readonly refused: string | null
  readonly was_taken: boolean
  readonly confirmations: number
  readonly lost_since: Date | null
  readonly ended_at: Date | null
  readonly failure: ToldFailure | null
}

const PAYOUT = sql`
  select p.attempt_uuid, p.currency, p.amount, p.refused, p.was_taken, coalesce(t.confirmations, 0) confirmations, t.lost_since, t.ended_at, t.failure, t.fee,
      coalesce(t.stands, (select r.txid from token_rail.raise r where (r.network, r.of_txid) = (t.network, t.txid) order by r.number desc limit 1),
        case when t.raw is not null then t.txid end) txid, case when t.raw is null then t.txid end asked_id,
      (select min(s.made_at) from token_rail.to_sign s where (s.network, s.of_txid) = (t.network, t.txid) and s.txid is null) asked_at
    from token_rail.payout p left join token_rail.transaction t on (t.network, t.txid) = (p.network, p.txid)`

/** The payouts of attempts that are known. */
export async function findPayouts(
  books: Books,
  network: string,
  attempt_uuids: readonly string[],
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    ${PAYOUT} where p.network = ${network} and p.attempt_uuid = ${anyOf(attempt_uuids)} order by p.attempt_uuid`.execute(
    books,
  )
  return rows
}

/** A page of payouts in the order of their attempts, after one of them. */
export async function listPayouts(
  books: Books,
  network: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    ${PAYOUT} where p.network = ${network} and (${after}::uuid is null or p.attempt_uuid > ${after}::uuid)
      order by p.attempt_uuid limit ${limit}`.execute(books)
  return rows
}

/** For so long what failed, or was refused after it was taken, is told again: who had called it arrived by then has recorded the opposite. */
const TURNS_WITHIN = '7 days'

/** What was taken and never arrives, of which that was heard not long ago. */
export async function listTurned(books: Books, network: string, now: Date): Promise<PayoutRow[]> {
  const since = sql`${now}::timestamptz - interval '${sql.raw(TURNS_WITHIN)}'`
  const { rows } = await sql<PayoutRow>`
    ${PAYOUT} where p.network = ${network} and (p.refused_at > ${since} or t.failure is not null and t.ended_at > ${since})
      order by p.attempt_uuid`.execute(books)
  return rows
}

export type NewPayout = {
  readonly attempt_uuid: string
  readonly network: string
  readonly currency: CurrencyCode
  readonly amount: bigint
  readonly payee: string | null
  readonly refused: string | null
}

const NEW_PAYOUT: Columns<NewPayout> = {
  ...{ attempt_uuid: 'uuid', network: 'text', currency: 'text', amount: 'bigint' },
  ...{ payee: 'text', refused: 'text' },
}

/** Keeps what was taken, in their order, and what was refused. */
export async function insertPayouts(books: Books, rows: readonly NewPayout[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into token_rail.payout (${namesOf(NEW_PAYOUT)}) select ${namesOf(NEW_PAYOUT)} from ${rowsOf('p', rows, NEW_PAYOUT)}`.execute(
    books,
  )
}

/** What was taken and has no transaction yet. */
export type Waiting = {
  readonly attempt_uuid: string
  readonly currency: CurrencyCode
  readonly amount: bigint
  readonly payee: string
}

/** The first of what waits for a lane, in the order in which it was taken. */
export async function listWaiting(
  books: Books,
  network: string,
  { limit, beside }: { readonly limit: number; readonly beside: readonly string[] },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select attempt_uuid, currency, amount, payee from token_rail.payout
      where network = ${network} and txid is null and refused is null and readings_left = 0
        and attempt_uuid <> all(${[...beside]}::uuid[]) order by number limit ${limit}`.execute(
    books,
  )
  return rows
}

/** Whether a transaction pays by this rail: as it was signed first, for a higher fee, or as whoever was asked to sign it sent it. */
export async function isOfRail(books: Books, network: string, txid: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from token_rail.transaction where network = ${network} and ${txid} in (txid, stands))
      or exists (select from token_rail.raise where (network, txid) = (${network}, ${txid})) known`.execute(
    books,
  )
  return rows[0]?.known ?? false
}

/** The attempts that were taken and have no transaction, or none that could stand. */
export async function listTaken(books: Books, network: string): Promise<string[]> {
  const { rows } = await sql<{ attempt_uuid: string }>`
    select attempt_uuid from token_rail.payout where network = ${network} and txid is null and refused is null order by attempt_uuid`.execute(
    books,
  )
  return rows.map(row => row.attempt_uuid)
}

/** Refuses what was taken, before anything of it was made. */
export async function refuseTaken(
  books: Books,
  attempt_uuid: string,
  { refused, at }: { readonly refused: string; readonly at: Date },
): Promise<void> {
  await sql`
    update token_rail.payout set refused = ${refused}, was_taken = true, refused_at = ${at}
      where attempt_uuid = ${attempt_uuid}::uuid and txid is null and refused is null and readings_left = 0`.execute(
    books,
  )
}

/** Keeps a signed transaction that makes a payout: from then on it is offered until it is final. */
export async function insertTransaction(
  books: Books,
  { attempt_uuid, network }: { readonly attempt_uuid: string; readonly network: string },
  of: Signed & {
    readonly treasury: string
    readonly lane: Lane
    readonly fee: bigint
    readonly account: bigint
    readonly made_at: Date
  },
): Promise<void> {
  await sql`
    insert into token_rail.transaction (network, txid, treasury, lane, lane_value, raw, fee, account, made_at)
      values (${network}, ${of.txid}, ${of.treasury}, ${of.lane.name}, ${of.lane.value}, ${of.raw}, ${of.fee}, ${of.account}, ${of.made_at})`.execute(
    books,
  )
  await sql`
    update token_rail.payout set txid = ${of.txid} where attempt_uuid = ${attempt_uuid}::uuid`.execute(
    books,
  )
}

/** Keeps another that may stand in the place of one that waits, by the same lane and for a higher fee, and offers that much from then on. */
export async function insertRaise(
  books: Books,
  { txid, network }: { readonly txid: string; readonly network: string },
  of: Signed & { readonly fee: bigint; readonly made_at: Date },
): Promise<void> {
  await sql`
    insert into token_rail.raise (network, txid, of_txid, raw, fee, made_at)
      values (${network}, ${of.txid}, ${txid}, ${of.raw}, ${of.fee}, ${of.made_at})`.execute(books)
  await sql`
    update token_rail.transaction set fee = ${of.fee} where (network, txid) = (${network}, ${txid})`.execute(
    books,
  )
}

/**
 * What was seen of what is under way, by the id of its first: it is final, with why it moved nothing, or in how many blocks it stands; which of those that were signed for
 * it that is, or what used up its lane instead; `lost` where its lane is used up and nothing is seen of it.
 */
export type Sight = {
  readonly txid: string
  readonly stands: string | null
  readonly spent_by: string | null
  readonly spent_proof: string | null
  readonly confirmations: number
  readonly ended: boolean
  readonly failure: ChainFailure | null
  readonly lost: boolean
}

const SIGHT: Columns<Sight> = {
  ...{ txid: 'text', stands: 'text', spent_by: 'text', spent_proof: 'text', confirmations: 'int' },
  ...{ ended: 'boolean', failure: 'text', lost: 'boolean' },
}

/** What is dead waits again, until its treasury was read twice. */
const READINGS = 2

/** Keeps what was seen of transactions; of those that are final nothing changes any more. What was to be paid by one that is dead waits again. */
export async function keepSeen(
  books: Books,
  network: string,
  { seen, at }: { readonly seen: readonly Sight[]; readonly at: Date },
): Promise<void> {
  if (seen.length === 0) return
  await sql`
    with heard as (
      update token_rail.transaction t set confirmations = s.confirmations, failure = s.failure,
          stands = s.stands, spent_by = s.spent_by, spent_proof = s.spent_proof,
          ended_at = case when s.ended then ${at}::timestamptz end,
          lost_since = case when s.lost then coalesce(t.lost_since, ${at}::timestamptz) end,
          expired_of = case when s.failure = 'EXPIRED' then p.attempt_uuid end
        from ${rowsOf('s', seen, SIGHT)} join token_rail.payout p on p.network = ${network} and p.txid = s.txid
        where t.network = ${network} and t.txid = s.txid and t.ended_at is null
        returning t.expired_of
    )
    update token_rail.payout p set txid = null, readings_left = ${READINGS}
      from heard where p.attempt_uuid = heard.expired_of`.execute(books)
}

/** Keeps that the chain was followed to a block, or what was wrong with that: since when, where it is the same as before. */
export async function keepFollowed(
  books: Books,
  network: string,
  of: { readonly at: Date; readonly height?: number; readonly problem?: ChainProblem },
): Promise<void> {
  const { at, height = null, problem = null } = of
  await sql`
    insert into token_rail.follow as f (network, height, read_at, problem, problem_since)
      values (${network}, ${height}, ${problem ? null : at}, ${problem}, ${problem && at})
      on conflict (network) do update set height = coalesce(excluded.height, f.height), read_at = coalesce(excluded.read_at, f.read_at),
        problem = excluded.problem,
        problem_since = case when f.problem = excluded.problem then f.problem_since else excluded.problem_since end`.execute(
    books,
  )
}

/** Keeps what the treasury holds, what the network takes, and why nothing leaves by now: since when, where it is the same as before. */
export async function keepStanding(
  books: Books,
  network: string,
  of: {
    readonly at: Date
    readonly hold: ChainHold | null
    readonly prices: Prices
    readonly purse: Purse
  },
): Promise<void> {
  const { at, hold, prices, purse } = of
  await sql`
    insert into token_rail.follow as f (network, held, held_since, fee, entering, account, coin)
      values (${network}, ${hold}, ${hold && at}, ${prices.fee}, ${prices.entering}, ${prices.account}, ${purse.coin})
      on conflict (network) do update set held = excluded.held, fee = excluded.fee, entering = excluded.entering, account = excluded.account,
        coin = excluded.coin,
        held_since = case when f.held = excluded.held then f.held_since else excluded.held_since end`.execute(
    books,
  )
  const rows = [...purse.tokens]
    .map(([currency, amount]) => ({ network, currency, amount }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
  await sql`
    insert into token_rail.purse (${namesOf(HELD)}) select ${namesOf(HELD)} from ${rowsOf('h', rows, HELD)}
      on conflict (network, currency) do update set amount = excluded.amount`.execute(books)
}

type Held = { readonly network: string; readonly currency: string; readonly amount: bigint }
const HELD: Columns<Held> = { network: 'text', currency: 'text', amount: 'bigint' }

export type Standing = {
  readonly height: number | null
  readonly read_at: Date | null
  readonly problem: ChainProblem | null
  readonly problem_since: Date | null
  readonly hold: ChainHold | null
  readonly hold_since: Date | null
  /** What a transaction costs, what one has to offer to stand by now, and what is laid down for a payee's account; what the treasury holds of the coin, and what of that is not under way. */
  readonly fee: bigint | null
  readonly entering: bigint
  readonly account: bigint
  readonly coin: bigint
  readonly coin_free: bigint
  /** By currency what it holds, what of that is neither under way nor waits, and how many transactions are under way. */
  readonly held: Readonly<Record<CurrencyCode, OfCurrency>>
}
export type OfCurrency = {
  readonly held: bigint
  /** What left by nothing of ours, and is not explained. */
  readonly missing: bigint
  readonly free: bigint
  readonly waiting: number
}

/** How the treasury of a network stood when its chain was last followed. What is under way may have left it by then, and is counted as if it had not. */
export async function standing(books: Books, network: string): Promise<Standing> {
  const { rows } = await sql<Omit<Standing, 'held'>>`
    select f.height::int height, f.read_at, f.problem, f.problem_since, f.held hold, f.held_since hold_since, f.fee,
        coalesce(f.entering, 0) entering, coalesce(f.account, 0) account, coalesce(f.coin, 0) coin, greatest(coalesce(f.coin, 0) - open.takes, 0) coin_free
      from (select coalesce(sum(fee + account), 0)::bigint takes from token_rail.transaction where network = ${network} and ended_at is null) open
        left join token_rail.follow f on f.network = ${network}`.execute(books)
  const [row] = rows
  assert(row, 'a sum is one row')
  const { rows: of } = await sql<OfCurrency & { currency: CurrencyCode }>`
    select h.currency, h.amount held, ${UNEXPLAINED} missing, greatest(h.amount - coalesce(o.amount, 0), 0) free, coalesce(o.waiting, 0) waiting
      from token_rail.purse h left join (
          select p.currency, sum(p.amount)::bigint amount, count(p.txid)::int waiting from token_rail.payout p
            left join token_rail.transaction t on (t.network, t.txid) = (p.network, p.txid)
            where p.network = ${network} and p.refused is null and t.ended_at is null group by p.currency) o using (currency)
      where h.network = ${network}`.execute(books)
  const held = Object.fromEntries(of.map(({ currency, ...own }) => [currency, own]))
  return { ...row, held }
}
