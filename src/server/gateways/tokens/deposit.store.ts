/** What addresses of ours were paid in tokens, in the books of the rails (schema `token_rail`): final once its block is, and kept with how far the chain was read (decision 0220). */
import { sql } from 'kysely'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { Place } from '#domain/kernel/deposit-memo.ts'
import { type Columns, namesOf, rowsOf } from '../../kernel/rows.ts'
import type { RailOdd } from '../rails/rail.ts'
import type { Books } from './books.ts'
import type { Block, DepositRules, Looked, Moved } from './token-arrivals.ts'

/** How far a chain was read; undefined before it ever was. */
export async function findReading(books: Books, network: string): Promise<Block | undefined> {
  const { rows } = await sql<Block>`
    select block::int block, hash from token_rail.reading where network = ${network}`.execute(books)
  return rows[0]
}

/** Keeps from which block on a chain is read, where nothing says so. */
export async function beginReading(books: Books, network: string, at: Block): Promise<void> {
  await sql`
    insert into token_rail.reading (network, block, hash, last) values (${network}, ${at.block}, ${at.hash}, ${at.block})
      on conflict do nothing`.execute(books)
}

/** Keeps that a chain was read to a final block; false where another process read on meanwhile, and nothing of this go is to be kept. */
export async function readOn(
  books: Books,
  network: string,
  { from, to }: { readonly from: Block; readonly to: Block },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update token_rail.reading set block = ${to.block}, hash = ${to.hash}, last = greatest(last, ${to.block})
      where network = ${network} and (block, hash) = (${from.block}, ${from.hash})`.execute(books)
  return numAffectedRows === 1n
}

/** Keeps an address: what pays it is kept from the next block on. False where the chain was never read, so that nobody knows which block that is. */
export async function watchAddress(
  books: Books,
  network: string,
  address: string,
): Promise<boolean> {
  if (!(await findReading(books, network))) return false
  await sql`
    insert into token_rail.watched (network, address) values (${network}, ${address}) on conflict do nothing`.execute(
    books,
  )
  return true
}

/** All addresses that are watched. */
export async function listWatched(books: Books, network: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from token_rail.watched where network = ${network} order by address`.execute(
    books,
  )
  return rows.map(row => row.address)
}

/** Which of these addresses are watched. */
export async function watchedAmong(
  books: Books,
  network: string,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ address: string }>`
    select address from token_rail.watched where network = ${network} and address = any(${[...addresses]}::text[])`.execute(
    books,
  )
  return new Set(rows.map(row => row.address))
}

type Kept = Pick<
  Moved,
  'txid' | 'log_index' | 'block' | 'address' | 'other' | 'memo' | 'currency' | 'amount'
>
const KEPT: Columns<Kept> = {
  ...{ txid: 'text', log_index: 'int', block: 'int' },
  ...{ address: 'text', other: 'text', memo: 'text', currency: 'text', amount: 'bigint' },
}

async function keep(
  books: Books,
  network: string,
  { rows, final }: { readonly rows: readonly Kept[]; readonly final: boolean },
): Promise<void> {
  await sql`
    insert into token_rail.deposit as d (network, final, txid, log_index, block, address, sender, memo, currency, amount)
      select ${network}, ${final}, txid, log_index, block, address, other, memo, currency, amount from ${rowsOf('k', rows, KEPT)} order by block, log_index
      on conflict (network, txid, log_index) do update set final = excluded.final, block = excluded.block, address = excluded.address,
          sender = excluded.sender, memo = excluded.memo, currency = excluded.currency, amount = excluded.amount
        where not d.final`.execute(books)
}

type Sum = {
  readonly address: string
  readonly currency: CurrencyCode
  readonly came: bigint
  readonly gone: bigint
  readonly dust: bigint
  readonly dust_outputs: number
}
const SUM: Columns<Sum> = {
  ...{ address: 'text', currency: 'text', came: 'bigint', gone: 'bigint' },
  ...{ dust: 'bigint', dust_outputs: 'int' },
}

/** What final blocks moved, once for each block: deposits, and of each address and token what came and went. */
export async function keepFinal(
  books: Books,
  network: string,
  of: {
    readonly to: number
    readonly deposits: readonly Kept[]
    readonly sums: readonly Sum[]
    readonly strange: ReadonlyMap<string, number>
  },
): Promise<void> {
  await keep(books, network, { rows: of.deposits, final: true })
  await sql`
    delete from token_rail.deposit where network = ${network} and not final and block <= ${of.to}`.execute(
    books,
  )
  await sql`
    insert into token_rail.watched_token as t (network, ${namesOf(SUM)})
      select ${network}, ${namesOf(SUM)} from ${rowsOf('s', of.sums, SUM)} order by address, currency
      on conflict (network, address, currency) do update set came = t.came + excluded.came, gone = t.gone + excluded.gone,
        dust = t.dust + excluded.dust, dust_outputs = t.dust_outputs + excluded.dust_outputs`.execute(
    books,
  )
  const strange = [...of.strange].map(([address, outputs]) => ({ address, outputs }))
  const touched = [...new Set([...of.sums.map(sum => sum.address), ...of.strange.keys()])]
  await sql`
    update token_rail.watched w set looked = null, strange = least(w.strange + coalesce(s.outputs, 0), ${MOST_STRANGE})
      from unnest(${touched}::text[]) t (address)
        left join ${rowsOf('s', strange, { address: 'text', outputs: 'int' })} using (address)
      where (w.network, w.address) = (${network}, t.address)`.execute(books)
}

