/** The hours of many line items at once: looked at as often as they are typed, saved all together or not at all. */
import type { z } from 'zod'
import { MOST_CHOSEN } from '#contract/approval-shapes.ts'
import type { cycleSelection, HoursRow } from '#contract/cycle-selection.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { type InvalidField, invalidField, Problem, requireValid } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { isOfBatch } from '#domain/payroll/entries.ts'
import {
  type HoursLine,
  hoursByContent,
  hoursByHead,
  matchHours,
  readHours,
  wrongHours,
} from '#domain/payroll/hours-list.ts'
import { totalsOf } from '#domain/payroll/review-marks.ts'
import { isFilled, type ListLine, readLines } from '../kernel/list-text.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockCycleToWrite } from './approve-cycle.ts'
import { answersOn, type Corrected, keepCorrections, saysWhy } from './correct-time.ts'
import { countsOf } from './cycle-count.store.ts'
import { afterHours } from './edit-item.ts'
import { getOwnCycle } from './get-cycle.ts'
import { type HoursItem, listHoursItems } from './hours.report.store.ts'
import { planWrite, type ToWrite, writeItems } from './write-item.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }
type Calls = typeof cycleSelection
type Shown = z.output<typeof HoursRow>
type Cell = NonNullable<z.output<Calls['previewHours']['response']>['cells']>[number]

/** A row of the list or of the grid, with the item that it means or why it means none. */
type Meant = Pick<Shown, 'line' | 'who' | 'typed'> & {
  readonly found: HoursItem | Text
  /** As it was read; null where the list is read only now. */
  readonly version: number | null
}

/** So many items are read, and saved, at once. */
const SLICE = 2_000
/** So many rows that are wrong are named where they are saved, or looked at page by page; looking at all of them names all. */
const MOST_WRONG = 100

/** What hours would make of their items, row by row; VALIDATION where a list cannot be read. */
export async function previewHours(
  ctx: Ctx,
  id: CycleId,
  asked: z.output<Calls['previewHours']['body']>,
): Promise<z.output<Calls['previewHours']['response']>> {
  const { cycle_uuid } = await getOwnCycle(ctx, id)
  const items = await listHoursItems(ctx.tx, cycle_uuid)
  const meant = 'text' in asked ? readText(asked, items) : typedRows(asked.rows, items)
  const rows = meant.map(row => present(ctx, row))
  const counts = await countsOf(ctx.tx, cycle_uuid)
  const before = totalsOf(counts, status => status === 'PENDING_APPROVAL')
  const unmeant = rows.filter(({ item }) => item === null)
  const countOf = (state: Shown['state']) => rows.filter(row => row.state === state).length
  return {
    ...answered(asked, rows, unmeant),
    unmeant: unmeant.length,
    counts: { MEND: countOf('MEND'), CHANGED: countOf('CHANGED'), SAME: countOf('SAME') },
    before,
    after: totalsByCurrency([...before, ...rows.flatMap(differenceOf)]),
  }
}

/** The rows that are asked for: all, those of a page, or of a list in brief what it puts into the cells. */
function answered(
  asked: z.output<Calls['previewHours']['body']>,
  rows: readonly Shown[],
  unmeant: readonly Shown[],
) {
  if ('rows' in asked) return { rows: asked.shown ? shownOf(rows, asked.shown) : [...rows] }
  if (!asked.brief) return { rows: [...rows] }
  const cells = rows.flatMap(({ item, typed, line, state }): Cell[] =>
    item && line !== null
      ? [[item.line_item_uuid, item.version, typed, line, state === 'SAME']]
      : [],
  )
  return { rows: unmeant.slice(0, MOST_WRONG), cells }
}

/** What a page shows of many rows: those of its items, and the first that are to be mended. */
function shownOf(rows: readonly Shown[], shown: readonly string[]): Shown[] {
  const asked = new Set(shown)
  let mend = 0
  return rows.filter(({ item, state }) => {
    const first = state === 'MEND' && ++mend <= MOST_WRONG
    return first || (item !== null && asked.has(item.line_item_uuid))
  })
}

/**
 * Saves the hours of items that wait, all or none: each row that is wrong is named with what is wrong. A row whose item changed since it
 * was read is wrong, unless it has these hours already, so that the same again changes nothing; without `words` so is one that corrects
 * time that was answered, of which its contractor is told.
 */
export async function saveHours(
  ctx: Ctx,
  id: CycleId,
  { rows, words }: z.output<Calls['saveHours']['body']>,
): Promise<z.output<Calls['saveHours']['response']>> {
  const cycle = await lockCycleToWrite(ctx, id)
  const items = new Map(
    (await listHoursItems(ctx.tx, cycle.cycle_uuid)).map(item => [item.line_item_uuid, item]),
  )
  const correctedBy = await answersOn(
    ctx,
    rows.map(row => row.line_item_uuid),
  )
  const writes: ToWrite[] = []
  const corrections: Corrected[] = []
  const wrong: InvalidField[] = []
  const seen = new Set<string>()
  for (const [at, { line_item_uuid, version, hours }] of rows.entries()) {
    const item = items.get(line_item_uuid)
    if (!item) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
    const planned = seen.has(line_item_uuid)
      ? textOf('payroll.hoursGrid.said.again', { name: item.name })
      : planHours(ctx, item, { version, hours, words })
    seen.add(line_item_uuid)
    if (!planned) continue
    const corrected = correctedBy(line_item_uuid, { written: hours, words })
    const said = 'text' in planned ? planned : unsaid(corrected, item)
    if (said) wrong.push({ loc: ['body', 'rows', at, 'hours'], ...said, type: 'value_error' })
    else if (!('text' in planned)) writes.push(planned)
    if (corrected) corrections.push(corrected)
  }
  requireValid(wrong.slice(0, MOST_WRONG))
  for (let at = 0; at < writes.length; at += SLICE)
    await writeItems(ctx, cycle, writes.slice(at, at + SLICE))
  await keepCorrections(ctx, corrections)
  return { changed: writes.length, same: rows.length - writes.length }
}

