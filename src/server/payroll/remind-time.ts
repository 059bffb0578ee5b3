/** Reminds contractors to report their time where it has to be, and those who approve to answer: the working day before the pay is to be approved, and on that day. */
import { addDays, isWeekend, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { approvedThrough } from '#domain/payroll/deadlines.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  listEmployersOfTime,
  remindToAnswer,
  remindToReport,
  type TimeReminded,
} from './time-reminder.store.ts'

/** What is older than this was told long ago, or is of a time before there were reminders. */
const LATE_DAYS = 7

/** The employers of whose timesheets somebody is to be reminded. */
export function employersToRemindOfTime(ctx: Ctx): Promise<string[]> {
  return listEmployersOfTime(ctx.tx, remindedOn(ctx))
}

/** The clock's work for one employer: announces what is to be reported and what waits for an answer, once for each of its two days. */
export async function remindTime(ctx: Ctx, employer_uuid: string): Promise<void> {
  const told = { employer_uuid, reminded_at: ctx.now }
  const of = remindedOn(ctx)
  for (const line_item_uuid of await remindToReport(ctx.tx, told, of))
    ctx.announce('payroll.time_due', { line_item_uuid })
  for (const cycle_uuid of await remindToAnswer(ctx.tx, told, of))
    ctx.announce('payroll.time_waits', { cycle_uuid })
}

function remindedOn({ today }: Pick<Ctx, 'today'>): TimeReminded {
  return {
    since: addDays(today, -LATE_DAYS),
    due: approvedThrough(today),
    soon: approvedThrough(nextWorkingDay(today)),
  }
}

function nextWorkingDay(date: PlainDateString): PlainDateString {
  const next = addDays(date, 1)
  return isWeekend(next) ? nextWorkingDay(next) : next
}