/** Whoever spams an address is counted no further. */
const MOST_STRANGE = 1_000_000

/** Keeps what stands in blocks that are not final, to the last there is; what stood there before and does no more is forgotten. */
export async function keepSeen(
  books: Books,
  network: string,
  { last, seen }: { readonly last: number; readonly seen: readonly Kept[] },
): Promise<void> {
  await sql`
    update token_rail.reading set last = greatest(${last}, block) where network = ${network}`.execute(
    books,
  )
  await keep(books, network, { rows: seen, final: false })
  await sql`
    delete from token_rail.deposit d where network = ${network} and not final
      and not exists (select from ${rowsOf('k', seen, KEPT)} where (k.txid, k.log_index) = (d.txid, d.log_index))`.execute(
    books,
  )
}

/** Those of which something moved since they were last looked at, or that were not since a block; the first of them. */
export async function listToLook(
  books: Books,
  network: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from token_rail.watched where network = ${network} and (looked is null or looked <= ${before})
      order by looked nulls first, address limit ${limit}`.execute(books)
  return rows.map(row => row.address)
}

type LookedToken = {
  readonly address: string
  readonly currency: CurrencyCode
  readonly held: bigint
  readonly frozen: boolean
  readonly closed: boolean
}
const LOOKED_TOKEN: Columns<LookedToken> = {
  ...{ address: 'text', currency: 'text', held: 'bigint', frozen: 'boolean', closed: 'boolean' },
}

/** Keeps what addresses have at the end of the block to which the chain was read; false where it was read on meanwhile, and nothing is kept. */
export async function keepLooked(
  books: Books,
  network: string,
  { at, looked }: { readonly at: Block; readonly looked: readonly Looked[] },
): Promise<boolean> {
  const now = await findReading(books, network)
  if (now?.block !== at.block) return false
  const tokens = looked.flatMap(({ address, tokens: of }) => of.map(one => ({ address, ...one })))
  await sql`
    insert into token_rail.watched_token as t (network, address, currency, untold, frozen, closed)
      select ${network}, address, currency, held, frozen, closed from ${rowsOf('l', tokens, LOOKED_TOKEN)} order by address, currency
      on conflict (network, address, currency) do update set untold = excluded.untold - (t.came - t.gone), frozen = excluded.frozen,
        closed = excluded.closed`.execute(books)
  const coins = looked.map(({ address, coin }) => ({ address, coin }))
  await sql`
    update token_rail.watched w set looked = ${at.block}, coin = l.coin from ${rowsOf('l', coins, { address: 'text', coin: 'bigint' })}
      where (w.network, w.address) = (${network}, l.address)`.execute(books)
  return true
}

export type DepositRow = {
  readonly txid: string
  readonly log_index: number
  /** In the order in which they were first kept. */
  readonly number: bigint
  readonly address: string
  readonly sender: string
  readonly memo: string
  readonly currency: CurrencyCode
  readonly amount: bigint
  readonly confirmations: number
  /** Whether it was told to us, and kept by us. */
  readonly taken: boolean
}

/** Where deposits are read, and in how many blocks one is final. */
export type At = { readonly network: string; readonly needed: number }

function deposits({ network, needed }: At) {
  return sql`
    select d.txid, d.log_index, d.number, d.address, d.sender, d.memo, d.currency, d.amount, d.taken,
        case when d.final then ${needed}::int else least(greatest(r.last - d.block + 1, 1), ${needed - 1})::int end confirmations
      from token_rail.deposit d join token_rail.reading r using (network) where d.network = ${network}`
}

/**
 * Deposits that are final and were not taken, in the order in which they were kept, after one; at addresses that have what they were told to have, by themselves: two
 * answers have to agree.
 */
export async function listDue(
  books: Books,
  at: At,
  after: bigint,
  limit: number,
): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    ${deposits(at)} and d.final and not d.taken and d.number > ${after} and exists (
        select from token_rail.watched w join token_rail.watched_token t using (network, address)
          where (w.network, w.address, t.currency) = (d.network, d.address, d.currency) and w.looked is not null and t.untold >= 0)
      order by d.number limit ${limit}`.execute(books)
  return rows
}

type Message = { readonly txid: string; readonly log_index: number }
const MESSAGE: Columns<Message> = { txid: 'text', log_index: 'int' }

