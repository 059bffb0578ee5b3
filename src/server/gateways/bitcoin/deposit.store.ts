/** What addresses of ours were paid, in the books of the rail: kept with the block that holds it, and taken back with that (decision 0179). */
import { sql } from 'kysely'
import { type Columns, namesOf, rowsOf } from '../../kernel/rows.ts'
import type { Block } from './bitcoin-node.ts'
import { type Books, topBlock } from './books.store.ts'

/**
 * What is less is kept by address and block, and is no deposit: to spend an output takes some 68 bytes, at a hundred satoshi for each more than half of it
 * (Bitcoin Core, policy/policy.cpp).
 */
export const LEAST_DEPOSIT_SAT = 10_000n

type Output = {
  readonly txid: string
  readonly vout: number
  readonly script: string
  readonly value_sat: bigint
}
type Spent = { readonly txid: string; readonly vout: number; readonly spent_by: string }

const OUTPUT: Columns<Output> = { txid: 'text', vout: 'int', script: 'text', value_sat: 'bigint' }
const SPENT: Columns<Spent> = { txid: 'text', vout: 'int', spent_by: 'text' }

/** Keeps an address: what pays it is kept from the next block on. False where none was ever read, so that nobody knows which that is. */
export async function watchAddress(
  books: Books,
  of: { readonly address: string; readonly script: string },
): Promise<boolean> {
  if (!(await topBlock(books))) return false
  await sql`
    insert into bitcoin_rail.watched (script, address) values (${of.script}, ${of.address}) on conflict do nothing`.execute(
    books,
  )
  return true
}

/** Keeps what a block pays watched addresses, and what of theirs it spends. The same block again changes nothing. */
export async function keepDeposits(
  books: Books,
  height: number,
  { transactions }: Block,
): Promise<void> {
  const scripts = transactions.flatMap(of => of.outputs.map(({ script }) => script))
  const watched = await watchedAmong(books, [...new Set(scripts)])
  if (watched.size > 0) {
    const paid = transactions.flatMap(({ txid, outputs }) =>
      outputs
        .filter(of => watched.has(of.script) && of.value_sat > 0n)
        .map(({ vout, script, value_sat }) => ({ txid, vout, script, value_sat })),
    )
    await keepPaid(books, height, paid)
  }
  const spent = transactions.flatMap(({ txid: spent_by, spends }) =>
    spends.map(({ txid, vout }) => ({ txid, vout, spent_by })),
  )
  await sql`
    update bitcoin_rail.deposit d set spent_by = s.spent_by, spent_height = ${height}
      from ${rowsOf('s', spent, SPENT)} where (d.txid, d.vout) = (s.txid, s.vout)`.execute(books)
  await sql`update bitcoin_rail.block set for_deposits = true where height = ${height}`.execute(
    books,
  )
}

/** Which of these locking scripts are of addresses that are watched. */
export async function watchedAmong(
  books: Books,
  scripts: readonly string[],
): Promise<ReadonlySet<string>> {
  if (scripts.length === 0) return new Set()
  const { rows } = await sql<{ script: string }>`
    select script from bitcoin_rail.watched where script = any(${[...scripts]}::text[])`.execute(
    books,
  )
  return new Set(rows.map(row => row.script))
}

async function keepPaid(books: Books, height: number, paid: readonly Output[]): Promise<void> {
  const worth = paid.filter(of => of.value_sat >= LEAST_DEPOSIT_SAT)
  const dust = paid.filter(of => of.value_sat < LEAST_DEPOSIT_SAT)
  if (worth.length > 0)
    await sql`
      insert into bitcoin_rail.deposit (${namesOf(OUTPUT)}, height)
        select ${namesOf(OUTPUT)}, ${height} from ${rowsOf('o', worth, OUTPUT)}
        on conflict (txid, vout) do update set height = excluded.height, gone_from = null`.execute(
      books,
    )
  if (dust.length > 0)
    await sql`
      insert into bitcoin_rail.dust (script, height, outputs, value_sat)
        select script, ${height}, count(*)::int, sum(value_sat)::bigint from ${rowsOf('o', dust, OUTPUT)} group by script
        on conflict (script, height) do update set outputs = excluded.outputs, value_sat = excluded.value_sat`.execute(
      books,
    )
}

/** The blocks that were not looked through for deposits, with those after them: a process of before kept them. The lowest first. */
export async function listUnread(
  books: Books,
  limit: number,
): Promise<{ readonly height: number; readonly hash: string }[]> {
  const { rows } = await sql<{ height: number; hash: string }>`
    select height, hash from bitcoin_rail.block
      where height >= (select min(height) from bitcoin_rail.block where not for_deposits) order by height limit ${limit}`.execute(
    books,
  )
  return rows
}

