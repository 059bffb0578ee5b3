/** What bank and books say differently, as a page or as counts. */
import { type RawBuilder, sql } from 'kysely'
import type { TransferCode } from '#domain/ledger/transfer-codes.ts'
import type { DifferenceKind } from '#domain/reconciliation/difference.ts'
import type { Tx } from '../kernel/db.ts'
import { asUuid } from '../kernel/ids.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'
import { OPEN_MOVEMENTS } from './match.report.store.ts'
import { RETURNED } from './shown-receipt.report.store.ts'

/** Of a currency: until which day the books' movements have to be on a statement. */
export type Limit = { readonly currency: string; readonly day: string }
const LIMIT: Columns<Limit> = { currency: 'text', day: 'date' }

/** A difference of the statements themselves. */
export type OfStatements = {
  readonly subject: string
  readonly kind: DifferenceKind
  readonly currency: string
  readonly minor: bigint
  readonly day: string
  readonly statement_uuid: string | null
  readonly account: string
}
const OF_STATEMENTS: Columns<OfStatements> = {
  subject: 'text',
  kind: 'text',
  currency: 'text',
  minor: 'bigint',
  day: 'date',
  statement_uuid: 'uuid',
  account: 'text',
}

/** What is known without looking at entries and movements. */
export type Known = {
  readonly limits: readonly Limit[]
  readonly of_statements: readonly OfStatements[]
}

/** Until which day movements of a currency have to be on a statement, as a table `c`. */
export function limitsOf(limits: readonly Limit[]): RawBuilder<unknown> {
  return sql`(select ${namesOf(LIMIT)} from ${rowsOf('l', limits, LIMIT)}) c`
}

export type DifferenceRow = {
  readonly subject: string
  /** Null of an entry of the bank: it depends on what the books have open. */
  readonly kind: DifferenceKind | null
  readonly currency: string
  readonly minor: bigint
  readonly day: string
  readonly entry_uuid: string | null
  readonly transfer_uuid: string | null
  readonly payment_uuid: string | null
  readonly statement_uuid: string | null
  readonly account: string
}

/** Every difference that nobody explained; of those the one about a thing, where it is named. */
function differencesOf({ limits, of_statements }: Known, subject?: string): RawBuilder<unknown> {
  const nobody = sql`null::uuid`
  const [of = '', id = ''] = subject?.split(':') ?? []
  const about = (kind: string, column: RawBuilder<unknown>) =>
    subject === undefined
      ? sql``
      : of === kind
        ? sql`and ${column} = ${asUuid(id)}::uuid`
        : sql`and false`
  return sql`(
    select d.subject, d.kind, d.currency, d.minor, d.day, d.entry_uuid, d.transfer_uuid, d.payment_uuid, d.statement_uuid, d.account from (
      select 'entry:' || e.entry_uuid subject, null kind, e.currency, e.minor, e.day, e.entry_uuid, ${nobody} transfer_uuid, e.payment_uuid, e.statement_uuid, s.account
        from bank_entry e join bank_statement s using (statement_uuid) where e.match_uuid is null ${about('entry', sql`e.entry_uuid`)}
      union all
      select 'movement:' || v.transfer_uuid, 'NOT_SHOWN', v.currency, v.minor, v.day, null, v.transfer_uuid, p.payment_uuid, null, ''
        from bank_movement v join ${limitsOf(limits)} on c.currency = v.currency left join payment p on p.payment_uuid = v.subject_uuid
        where v.match_uuid is null and v.day <= c.day ${about('movement', sql`v.transfer_uuid`)}
      union all
      select 'payment:' || p.attempt_uuid, 'IN_FLIGHT', p.currency, -p.amount_minor, (p.sent_at at time zone 'UTC')::date, null, null, p.payment_uuid, null, ''
        from payment p join ${limitsOf(limits)} on c.currency = p.currency
        where p.status = 'SENT' and not p.is_over and (p.sent_at at time zone 'UTC')::date <= c.day ${about('payment', sql`p.attempt_uuid`)}
          and not exists (select from bank_entry e where e.payment_uuid = p.payment_uuid and e.match_uuid is null)
      union all
      select subject, kind, currency, minor, day, null, null, null, statement_uuid, account from ${rowsOf('o', of_statements, OF_STATEMENTS)}
    ) d where not exists (select from bank_explanation x where x.subject = d.subject and x.amount_minor = d.minor)) d`
}

export type Sort = 'age' | 'amount'

