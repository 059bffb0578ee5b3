import { sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { Tx } from '../kernel/db.ts'

type Days = { readonly employer_uuid: string; readonly from: string; readonly until: string }

const having = (...statuses: string[]) =>
  sql`exists (select from cycle_count h where h.cycle_uuid = c.cycle_uuid and h.items > 0
    and h.mark = any(${statuses.map(status => `ITEM ${status}`)}::text[]))`
const REPORTED = having('APPROVED', 'PAID')

const within = ({ employer_uuid, from, until }: Days) =>
  sql`c.employer_uuid = ${employer_uuid}::uuid and c.pay_date >= ${from}::date and c.pay_date < ${until}::date and ${REPORTED}`

/** What the cycles that were approved or paid come to, by the first day of the month of their pay date and currency; by kept sums. */
export async function sumByMonth(tx: Tx, days: Days): Promise<(Money & { first_day: string })[]> {
  const { rows } = await sql<Money & { first_day: string }>`
    select date_trunc('month', c.pay_date)::date first_day, n.currency, sum(n.amount_minor)::bigint minor
      from pay_cycle c join cycle_count n using (cycle_uuid)
      where ${within(days)} and n.items > 0 and n.mark in ('ITEM PENDING_APPROVAL', 'ITEM APPROVED', 'ITEM PAID')
      group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

/** Of these cycles those of which something is still to arrive: what is behind is in them. */
export async function listUnfinished(
  tx: Tx,
  days: Days,
): Promise<{ cycle_uuid: string; pay_date: string; end_date: string }[]> {
  const { rows } = await sql<{ cycle_uuid: string; pay_date: string; end_date: string }>`
    select c.cycle_uuid, c.pay_date, c.end_date from pay_cycle c
      where ${within(days)} and ${having('PENDING_APPROVAL', 'APPROVED')} order by c.pay_date, c.cycle_uuid`.execute(
    tx,
  )
  return rows
}