/** Has the blocks from one on be looked through again, since what spends a deposit may stand in any after it. */
export async function unreadFrom(books: Books, height: number): Promise<void> {
  await sql`
    update bitcoin_rail.block set for_deposits = false where height >= ${height} and for_deposits`.execute(
    books,
  )
}

export type DepositRow = {
  readonly txid: string
  readonly vout: number
  /** In the order in which they were first kept. */
  readonly number: bigint
  readonly address: string
  readonly value_sat: bigint
  /** In how many blocks it stands; none where the chain has it no more. */
  readonly confirmations: number
  /** Whether it was told to us, and kept by us. */
  readonly taken: boolean
}

const DEPTH = sql`coalesce((select max(height) from bitcoin_rail.block) - d.height + 1, 0)`
const DEPOSIT = sql`
  select d.txid, d.vout, d.number, w.address, d.value_sat, ${DEPTH} confirmations, d.taken
    from bitcoin_rail.deposit d join bitcoin_rail.watched w using (script)`

/** Deposits in so many blocks that were not taken, in the order in which they were kept, after one. */
export async function listDue(
  books: Books,
  needed: number,
  after: bigint,
  limit: number,
): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    ${DEPOSIT} where not d.taken and d.number > ${after} and d.height <= (select max(height) from bitcoin_rail.block) - ${needed - 1}
      order by d.number limit ${limit}`.execute(books)
  return rows
}

type Outpoint = { readonly txid: string; readonly vout: number }
const OUTPOINT: Columns<Outpoint> = { txid: 'text', vout: 'int' }

/** Keeps that deposits were told to us, and kept by us. */
export async function takeDeposits(books: Books, of: readonly Outpoint[]): Promise<void> {
  await sql`
    update bitcoin_rail.deposit d set taken = true from ${rowsOf('o', of, OUTPOINT)} where (d.txid, d.vout) = (o.txid, o.vout)`.execute(
    books,
  )
}

/** Deposits of addresses, or of all; newest first, after one of them. */
export async function listDeposits(
  books: Books,
  of: {
    readonly addresses: readonly string[] | null
    readonly before: bigint | null
    readonly limit: number
  },
): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    ${DEPOSIT} where ${of.addresses === null ? sql`true` : sql`d.script in (select script from bitcoin_rail.watched where address = any(${[...of.addresses]}::text[]))`}
      ${of.before === null ? sql`` : sql`and d.number < ${of.before}`}
      order by d.number desc limit ${of.limit}`.execute(books)
  return rows
}

/** The deposits that these are, whatever became of them. */
export async function findDeposits(books: Books, of: readonly Outpoint[]): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    ${DEPOSIT} join ${rowsOf('o', of, OUTPOINT)} on (d.txid, d.vout) = (o.txid, o.vout) order by d.number`.execute(
    books,
  )
  return rows
}

/**
 * Deposits that were taken and stand in no block, although the chain came as far again as where they stood. Few: the blocks that six others held were left
 * behind.
 */
export async function listLost(books: Books, limit: number): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    ${DEPOSIT} where d.taken and d.height is null and d.gone_from <= (select max(height) from bitcoin_rail.block)
      order by d.number limit ${limit}`.execute(books)
  return rows
}

/** A page of what was taken, in the order in which it was kept. */
export async function listTaken(books: Books, after: bigint, limit: number): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    ${DEPOSIT} where d.taken and d.number > ${after} order by d.number limit ${limit}`.execute(
    books,
  )
  return rows
}

export type DustRow = {
  readonly address: string
  readonly outputs: number
  readonly value_sat: bigint
}

/** What each address was paid in outputs that are no deposits, in blocks that so many hold; by address. */
export async function listDust(
  books: Books,
  needed: number,
  after: string,
  limit: number,
): Promise<DustRow[]> {
  const { rows } = await sql<DustRow>`
    select w.address, sum(u.outputs)::int outputs, sum(u.value_sat)::bigint value_sat
      from bitcoin_rail.watched w join bitcoin_rail.dust u using (script)
      where w.address > ${after} and u.height <= (select max(height) from bitcoin_rail.block) - ${needed - 1}
      group by w.address order by w.address limit ${limit}`.execute(books)
  return rows
}

/** What lies at these addresses by the blocks that were read, without what is too little to be moved; in satoshi. */
export async function heldByDeposits(books: Books): Promise<bigint> {
  const { rows } = await sql<{ held_sat: bigint }>`
    select coalesce(sum(value_sat), 0)::bigint held_sat from bitcoin_rail.deposit where height is not null and spent_height is null`.execute(
    books,
  )
  return rows[0]?.held_sat ?? 0n
}
