import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

type Row = {
  readonly cycle_uuid: string
  readonly policy_label: string
  readonly pay_date: string
  readonly end_date: string
  readonly employer_uuid: string
  readonly domain: string | null
  readonly company_name: string
}

/**
 * Cycles of all employers whose pay date has come and of which something waits for its approval or is held, or that is over and of which
 * something did not leave, the earliest first. By the counts that are kept of each cycle: however many people a cycle pays, it is looked at once.
 */
export async function listUnfinished(
  tx: Tx,
  { today, limit }: { today: string; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.cycle_uuid, p.label policy_label, c.pay_date, c.end_date, e.employer_uuid, e.domain,
        app.employer_name(e.business_name, e.corporation_name, e.domain) company_name
      from pay_cycle c join payroll_policy p using (policy_uuid) join employer e on e.employer_uuid = c.employer_uuid
      where c.pay_date <= ${today}::date and c.cycle_uuid in (${unfinished(today)})
      order by c.pay_date, c.cycle_uuid limit ${limit}`.execute(tx)
  return rows
}

/** How many such cycles there are, and of how many companies some whose pay date is over. */
export async function countUnfinished(
  tx: Tx,
  today: string,
): Promise<{ cycles: number; companies_late: number }> {
  const { rows } = await sql<{ cycles: number; companies_late: number }>`
    select count(*)::int cycles, (count(distinct employer_uuid) filter (where pay_date < ${today}::date))::int companies_late
      from pay_cycle where pay_date <= ${today}::date and cycle_uuid in (${unfinished(today)})`.execute(
    tx,
  )
  return rows[0] ?? { cycles: 0, companies_late: 0 }
}

/** What keeps a scheduled payment may have been found since: once its day is over it is looked at, and on the day it may leave yet. */
const unfinished = (today: string) => sql`
  select cycle_uuid from cycle_count where is_waiting
  union select cycle_uuid from payment_count where is_open and status in ('HELD', 'FROZEN')
  union select cycle_uuid from payment_count join pay_cycle late using (cycle_uuid)
    where is_open and status = 'SCHEDULED' and late.pay_date < ${today}::date`
