import { sql } from 'kysely'
import type { InvitationStatus } from '#domain/people/invitation.ts'
import type { Tx } from '../kernel/db.ts'

/** How many contracts of the pair run. */
export async function countRunningContracts(
  tx: Tx,
  employer_uuid: string,
  contractor_sub: string,
): Promise<number> {
  const { n } = await tx
    .selectFrom('contract')
    .select(row => row.fn.countAll<bigint>().as('n'))
    .where('employer_uuid', '=', employer_uuid)
    .where('contractor_sub', '=', contractor_sub)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Whether the policy is the employer's own. */
export async function policyIsOf(
  tx: Tx,
  policy_uuid: string,
  employer_uuid: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('payroll_policy')
    .select('policy_uuid')
    .where('policy_uuid', '=', policy_uuid)
    .where('employer_uuid', '=', employer_uuid)
    .where('cycle_kind', '=', 'CALENDAR')
    .executeTakeFirst()
  return row !== undefined
}

/** Those of the addresses that are invited or work here: how they stand, and the id of their page. */
export async function selectKnownAmong(
  tx: Tx,
  employer_uuid: string,
  emails: readonly string[],
): Promise<Map<string, { readonly status: InvitationStatus; readonly id: string }>> {
  const { rows } = await sql<{ email: string; status: InvitationStatus; id: string }>`
    select email, status, coalesce(contractor_sub, invitation_uuid::text) id from invitation
      where employer_uuid = ${employer_uuid} and email = any(${[...emails]}::text[])
        and status in ('INVITED', 'ACCEPTED') and removed_at is null`.execute(tx)
  return new Map(rows.map(({ email, ...known }) => [email, known]))
}
