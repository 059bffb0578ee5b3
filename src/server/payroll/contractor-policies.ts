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
import {
  listOpenedPays,
  listPaidBy,
  listWays,
  type OpenedPay,
  type PaidBy,
} from './contractor-policies.report.store.ts'
import { listNextPays } from './payslips.ts'
import { calendarFile, yearOf } from './policy-calendar.ts'

type Answer = z.output<(typeof payCalendars)['listContractorPolicies']['response']>
type Period = Omit<Answer['policies'][number]['pay_periods'][number], 'pay_state'>

const SHOWN_DATES = 12

/** The policies that pay the acting contractor, each with its next twelve dates; a period whose pay was archived or cancelled has none. */
export async function listContractorPolicies(ctx: Ctx): Promise<Answer> {
  const { sub } = ctx.actor
  const [paid, pays, opened] = await Promise.all([
    paidOf(ctx, sub),
    listNextPays(ctx),
    listOpenedPays(ctx.tx, sub, ctx.today),
  ])
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
      pay_periods: periods
        .filter(({ end_date }) => comes(opened, policy.contract_uuid, end_date))
        .slice(0, SHOWN_DATES)
        .map(period => ({
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

/**
 * A contractor's pay dates as a calendar file: what was opened in the last year, of contracts and of batches, as it was opened, and what their
 * contracts pay after it. It has every pay that they have as coming, when it leaves and when it is there; of what was archived or cancelled nothing.
 */
export async function payCalendarOf(ctx: Ctx, sub: string): Promise<FileInPieces> {
  const since = Temporal.PlainDate.from(ctx.today).subtract({ years: 1 }).toString()
  const [planned, opened, ways] = await Promise.all([
    paidOf(ctx, sub),
    listOpenedPays(ctx.tx, sub, since),
    listWays(ctx.tx, sub),
  ])
  const days = [
    ...opened.filter(({ live }) => live).map(pay => dayOf(opensAs(pay, planned, ctx.today, ways))),
    ...planned.flatMap(({ policy, periods }) => {
      const last = lastOpened(opened, policy.contract_uuid)
      return periods
        .filter(({ end_date }) => end_date > last)
        .map(period => dayOf({ ...period, ...policy, id: policy.contract_uuid }))
    }),
  ].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  return calendarFile(say('payroll.feeds.pay.name'), days, ctx.now)
}

/** Whether a contract pays a period: once it is opened, by what is to be paid of it. */
function comes(opened: readonly OpenedPay[], contract_uuid: string, end_date: string): boolean {
  if (end_date > lastOpened(opened, contract_uuid)) return true
  return opened.some(
    pay => pay.live && pay.contract_uuid === contract_uuid && pay.end_date === end_date,
  )
}

/** The last day of what is opened of a contract; before every day where nothing is. */
function lastOpened(opened: readonly OpenedPay[], contract_uuid: string): string {
  return opened
    .filter(pay => pay.contract_uuid === contract_uuid)
    .reduce((last, { end_date }) => (end_date > last ? end_date : last), '')
}

/** What is opened as a day of the calendar says it; when it is there is said until its day or until it was paid, as nobody foresees it after. */
function opensAs(
  pay: OpenedPay,
  planned: readonly Planned[],
  today: string,
  ways: readonly Way[],
): Day {
  const { contract_uuid, cycle_uuid, paid, pay_date, end_date } = pay
  const plan = planned
    .find(({ policy }) => policy.contract_uuid === contract_uuid)
    ?.periods.find(period => period.end_date === end_date && period.pay_date === pay_date)
  return {
    ...pay,
    id: contract_uuid ?? cycle_uuid,
    start_date: contract_uuid && pay.start_date,
    arrives: paid || pay_date < today ? null : lastArrival(ways, pay_date).arrives,
    reason: plan?.reason ?? '',
  }
}

type Day = {
  /** Of the contract, or of what a batch pays, whose days are told apart by the end of the period. */
  readonly id: string
  readonly employer_name: string
  /** Null of what a batch pays, which is for no period. */
  readonly start_date: string | null
  readonly end_date: string
  readonly pay_date: string
  readonly arrives: string | null
  readonly reason: string
}

function dayOf(day: Day): CalendarDay {
  const { id, employer_name: employer, start_date, end_date, pay_date, arrives, reason } = day
  return {
    uid: `${id}.${end_date}@corridor`,
    date: pay_date,
    title: say('payroll.feeds.pay.title', { employer }),
    text: [
      arrives &&
        say('payroll.feeds.pay.when', {
          sent: formatDateLong(pay_date),
          arrives: formatDateLong(arrives),
        }),
      start_date &&
        say('payroll.feeds.policy.period', {
          first: formatDateLong(start_date),
          last: formatDateLong(end_date),
        }),
      reason,
    ]
      .filter(Boolean)
      .join('\n'),
  }
}

type Planned = { readonly policy: PaidBy; readonly periods: readonly Period[] }

/** The contracts that pay, each with the periods in which it earns. */
async function paidOf(ctx: Ctx, sub: string): Promise<Planned[]> {
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
