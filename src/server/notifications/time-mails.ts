/** Mails about reported time: that it is to be reported, that it waits for an answer, and that it was corrected. Each is read afresh. */

import { formatHours } from '#domain/kernel/hours.ts'
import { formatPeriod } from '#domain/kernel/plain-date.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { link } from './mail-data.ts'
import { queueMail } from './send-mail.ts'
import { findTimeCorrected, findTimeDue, findTimeWaits } from './time-mail-facts.report.store.ts'

/** Asks a contractor to report their time, unless they have by now. */
export async function mailTimeDue(ctx: Ctx, event: Events['payroll.time_due']): Promise<void> {
  const due = await findTimeDue(ctx.tx, event.line_item_uuid)
  if (!due) return
  const { email, employer_name, start_date, end_date, pay_date } = due
  await queueMail(ctx, 'time-due', email, {
    ...{ employer_name, pay_date, period: formatPeriod(start_date, end_date) },
    url: link(ctx, '/contractor/time'),
  })
}

/** Tells a contractor that other hours are paid than they reported, and why. */
export async function mailTimeCorrected(
  ctx: Ctx,
  event: Events['payroll.time_corrected'],
): Promise<void> {
  const time = await findTimeCorrected(ctx.tx, event.timesheet_uuid)
  if (!time) return
  const { email, employer_name, answered_by, reason, pay_date } = time
  await queueMail(ctx, 'time-corrected', email, {
    ...{ employer_name, answered_by, reason, pay_date },
    period: formatPeriod(time.start_date, time.end_date),
    reported: formatHours(time.hours_hundredths),
    paid: formatHours(time.corrected_hundredths),
    url: link(ctx, '/contractor/time'),
  })
}

/** Tells who approves that reported time waits for an answer. */
export async function mailTimeWaits(ctx: Ctx, event: Events['payroll.time_waits']): Promise<void> {
  const { cycle_uuid } = event
  const waits = await findTimeWaits(ctx.tx, cycle_uuid)
  if (!waits) return
  const { policy_uuid, policy_label, pay_date, waiting } = waits
  const url = link(
    ctx,
    `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/PENDING_APPROVAL`,
  )
  for (const email of waits.emails)
    await queueMail(ctx, 'time-waits', email, {
      ...{ policy_label, waiting, pay_date, url },
      required: waits.required ? 'yes' : 'no',
    })
}
