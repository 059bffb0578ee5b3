/** What an employer's journal is made of, read over fundings and what takes them back, exchanges, line items and what of them was taken back, and receipts. */
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
 * One entry: a funding or its reversal, a side of an exchange, what of a cycle's pay in a currency had arrived whole on a day or was taken
 * back on one, or a receipt. `key` orders those of a day.
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
  /** Of a reversal, of what was sold and of what was taken back below nothing; of a pay what is no expense; of a receipt the sum before tax. */
  readonly first_minor: bigint
  /** Of a pay its expenses; of a receipt the tax. */
  readonly second_minor: bigint
}

const EXPENSES = sql`coalesce((select sum((e ->> 'amount_minor')::bigint) from jsonb_array_elements(i.entries) e where e ->> 'kind' = 'EXPENSE'), 0)::bigint`

/** What of a paid item did not leave by us: others paid it, or it was given back. */
const NOT_BY_US = sql`coalesce((select sum(y.source_minor) from payment y where y.line_item_uuid = i.line_item_uuid and (y.outside or y.stays_unpaid)), 0)::bigint`

/** Line items that are paid, of which some left by us. */
export const LEFT = sql`i.status = 'PAID' and i.amount_minor > ${NOT_BY_US}`

/** What of such an item counts, in columns. */
export const COUNTED = sql`
  i.amount_minor - ${NOT_BY_US} - ${EXPENSES} contractors_minor, ${EXPENSES} expenses_minor`

const day = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'UTC')::date`

/** The day on which an item was paid, wherever it is asked. */
const PAID_ON = day(sql`i.paid_at`)
/** The days on which one that was taken back had been paid, and was taken back. */
const WAS_PAID_ON = day(sql`t.paid_at`)
const TAKEN_BACK_ON = day(sql`t.taken_back_at`)

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
      select m.date, m.nth || c.cycle_uuid || m.currency, m.kind, c.cycle_uuid, m.currency, p.label, count(distinct m.contractor_sub)::int,
          sum(m.contractors_minor)::bigint, sum(m.expenses_minor)::bigint
        from (
          select ${PAID_ON} date, '2 ' nth, 'PAY' kind, i.cycle_uuid, i.currency, i.contractor_sub, ${COUNTED}
            from pay_cycle c join line_item i on i.cycle_uuid = c.cycle_uuid
            where c.employer_uuid = ${employer_uuid}::uuid and ${between(PAID_ON)} and ${LEFT} ${of('i.currency')}
          union all
          select ${WAS_PAID_ON}, '2 ', 'PAY', t.cycle_uuid, t.currency, t.contractor_sub, t.contractors_minor, t.expenses_minor
            from pay_taken_back t where t.employer_uuid = ${employer_uuid}::uuid and ${between(WAS_PAID_ON)} ${of('t.currency')}
          union all
          select ${TAKEN_BACK_ON}, '2t ', 'TAKEN_BACK', t.cycle_uuid, t.currency, t.contractor_sub, -t.contractors_minor, -t.expenses_minor
            from pay_taken_back t where t.employer_uuid = ${employer_uuid}::uuid and ${between(TAKEN_BACK_ON)} ${of('t.currency')}
        ) m join pay_cycle c on c.cycle_uuid = m.cycle_uuid join payroll_policy p on p.policy_uuid = c.policy_uuid
        group by c.cycle_uuid, m.date, m.nth, m.kind, p.label, m.currency
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
  /** Which taking back it is of, 0 of none: one that was taken back may be paid anew on the same day. */
  readonly nth: bigint
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly contractors_minor: bigint
  readonly expenses_minor: bigint
}

/** The next line items of a pay, or of what was taken back of one, in the order of their ids. */
export async function listJournalItems(
  tx: Tx,
  { kind, id, currency, date }: Pick<JournalHead, 'kind' | 'id' | 'currency' | 'date'>,
  after: Pick<JournalItem, 'line_item_uuid' | 'nth'> | undefined,
  limit: number,
): Promise<JournalItem[]> {
  const page = (of: 'i' | 't', day: RawBuilder<unknown>) => {
    const [item, nth] = [sql.ref(`${of}.line_item_uuid`), of === 'i' ? sql`0` : sql.ref('t.nth')]
    const further = after
      ? sql`and ${item} >= ${after.line_item_uuid}::uuid and (${item}, ${nth}) > (${after.line_item_uuid}::uuid, ${after.nth}::bigint)`
      : sql``
    return sql`${sql.ref(`${of}.cycle_uuid`)} = ${id}::uuid and ${sql.ref(`${of}.currency`)} = ${currency} and ${day} = ${date}::date ${further}
      order by 1, 2 limit ${limit}`
  }
  const paid = sql`
    (select i.line_item_uuid, 0::bigint nth, i.contractor_sub, ${COUNTED} from line_item i where ${LEFT} and ${page('i', PAID_ON)})
    union all
    (select t.line_item_uuid, t.nth, t.contractor_sub, t.contractors_minor, t.expenses_minor from pay_taken_back t where ${page('t', WAS_PAID_ON)})`
  const takenBack = sql`
    (select t.line_item_uuid, t.nth, t.contractor_sub, -t.contractors_minor contractors_minor, -t.expenses_minor expenses_minor
      from pay_taken_back t where ${page('t', TAKEN_BACK_ON)})`
  const { rows } = await sql<JournalItem>`
    select m.line_item_uuid, m.nth, m.contractor_sub, app.person_name(s.first_name, s.last_name) contractor_name, m.contractors_minor, m.expenses_minor
      from (${kind === 'PAY' ? paid : takenBack}) m join person_seen s on s.sub = m.contractor_sub
      order by m.line_item_uuid, m.nth limit ${limit}`.execute(tx)
  return rows
}
