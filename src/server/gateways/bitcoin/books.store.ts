/** The books of the rail that pays in bitcoin: schema `bitcoin_rail`, written outside of our transactions. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { ChainHold, ChainProblem } from '#domain/kernel/chain-problem.ts'
import { anyOf, type Columns, namesOf, rowsOf } from '../../kernel/rows.ts'
import type { Block } from './bitcoin-node.ts'
import type { Coin, Unsigned } from './build-payout.ts'

export type Books = Kysely<DB> | Transaction<DB>
export type Top = { readonly height: number; readonly hash: string }

/** Runs work in a transaction of the books' own that no other runs beside, in whichever process. */
export function alone<T>(db: Kysely<DB>, work: (books: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async books => {
    await sql`select pg_advisory_xact_lock(hashtext('bitcoin_rail'))`.execute(books)
    return work(books)
  })
}

/** The last block that was read; undefined before the first. */
export async function topBlock(books: Books): Promise<Top | undefined> {
  const { rows } = await sql<Top>`
    select height, hash from bitcoin_rail.block order by height desc limit 1`.execute(books)
  return rows[0]
}

/** Forgets a block that the chain left behind, with all after it: what stood in them waits for a block again. */
export async function dropFrom(books: Books, height: number): Promise<void> {
  await sql`update bitcoin_rail.coin set height = null where height >= ${height}`.execute(books)
  await sql`update bitcoin_rail.coin set spent_by = null, spent_height = null where spent_height >= ${height}`.execute(
    books,
  )
  await sql`update bitcoin_rail.transaction set height = null where height >= ${height}`.execute(
    books,
  )
  await sql`delete from bitcoin_rail.block where height >= ${height}`.execute(books)
}

