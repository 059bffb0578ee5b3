import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { asUuid } from '../kernel/ids.ts'

/** The id of the employer named by its uuid, its domain or one of its people. */
export async function findEmployerId(tx: Tx, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select employer_uuid from employer e
      where e.employer_uuid = ${asUuid(name)}::uuid or e.domain = ${name}
        or e.employer_uuid = (select m.employer_uuid from employer_member m where m.sub = ${name})`.execute(
    tx,
  )
  return rows[0]?.employer_uuid
}

/** The policies of an employer, by name; what a run outside of any calendar is named by is none. */
export async function selectPolicies(tx: Tx, employer_uuid: string) {
  return tx
    .selectFrom('payroll_policy')
    .select(['policy_uuid', 'label', 'period_type', 'approved_at'])
    .where('employer_uuid', '=', employer_uuid)
    .where('cycle_kind', '=', 'CALENDAR')
    .orderBy('label')
    .orderBy('policy_uuid')
    .execute()
}
