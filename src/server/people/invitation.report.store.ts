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
    .executeTakeFirst()
  return row !== undefined
}
