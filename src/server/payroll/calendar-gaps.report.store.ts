import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { asUuid } from '../kernel/ids.ts'

/** Days of a policy between two of its cycles that no cycle holds. */
export type CalendarGap = {
  readonly policy_uuid: string
  readonly policy_label: string
  readonly start_date: string
  readonly end_date: string
}

/** The gaps in the calendars of an employer, by domain or uuid, in the order of their days; of one policy where it is named. */
export async function listGaps(tx: Tx, id: string, policy_uuid?: string): Promise<CalendarGap[]> {
  const { rows } = await sql<CalendarGap>`
    select policy_uuid, label policy_label, end_date + 1 start_date, next_start - 1 end_date from (
        select c.policy_uuid, p.label, c.end_date,
            lead(c.start_date) over (partition by c.policy_uuid order by c.start_date) next_start
          from pay_cycle c join payroll_policy p on p.policy_uuid = c.policy_uuid join employer e on e.employer_uuid = c.employer_uuid
          where (e.domain = ${id} or e.employer_uuid = ${asUuid(id)}::uuid)
            ${policy_uuid ? sql`and c.policy_uuid = ${policy_uuid}::uuid` : sql``}) c
      where next_start > end_date + 1 order by start_date, policy_uuid`.execute(tx)
  return rows
}

/** The employer with this domain or uuid, where the policy is theirs; else undefined. */
export async function findPolicyOwner(
  tx: Tx,
  id: string,
  policy_uuid: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select e.employer_uuid from payroll_policy p join employer e on e.employer_uuid = p.employer_uuid
      where p.policy_uuid = ${policy_uuid}::uuid and (e.domain = ${id} or e.employer_uuid = ${asUuid(id)}::uuid)`.execute(
    tx,
  )
  return rows[0]?.employer_uuid
}

/** An index of a period that no cycle of the policy has, below all of them: a gap is of no period of the calendar. */
export async function freeIndex(tx: Tx, policy_uuid: string): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select least(min(period_index), 0) - 1 free from pay_cycle where policy_uuid = ${policy_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]?.free ?? -1
}
