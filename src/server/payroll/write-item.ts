/** Writing on a line item: its hours and entries are saved with what they come to, and told in the audit log. */
import { isDeepStrictEqual } from 'node:util'
import { assert } from '#domain/kernel/assert.ts'
import { MOST_PAY_MINOR } from '#domain/kernel/money.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { TextKey } from '#domain/kernel/words.ts'
import { type Written, writtenOf } from '#domain/payroll/approval.ts'
import {
  amountWith,
  type EnteredItem,
  isOfBatch,
  MOST_ENTRIES,
  type WrittenEntry,
  withHours,
} from '#domain/payroll/entries.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { type EnteredRow, saveWritten } from './line-item.store.ts'

/** TRANSITION_NOT_ALLOWED unless the item waits: only then its amount changes; what pays a row of a batch never does. */
export function requireWaiting({ status, entries }: Pick<EnteredRow, 'status' | 'entries'>): void {
  if (isOfBatch(entries)) throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.batchStays')
  if (status !== 'PENDING_APPROVAL')
    throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.amountStays', {
      params: { status },
    })
}

/** Whether an item holds one more entry. */
export function hasRoom({ entries }: Pick<EnteredRow, 'entries'>): boolean {
  return (entries?.length ?? 0) < MOST_ENTRIES
}

/** Adds an entry of money to an item of a locked cycle that waits. More than an item holds, or less than nothing in sum, is refused. */
export async function writeEntry(
  ctx: Ctx,
  cycle: Pick<CycleRecord, 'employer_uuid'>,
  row: EnteredRow,
  entry: WrittenEntry,
): Promise<void> {
  // Hours that were edited before there were entries are one from now on.
  const timed =
    row.entries ??
    withHours(null, row.scheduled_hours_hundredths, row.hours_hundredths, {
      entry_uuid: newUuid(),
      words: '',
      author_sub: row.edited_by ?? '',
      written_at: row.edited_at?.toISOString() ?? ctx.now.toISOString(),
    })
  if (!hasRoom(row)) throw new Problem('TRANSITION_NOT_ALLOWED', 'payroll.problems.tooManyEntries')
  const entries = [...(timed ?? []), entry]
  await writeItem(ctx, cycle, row, { ...writtenOf(row), entries }, 'amount_in_smallest_unit')
}

/** What an item's entries are worked out of. */
export function enteredItem(
  row: Pick<
    EnteredRow,
    | 'currency'
    | 'hourly_rate_minor'
    | 'scheduled_hours_hundredths'
    | 'hours_hundredths'
    | 'back_pay'
    | 'entries'
    | 'edited_by'
    | 'edited_at'
  >,
): EnteredItem {
  const { currency, hourly_rate_minor: minor, edited_by: by, edited_at: at, ...rest } = row
  return {
    ...rest,
    hourly_rate: { currency, minor },
    edited: by && at ? { by, at: at.toISOString() } : null,
  }
}

/** What is written of time: whoever changes it decides on the hours, also where these come to the same. */
function timeIn({ hours_hundredths, entries }: Written) {
  const timed = (entries ?? []).filter(entry => entry.hours_hundredths !== undefined)
  return { hours_hundredths, timed }
}

/** What is to be saved of an item: what was written, what is from now on, and what it comes to. */
export type ToWrite = {
  readonly row: EnteredRow
  readonly before: Written
  readonly after: Written
  readonly amount_minor: bigint
}

/**
 * What saving would write on an item; null where nothing changes, and words where the item would come to nothing or less, or to more than a pay can be, or pays a row of a
 * batch, which stays as it was sent.
 */
export function planWrite(row: EnteredRow, after: Written): ToWrite | TextKey | null {
  if (isOfBatch(row.entries)) return 'payroll.problems.batchStays'
  const before = writtenOf(row)
  if (isDeepStrictEqual(before, after)) return null
  const rate = { currency: row.currency, minor: row.hourly_rate_minor }
  const { minor } = amountWith(rate, after.hours_hundredths, after.entries)
  if (minor <= 0n) return 'payroll.problems.comesToNothing'
  // What was larger before there was a most may become smaller.
  if (minor > MOST_PAY_MINOR && minor > row.amount_minor) return 'payroll.problems.comesToTooMuch'
  return { row, before, after, amount_minor: minor }
}

/** Saves what is written on an item, with what it comes to. Names the field that makes it nothing, or too much. */
export async function writeItem(
  ctx: Ctx,
  cycle: Pick<CycleRecord, 'employer_uuid'>,
  row: EnteredRow,
  after: Written,
  field: string,
): Promise<void> {
  const planned = planWrite(row, after)
  if (typeof planned === 'string') throw invalidField(field, planned)
  if (planned) await writeItems(ctx, cycle, [planned])
}

/** Saves what is written on items of a locked cycle in one statement, each told by itself in the audit log. */
export async function writeItems(
  ctx: Ctx,
  { employer_uuid }: Pick<CycleRecord, 'employer_uuid'>,
  writes: readonly ToWrite[],
): Promise<void> {
  const rows = writes.map(({ row, before, after, amount_minor }) => ({
    ...after,
    line_item_uuid: row.line_item_uuid,
    amount_minor,
    edited: !isDeepStrictEqual(timeIn(before), timeIn(after)),
  }))
  const by = { edited_by: ctx.actor.sub, edited_at: ctx.now }
  const saved = await saveWritten(ctx.tx, rows, by)
  assert(saved.length === rows.length, 'items of a locked cycle stay as they were read')
  ctx.audit(
    ...writes.map(({ row, before, after, amount_minor }) => ({
      action: 'edit',
      entity: 'line_item',
      entity_uuids: [row.line_item_uuid],
      employer_uuid,
      before: { ...before, amount_minor: row.amount_minor },
      after: { status: row.status, ...after, amount_minor },
    })),
  )
}
