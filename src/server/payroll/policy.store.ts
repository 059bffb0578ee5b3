import { sql } from 'kysely'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import type { Tx } from '../kernel/db.ts'

/** A policy with its terms and the home whose holidays it keeps. */
export type PolicyRow = PayPolicyTerms & {
  readonly policy_uuid: string
  readonly employer_uuid: string
  readonly label: string
  readonly approved_at: Date | null
  readonly country_code: string
  readonly subdivision_code: string | null
  readonly cycles: number
  readonly contractors: number
}

const POLICY = sql`
  select p.*, e.country_code, e.subdivision_code,
      (select count(*)::int from pay_cycle c where c.policy_uuid = p.policy_uuid) cycles,
      (select count(distinct k.contractor_sub)::int from contract k where k.pay_policy_uuid = p.policy_uuid and k.status = 'ACTIVE') contractors
    from payroll_policy p join employer e on e.employer_uuid = p.employer_uuid`

/** One policy of an employer, or undefined. */
export async function findPolicy(
  tx: Tx,
  policy_uuid: string,
  employer_uuid: string,
): Promise<PolicyRow | undefined> {
  const { rows } =
    await sql<PolicyRow>`${POLICY} where p.policy_uuid = ${policy_uuid}::uuid and p.employer_uuid = ${employer_uuid}::uuid`.execute(
      tx,
    )
  return rows[0]
}

/** The approved policies of one employer, or of all. */
export async function listApprovedPolicies(tx: Tx, employer_uuid?: string): Promise<PolicyRow[]> {
  const { rows } = await sql<PolicyRow>`${POLICY} where p.approved_at is not null
    ${employer_uuid ? sql`and p.employer_uuid = ${employer_uuid}::uuid` : sql``} order by p.policy_uuid`.execute(
    tx,
  )
  return rows
}

/** Inserts or changes a policy; false when the id belongs to another employer. */
export async function savePolicy(
  tx: Tx,
  policy_uuid: string,
  employer_uuid: string,
  label: string,
  terms: PayPolicyTerms,
  created_at: Date,
): Promise<boolean> {
  const values = {
    label,
    period_type: terms.period_type,
    first_period_end_date: terms.first_period_end_date,
    pay_date_rule: terms.pay_date_rule,
    preferred_pay_day: terms.preferred_pay_day ?? null,
    week_of_month: terms.week_of_month ?? null,
    day_of_week: terms.day_of_week ?? null,
    monthly_business_day: terms.monthly_business_day ?? null,
    semi_monthly_preferred_pay_day: terms.semi_monthly_preferred_pay_day
      ? JSON.stringify(terms.semi_monthly_preferred_pay_day)
      : null,
    holiday_policy: terms.holiday_policy,
    after_holiday: terms.after_holiday,
  }
  const row = await tx
    .insertInto('payroll_policy')
    .values({ policy_uuid, employer_uuid, created_at, ...values })
    .onConflict(conflict =>
      conflict
        .column('policy_uuid')
        .doUpdateSet(eb => ({ ...values, version: eb('payroll_policy.version', '+', 1) }))
        .where('payroll_policy.employer_uuid', '=', employer_uuid),
    )
    .returning('policy_uuid')
    .executeTakeFirst()
  return row !== undefined
}

/** Approves a policy; answers whether it was not approved before. */
export async function approvePolicyRow(tx: Tx, policy_uuid: string, at: Date): Promise<boolean> {
  const result = await tx
    .updateTable('payroll_policy')
    .set(row => ({ approved_at: at, version: row('version', '+', 1) }))
    .where('policy_uuid', '=', policy_uuid)
    .where('approved_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