/** That a correction of time that was answered does not say why. */
function unsaid(corrected: Corrected | undefined, { name }: HoursItem): Text | undefined {
  const says = !corrected || saysWhy(corrected)
  return says ? undefined : textOf('payroll.hoursGrid.said.reason', { name })
}

/** What hours write on an item; null where it has them already, and words where they cannot be. */
function planHours(
  ctx: Ctx,
  item: HoursItem,
  { version, hours, words }: { version: number | null; hours: number; words: string },
): ToWrite | Text | null {
  const { name, status } = item
  if (isOfBatch(item.entries)) return textOf('payroll.hoursGrid.said.ofBatch', { name })
  const wrong = wrongHours(hours)
  if (wrong)
    return textOf(`payroll.hoursGrid.said.${hours <= 0 ? 'tooLittle' : 'tooMuch'}`, { name })
  if (hours === item.hours_hundredths) return null
  if (status !== 'PENDING_APPROVAL') return textOf('payroll.hoursGrid.said.notWaiting', { name })
  if (version !== null && version !== item.version)
    return textOf('payroll.hoursGrid.said.changed', {
      name,
      hours: formatHours(item.hours_hundredths),
    })
  const planned = planWrite(item, afterHours(ctx, item, hours, words))
  if (typeof planned !== 'string') return planned
  const why = planned === 'payroll.problems.comesToTooMuch' ? 'comesToTooMuch' : 'comesToNothing'
  return textOf(`payroll.hoursGrid.said.${why}`, { name })
}

function present(ctx: Ctx, { found, version, ...row }: Meant): Shown {
  const hours = readHours(row.typed)
  if ('text' in found) {
    const readable = typeof hours === 'number' && hours >= 0 ? hours : null
    return { ...row, item: null, hours: readable, amount: null, state: 'MEND', said: found }
  }
  const { line_item_uuid, name, hours_hundredths, currency, amount_minor } = found
  const item = {
    ...{ line_item_uuid, version: found.version, contractor_name: name, hours: hours_hundredths },
    amount: { currency, minor: amount_minor },
  }
  const shown = { ...row, item, amount: null }
  if (typeof hours !== 'number') return { ...shown, hours: null, state: 'MEND', said: hours }
  const planned = planHours(ctx, found, { version, hours, words: '' })
  if (planned && 'text' in planned)
    return { ...shown, hours: hours < 0 ? null : hours, state: 'MEND', said: planned }
  if (!planned) return { ...shown, hours, amount: item.amount, state: 'SAME', said: null }
  const amount = { currency, minor: planned.amount_minor }
  return { ...shown, hours, amount, state: 'CHANGED', said: null }
}

function differenceOf({ item, amount, state }: Shown): Money[] {
  if (state !== 'CHANGED' || !item || !amount) return []
  return [{ currency: amount.currency, minor: amount.minor - item.amount.minor }]
}

function typedRows(
  rows: Extract<z.output<Calls['previewHours']['body']>, { rows: unknown }>['rows'],
  items: readonly HoursItem[],
): Meant[] {
  const byId = new Map(items.map(item => [item.line_item_uuid, item]))
  return rows.map(({ line_item_uuid, version, hours }) => {
    const found = byId.get(line_item_uuid)
    if (!found) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
    return { line: null, who: found.name, typed: hours, found, version }
  })
}

/** The rows of a list: by whom they name; those of a single column are the pays of the cycle one after the other, of which an empty cell leaves its own. */
function readText(
  { text, from }: { readonly text: string; readonly from?: string | undefined },
  items: readonly HoursItem[],
): Meant[] {
  const lines = readLines(text, { most: MOST_CHOSEN, gaps: true })
  const first = lines.findIndex(isFilled)
  const heads = hoursByHead(lines[first]?.cells ?? [])
  const body = heads ? lines.slice(first + 1) : lines
  const filled = body.filter(isFilled)
  const fields = heads ?? hoursByContent(filled.map(({ cells }) => cells))
  if (!fields) throw invalidField('text', 'payroll.hoursGrid.said.whichColumn')
  const rowOf = ({ line, cells }: ListLine): HoursLine => {
    const cell = (field: (typeof fields)[number]) => (cells[fields.indexOf(field)] ?? '').trim()
    return {
      ...{ line, email: cell('email'), name: cell('name'), role: cell('role') },
      hours: cell('hours'),
    }
  }
  const meant =
    fields.includes('email') || fields.includes('name')
      ? matchHours(filled.map(rowOf), items)
      : inOrder(body.map(rowOf), items, from).filter(({ row }) => row.hours !== '')
  return meant.map(({ row: { line, email, name, hours }, found }) => ({
    ...{ line, who: email || name, typed: hours, found, version: null },
  }))
}

/** Rows without names are the items one after the other, in the order in which the cycle shows them. */
function inOrder(rows: readonly HoursLine[], items: readonly HoursItem[], from?: string) {
  const begin = from === undefined ? 0 : items.findIndex(item => item.line_item_uuid === from)
  if (begin < 0) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
  return rows.map((row, at) => ({
    row,
    found: items[begin + at] ?? textOf('payroll.hoursGrid.said.noMorePays'),
  }))
}
