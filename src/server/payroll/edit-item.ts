/** What is written on a line item that waits for approval: its hours, and its entries beside them. */
import type { z } from 'zod'
import type { AddedEntry } from '#contract/line-items.ts'
import type { EditedItem } from '#contract/payroll-shapes.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { type Written, writtenOf } from '#domain/payroll/approval.ts'
import { listOrNone, withHours } from '#domain/payroll/entries.ts'
import { wrongHours } from '#domain/payroll/hours-list.ts'
import { withoutReported } from '#domain/payroll/timesheet.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen } from '../kernel/version-of.ts'
import { lockCycleToWrite } from './approve-cycle.ts'
import { answersOn, keepCorrections, saysWhy } from './correct-time.ts'
import { endDeduction } from './deduction.store.ts'
import { askDeduction, withdrawDeduction } from './deductions.ts'
import { type EnteredRow, findEntered } from './line-item.store.ts'
import { requireWaiting, writeEntry, writeItem } from './write-item.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }
type OfEntry = { readonly line_item_uuid: string; readonly entry_uuid: string }

/**
 * Changes the hours of an item that waits for approval, and the amount with them; hours are from more than 0 to 744. What they are more
 * or fewer than the contract gives becomes an entry of who edits, in place of the one before; what corrects time that was answered needs
 * `words`, and its contractor is told. What is not sent stays; CONFLICT where the hours are not as they were `seen`.
 */
export async function editLineItem(
  ctx: Ctx,
  id: CycleId,
  line_item_uuid: string,
  { seen, ...sent }: z.output<typeof EditedItem> & { readonly seen?: number | undefined },
): Promise<void> {
  const { cycle, row } = await lockItem(ctx, id, line_item_uuid)
  const { hours, words = '', ...rest } = sent
  const others = Object.entries(rest).filter(([, value]) => value !== undefined)
  const wrong = wrongHours(hours)
  if (wrong) throw invalidField('hours', wrong)
  requireWaiting(row)
  if (hours !== row.hours_hundredths) requireSeen(seen, row.hours_hundredths)
  const corrected = (await answersOn(ctx, [line_item_uuid]))(line_item_uuid, {
    ...{ written: hours, words },
  })
  if (corrected && !saysWhy(corrected)) throw invalidField('words', 'payroll.time.problems.reason')
  const after = { ...afterHours(ctx, row, hours, words), ...Object.fromEntries(others) }
  await writeItem(ctx, cycle, row, after, 'hours')
  if (corrected) await keepCorrections(ctx, [corrected])
}

/** What is written on an item whose hours become others, in hundredths: the difference is an entry of who edits. The same hours change nothing. */
export function afterHours(
  ctx: Pick<Ctx, 'actor' | 'now'>,
  row: EnteredRow,
  hours: number,
  words: string,
): Written {
  const written = writtenOf(row)
  if (hours === row.hours_hundredths) return written
  const { scheduled_hours_hundredths: scheduled } = row
  const entries = withHours(row.entries, scheduled, hours, authored(ctx, words))
  return { ...written, hours_hundredths: hours, entries }
}

/**
 * Adds a bonus, an expense or an adjustment to an item that waits; a deduction is asked of the contractor, and added once they agree. The
 * same again changes nothing; another entry of the same id is refused.
 */
export async function addEntry(
  ctx: Ctx,
  { line_item_uuid, entry_uuid, ...id }: CycleId & OfEntry,
  added: z.output<typeof AddedEntry>,
): Promise<void> {
  const { cycle, row } = await lockItem(ctx, id, line_item_uuid)
  if (added.kind === 'DEDUCTION') return askDeduction(ctx, cycle, row, entry_uuid, added)
  const { kind, amount_in_smallest_unit: minor, words } = added
  const entry = { ...authored(ctx, words), entry_uuid, kind, amount_minor: Number(minor) }
  const known = row.entries?.find(one => one.entry_uuid === entry_uuid)
  if (known) {
    if (known.kind === kind && known.amount_minor === entry.amount_minor && known.words === words)
      return
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.anotherEntry')
  }
  requireWaiting(row)
  await writeEntry(ctx, cycle, row, entry)
}

/** Takes an entry that somebody wrote off an item that waits, or takes back a deduction that was asked for. */
export async function removeEntry(
  ctx: Ctx,
  { line_item_uuid, entry_uuid, ...id }: CycleId & OfEntry,
): Promise<void> {
  const { cycle, row } = await lockItem(ctx, id, line_item_uuid)
  const gone = row.entries?.find(entry => entry.entry_uuid === entry_uuid)
  if (!gone) {
    const asked = await withdrawDeduction(ctx, row, entry_uuid, cycle.employer_uuid)
    if (!asked) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchEntry')
    return
  }
  requireWaiting(row)
  // With reported time goes what was corrected of it.
  const reported = gone.kind === 'REPORTED_TIME'
  const kept = reported
    ? withoutReported(row.entries)
    : (row.entries ?? []).filter(entry => entry !== gone)
  const entries = listOrNone(kept)
  const hours_hundredths = reported
    ? row.scheduled_hours_hundredths
    : row.hours_hundredths - (gone.hours_hundredths ?? 0)
  const field = gone.hours_hundredths === undefined ? 'amount_in_smallest_unit' : 'hours'
  await writeItem(ctx, cycle, row, { ...writtenOf(row), hours_hundredths, entries }, field)
  if (gone.kind === 'DEDUCTION') await endDeduction(ctx.tx, entry_uuid, 'WITHDRAWN', ctx.now)
}

async function lockItem(ctx: Ctx, id: CycleId, line_item_uuid: string) {
  const cycle = await lockCycleToWrite(ctx, id, line_item_uuid)
  const row = await findEntered(ctx.tx, cycle.cycle_uuid, line_item_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
  return { cycle, row }
}

function authored(ctx: Pick<Ctx, 'actor' | 'now'>, words: string) {
  return {
    entry_uuid: newUuid(),
    words,
    author_sub: ctx.actor.sub,
    written_at: ctx.now.toISOString(),
  }
}
