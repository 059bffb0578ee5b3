import { sql } from 'kysely'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import type { Tx } from '../kernel/db.ts'
import { findPolicy, type PolicyRow } from './policy.report.store.ts'

/**
 * Like `findPolicy`, held until the transaction ends: its calendar does not change while a cycle opens, no two cycles of it open at
 * once, and no contract of it is signed or ended meanwhile.
 */
export async function lockPolicy(
  tx: Tx,
  policy_uuid: string,
  employer_uuid: string,
): Promise<PolicyRow | undefined> {
  await sql`select 1 from payroll_policy where policy_uuid = ${policy_uuid}::uuid and employer_uuid = ${employer_uuid}::uuid
    for no key update`.execute(tx)
  return findPolicy(tx, policy_uuid, employer_uuid)
}

/**
 * Holds the policies of cycles that are about to be fitted, before any of these: fitting makes items, which stand on contracts, and whoever
 * holds a person's contracts holds their policies before (ARCHITECTURE, Lock order).
 */
export async function holdPoliciesToFit(
  tx: Tx,
  cycles: readonly { readonly policy_uuid: string }[],
): Promise<void> {
  const policy_uuids = [...new Set(cycles.map(cycle => cycle.policy_uuid))]
  await sql`select 1 from payroll_policy where policy_uuid = any(${policy_uuids}::uuid[])
    order by policy_uuid for no key update`.execute(tx)
}

/** Approved policies of which no cycle covers a day. */
export async function listPoliciesToOpen(
  tx: Tx,
  today: string,
  employer_uuid?: string,
): Promise<{ employer_uuid: string; policy_uuid: string }[]> {
  const { rows } = await sql<{ employer_uuid: string; policy_uuid: string }>`
    select p.employer_uuid, p.policy_uuid from payroll_policy p
      where p.approved_at is not null ${employer_uuid ? sql`and p.employer_uuid = ${employer_uuid}::uuid` : sql``}
        and not exists (select from pay_cycle c where c.policy_uuid = p.policy_uuid and c.end_date >= ${today}::date)
      order by p.policy_uuid`.execute(tx)
  return rows
}

function columnsOf(label: string, terms: PayPolicyTerms) {
  return {
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
}

/** Inserts a policy; false when the id is taken, by whomever. */
export async function insertPolicy(
  tx: Tx,
  policy_uuid: string,
  employer_uuid: string,
  label: string,
  terms: PayPolicyTerms,
  made: { readonly created_at: Date; readonly holiday_version: number | null },
): Promise<boolean> {
  const row = await tx
    .insertInto('payroll_policy')
    .values({ policy_uuid, employer_uuid, ...made, ...columnsOf(label, terms) })
    // Whichever of the table's unique indexes is met first: naming one leaves the others to fail when two come at once.
    .onConflict(conflict => conflict.doNothing())
    .returning('policy_uuid')
    .executeTakeFirst()
  return row !== undefined
}

/** Changes a locked policy and counts its version up. */
export async function updatePolicy(
  tx: Tx,
  policy_uuid: string,
  label: string,
  terms: PayPolicyTerms,
): Promise<void> {
  await tx
    .updateTable('payroll_policy')
    .set(row => ({ ...columnsOf(label, terms), version: row('version', '+', 1) }))
    .where('policy_uuid', '=', policy_uuid)
    .execute()
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

/** Inserts the policy of a run outside of any calendar: it names it, and gives no dates to come. */
export async function insertRunPolicy(
  tx: Tx,
  run: { policy_uuid: string; employer_uuid: string; label: string; pay_date: string },
  created_at: Date,
): Promise<void> {
  const { pay_date, ...named } = run
  await tx
    .insertInto('payroll_policy')
    .values({
      ...named,
      cycle_kind: 'BATCH',
      period_type: 'MONTHLY',
      first_period_end_date: pay_date,
      pay_date_rule: 'END_OF_PAY_PERIOD',
      holiday_policy: 'NEXT_BUSINESS_DAY',
      after_holiday: true,
      created_at,
    })
    .execute()
}
