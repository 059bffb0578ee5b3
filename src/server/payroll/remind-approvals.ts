/** Reminds those who approve of pay that waits for them: on the day by which it is due, and once more when its pay date has come. */
import { addDays } from '#domain/kernel/plain-date.ts'
import { approvedThrough } from '#domain/payroll/deadlines.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertReminders, listEmployersToRemind, type Reminded } from './approval-reminder.store.ts'

/** What is older than this was told long ago, or is of a time before there were reminders. */
const LATE_DAYS = 14

/** The employers of whose pay somebody is to be reminded. */
export function employersToRemind(ctx: Ctx): Promise<string[]> {
  return listEmployersToRemind(ctx.tx, remindedOn(ctx))
}

/** The clock's work for one employer: announces each pay that waits, once for each of its two days. */
export async function remindApprovals(ctx: Ctx, employer_uuid: string): Promise<void> {
  const due = await insertReminders(ctx.tx, employer_uuid, ctx.now, remindedOn(ctx))
  for (const cycle_uuid of due) ctx.announce('payroll.approval_due', { cycle_uuid })
}

function remindedOn({ today }: Pick<Ctx, 'today'>): Reminded {
  return { today, since: addDays(today, -LATE_DAYS), soon: approvedThrough(today) }
}
