import { sql } from 'kysely'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import type { Tx } from '../kernel/db.ts'
import type { HolidayHome } from '../reference/holidays.ts'

/** A policy with its terms and the holidays that it keeps. */
export type PolicyRow = PayPolicyTerms &
  HolidayHome & {
    readonly policy_uuid: string
    readonly employer_uuid: string
    readonly label: string
    readonly approved_at: Date | null
    /** Whether reported time alone is paid. */
    readonly time_required: boolean
    /** Whether its calendar stays: cycles go by it, or terms that were offered or signed. */
    readonly in_use: boolean
  }

export type Calendar = Omit<PolicyRow, 'in_use'>

/** The holidays of a policy `p` of an employer `e` by its version `h`, or those of where the employer is at home. */
export const HOLIDAYS = sql`coalesce(h.country_code, e.country_code) country_code,
      case when h.version is null then e.subdivision_code else h.subdivision_code end subdivision_code,
      array(select d->>'date' from jsonb_array_elements(h.holidays) d) company_holidays`
export const WITH_HOLIDAYS = sql`left join holiday_calendar h on h.employer_uuid = p.employer_uuid and h.version = p.holiday_version`
/** The columns of `Calendar`. */
export const CALENDAR = sql`p.policy_uuid, p.employer_uuid, p.label, p.period_type, p.first_period_end_date, p.pay_date_rule, p.preferred_pay_day,
      p.week_of_month, p.day_of_week, p.monthly_business_day, p.semi_monthly_preferred_pay_day, p.holiday_policy, p.after_holiday,
      p.approved_at, p.time_required, ${HOLIDAYS}`
const POLICY = sql`
  select ${CALENDAR},
      exists (select from pay_cycle c where c.policy_uuid = p.policy_uuid)
        or exists (select from contract k where k.pay_policy_uuid = p.policy_uuid and k.status in ('AWAITING_SIGNATURE', 'ACTIVE')) in_use
    from payroll_policy p join employer e on e.employer_uuid = p.employer_uuid and p.cycle_kind = 'CALENDAR' ${WITH_HOLIDAYS}`

/** The calendar of one policy of an employer, or undefined: what nobody has to be counted for. */
export async function findCalendar(
  tx: Tx,
  policy_uuid: string,
  employer_uuid: string,
): Promise<Calendar | undefined> {
  const { rows } = await sql<Calendar>`
    select ${CALENDAR} from payroll_policy p join employer e on e.employer_uuid = p.employer_uuid ${WITH_HOLIDAYS}
      where p.policy_uuid = ${policy_uuid}::uuid and p.employer_uuid = ${employer_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]
}

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

/** The policies of one employer, by name. */
export async function listPolicies(tx: Tx, employer_uuid: string): Promise<PolicyRow[]> {
  const { rows } =
    await sql<PolicyRow>`${POLICY} where p.employer_uuid = ${employer_uuid}::uuid order by p.label, p.policy_uuid`.execute(
      tx,
    )
  return rows
}

/** The approved policies of one employer. */
export async function listApprovedPolicies(tx: Tx, employer_uuid: string): Promise<PolicyRow[]> {
  const { rows } = await sql<PolicyRow>`${POLICY} where p.approved_at is not null
    and p.employer_uuid = ${employer_uuid}::uuid order by p.policy_uuid`.execute(tx)
  return rows
}

/** What keeps the dates of a policy: the contracts that were offered or signed for them, and the last day of its opened cycles. */
export async function findKept(
  tx: Tx,
  policy_uuid: string,
): Promise<{ contracts: number; opened_through: string | null }> {
  const { rows } = await sql<{ contracts: number; opened_through: string | null }>`
    select (select count(*)::int from contract where pay_policy_uuid = ${policy_uuid}::uuid
        and status in ('AWAITING_SIGNATURE', 'ACTIVE')) contracts,
      (select max(end_date) from pay_cycle where policy_uuid = ${policy_uuid}::uuid) opened_through`.execute(
    tx,
  )
  return rows[0] ?? { contracts: 0, opened_through: null }
}

/** How many people have a running contract that a policy pays. */
export async function countContractors(tx: Tx, policy_uuid: string): Promise<number> {
  const { rows } = await sql<{ contractors: number }>`
    select count(distinct contractor_sub)::int contractors from contract where pay_policy_uuid = ${policy_uuid}::uuid and status = 'ACTIVE'`.execute(
    tx,
  )
  return rows[0]?.contractors ?? 0
}
