/** What companies paid a contractor, read over their line items and payments. */
import { sql } from 'kysely'
import type { PaidSum } from '#domain/payroll/income-statement.ts'
import type { Tx } from '../kernel/db.ts'
import { ARRIVED } from './arrived.report.store.ts'

const PAID = sql`from line_item i join pay_cycle c on c.cycle_uuid = i.cycle_uuid`

/** What a contractor was paid by each company in each month of a year and in each currency: pays that had arrived by an instant, by pay date. */
export async function listPaidSums(
  tx: Tx,
  contractor_sub: string,
  year: number,
  arrived_by: Date,
): Promise<PaidSum[]> {
  const { rows } = await sql<PaidSum>`
    select e.employer_uuid, coalesce(nullif(e.corporation_name, ''), app.employer_name(e.business_name, e.corporation_name, e.domain)) employer_name,
        date_trunc('month', c.pay_date::timestamp)::date as month, i.currency, sum(${ARRIVED})::bigint minor,
        bool_or(exists (select from payment p where p.line_item_uuid = i.line_item_uuid and p.simulated)) simulated
      ${PAID} join employer e on e.employer_uuid = i.employer_uuid
      where i.contractor_sub = ${contractor_sub} and i.status = 'PAID' and i.paid_at <= ${arrived_by}
        and c.pay_date >= make_date(${year}, 1, 1) and c.pay_date < make_date(${year + 1}, 1, 1)
      group by 1, 2, 3, 4 order by 2, 1, 3, 4`.execute(tx)
  return rows
}

/** What a contractor was paid in each year and currency, the newest year first. */
export async function listYears(tx: Tx, contractor_sub: string) {
  const { rows } = await sql<{ year: number; currency: string; minor: bigint }>`
    select extract(year from c.pay_date)::int as year, i.currency, sum(${ARRIVED})::bigint minor ${PAID}
      where i.contractor_sub = ${contractor_sub} and i.status = 'PAID' group by 1, 2 order by 1 desc, 2`.execute(
    tx,
  )
  return rows
}

/** How a contractor is named. */
export async function findStated(tx: Tx, contractor_sub: string) {
  const { rows } = await sql<{ first_name: string; last_name: string }>`
    select first_name, last_name from person where sub = ${contractor_sub}`.execute(tx)
  return rows[0]
}
