import { sql } from 'kysely'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Tx } from '../kernel/db.ts'

/**
 * The last day of a contract until `today` of which its contractor reported time: by days the last with hours, of a sum the end of its period, or the day on
 * which it was reported where that was before. Null where nothing was reported.
 */
export async function lastReportedDay(
  tx: Tx,
  contract_uuid: string,
  today: PlainDateString,
): Promise<PlainDateString | null> {
  const { rows } = await sql<{ day: PlainDateString | null }>`
    select max(coalesce(by_day.last, least(t.end_date, (t.reported_at at time zone 'UTC')::date, ${today}::date)))::date "day" from timesheet t
      left join lateral (select max((of->>'date')::date) last from jsonb_array_elements(t.days) of
        where (of->>'hours_hundredths')::int > 0 and (of->>'date')::date <= ${today}::date) by_day on t.days is not null
      where t.contract_uuid = ${contract_uuid} and t.reported_at is not null and t.status in ('REPORTED', 'ACCEPTED', 'CORRECTED')
        and (t.days is null or by_day.last is not null)`.execute(tx)
  return rows[0]?.day ?? null
}