/** Keeps that deposits were told to us, and kept by us. */
export async function takeDeposits(
  books: Books,
  network: string,
  of: readonly Message[],
): Promise<void> {
  await sql`
    update token_rail.deposit d set taken = true from ${rowsOf('m', of, MESSAGE)}
      where d.network = ${network} and (d.txid, d.log_index) = (m.txid, m.log_index)`.execute(books)
}

const PLACE: Columns<Place> = { address: 'text', memo: 'text' }

/** Deposits of places, or of all; newest first, before one of them. */
export async function listDeposits(
  books: Books,
  at: At,
  of: {
    readonly places: readonly Place[] | null
    readonly before: bigint | null
    readonly limit: number
  },
): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    ${deposits(at)} ${of.places === null ? sql`` : sql`and (d.address, d.memo) in (select address, coalesce(memo, '') from ${rowsOf('p', of.places, PLACE)})`}
      ${of.before === null ? sql`` : sql`and d.number < ${of.before}`} order by d.number desc limit ${of.limit}`.execute(
    books,
  )
  return rows
}

/** The deposits that these are. */
export async function findDeposits(
  books: Books,
  at: At,
  of: readonly Message[],
): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    ${deposits(at)} and (d.txid, d.log_index) in (select txid, log_index from ${rowsOf('m', of, MESSAGE)}) order by d.number`.execute(
    books,
  )
  return rows
}

/** A page of what was taken, in the order in which it was kept. */
export async function listTaken(
  books: Books,
  at: At,
  after: bigint,
  limit: number,
): Promise<DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    ${deposits(at)} and d.taken and d.number > ${after} order by d.number limit ${limit}`.execute(
    books,
  )
  return rows
}

export type OddRow = {
  readonly kind: RailOdd['kind']
  readonly reference: string
  readonly address: string
  /** Null of what nobody here knows. */
  readonly currency: CurrencyCode | null
  readonly amount: bigint
  readonly outputs: number
}

/** What lies at addresses and is no deposit, or cannot be moved; by kind and reference, after one. */
export async function listOdd(
  books: Books,
  network: string,
  { coin, least_coin }: DepositRules,
  { after, limit }: { readonly after: Pick<OddRow, 'kind' | 'reference'> | null; limit: number },
): Promise<OddRow[]> {
  const { rows } = await sql<OddRow>`
    select kind, reference, address, currency, amount, outputs from (
        select 'DUST' kind, address || ' ' || currency reference, address, currency, dust amount, dust_outputs outputs
          from token_rail.watched_token where network = ${network} and dust_outputs > 0
        union all select 'FROZEN', address || ' ' || currency, address, currency, greatest(came - gone, 0), 1
          from token_rail.watched_token where network = ${network} and frozen
        union all select 'UNTOLD', address || ' ' || currency, address, currency, untold, 1
          from token_rail.watched_token where network = ${network} and untold > 0
        union all select 'MISSING', address || ' ' || currency, address, currency, -untold, 1
          from token_rail.watched_token where network = ${network} and untold < 0
        union all select 'CLOSED', address || ' ' || currency, address, currency, 0, 1
          from token_rail.watched_token where network = ${network} and closed
        union all select 'COIN', address, address, ${coin}, coin, 1 from token_rail.watched where network = ${network} and coin >= ${least_coin}
        union all select 'STRANGE', address, address, null, 0, strange from token_rail.watched where network = ${network} and strange > 0) odd
      ${after ? sql`where (kind, reference) > (${after.kind}, ${after.reference})` : sql``} order by kind, reference limit ${limit}`.execute(
    books,
  )
  return rows
}

/** Which of these addresses an issuer froze, for which token. */
export async function listFrozen(
  books: Books,
  network: string,
  addresses: readonly string[],
): Promise<{ readonly address: string; readonly currency: CurrencyCode }[]> {
  const { rows } = await sql<{ address: string; currency: CurrencyCode }>`
    select address, currency from token_rail.watched_token
      where network = ${network} and frozen and address = any(${[...addresses]}::text[])`.execute(
    books,
  )
  return rows
}

/** What of tokens an address was last seen to take; nothing before it was looked at. */
export async function listTaking(
  books: Books,
  network: string,
  address: string,
): Promise<CurrencyCode[]> {
  const { rows } = await sql<{ currency: CurrencyCode }>`
    select currency from token_rail.watched_token where (network, address) = (${network}, ${address}) and not closed`.execute(
    books,
  )
  return rows.map(row => row.currency)
}

/** What lies at these addresses by the blocks that are final, of each token. */
export async function heldByDeposits(
  books: Books,
  network: string,
): Promise<ReadonlyMap<CurrencyCode, bigint>> {
  const { rows } = await sql<{ currency: CurrencyCode; held: bigint }>`
    select currency, coalesce(sum(came - gone), 0)::bigint held from token_rail.watched_token where network = ${network} group by currency`.execute(
    books,
  )
  return new Map(rows.map(({ currency, held }) => [currency, held]))
}