/** Whether a transaction is one of the rail's own. */
export async function isOfRail(books: Books, txid: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from bitcoin_rail.transaction where txid = ${txid}) known`.execute(books)
  return rows[0]?.known ?? false
}

type Outpoint = { readonly txid: string; readonly vout: number }
type Seen = Outpoint & { readonly script: string; readonly value_sat: bigint }
type Spent = Outpoint & { readonly spent_by: string }

const SEEN: Columns<Seen> = { txid: 'text', vout: 'int', script: 'text', value_sat: 'bigint' }
const SPENT: Columns<Spent> = { txid: 'text', vout: 'int', spent_by: 'text' }

/** In so many blocks a payment stands before it counts as arrived: six, the usual measure since Bitcoin's own client (bitcoin.org/en/you-need-to-know). */
export const CONFIRMATIONS = 6

/**
 * Keeps a block with what it pays the treasury, what of the treasury's it spends, and which of our transactions stand in it: also one that had been called
 * dead, before the chain left behind what spent its coins.
 */
export async function keepBlock(
  books: Books,
  height: number,
  block: Block,
  script: string,
): Promise<void> {
  await sql`insert into bitcoin_rail.block (height, hash) values (${height}, ${block.hash})`.execute(
    books,
  )
  const seen = block.transactions.flatMap(({ txid, outputs }) =>
    outputs.filter(of => of.script === script && of.value_sat > 0n).map(of => ({ ...of, txid })),
  )
  if (seen.length > 0)
    await sql`
      insert into bitcoin_rail.coin (${namesOf(SEEN)}, height)
        select ${namesOf(SEEN)}, ${height} from ${rowsOf('s', seen, SEEN)}
        on conflict (txid, vout) do update set height = excluded.height`.execute(books)
  const ours = new Set((await unspent(books)).map(nameOf))
  const spent = block.transactions.flatMap(({ txid, spends }) =>
    spends.filter(of => ours.has(nameOf(of))).map(of => ({ ...of, spent_by: txid })),
  )
  if (spent.length > 0)
    await sql`
      update bitcoin_rail.coin c set spent_by = s.spent_by, spent_height = ${height}
        from ${rowsOf('s', spent, SPENT)} where (c.txid, c.vout) = (s.txid, s.vout)`.execute(books)
  const txids = spent.map(of => of.spent_by)
  await sql`
    update bitcoin_rail.transaction set height = ${height}, was_dead = was_dead or dead_by is not null, dead_by = null
      where txid = any(${txids}::text[])`.execute(books)
  await sql`
    update bitcoin_rail.transaction set arrived = true where height <= ${height - CONFIRMATIONS + 1} and not arrived`.execute(
    books,
  )
}

function nameOf({ txid, vout }: Outpoint): string {
  return `${txid}:${vout}`
}

async function unspent(books: Books): Promise<Outpoint[]> {
  const { rows } = await sql<Outpoint>`
    select txid, vout from bitcoin_rail.coin where spent_height is null`.execute(books)
  return rows
}

/**
 * Coins that stand in a block, or are the change of a transaction of ours that waits for one, and that none of ours spends which lives. The change of what was
 * replaced waits until one of both stands in a block.
 */
const SPENDABLE = sql`c.spent_height is null
  and not exists (select from bitcoin_rail.input i join bitcoin_rail.transaction s on s.txid = i.txid
    where (i.coin_txid, i.coin_vout) = (c.txid, c.vout) and s.dead_by is null)
  and (c.height is not null or exists (select from bitcoin_rail.transaction t where t.txid = c.txid and t.dead_by is null
    and t.replaces is null and not exists (select from bitcoin_rail.transaction r where r.replaces = t.txid)))`

/** Transactions `t` that wait for a block: they are not dead, nor does a block hold what replaced them, or what they were to replace. */
export const OPEN = sql`t.height is null and t.dead_by is null and not exists (select from bitcoin_rail.transaction o
  where coalesce(o.replaces, o.txid) = coalesce(t.replaces, t.txid) and o.height is not null)`

/** Coins that can be spent by whoever signs for a locking script: those of a key of before stay in the books, and are its own to spend. */
export const spendableBy = (script: string) => sql`c.script = ${script} and ${SPENDABLE}`

/** What can be spent; what stands in a block first, and of that the largest. */
export async function spendable(books: Books, script: string): Promise<Coin[]> {
  const { rows } = await sql<Coin>`
    select txid, vout, value_sat from bitcoin_rail.coin c
      where ${spendableBy(script)} order by height is null, value_sat desc, txid, vout limit 1000`.execute(
    books,
  )
  return rows
}

/** What that comes to, in satoshi. */
export async function freeSat(books: Books, script: string): Promise<bigint> {
  const { rows } = await sql<{ sat: bigint }>`
    select coalesce(sum(value_sat), 0)::bigint sat from bitcoin_rail.coin c where ${spendableBy(script)}`.execute(
    books,
  )
  return rows[0]?.sat ?? 0n
}

export type Standing = {
  readonly held_sat: bigint
  readonly waiting: number
  readonly height: number | null
  readonly read_at: Date | null
  readonly problem: ChainProblem | null
  readonly problem_since: Date | null
  readonly hold: ChainHold | null
  readonly hold_since: Date | null
  readonly fee_rate: bigint | null
}

/** Keeps that the chain was followed, to its end where it was, or what was wrong with that: since when, where it is the same as before. */
export async function keepFollowed(
  books: Books,
  at: Date,
  { problem, to_end }: { readonly problem: ChainProblem | null; readonly to_end: boolean },
): Promise<void> {
  const since = problem && at
  await sql`
    insert into bitcoin_rail.follow as f (read_at, problem, problem_since) values (${to_end ? at : null}, ${problem}, ${since})
      on conflict (one) do update set read_at = coalesce(excluded.read_at, f.read_at), problem = excluded.problem,
        problem_since = case when f.problem = excluded.problem then f.problem_since else excluded.problem_since end`.execute(
    books,
  )
}

/** Keeps why nothing leaves by now, since when where it is the same as before, and what a byte costs in satoshi. */
export async function keepHold(
  books: Books,
  at: Date,
  { hold, fee_rate }: { hold: ChainHold | null; fee_rate: bigint | null },
): Promise<void> {
  await sql`
    insert into bitcoin_rail.follow as f (held, held_since, fee_rate) values (${hold}, ${hold && at}, ${fee_rate})
      on conflict (one) do update set held = excluded.held, fee_rate = excluded.fee_rate,
        held_since = case when f.held = excluded.held then f.held_since else excluded.held_since end`.execute(
    books,
  )
}

/** How the treasury stands: what it holds by the chain, and how far that was read. In satoshi. */
export async function standing(books: Books): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select (select coalesce(sum(value_sat), 0)::bigint from bitcoin_rail.coin where height is not null and spent_height is null) held_sat,
        (select count(*)::int from bitcoin_rail.transaction t where ${OPEN} and t.replaces is null) waiting,
        (select max(height) from bitcoin_rail.block) height, f.read_at, f.problem, f.problem_since,
        f.held hold, f.held_since hold_since, f.fee_rate
      from (select) once left join bitcoin_rail.follow f on true`.execute(books)
  const [row] = rows
  assert(row, 'a sum is one row')
  return row
}

