/** The holidays that a company keeps: public ones of a place, and days of its own. Each change is a version; signed dates keep theirs. */
import type { z } from 'zod'
import { type HolidayPolicy as HolidayPolicyAnswer, holidays } from '#contract/holidays.ts'
import { invalidField, Problem, requireValid } from '#domain/kernel/problem.ts'
import { type CompanyHoliday, checkCompanyHolidays } from '#domain/payroll/holiday-policy.ts'
import type { HolidayPolicy } from '#domain/payroll/pay-policy.ts'
import { employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { homeOf } from '../people/index.ts'
import { subdivisions } from '../reference/countries.ts'
import type { HolidayHome } from '../reference/holidays.ts'
import {
  goByCalendar,
  type HolidayCalendar,
  insertCalendar,
  lockHolidays,
  lockPolicies,
  newestCalendar,
} from './holiday-calendar.store.ts'
import { listPolicies, type PolicyRow } from './policy.report.store.ts'

type Home = Awaited<ReturnType<typeof homeOf>>
type Answer = z.output<typeof HolidayPolicyAnswer>

/** What is said anew; what is left out stays. */
export type NewHolidays = {
  readonly subdivision_code?: string | null | undefined
  readonly holiday_policy?: HolidayPolicy | undefined
  readonly holidays?: readonly CompanyHoliday[] | undefined
  readonly version?: number | undefined
}

/** The holidays by which the dates of a new policy of the acting employer go. */
export async function holidayHomeOf(ctx: Ctx): Promise<HolidayHome> {
  const { holidays: days, ...calendar } = await calendarOf(ctx)
  return { ...calendar, company_holidays: days.map(({ date }) => date) }
}

/** What the acting employer said, or the public holidays of where it is at home. */
export async function calendarOf(ctx: Ctx): Promise<HolidayCalendar> {
  const known = await newestCalendar(ctx.tx, employerOf(ctx.actor))
  if (known) return known
  return { ...(await homeOf(ctx)), version: 0, holiday_policy: 'RESPECT', holidays: [] }
}

/** The holidays of the acting employer, and the policies that go by them. */
export async function getHolidayPolicy(ctx: Ctx): Promise<Answer> {
  return present(ctx, await calendarOf(ctx), await listPolicies(ctx.tx, employerOf(ctx.actor)))
}

/**
 * Says which holidays the acting employer keeps. Policies of which no cycle was opened and no terms were offered or signed change their
 * dates; all others keep the version that they have. Saying the same again changes nothing. CONFLICT where it changed since it was
 * looked at.
 */
export async function putHolidayPolicy(ctx: Ctx, said: NewHolidays): Promise<Answer> {
  const employer_uuid = employerOf(ctx.actor)
  await lockHolidays(ctx.tx, employer_uuid)
  await lockPolicies(ctx.tx, employer_uuid)
  const before = await calendarOf(ctx)
  const after = afterwards(ctx, before, said, await homeOf(ctx))
  const policies = await listPolicies(ctx.tx, employer_uuid)
  if (!after) return present(ctx, before, policies)
  const made = { created_at: ctx.now, created_by: ctx.actor.sub }
  if (!(await insertCalendar(ctx.tx, employer_uuid, after, made))) throw changed()
  const free = policies.filter(policy => !policy.in_use).map(policy => policy.policy_uuid)
  await goByCalendar(ctx.tx, free, after.version)
  ctx.audit(
    {
      action: 'change',
      entity: 'holiday_calendar',
      entity_uuids: [employer_uuid],
      employer_uuid,
      after: { ...after, holidays: [...after.holidays] },
    },
    // Their dates move with it, and what is sealed of them.
    {
      action: 'keep_holidays',
      entity: 'payroll_policy',
      entity_uuids: free,
      employer_uuid,
      after: { holiday_version: after.version },
    },
  )
  return present(ctx, after, policies)
}

/** The calendar that follows; undefined where nothing is new. */
function afterwards(
  ctx: Ctx,
  before: HolidayCalendar,
  { version = before.version, ...said }: NewHolidays,
  { country_code, ...home }: Home,
): HolidayCalendar | undefined {
  const kept = before.country_code === country_code ? before : home
  const {
    subdivision_code = kept.subdivision_code,
    holiday_policy = before.holiday_policy,
    holidays: days = before.holidays,
  } = said
  const holidays = days
    .map(({ date, label }) => ({ date, label }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  const after = { country_code, subdivision_code, holiday_policy, holidays }
  if (textOfCalendar(after) === textOfCalendar(before)) return undefined
  if (version !== before.version) throw changed()
  requireValid(checkCompanyHolidays(days, { known: before.holidays, today: ctx.today }))
  if (subdivision_code !== null && !isIn(country_code, subdivision_code))
    throw invalidField('subdivision_code', 'payroll.holidays.noSubdivision', { country_code })
  return { ...after, version: version + 1 }
}

function isIn(country_code: string, subdivision_code: string): boolean {
  return subdivisions(country_code).some(({ code }) => code === subdivision_code)
}

function textOfCalendar(of: Omit<HolidayCalendar, 'version'>): string {
  const days = of.holidays.map(({ date, label }) => [date, label])
  return JSON.stringify([of.country_code, of.subdivision_code, of.holiday_policy, days])
}

function changed(): Problem {
  return new Problem('CONFLICT', 'payroll.holidays.changed')
}

function present(ctx: Ctx, calendar: HolidayCalendar, policies: readonly PolicyRow[]): Answer {
  const labels = (in_use: boolean) =>
    policies.filter(policy => policy.in_use === in_use).map(({ label }) => label)
  return {
    ...calendar,
    holidays: [...calendar.holidays],
    applies_to: labels(false),
    kept_by: labels(true),
    allowed_actions: mayCall(ctx.actor, holidays.putHolidayPolicy) ? ['change'] : [],
  }
}
