import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

const PARTY = 'bank_entry.party'

/** The other side of an entry, as the bank says it. */
export type Party = { readonly name: string; readonly account: string; readonly words: string }

export type NewStatement = {
  readonly statement_uuid: string
  readonly account: string
  readonly currency: string
  readonly report_id: string
  readonly from_day: string
  readonly to_day: string
  /** Its order among those of its days. */
  readonly part: number
  /** Whether it tells its days whole: of those of before within them the entries count, and the balances no more. */
  readonly anew: boolean
  readonly opening_minor: bigint
  readonly closing_minor: bigint
  readonly entries: number
  /** When the bank made it, where it says so. */
  readonly made_at: Date | null
  /** Which page of several it is; null of one that is whole. */
  readonly page: number | null
  readonly file_uuid: string
  readonly file_sha256: string
  readonly read_by: string
  readonly read_at: Date
}

const STATEMENT: Columns<NewStatement> = {
  statement_uuid: 'uuid',
  account: 'text',
  currency: 'text',
  report_id: 'text',
  from_day: 'date',
  to_day: 'date',
  part: 'int',
  anew: 'boolean',
  opening_minor: 'bigint',
  closing_minor: 'bigint',
  entries: 'int',
  made_at: 'timestamptz',
  page: 'int',
  file_uuid: 'uuid',
  file_sha256: 'text',
  read_by: 'text',
  read_at: 'timestamptz',
}

export type NewEntry = {
  readonly entry_uuid: string
  readonly statement_uuid: string
  readonly line: number
  readonly currency: string
  /** Above zero what came, below zero what went. */
  readonly minor: bigint
  readonly day: string
  readonly returned: boolean
  readonly bank_reference: string | null
  /** Of the whole that it is a part of, as the bank calls that; null of what was read before it was kept. */
  readonly entry_reference: string | null
  readonly reference: string | null
  readonly payment_uuid: string | null
  readonly batch_uuid: string | null
  /** The entry of before that the bank shows no more; this one takes it back. */
  readonly takes_back: string | null
  readonly party: Party
}

const ENTRY: Columns<Omit<NewEntry, 'party'> & { party: string }> = {
  entry_uuid: 'uuid',
  statement_uuid: 'uuid',
  line: 'int',
  currency: 'text',
  minor: 'bigint',
  day: 'date',
  returned: 'boolean',
  bank_reference: 'text',
  entry_reference: 'text',
  reference: 'text',
  payment_uuid: 'uuid',
  batch_uuid: 'uuid',
  takes_back: 'uuid',
  party: 'text',
}

/** Holds back every other comparison until this transaction ends. */
export async function holdComparison(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank_book', 7204518))`.execute(tx)
}

/** Begins to compare a currency from a day on, unless it is compared already; answers from which day it is. */
export async function beginBook(tx: Tx, currency: string, from_day: string): Promise<string> {
  const { rows } = await sql<{ began: string }>`
    select app.begin_bank_book(${currency}, ${from_day}::date) began`.execute(tx)
  return rows[0]?.began ?? from_day
}

/** Inserts statements with their entries; one of days that stand already violates `bank_statement_day_once`. */
export async function insertStatements(
  { tx, fields }: PrivateTx,
  statements: readonly NewStatement[],
  entries: readonly NewEntry[],
): Promise<void> {
  await sql`insert into bank_statement (${namesOf(STATEMENT)})
    select ${namesOf(STATEMENT)} from ${rowsOf('s', statements, STATEMENT)}`.execute(tx)
  const sealed = entries.map(row => ({
    ...row,
    party: fields.seal(PARTY, row.entry_uuid, JSON.stringify(row.party)),
  }))
  await sql`insert into bank_entry (${namesOf(ENTRY)})
    select ${namesOf(ENTRY)} from ${rowsOf('e', sealed, ENTRY)}`.execute(tx)
}

/** The other side of an entry as its column kept it. */
export function openParty(
  { fields }: Pick<PrivateTx, 'fields'>,
  entry_uuid: string,
  sealed: string,
): Party {
  return JSON.parse(fields.open(PARTY, entry_uuid, sealed)) as Party
}

export type StatementRow = Omit<
  NewStatement,
  'file_sha256' | 'read_by' | 'made_at' | 'anew' | 'page'
>

const SHOWN = sql`statement_uuid, account, currency, report_id, from_day, to_day, part, opening_minor, closing_minor, entries, file_uuid, read_at`
const READ = sql`select ${SHOWN} from bank_statement`

/** The statements whose balances count, as a table `s`: no later one tells all of their days anew. */
export const COUNTED = sql`(select ${SHOWN} from bank_statement s where not exists (select from bank_statement n
  where n.account = s.account and n.currency = s.currency and n.anew and n.part > s.part and n.from_day <= s.from_day and n.to_day >= s.to_day)) s`

/** The statements that were read from a file of this content. */
export async function findRead(tx: Tx, file_sha256: string): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`${READ} where file_sha256 = ${file_sha256}
    order by currency, account, to_day, part`.execute(tx)
  return rows
}

