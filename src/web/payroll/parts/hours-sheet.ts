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

/** The sheet as it is, and the steps back and forth from it: what each changes, so that a hundred of them cost no hundred sheets. */
export type History = {
  readonly now: Sheet
  readonly past: readonly (readonly Edit[])[]
  readonly ahead: readonly (readonly Edit[])[]
}

/** So many steps can be taken back. */
const MOST_STEPS = 100

/** A sheet that was kept as text, with the cell that somebody was in when the page was left as a step of it; what is no sheet begins empty. */
export function begun(kept: string, typing: unknown = {}): History {
  const edits = Object.entries(cellsOf(typing)).map(([line_item_uuid, hours]) => ({
    ...{ line_item_uuid, hours },
  }))
  return edited({ now: sheetOf(kept), past: [], ahead: [] }, edits)
}

/** The history after some cells changed at once, which is one step; nothing changes where they are as they were. */
export function edited(history: History, edits: readonly Edit[]): History {
  const { next, back } = stepped(history.now, edits)
  if (back.length === 0) return history
  return { now: next, past: [...history.past, back].slice(-MOST_STEPS), ahead: [] }
}

/** The sheet after a step, and the step that leads back. */
function stepped(now: Sheet, edits: readonly Edit[]): { next: Sheet; back: readonly Edit[] } {
  const next: Record<string, TypedHours> = { ...now }
  const back: Edit[] = []
  for (const { line_item_uuid: id, hours } of edits) {
    const before = next[id]
    if (isSame(before, hours)) continue
    back.push({ line_item_uuid: id, hours: before })
    if (hours) next[id] = hours
    else delete next[id]
  }
  return { next, back: back.reverse() }
}

function isSame(one: TypedHours | undefined, other: TypedHours | undefined): boolean {
  return one?.typed === other?.typed && one?.version === other?.version && one?.line === other?.line
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
  const step = past.at(-1)
  if (!step) return history
  const { next, back } = stepped(now, step)
  return { now: next, past: past.slice(0, -1), ahead: [back, ...ahead] }
}

/** One step forth again; the same where there is none. */
export function redone(history: History): History {
  const { now, past, ahead } = history
  const [step, ...rest] = ahead
  if (!step) return history
  const { next, back } = stepped(now, step)
  return { now: next, past: [...past, back], ahead: rest }
}

function sheetOf(kept: string): Sheet {
  try {
    return cellsOf(kept === '' ? {} : JSON.parse(kept))
  } catch {
    return {}
  }
}

/** The cells of something that was kept as a sheet. */
function cellsOf(kept: unknown): Sheet {
  if (typeof kept !== 'object' || kept === null) return {}
  return Object.fromEntries(Object.entries(kept).filter(([, cell]) => isTyped(cell)))
}

/** Whether it is a cell as it is kept: what another version of the page kept otherwise is left out. */
function isTyped(cell: unknown): cell is TypedHours {
  const { typed, version, line } = (cell ?? {}) as Partial<Record<keyof TypedHours, unknown>>
  const isLine = line === undefined || Number.isInteger(line)
  return typeof typed === 'string' && Number.isInteger(version) && isLine
}
