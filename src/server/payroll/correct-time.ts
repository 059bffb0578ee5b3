/** Other hours than somebody reported, wherever they are written: they need a reason, and the contractor is told. */
import { assert } from '#domain/kernel/assert.ts'
import { correctsAnswer } from '#domain/payroll/timesheet.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listAnsweredOn, type TimeRow } from './timesheet.report.store.ts'
import { type Correction, correctReports } from './timesheet.store.ts'

type Timed = Pick<TimeRow, 'employer_uuid' | 'status'>

/** Keeps what is paid instead of reported time of a locked cycle, with the reasons, and has each contractor told. */
export async function keepCorrections(
  ctx: Ctx,
  corrections: readonly { readonly of: Timed; readonly correction: Correction }[],
): Promise<void> {
  const done = await correctReports(
    ctx.tx,
    corrections.map(({ correction }) => correction),
    answerer(ctx),
  )
  assert(done.length === corrections.length, 'timesheets of a locked cycle stay as they were read')
  for (const { of, correction } of corrections) {
    const { timesheet_uuid, ...after } = correction
    auditTime(ctx, of, 'correct_time', timesheet_uuid, { status: 'CORRECTED', ...after })
    ctx.announce('payroll.time_corrected', { timesheet_uuid })
  }
}

/** Hours that are written on a line item, with what is said of them. */
type WrittenHours = { readonly written: number; readonly words: string }

/** What hours that are written on items of a locked cycle correct of time that was answered, by item. */
export async function answersOn(
  ctx: Ctx,
  line_item_uuids: readonly string[],
): Promise<(line_item_uuid: string, hours: WrittenHours) => Corrected | undefined> {
  const found = await listAnsweredOn(ctx.tx, line_item_uuids)
  const byItem = new Map(found.map(row => [row.line_item_uuid, row]))
  return (line_item_uuid, { written, words: reason }) => {
    const of = byItem.get(line_item_uuid)
    if (!of?.timesheet_uuid || !correctsAnswer(of, { paid: of.item_hours, written }))
      return undefined
    const { timesheet_uuid } = of
    return { of, correction: { timesheet_uuid, corrected_hundredths: written, reason } }
  }
}

export type Corrected = { readonly of: TimeRow; readonly correction: Correction }

/** Whether a correction says why. */
export function saysWhy({ correction: { reason } }: Corrected): boolean {
  return reason.trim() !== ''
}

/** Who answers a timesheet, and when. */
export function answerer(ctx: Ctx) {
  return { answered_by: ctx.actor.sub, answered_at: ctx.now }
}

/** Says in the audit log what became of a timesheet. */
export function auditTime(
  ctx: Ctx,
  { employer_uuid, status }: Timed,
  action: string,
  timesheet_uuid: string,
  after: object,
): void {
  const before = { status }
  ctx.audit({
    ...{ action, entity: 'timesheet', entity_uuids: [timesheet_uuid], employer_uuid },
    ...{ before, after },
  })
}
