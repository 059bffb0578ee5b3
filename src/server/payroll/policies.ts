/** Payroll policies: previewed before they are saved, approved before contracts may use them. */

import type { z } from 'zod'
import { payroll } from '#contract/payroll.ts'
import type { PayrollPolicy } from '#contract/payroll-shapes.ts'
import { timesheets } from '#contract/timesheets.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { type InvalidField, Problem, requireValid } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { describePayDateRule } from '#domain/payroll/pay-date-text.ts'
import { type PayPeriod, payPeriods } from '#domain/payroll/pay-dates.ts'
import { checkPolicyTerms, type PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import { compareCalendars } from '#domain/payroll/policy-change.ts'
import { employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen, versionOf } from '../kernel/version-of.ts'
import { sayTexts } from '../kernel/words.ts'
import { type HolidayHome, isHolidayIn } from '../reference/holidays.ts'
import { findFeed } from './calendar-feed.store.ts'
import { holdHolidays } from './holiday-calendar.store.ts'
import { calendarOf, holidayHomeOf } from './holiday-policy.ts'
import { countContractors, findKept, findPolicy, type PolicyRow } from './policy.report.store.ts'
import { approvePolicyRow, insertPolicy, lockPolicy, updatePolicy } from './policy.store.ts'
import { yearOf } from './policy-calendar.ts'

type Shown = z.output<typeof PayrollPolicy>

/**
 * The coming pay dates of terms that nobody saved, with what they would change of a policy that is named. VALIDATION says what cannot go
 * together, NOT_FOUND that the policy is not the acting employer's.
 */
export async function previewPolicy(ctx: Ctx, terms: PayPolicyTerms, policy_uuid?: string) {
  requireTerms(terms, ctx.today)
  const policy = policy_uuid ? await getRow(ctx, policy_uuid) : undefined
  // A policy goes on by its own holidays; another one begins with those of the moment.
  const home = policy && !policy.in_use ? policy : await holidayHomeOf(ctx)
  const pay_periods = yearOf(terms, home, ctx.today)
  return {
    description: sayTexts(describePayDateRule(terms)),
    pay_periods,
    change: policy ? await changeOf(ctx, policy, pay_periods) : null,
  }
}

/** What another calendar would change of a policy: of one in use nothing before its opened cycles are over. */
async function changeOf(ctx: Ctx, policy: PolicyRow, after: Shown['pay_periods']) {
  const kept = await findKept(ctx.tx, policy.policy_uuid)
  const through = kept.opened_through ?? ''
  const later = (periods: Shown['pay_periods']) => periods.filter(of => of.end_date > through)
  const before = yearOf(policy, policy, ctx.today)
  return { applies: !policy.in_use, kept, ...compareCalendars(later(before), later(after)) }
}

async function getRow(ctx: Ctx, policy_uuid: string): Promise<PolicyRow> {
  const row = await findPolicy(ctx.tx, policy_uuid, employerOf(ctx.actor))
  if (!row) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchPolicy')
  return row
}

/**
 * Saves a policy under the client's id. One that cycles or signed terms go by keeps its calendar: POLICY_IN_USE. The same again changes nothing; CONFLICT where
 * it is not as it was `seen`.
 */
export async function putPolicy(
  ctx: Ctx,
  policy_uuid: string,
  label: string,
  terms: PayPolicyTerms,
  seen?: string,
): Promise<Shown> {
  requireTerms(terms, ctx.today)
  const employer_uuid = employerOf(ctx.actor)
  await holdHolidays(ctx.tx, employer_uuid)
  const { version } = await calendarOf(ctx)
  const fresh = await insertPolicy(ctx.tx, policy_uuid, employer_uuid, label, terms, {
    created_at: ctx.now,
    holiday_version: version || null,
  })
  if (!fresh && !(await changePolicy(ctx, policy_uuid, { label, ...terms }, seen)))
    return getPolicy(ctx, policy_uuid)
  ctx.audit({
    action: fresh ? 'create' : 'change',
    entity: 'payroll_policy',
    entity_uuids: [policy_uuid],
    employer_uuid,
    after: { label, ...terms },
  })
  return getPolicy(ctx, policy_uuid)
}

/** Gives a policy that stands another name or other dates; answers whether anything is new. */
async function changePolicy(
  ctx: Ctx,
  policy_uuid: string,
  { label, ...terms }: PayPolicyTerms & { readonly label: string },
  seen: string | undefined,
): Promise<boolean> {
  const known = await lockPolicy(ctx.tx, policy_uuid, employerOf(ctx.actor))
  if (!known) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchPolicy')
  const before = versionOfPolicy(known)
  if (versionOfPolicy({ label, ...terms }) === before) return false
  requireSeen(seen, before)
  if (known.in_use && versionOfPolicy({ label: known.label, ...terms }) !== before)
    throw new Problem('POLICY_IN_USE', 'payroll.problems.policyInUse')
  await updatePolicy(ctx.tx, policy_uuid, label, terms)
  return true
}

/** Approves a policy: contracts may use it from now and its cycles open. Approving again answers the same. */
export async function approvePolicy(ctx: Ctx, policy_uuid: string): Promise<Shown> {
  const employer_uuid = employerOf(ctx.actor)
  await getPolicy(ctx, policy_uuid)
  if (await approvePolicyRow(ctx.tx, policy_uuid, ctx.now))
    ctx.audit({
      action: 'approve',
      entity: 'payroll_policy',
      entity_uuids: [policy_uuid],
      employer_uuid,
    })
  return getPolicy(ctx, policy_uuid)
}

/** One policy of the acting employer, with its coming periods; NOT_FOUND for anyone else's. */
export async function getPolicy(ctx: Ctx, policy_uuid: string): Promise<Shown> {
  const row = await getRow(ctx, policy_uuid)
  const followed = { sub: ctx.actor.sub, employer_uuid: row.employer_uuid, policy_uuid }
  const [contractors, feed, kept] = await Promise.all([
    countContractors(ctx.tx, policy_uuid),
    findFeed(ctx.tx, followed),
    findKept(ctx.tx, policy_uuid),
  ])
  return present(ctx, row, { contractors, kept, calendar_feed: feed ?? null })
}

/** The periods of a policy that end on or after a day. */
export function comingPeriods(
  terms: PayPolicyTerms,
  home: HolidayHome,
  from: string,
  count: number,
): PayPeriod[] {
  return payPeriods(terms, isHolidayIn(home), { from, count })
}

const YEARS = 2

function requireTerms(terms: PayPolicyTerms, today: string): void {
  requireValid([...checkPolicyTerms(terms), ...checkNearness(terms.first_period_end_date, today)])
}

/** A calendar that begins far from today is a slip of the pen, and one at the end of time cannot be reckoned. */
function checkNearness(date: string, today: string): InvalidField[] {
  const far = date < addDays(today, -365 * YEARS) || date > addDays(today, 365 * YEARS)
  const said = textOf('payroll.policyTerms.notNear', { years: YEARS })
  return far ? [{ ...said, loc: ['body', 'first_period_end_date'], type: 'value_error' }] : []
}

const TERMS = [
  'period_type',
  'first_period_end_date',
  'pay_date_rule',
  'preferred_pay_day',
  'week_of_month',
  'day_of_week',
  'monthly_business_day',
  'semi_monthly_preferred_pay_day',
  'holiday_policy',
  'after_holiday',
] as const

function versionOfPolicy(of: PayPolicyTerms & { readonly label: string }): string {
  return versionOf([of.label, ...TERMS.map(name => of[name] ?? null)])
}

function present(
  ctx: Ctx,
  row: PolicyRow,
  beside: Pick<Shown, 'contractors' | 'kept' | 'calendar_feed'>,
): Shown {
  return {
    uuid: row.policy_uuid,
    label: row.label,
    version: versionOfPolicy(row),
    period_type: row.period_type,
    first_period_end_date: row.first_period_end_date,
    pay_date_rule: row.pay_date_rule,
    preferred_pay_day: row.preferred_pay_day ?? null,
    week_of_month: row.week_of_month ?? null,
    day_of_week: row.day_of_week ?? null,
    monthly_business_day: row.monthly_business_day ?? null,
    semi_monthly_preferred_pay_day: row.semi_monthly_preferred_pay_day
      ? [...row.semi_monthly_preferred_pay_day]
      : null,
    holiday_policy: row.holiday_policy,
    after_holiday: row.after_holiday,
    approved: row.approved_at !== null,
    time_required: row.time_required,
    description: sayTexts(describePayDateRule(row)),
    pay_periods: yearOf(row, row, ctx.today),
    ...beside,
    allowed_actions: [
      ...(!row.in_use && mayCall(ctx.actor, payroll.putPolicy) ? (['edit'] as const) : []),
      ...(!row.approved_at && mayCall(ctx.actor, payroll.approvePolicy)
        ? (['approve'] as const)
        : []),
      ...(mayCall(ctx.actor, timesheets.putTimePolicy) ? (['put_time'] as const) : []),
    ],
  }
}
