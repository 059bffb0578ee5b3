/** The sheet of hours before it is saved: what was typed for which pay, and the way back and forth between its states. */
import { readHours, wrongHours } from '#domain/payroll/hours-list.ts'

/** Hours as they were typed, the version of the pay that they were typed for, and the line of the list that they come from. */
export type TypedHours = {
  readonly typed: string
  readonly version: number
  readonly line?: number
}

/** What was typed, by line item. */
export type Sheet = Readonly<Record<string, TypedHours>>

/** A change of one cell; without hours what was typed there is taken back. */
export type Edit = { readonly line_item_uuid: string; readonly hours: TypedHours | undefined }

/** The sheet as it is, and the states before and after it. */
export type History = {
  readonly now: Sheet
  readonly past: readonly Sheet[]
  readonly ahead: readonly Sheet[]
}

/** So many steps can be taken back. */
const MOST_STEPS = 100

/** A sheet that was kept as text; what is none begins empty. */
export function begun(kept: string): History {
  return { now: sheetOf(kept), past: [], ahead: [] }
}

/** The history after some cells changed at once, which is one step; nothing changes where they are as they were. */
export function edited(history: History, edits: readonly Edit[]): History {
  const { now, past } = history
  const next: Record<string, TypedHours> = { ...now }
  for (const { line_item_uuid: id, hours } of edits)
    if (hours) next[id] = hours
    else delete next[id]
  if (JSON.stringify(next) === JSON.stringify(now)) return history
  return { now: next, past: [...past, now].slice(-MOST_STEPS), ahead: [] }
}

/** What saving a sheet sends; undefined where something typed is no hours that a pay can have. */
export function toSave(sheet: Sheet) {
  const rows: { line_item_uuid: string; version: number; hours: number }[] = []
  for (const [line_item_uuid, { typed, version }] of Object.entries(sheet)) {
    const hundredths = readHours(typed)
    if (typeof hundredths !== 'number' || wrongHours(hundredths)) return undefined
    rows.push({ line_item_uuid, version, hours: hundredths / 100 })
  }
  return rows
}

/** What of a sheet was typed after it was sent as `sent`: the cells that hold something else by now. */
export function typedSince(now: Sheet, sent: Sheet): Sheet {
  const isSent = ([id, { typed, version }]: [string, TypedHours]) =>
    sent[id]?.typed === typed && sent[id].version === version
  return Object.fromEntries(Object.entries(now).filter(cell => !isSent(cell)))
}

/** One step back; the same where there is none. */
export function undone(history: History): History {
  const { now, past, ahead } = history
  const before = past.at(-1)
  return before ? { now: before, past: past.slice(0, -1), ahead: [now, ...ahead] } : history
}

/** One step forth again; the same where there is none. */
export function redone(history: History): History {
  const { now, past, ahead } = history
  const [next, ...rest] = ahead
  return next ? { now: next, past: [...past, now], ahead: rest } : history
}

function sheetOf(kept: string): Sheet {
  try {
    const sheet: unknown = kept === '' ? {} : JSON.parse(kept)
    if (typeof sheet !== 'object' || sheet === null) return {}
    return Object.fromEntries(Object.entries(sheet).filter(([, cell]) => isTyped(cell)))
  } catch {
    return {}
  }
}

/** Whether it is a cell as it is kept: what another version of the page kept otherwise is left out. */
function isTyped(cell: unknown): cell is TypedHours {
  const { typed, version, line } = (cell ?? {}) as Partial<Record<keyof TypedHours, unknown>>
  const isLine = line === undefined || Number.isInteger(line)
  return typeof typed === 'string' && Number.isInteger(version) && isLine
}
