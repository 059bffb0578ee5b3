/** What an employer's journal is made of, read over fundings and what takes them back, exchanges, line items and receipts. */
import { type RawBuilder, sql } from 'kysely'
import type { JournalKind } from '#domain/payroll/journal.ts'
import type { Tx } from '../kernel/db.ts'

export type JournalPeriod = {
  readonly employer_uuid: string
  readonly from: string
  readonly to: string
  readonly currency?: string | undefined
}

/**
 * One entry: a funding or its reversal, a side of an exchange, what of a cycle's pay in a currency had arrived whole on a day, or a receipt.
 * `key` orders those of a day.
 */
export type JournalHead = {
  readonly date: string
  readonly key: string
  readonly kind: JournalKind
  readonly id: string
  readonly currency: string
  /** Of a funding and its reversal its reference, of an exchange its pair and rate, of a pay the name of its policy, of a receipt its number. */
  readonly words: string
  readonly people: number
  /** Of a reversal and of what was sold below nothing; of a pay what is no expense; of a receipt the sum before tax. */
  readonly first_minor: bigint
  /** Of a pay its expenses; of a receipt the tax. */
  readonly second_minor: bigint
}

const EXPENSES = sql`coalesce((select sum((e ->> 'amount_minor')::bigint) from jsonb_array_elements(i.entries) e where e ->> 'kind' = 'EXPENSE'), 0)::bigint`

/** What of a paid item did not leave by us: others paid it, or it was given back. */
const NOT_BY_US = sql`coalesce((select sum(y.source_minor) from payment y where y.line_item_uuid = i.line_item_uuid and (y.outside or y.stays_unpaid)), 0)::bigint`

/** What is paid of which some left by us. */
const LEFT = sql`i.status = 'PAID' and i.amount_minor > ${NOT_BY_US}`

const day = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'UTC')::date`

/** The day on which an item was paid, wherever it is asked. */
const PAID_ON = day(sql`i.paid_at`)

/** The next entries of a period, by day. */
export async function listJournalHeads(
  tx: Tx,
  { employer_uuid, from, to, currency }: JournalPeriod,
  after: Pick<JournalHead, 'date' | 'key'> | undefined,
  limit: number,
): Promise<JournalHead[]> {
  const between = (day: RawBuilder<unknown>) =>
    sql`${day} between ${after && after.date > from ? after.date : from}::date and ${to}::date`
  const within = (column: string) => between(sql.ref(column))
  const of = (column: string) => (currency ? sql`and ${sql.ref(column)} = ${currency}` : sql``)
  const { rows } = await sql<JournalHead>`
    select date, key, kind, id, currency, words, people, first_minor, second_minor from (
      select f.received_on date, '1 ' || f.reference as key, 'FUNDING' kind, f.funding_uuid id, f.currency, f.reference words, 0 people,
          f.amount_minor first_minor, 0::bigint second_minor
        from funding f where f.employer_uuid = ${employer_uuid}::uuid and ${within('f.received_on')} ${of('f.currency')}
      union all
      select ${day(sql`r.reversed_at`)}, '1r ' || r.funding_uuid, 'REVERSAL', r.funding_uuid, r.currency, f.reference, 0, -r.amount_minor, 0::bigint
        from funding_reversal r join funding f using (funding_uuid)
        where r.employer_uuid = ${employer_uuid}::uuid and ${between(day(sql`r.reversed_at`))} ${of('r.currency')}
      union all
      select ${day(sql`x.closed_at`)}, '1x ' || x.conversion_uuid || side.currency, 'CONVERSION', x.conversion_uuid, side.currency,
          x.from_currency || ' → ' || x.to_currency || ', ' || x.rate, 0, side.minor, 0::bigint
        from conversion x, lateral (values (x.from_currency, -x.sold_minor), (x.to_currency, x.bought_minor)) side (currency, minor)
        where x.employer_uuid = ${employer_uuid}::uuid and x.status = 'EXECUTED' and ${between(day(sql`x.closed_at`))} ${of('side.currency')}
      union all
      select ${PAID_ON}, '2 ' || c.cycle_uuid || i.currency, 'PAY', c.cycle_uuid, i.currency, p.label, count(distinct i.contractor_sub)::int,
          sum(i.amount_minor - ${NOT_BY_US} - ${EXPENSES})::bigint, sum(${EXPENSES})::bigint
        from pay_cycle c join payroll_policy p on p.policy_uuid = c.policy_uuid join line_item i on i.cycle_uuid = c.cycle_uuid
        where c.employer_uuid = ${employer_uuid}::uuid and ${between(PAID_ON)} and ${LEFT} ${of('i.currency')}
        group by c.cycle_uuid, 1, p.label, i.currency
      union all
      select b.invoice_date, '3 ' || b.billing_invoice_uuid, 'FEES', b.billing_invoice_uuid, b.currency, b.year || '-' || lpad(b.number::text, 4, '0'), 0,
          b.net_minor, b.tax_minor
        from billing_invoice b where b.employer_uuid = ${employer_uuid}::uuid and ${within('b.invoice_date')} ${of('b.currency')}
    ) heads
    where ${after ? sql`(date, key) > (${after.date}::date, ${after.key})` : sql`true`}
    order by date, key limit ${limit}`.execute(tx)
  return rows
}

export type JournalItem = {
  readonly line_item_uuid: string
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly contractors_minor: bigint
  readonly expenses_minor: bigint
}

/** The next line items of a pay, in id order. */
export async function listJournalItems(
  tx: Tx,
  head: Pick<JournalHead, 'id' | 'currency' | 'date'>,
  after: string | undefined,
  limit: number,
): Promise<JournalItem[]> {
  const { rows } = await sql<JournalItem>`
    select i.line_item_uuid, i.contractor_sub, app.person_name(s.first_name, s.last_name) contractor_name,
        i.amount_minor - ${NOT_BY_US} - ${EXPENSES} contractors_minor, ${EXPENSES} expenses_minor
      from line_item i join person_seen s on s.sub = i.contractor_sub
      where i.cycle_uuid = ${head.id}::uuid and i.currency = ${head.currency} and ${LEFT} and ${PAID_ON} = ${head.date}::date
        ${after ? sql`and i.line_item_uuid > ${after}::uuid` : sql``}
      order by i.line_item_uuid limit ${limit}`.execute(tx)
  return rows
}
