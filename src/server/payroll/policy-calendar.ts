/** The calendar of a policy: its periods of the next twelve months, each with why it is paid on its day; also as a table and as a file. */
import type { z } from 'zod'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import type { PlannedPeriod } from '#contract/payroll-shapes.ts'
import { formatDateLong } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { payDateReason } from '#domain/payroll/pay-date-reason.ts'
import { type PayPeriod, periodsOfTwelveMonths } from '#domain/payroll/pay-dates.ts'
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import { employerOf } from '../kernel/actor.ts'
import { csvOf } from '../kernel/csv.ts'
import { type CalendarDay, icsOf } from '../kernel/ics.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say, sayTexts } from '../kernel/words.ts'
import { type HolidayHome, holidayNameIn, isHolidayIn } from '../reference/holidays.ts'
import { listCyclesSince } from './cycle.report.store.ts'
import { type Calendar, findCalendar } from './policy.report.store.ts'

type Planned = z.output<typeof PlannedPeriod>
const CSV_COLUMNS = [
  ...['policy', 'start_date', 'end_date', 'nominal_pay_date', 'pay_date', 'moved_because'],
  'reason',
]

/** The periods of a policy that end within the next twelve months, each with the reason for its pay date. */
export function yearOf(terms: PayPolicyTerms, home: HolidayHome, today: string): Planned[] {
  return periodsOfTwelveMonths(terms, isHolidayIn(home), today).map(period => ({
    ...presentPeriod(period),
    reason: reasonOf(terms, home, period),
  }))
}

/** A period as the wire has it. */
function presentPeriod({
  start_date,
  end_date,
  nominal_pay_date,
  pay_date,
  moved_because,
}: PayPeriod) {
  return { start_date, end_date, nominal_pay_date, pay_date, moved_because: moved_because ?? null }
}

function reasonOf(terms: PayPolicyTerms, home: HolidayHome, period: PayPeriod): string {
  return sayTexts(
    payDateReason(terms, period, date => {
      const name = holidayNameIn(home, date)
      return name === null ? textOf('payroll.payDateReason.companyHoliday') : name
    }),
  )
}

/** The next twelve months of a policy of the acting employer as CSV; formulas in its name are escaped. */
export async function policyCsv(ctx: Ctx, policy_uuid: string): Promise<FileInPieces> {
  const policy = await getCalendar(ctx, policy_uuid)
  const records = yearOf(policy, policy, ctx.today).map(({ reason, moved_because, ...dates }) => ({
    policy: policy.label,
    ...dates,
    moved_because: moved_because ?? '',
    reason,
  }))
  return {
    file_name: say('payroll.feeds.policy.csv', { policy: policy.label }),
    mime_type: 'text/csv',
    pieces: csvOf<never>(async () => ({ records, last: undefined }), CSV_COLUMNS),
  }
}

/** The pay dates of a policy of the acting employer as a calendar file. */
export async function policyIcs(ctx: Ctx, policy_uuid: string): Promise<FileInPieces> {
  const policy = await getCalendar(ctx, policy_uuid)
  return calendarFile(policy.label, await daysOfPolicy(ctx, policy), ctx.now)
}

/** A file that calendar applications read. It is no document: nothing is kept of who asked for it. */
export function calendarFile(name: string, days: readonly CalendarDay[], made: Date): FileInPieces {
  return {
    file_name: `${name}.ics`,
    mime_type: 'text/calendar',
    pieces: (async function* () {
      yield icsOf(name, days, made)
    })(),
  }
}

/** The days of a policy's calendar: what was opened in the last year as it was opened, and what follows in the twelve months to come. */
export async function daysOfPolicy(ctx: Ctx, policy: Calendar): Promise<CalendarDay[]> {
  const since = Temporal.PlainDate.from(ctx.today).subtract({ years: 1 }).toString()
  const opened = await listCyclesSince(ctx.tx, policy.policy_uuid, since)
  const last = opened.at(-1)?.end_date ?? ''
  const coming = yearOf(policy, policy, ctx.today).filter(({ end_date }) => end_date > last)
  return [...opened.map(cycle => ({ ...cycle, reason: '' })), ...coming].map(
    ({ start_date, end_date, pay_date, reason }) => ({
      uid: `${policy.policy_uuid}.${end_date}@corridor`,
      date: pay_date,
      title: say('payroll.feeds.policy.title', { policy: policy.label }),
      text: [
        say('payroll.feeds.policy.period', {
          first: formatDateLong(start_date),
          last: formatDateLong(end_date),
        }),
        reason,
      ]
        .filter(Boolean)
        .join('\n'),
    }),
  )
}

async function getCalendar(ctx: Ctx, policy_uuid: string): Promise<Calendar> {
  const policy = await findCalendar(ctx.tx, policy_uuid, employerOf(ctx.actor))
  if (!policy) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchPolicy')
  return policy
}
