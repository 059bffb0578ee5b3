/** The policies that pay a contractor: when they are paid next, why then, and when the money is there. */
import type { z } from 'zod'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import type { payCalendars } from '#contract/pay-calendars.ts'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { describePayDateRule } from '#domain/payroll/pay-date-text.ts'
import type { CalendarDay } from '../kernel/ics.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say, sayTexts } from '../kernel/words.ts'
import { arrivalOf } from '../payments/index.ts'
import { findFeed } from './calendar-feed.store.ts'
import { listPaidBy, listWays, type PaidBy } from './contractor-policies.report.store.ts'
import { listNextPays } from './payslips.ts'
import { calendarFile, yearOf } from './policy-calendar.ts'

type Answer = z.output<(typeof payCalendars)['listContractorPolicies']['response']>
type Period = Omit<Answer['policies'][number]['pay_periods'][number], 'pay_state'>

const SHOWN_DATES = 12

/** The policies that pay the acting contractor, each with its next twelve dates. */
export async function listContractorPolicies(ctx: Ctx): Promise<Answer> {
  const { sub } = ctx.actor
  const [paid, pays] = await Promise.all([paidOf(ctx, sub), listNextPays(ctx)])
  const stateOf = (contract_uuid: string, end_date: string) =>
    pays.find(pay => pay.contract_uuid === contract_uuid && pay.end_date === end_date)?.pay_state
  return {
    policies: paid.map(({ policy, periods }) => ({
      uuid: policy.policy_uuid,
      label: policy.label,
      employer_name: policy.employer_name,
      role: policy.role,
      period_type: policy.period_type,
      description: sayTexts(describePayDateRule(policy)),
      pay_periods: periods.slice(0, SHOWN_DATES).map(period => ({
        ...period,
        pay_state: stateOf(policy.contract_uuid, period.end_date) ?? null,
      })),
    })),
    calendar_feed:
      (await findFeed(ctx.tx, { sub, employer_uuid: null, policy_uuid: null })) ?? null,
  }
}

/** The acting contractor's pay dates as a calendar file. */
export async function payCalendarIcs(ctx: Ctx): Promise<FileInPieces> {
  return payCalendarOf(ctx, ctx.actor.sub)
}

/** A contractor's pay dates as a calendar file: when pay leaves, and when it is there. */
export async function payCalendarOf(ctx: Ctx, sub: string): Promise<FileInPieces> {
  const days = (await paidOf(ctx, sub)).flatMap(({ policy, periods }) =>
    periods.map((period): CalendarDay => dayOf(policy, period)),
  )
  return calendarFile(say('payroll.feeds.pay.name'), days, ctx.now)
}

function dayOf(policy: PaidBy, { start_date, end_date, pay_date, arrives, reason }: Period) {
  const { employer_name: employer } = policy
  const when = { sent: formatDateLong(pay_date), arrives: formatDateLong(arrives) }
  return {
    uid: `${policy.contract_uuid}.${end_date}@corridor`,
    date: pay_date,
    title: say('payroll.feeds.pay.title', { employer }),
    text: [
      say('payroll.feeds.pay.when', when),
      say('payroll.feeds.policy.period', {
        first: formatDateLong(start_date),
        last: formatDateLong(end_date),
      }),
      reason,
    ].join('\n'),
  }
}

/** The contracts that pay, each with the periods in which it earns. */
async function paidOf(ctx: Ctx, sub: string): Promise<{ policy: PaidBy; periods: Period[] }[]> {
  const [contracts, ways] = await Promise.all([listPaidBy(ctx.tx, sub), listWays(ctx.tx, sub)])
  return contracts.map(policy => ({
    policy,
    periods: yearOf(policy, policy, ctx.today)
      .filter(
        ({ start_date, end_date }) =>
          end_date >= policy.contract_start_date &&
          (policy.contract_end_date === null || start_date <= policy.contract_end_date),
      )
      .map(period => ({ ...period, ...lastArrival(ways, period.pay_date) })),
  }))
}

type Way = Parameters<typeof arrivalOf>[0]

/** By the slowest of the ways to be paid. */
function lastArrival(ways: readonly Way[], pay_date: string) {
  const [last] = ways
    .map(way => ({
      arrives: arrivalOf(way, pay_date),
      arrives_in: way.network === 'fiat' ? way.country_code : null,
    }))
    .sort((a, b) => (a.arrives > b.arrives ? -1 : 1))
  return last ?? { arrives: pay_date, arrives_in: null }
}
