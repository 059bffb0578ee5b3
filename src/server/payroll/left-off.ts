/** What an archived pay leaves behind when it waits again: raises that another pay covers by then (decision 0147), and hours that were written (0029). */
import { assert } from '#domain/kernel/assert.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { formatMoney } from '#domain/kernel/money.ts'
import { formatDate, formatPeriod } from '#domain/kernel/plain-date.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { writtenOf } from '#domain/payroll/approval.ts'
import { listOrNone, type WrittenEntry } from '#domain/payroll/entries.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type CoveredRaise, listCoveredRaises } from './covered-raises.report.store.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { type ItemRow, listEntered, listItems } from './line-item.store.ts'
import { planWrite, writeItems } from './write-item.ts'

/** What waits again without a raise or without its hours, and why. */
export type LeftOff = { readonly line_item_uuid: string; readonly said: Text }

/** Which raises these archived items would leave behind if they waited again, and which of the items would come to nothing without them. */
export async function judgeRaises(
  ctx: Ctx,
  rows: readonly ItemRow[],
): Promise<{ covered: readonly CoveredRaise[]; worthless: ReadonlyMap<string, Text> }> {
  const archived = rows.filter(({ status }) => status === 'ARCHIVED')
  const covered = await listCoveredRaises(
    ctx.tx,
    archived.map(row => row.line_item_uuid),
  )
  const worthless = new Map<string, Text>()
  for (const row of archived) {
    const left = covered.filter(of => of.line_item_uuid === row.line_item_uuid)
    const minor = coveredIn(row.entries, left).reduce((sum, of) => sum + (of.amount_minor ?? 0), 0)
    const pay_date = left[0]?.pay_date
    if (pay_date && row.amount_minor <= BigInt(minor))
      worthless.set(
        row.line_item_uuid,
        textOf('payroll.reasons.worthlessWithout', { pay_date: formatDate(pay_date) }),
      )
  }
  return { covered, worthless }
}

/** Takes covered raises off items of a locked cycle that wait again, told as an edit in the audit log; answers what was taken off. */
export async function leaveOff(
  ctx: Ctx,
  { cycle_uuid, employer_uuid }: Pick<CycleRecord, 'cycle_uuid' | 'employer_uuid'>,
  covered: readonly CoveredRaise[],
): Promise<LeftOff[]> {
  if (covered.length === 0) return []
  const byItem = Map.groupBy(covered, of => of.line_item_uuid)
  const rows = await listEntered(ctx.tx, cycle_uuid, [...byItem.keys()])
  const writes = rows.map(row => {
    const gone = new Set(byItem.get(row.line_item_uuid)?.map(of => of.entry_uuid))
    const entries = listOrNone(row.entries?.filter(of => !gone.has(of.entry_uuid)) ?? [])
    const planned = planWrite(row, { ...writtenOf(row), entries })
    assert(planned && typeof planned === 'object', 'what would come to nothing stays archived')
    return planned
  })
  await writeItems(ctx, { employer_uuid }, writes)
  return rows.flatMap(({ line_item_uuid, currency, entries }) => {
    const left = byItem.get(line_item_uuid) ?? []
    return coveredIn(entries, left).map(({ pay_date, ...entry }) => ({
      line_item_uuid,
      said: textOf('payroll.reasons.leftOff', {
        amount: formatMoney({ currency, minor: BigInt(entry.amount_minor ?? 0) }),
        days: daysOf(entry),
        pay_date: formatDate(pay_date),
      }),
    }))
  })
}

/** Of items of a locked cycle that wait again and were fitted, those whose hours are others than they were before, with both. */
export async function hoursAnew(
  ctx: Ctx,
  { cycle_uuid }: Pick<CycleRecord, 'cycle_uuid'>,
  before: readonly ItemRow[],
): Promise<LeftOff[]> {
  if (before.length === 0) return []
  const was = new Map(before.map(row => [row.line_item_uuid, row.hours_hundredths]))
  const rows = await listItems(ctx.tx, cycle_uuid, { chosen: [...was.keys()] })
  return rows.flatMap(({ line_item_uuid, hours_hundredths: now }) => {
    const had = was.get(line_item_uuid) ?? now
    if (had === now) return []
    const params = { was: formatHours(had), now: formatHours(now) }
    return [{ line_item_uuid, said: textOf('payroll.reasons.hoursAnew', params) }]
  })
}

function coveredIn(entries: readonly WrittenEntry[] | null, covered: readonly CoveredRaise[]) {
  const paidOn = new Map(covered.map(of => [of.entry_uuid, of.pay_date]))
  return (entries ?? []).flatMap(entry => {
    const pay_date = paidOn.get(entry.entry_uuid)
    return pay_date ? [{ ...entry, pay_date }] : []
  })
}

/** The days that a raise is of; those of before say them in words alone. */
function daysOf({ raise, words }: Pick<WrittenEntry, 'raise' | 'words'>): string {
  const [first = '', last = first] = words.split('/')
  return raise ? formatPeriod(raise.first, raise.last) : formatPeriod(first, last)
}