/** A line of a statement that was read: it stands, a later one took it back, or it takes one back. */
export type KnownEntry = Omit<NewEntry, 'line' | 'party'> & {
  readonly party: string
  readonly stands: 'KEPT' | 'TAKEN' | 'TAKES_BACK'
}

export type KnownStatement = StatementRow &
  Pick<NewStatement, 'made_at' | 'anew' | 'page'> & { readonly lines: readonly KnownEntry[] }

type OfDays = Pick<NewStatement, 'account' | 'currency' | 'from_day' | 'to_day'>

/**
 * The statements of an account that have a day of those between two, both included, or of any that one of these shares a day with; the last before
 * all of them and the first after. With their lines, in order.
 */
export async function listOfDays(tx: Tx, of: OfDays): Promise<KnownStatement[]> {
  const { account, currency, from_day, to_day } = of
  const own = sql`account = ${account} and currency = ${currency}`
  const { rows } = await sql<Omit<KnownStatement, 'lines'>>`
    with span as materialized (
      select least(${from_day}::date, min(from_day)) first, greatest(${to_day}::date, max(to_day)) last from bank_statement
        where ${own} and daterange(from_day, to_day, '[]') && daterange(${from_day}::date, ${to_day}::date, '[]')
    ), beside as (
      (select s.statement_uuid from ${COUNTED}, span where ${own} and s.to_day < first order by s.to_day desc, s.part desc limit 1)
      union (select s.statement_uuid from ${COUNTED}, span where ${own} and s.from_day > last order by s.to_day, s.part limit 1)
      union select statement_uuid from bank_statement, span where ${own} and from_day <= last and to_day >= first
    )
    select ${SHOWN}, made_at, coalesce(anew, false) anew, page from bank_statement join beside using (statement_uuid)`.execute(
    tx,
  )
  if (rows.length === 0) return []
  const found = await sql<KnownEntry>`
    select e.entry_uuid, e.statement_uuid, e.currency, e.minor, e.day, e.returned, e.bank_reference, e.entry_reference, e.reference, e.payment_uuid, e.batch_uuid, e.party,
        e.takes_back, case when e.takes_back is not null then 'TAKES_BACK' when b.entry_uuid is not null then 'TAKEN' else 'KEPT' end stands
      from bank_entry e left join bank_entry b on b.takes_back = e.entry_uuid
      where e.statement_uuid = any(${rows.map(({ statement_uuid }) => statement_uuid)}::uuid[]) order by e.statement_uuid, e.line`.execute(
    tx,
  )
  const lines = Map.groupBy(found.rows, ({ statement_uuid }) => statement_uuid)
  return rows.map(row => ({ ...row, lines: lines.get(row.statement_uuid) ?? [] }))
}

/** Statements of a currency or of all, by the day of their end, newest first. */
export async function listStatements(
  tx: Tx,
  {
    currency,
    after,
    limit,
  }: {
    readonly currency: string | null
    readonly after: readonly [to_day: string, statement_uuid: string] | undefined
    readonly limit: number
  },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`${READ}
    where true ${currency === null ? sql`` : sql`and currency = ${currency}`}
      ${after ? sql`and (to_day, statement_uuid) < (${after[0]}::date, ${after[1]}::uuid)` : sql``}
    order by to_day desc, statement_uuid desc limit ${limit}`.execute(tx)
  return rows
}

/** A statement beside the one before it of its account. */
export type ChainRow = {
  readonly statement_uuid: string
  readonly account: string
  readonly currency: string
  readonly from_day: string
  readonly to_day: string
  readonly opening_minor: bigint
  readonly closing_minor: bigint
  /** Null of the first of its account. */
  readonly before_minor: bigint | null
  readonly is_last: boolean
}

/** Of each account the first statement, the last, and each that does not begin where the one before it ended. */
export async function readChains(tx: Tx, currency: string | null): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    select statement_uuid, account, currency, from_day, to_day, opening_minor, closing_minor, before_minor, is_last from (
      select statement_uuid, account, currency, from_day, to_day, part, opening_minor, closing_minor,
          lag(closing_minor) over of_account before_minor, lead(statement_uuid) over of_account is null is_last
        from ${COUNTED} ${currency === null ? sql`` : sql`where currency = ${currency}`}
        window of_account as (partition by account, currency order by to_day, part)) s
      where before_minor is null or is_last or before_minor <> opening_minor
      order by currency, account, to_day, part`.execute(tx)
  return rows
}

export type BookRow = {
  readonly currency: string
  readonly began_on: string
  /** What the books had outside of Corridor before that day, in the bank's sign. */
  readonly before_minor: bigint
}

/** The currencies that are compared. */
export async function listBooks(tx: Tx): Promise<BookRow[]> {
  const { rows } =
    await sql<BookRow>`select currency, began_on, before_minor from bank_book order by currency`.execute(
      tx,
    )
  return rows
}
