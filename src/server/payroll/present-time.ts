/** Timesheets as they are shown to their contractor and to the employer. */
import type { z } from 'zod'
import type { ItemTimesheet, Timesheet } from '#contract/timesheet-shapes.ts'
import { timesheets } from '#contract/timesheets.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import { answerAsPaid, employerMay, timesheetState } from '#domain/payroll/timesheet.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listTimesOn, type TimeKept, type TimeRow } from './timesheet.report.store.ts'

/** A timesheet beside the state of its line item; null while that is not there yet. Of what was answered it says what is paid by now. */
export function presentTimesheet(
  kept: TimeKept &
    Pick<TimeRow, 'item_hours'> &
    Partial<Pick<TimeRow, 'hours_by' | 'hours_at' | 'hours_words'>>,
  item: LineItemStatus | null,
): z.output<typeof Timesheet> {
  const paid = answerAsPaid(kept, { hours: kept.item_hours, words: kept.hours_words ?? '' })
  const is_answered = paid.corrected_hundredths === kept.corrected_hundredths
  return {
    timesheet_uuid: kept.timesheet_uuid,
    version: kept.version,
    state: timesheetState(paid.status, item),
    hours: kept.hours_hundredths,
    days: kept.days?.map(({ date, hours_hundredths: hours }) => ({ date, hours })) ?? null,
    notes: kept.notes,
    reported_at: kept.reported_at,
    corrected_hours: paid.corrected_hundredths,
    reason: paid.reason,
    answered_by: is_answered ? kept.answered_by : (kept.hours_by ?? ''),
    answered_at: is_answered ? kept.answered_at : (kept.hours_at ?? null),
  }
}

const CALLS = {
  accept: timesheets.acceptTimesheets,
  correct: timesheets.correctTimesheet,
  let_stand: timesheets.letTimeStand,
} as const

/** A timesheet as its employer sees it, with what the actor may answer. */
export function presentItemTime(
  { actor }: Pick<Ctx, 'actor'>,
  row: TimeRow,
): z.output<typeof ItemTimesheet> {
  const may = employerMay(row.status, row.item_status, row.time_required)
  return {
    ...presentTimesheet(row, row.item_status),
    required: row.time_required && row.item_status === 'PENDING_APPROVAL',
    allowed_actions: (['accept', 'correct', 'let_stand'] as const).filter(
      action => may.includes(action) && mayCall(actor, CALLS[action]),
    ),
  }
}

/** The timesheets of line items, by item; pay of earlier periods has none. */
export async function presentItemTimes(
  ctx: Pick<Ctx, 'tx' | 'actor'>,
  rows: readonly { readonly line_item_uuid: string }[],
): Promise<ReadonlyMap<string, z.output<typeof ItemTimesheet>>> {
  const found = await listTimesOn(
    ctx.tx,
    rows.map(row => row.line_item_uuid),
  )
  return new Map(found.map(row => [row.line_item_uuid, presentItemTime(ctx, row)]))
}