/** What became of an attempt by the books: an output of a transaction, or why it was refused. */
export type PayoutRow = {
  readonly attempt_uuid: string
  readonly value_sat: bigint
  readonly txid: string | null
  readonly vout: number | null
  readonly refused: string | null
  /** Whether it was refused since it could be paid beside an earlier attempt: the word of two lets it leave. */
  readonly by_two: boolean
  /** In how many blocks it stands, and what it was spent by instead. */
  readonly confirmations: number
  readonly dead_by: string | null
  /** The first of those that replace each other, of which it is one; itself where nothing was replaced. */
  readonly root: string | null
  /** Whether it came into a block after it had been called dead. */
  readonly was_dead: boolean
  /** Whether nobody signed it yet, nor what it replaces; and since when it waits for that. */
  readonly unsigned: boolean
  readonly made_at: Date | null
}

const PAYOUT = sql`
  select p.attempt_uuid, p.value_sat, p.txid, p.vout, p.refused, p.by_two, t.dead_by, coalesce(t.replaces, t.txid) root, coalesce(t.was_dead, false) was_dead,
      coalesce(t.unsigned, false) unsigned, t.made_at,
      coalesce((select max(height) from bitcoin_rail.block) - t.height + 1, 0) confirmations
    from bitcoin_rail.payout p left join bitcoin_rail.transaction t on t.txid = p.txid`

/** The payouts of attempts that are known. */
export async function findPayouts(
  books: Books,
  attempt_uuids: readonly string[],
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    ${PAYOUT} where p.attempt_uuid = ${anyOf(attempt_uuids)} order by p.attempt_uuid`.execute(books)
  return rows
}

/** Below so many blocks nothing turns any more: a week. */
const TURNS_WITHIN = 1_000

/**
 * The payouts whose transactions are dead, were called so (both within a week of blocks), or stood in six blocks, themselves or what they replace, and do
 * not by now.
 */
export async function listTurned(books: Books): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    ${PAYOUT} where t.dead_by is not null and exists (select from bitcoin_rail.coin c where c.spent_by = t.dead_by and c.spent_height > ${deeper(TURNS_WITHIN)})
        or t.was_dead and (t.height is null or t.height > ${deeper(TURNS_WITHIN)})
        or (t.height is null or t.height > ${deeper(CONFIRMATIONS - 1)}) and exists (select from bitcoin_rail.transaction o
          where coalesce(o.replaces, o.txid) = coalesce(t.replaces, t.txid) and o.arrived)
      order by p.attempt_uuid`.execute(books)
  return rows
}

/** The height of so many blocks below the last one. */
function deeper(blocks: number) {
  return sql`(select max(height) from bitcoin_rail.block) - ${sql.lit(blocks)}`
}

/** A page of payouts in the order of their attempts, after one of them. */
export async function listPayouts(
  books: Books,
  after: string | null,
  limit: number,
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    ${PAYOUT} where ${after}::uuid is null or p.attempt_uuid > ${after}::uuid order by p.attempt_uuid limit ${limit}`.execute(
    books,
  )
  return rows
}

export type NewPayout = {
  readonly attempt_uuid: string
  readonly value_sat: bigint
  readonly txid: string | null
  readonly vout: number | null
  readonly refused: string | null
  readonly by_two: boolean
}

const NEW_PAYOUT: Columns<NewPayout> = {
  ...{ attempt_uuid: 'uuid', value_sat: 'bigint' },
  ...{ txid: 'text', vout: 'int', refused: 'text', by_two: 'boolean' },
}

/** Keeps what becomes of attempts. */
export async function insertPayouts(books: Books, rows: readonly NewPayout[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into bitcoin_rail.payout (${namesOf(NEW_PAYOUT)})
      select ${namesOf(NEW_PAYOUT)} from ${rowsOf('p', rows, NEW_PAYOUT)}`.execute(books)
}

