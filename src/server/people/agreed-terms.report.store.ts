import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type AgreedTerms = {
  readonly contractor_sub: string
  readonly pay_policy_uuid: string
  readonly start_date: string
  readonly end_date: string | null
  readonly role: string
  readonly currency: string
  readonly hourly_rate_minor: bigint
  readonly scheduled_hours_hundredths: number
}

/**
 * What both sides agreed, pays and is not over on a day: of one contractor of an employer, or of the first of them by their subjects. Newest
 * first for each.
 */
export async function selectAgreedTerms(
  tx: Tx,
  employer_uuid: string,
  today: string,
  { contractor_sub, most }: { contractor_sub: string | null; most: number },
): Promise<AgreedTerms[]> {
  const { rows } = await sql<AgreedTerms>`
    with lasting as not materialized (
      select k.contractor_sub, k.pay_policy_uuid, d.start_date, d.end_date, k.role, k.currency, k.hourly_rate_minor,
          k.scheduled_hours_hundredths, k.created_at, k.contract_uuid
        from contract k cross join lateral (
          select greatest(k.effective_date, k.contract_start_date) start_date, least(k.contract_end_date, k.superseded_from - 1) end_date) d
        where k.employer_uuid = ${employer_uuid} and k.status = 'ACTIVE' and k.pay_policy_uuid is not null
          and (d.end_date is null or d.end_date >= greatest(d.start_date, ${today}::date))
          and (${contractor_sub}::text is null or k.contractor_sub = any(array[${contractor_sub}::text]))),
    people as (select distinct contractor_sub from lasting order by contractor_sub limit ${most})
    select contractor_sub, pay_policy_uuid, start_date, end_date, role, currency, hourly_rate_minor, scheduled_hours_hundredths
      from lasting where contractor_sub in (select contractor_sub from people)
      order by contractor_sub, created_at desc, contract_uuid`.execute(tx)
  return rows
}