/** A page of differences: the oldest first, or the largest. */
export async function listDifferenceRows(
  tx: Tx,
  known: Known,
  of: {
    readonly currency: string | null
    readonly sort: Sort
    readonly after: readonly [day_or_amount: string, subject: string] | undefined
    readonly limit: number
  },
): Promise<DifferenceRow[]> {
  const { currency, sort, after, limit } = of
  const later =
    sort === 'age'
      ? sql`(d.day, d.subject) > (${after?.[0]}::date, ${after?.[1]})`
      : sql`(-abs(d.minor), d.subject) > (${after?.[0]}::bigint, ${after?.[1]})`
  const { rows } = await sql<DifferenceRow>`
    select d.subject, d.kind, d.currency, d.minor, d.day, d.entry_uuid, d.transfer_uuid, d.payment_uuid, d.statement_uuid, d.account
      from ${differencesOf(known)}
      where true ${currency === null ? sql`` : sql`and d.currency = ${currency}`} ${after ? sql`and ${later}` : sql``}
      order by ${sort === 'age' ? sql`d.day, d.subject` : sql`-abs(d.minor), d.subject`} limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** The difference that is about a thing, or undefined: it is none, or was explained. */
export async function findDifference(
  tx: Tx,
  known: Known,
  subject: string,
): Promise<DifferenceRow | undefined> {
  const { rows } = await sql<DifferenceRow>`
    select d.subject, d.kind, d.currency, d.minor, d.day, d.entry_uuid, d.transfer_uuid, d.payment_uuid, d.statement_uuid, d.account
      from ${differencesOf(known, subject)} where d.subject = ${subject}`.execute(tx)
  return rows[0]
}

/** How many differences there are by currency, since when, and what they come to whichever way. */
export async function countDifferenceRows(tx: Tx, known: Known) {
  const { rows } = await sql<{
    currency: string
    differences: number
    since_on: string
    minor: bigint
  }>`
    select d.currency, count(*)::int differences, min(d.day) since_on, sum(abs(d.minor))::bigint minor
      from ${differencesOf(known)} group by 1 order by 1`.execute(tx)
  return rows
}

export type EntryFacts = {
  readonly entry_uuid: string
  readonly returned: boolean
  /** Whether it takes back what the bank showed before. */
  readonly taken: boolean
  readonly bank_reference: string | null
  readonly reference: string | null
  readonly batch_uuid: string | null
  readonly party: string
  /** What the books have open one way under one of its names. */
  readonly said_minor: bigint | null
}

/** What more is known of entries of the bank that are open. */
export async function readEntryFacts(
  tx: Tx,
  entry_uuids: readonly string[],
): Promise<EntryFacts[]> {
  if (entry_uuids.length === 0) return []
  const { rows } = await sql<EntryFacts>`
    with m as materialized (select currency, minor, payment_uuid, batch_uuid, called from ${OPEN_MOVEMENTS} m)
    select e.entry_uuid, ${RETURNED} returned, e.takes_back is not null taken, e.bank_reference, e.reference, e.batch_uuid, e.party, s.said_minor
      from bank_entry e left join lateral (select sum(m.minor)::bigint said_minor from m
        where m.currency = e.currency and sign(m.minor) = sign(e.minor)
          and (m.payment_uuid = e.payment_uuid or m.batch_uuid = e.batch_uuid or m.called in (lower(e.bank_reference), lower(e.reference)))) s on true
      where e.entry_uuid = any(${[...entry_uuids]}::uuid[])`.execute(tx)
  return rows
}

export type Alike = {
  readonly entry_uuid: string
  readonly transfer_uuid: string
  readonly day: string
  readonly code: TransferCode
  readonly called: string | null
}

const MOST_ALIKE = 4

/** What the books have open of exactly the sum of an entry, the nearest days first. */
export async function findAlike(tx: Tx, entry_uuids: readonly string[]): Promise<Alike[]> {
  if (entry_uuids.length === 0) return []
  const { rows } = await sql<Alike>`
    with m as materialized (select transfer_uuid, currency, minor, day, code, called from ${OPEN_MOVEMENTS} m)
    select e.entry_uuid, a.transfer_uuid, a.day, a.code, a.called
      from bank_entry e cross join lateral (select m.transfer_uuid, m.day, m.code, m.called from m
        where m.currency = e.currency and m.minor = e.minor order by abs(m.day - e.day), m.transfer_uuid limit ${sql.lit(MOST_ALIKE)}) a
      where e.entry_uuid = any(${[...entry_uuids]}::uuid[])`.execute(tx)
  return rows
}

/** What movements of the books are called there. */
export async function readCalled(tx: Tx, transfer_uuids: readonly string[]) {
  if (transfer_uuids.length === 0) return []
  const { rows } = await sql<{ transfer_uuid: string; code: string; called: string | null }>`
    select m.transfer_uuid, m.code, m.called from ${OPEN_MOVEMENTS} m where m.transfer_uuid = any(${[...transfer_uuids]}::uuid[])`.execute(
    tx,
  )
  return rows
}

/** Whose payments are. */
export async function readPayees(tx: Tx, payment_uuids: readonly string[]) {
  if (payment_uuids.length === 0) return []
  const { rows } = await sql<{
    payment_uuid: string
    status: string
    contractor_name: string
    company_name: string
    employer_domain: string
  }>`
    select p.payment_uuid, p.status, coalesce(app.person_name(w.first_name, w.last_name, ''), '') contractor_name,
        app.employer_name(e.business_name, e.corporation_name, e.domain) company_name, coalesce(e.domain, '') employer_domain
      from payment p join employer e using (employer_uuid) left join person_seen w on w.sub = p.contractor_sub
      where p.payment_uuid = any(${[...payment_uuids]}::uuid[])`.execute(tx)
  return rows
}