/** A transaction as it was signed, or as it is to be by hand; the script of what comes back by it, and the first of those that it replaces. */
export type Kept = {
  readonly raw: string
  readonly unsigned: boolean
  readonly script: string
  readonly made_at: Date
  readonly replaces?: string | null
}

type Input = { readonly coin_txid: string; readonly coin_vout: number; readonly txid: string }
const INPUT: Columns<Input> = { coin_txid: 'text', coin_vout: 'int', txid: 'text' }

/** Keeps a transaction with the coins that it spends: from then on, once it is signed, it is offered until it stands in a block, or is dead. */
export async function insertTransaction(
  books: Books,
  { txid, psbt, fee_sat, inputs, change }: Unsigned,
  { raw, unsigned, script, made_at, replaces = null }: Kept,
): Promise<void> {
  await sql`
    insert into bitcoin_rail.transaction (txid, raw, unsigned, fee_sat, made_at, replaces)
      values (${txid}, ${raw}, ${unsigned}, ${fee_sat}, ${made_at}, ${replaces})`.execute(books)
  if (unsigned)
    await sql`insert into bitcoin_rail.to_sign (txid, psbt) values (${txid}, ${psbt})`.execute(
      books,
    )
  const kept = change.map(coin => ({ ...coin, script }))
  await sql`
    insert into bitcoin_rail.coin (${namesOf(SEEN)}) select ${namesOf(SEEN)} from ${rowsOf('s', kept, SEEN)}`.execute(
    books,
  )
  const rows = inputs.map(coin => ({ coin_txid: coin.txid, coin_vout: coin.vout, txid }))
  await sql`
    insert into bitcoin_rail.input (${namesOf(INPUT)}) select ${namesOf(INPUT)} from ${rowsOf('i', rows, INPUT)}`.execute(
    books,
  )
}

/** How many wait for a block, those that replace each other as one. */
export async function countWaiting(books: Books): Promise<number> {
  return (await standing(books)).waiting
}

/** Coins that stand in blocks and can be spent, the largest first. */
export async function listConfirmed(books: Books, script: string): Promise<Coin[]> {
  const { rows } = await sql<Coin>`
    select txid, vout, value_sat from bitcoin_rail.coin c
      where ${spendableBy(script)} and c.height is not null order by value_sat desc, txid, vout limit 100`.execute(
    books,
  )
  return rows
}

/** Signed transactions that wait for a block, the oldest first. */
export async function listOpen(books: Books): Promise<{ txid: string; raw: string }[]> {
  const { rows } = await sql<{ txid: string; raw: string }>`
    select txid, raw from bitcoin_rail.transaction t where ${OPEN} and not t.unsigned order by number`.execute(
    books,
  )
  return rows
}

/**
 * Calls transactions dead of whose coins one was spent by another that six blocks hold, or was made by what had killed one that six blocks hold after all; and
 * those that spend their change.
 */
export async function buryDead(books: Books): Promise<void> {
  await sql`
    update bitcoin_rail.transaction t set dead_by = c.spent_by
      from bitcoin_rail.input i join bitcoin_rail.coin c on (c.txid, c.vout) = (i.coin_txid, i.coin_vout)
      where i.txid = t.txid and t.height is null and t.dead_by is null and c.spent_by <> t.txid
        and (select max(height) from bitcoin_rail.block) - c.spent_height + 1 >= ${CONFIRMATIONS}`.execute(
    books,
  )
  await sql`
    update bitcoin_rail.transaction t set dead_by = revived.txid
      from bitcoin_rail.input i join bitcoin_rail.coin c on (c.txid, c.vout) = (i.coin_txid, i.coin_vout)
        join bitcoin_rail.transaction revived on revived.killed_by = c.txid
      where i.txid = t.txid and t.height is null and t.dead_by is null and c.height is null
        and revived.height <= ${deeper(CONFIRMATIONS - 1)}`.execute(books)
  for (let more = 1n; more > 0n; ) {
    const { numAffectedRows = 0n } = await sql`
      update bitcoin_rail.transaction t set dead_by = parent.dead_by
        from bitcoin_rail.input i join bitcoin_rail.transaction parent on parent.txid = i.coin_txid
        where i.txid = t.txid and t.dead_by is null and parent.dead_by is not null`.execute(books)
    more = numAffectedRows
  }
}
