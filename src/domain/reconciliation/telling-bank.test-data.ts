/** A bank with true days, which tells them in every way that banks do: whole, in parts, in pages, so far, by the week, and again once they were corrected. */
import { addDays } from '#domain/kernel/plain-date.ts'
import type { DayStatement, ShownEntry } from './told-days.ts'

export type Bank = {
  readonly said: DayStatement<ShownEntry>[]
  /** Each telling of a day that the bank ever had. */
  readonly tellings: Map<string, (readonly ShownEntry[])[]>
  readonly days: ReadonlyMap<string, readonly ShownEntry[]>
}

/** Draws a whole number below a limit. */
export type Draw = (limit: number) => number

export const FIRST_DAY = '2026-11-23'
const WAYS = ['WHOLE', 'SO_FAR', 'PAGES', 'PARTS', 'NOTHING'] as const

type Telling = {
  readonly bank: Bank & { days: Map<string, readonly ShownEntry[]> }
  readonly draw: Draw
  hour: number
  named: number
}

/** What a bank says of some days, in the order of its saying. The first day is told whole. */
export function tellingBank(draw: Draw, count: number): Bank {
  const bank = { said: [], tellings: new Map(), days: new Map() }
  const telling: Telling = { bank, draw, hour: 0, named: 0 }
  for (let at = 0; at < count; at += 1) {
    const day = addDays(FIRST_DAY, at)
    const entries = entriesOf(telling, day)
    keepDay(telling, day, [])
    tellDay(telling, day, entries, at === 0 ? 'WHOLE' : (WAYS[draw(WAYS.length)] ?? 'WHOLE'))
    if (draw(3) === 0) say(telling, { from: addDays(day, -Math.min(at, draw(3))), to: day })
    if (draw(2) === 0) correct(telling, addDays(FIRST_DAY, draw(at + 1)), day)
  }
  return bank
}

/** Entries of a day: sums that meet by chance nowhere, and by intent often. */
function entriesOf(telling: Telling, day: string): ShownEntry[] {
  const { draw } = telling
  const entries: ShownEntry[] = []
  for (let left = draw(4); left > 0; left -= 1) {
    const one = entries[draw(entries.length || 1)]
    const kind = draw(4)
    if (one && kind === 0) entries.push({ ...one, bank_reference: nameOf(telling) })
    else if (one && kind === 1)
      entries.push({ ...one, minor: -one.minor, bank_reference: nameOf(telling) })
    else entries.push(newEntry(telling, day))
  }
  return entries
}

function newEntry(telling: Telling, day: string): ShownEntry {
  const minor = BigInt(1 + telling.draw(1_000_000_000)) * (telling.draw(2) === 0 ? 1n : -1n)
  return { minor, day, bank_reference: nameOf(telling), reference: null }
}

/** Most entries have a reference of the bank's own, and no two the same one. */
function nameOf(telling: Telling): string | null {
  telling.named += 1
  return telling.draw(3) === 0 ? null : `B-${telling.named}`
}

function keepDay({ bank }: Telling, day: string, entries: readonly ShownEntry[]): void {
  bank.days.set(day, entries)
  bank.tellings.set(day, [...(bank.tellings.get(day) ?? []), entries])
}

function tellDay(
  telling: Telling,
  day: string,
  entries: readonly ShownEntry[],
  way: (typeof WAYS)[number],
): void {
  const cut = telling.draw(entries.length + 1)
  const [first, rest] = [entries.slice(0, cut), entries.slice(cut)]
  const pieces = [first, rest]
  if (way === 'PAGES') {
    const at = { hour: telling.hour + 1, id: `PAGES-${day}` }
    pieces.forEach((piece, page) => {
      tellPiece(telling, day, piece, { ...at, page: page + 1 })
    })
    telling.hour += 1
  } else if (way === 'PARTS') {
    for (const piece of pieces) tellPiece(telling, day, piece, {})
  } else {
    keepDay(telling, day, first)
    if (way === 'SO_FAR') say(telling, { from: day, to: day })
    keepDay(telling, day, entries)
    if (way !== 'NOTHING') say(telling, { from: day, to: day })
  }
}

type Made = { readonly hour?: number; readonly id?: string; readonly page?: number }

/** What was added to a day, by itself. */
function tellPiece(telling: Telling, day: string, piece: readonly ShownEntry[], made: Made): void {
  const before = telling.bank.days.get(day) ?? []
  const opening_minor = startOf(telling, day) + before.reduce((sum, { minor }) => sum + minor, 0n)
  keepDay(telling, day, [...before, ...piece])
  push(telling, { from: day, to: day }, { opening_minor, entries: piece, ...made })
}

type Days = { readonly from: string; readonly to: string }

/** Days as they are by now. */
function say(telling: Telling, days: Days): void {
  const entries = [...telling.bank.days]
    .filter(([day]) => day >= days.from && day <= days.to)
    .flatMap(([, of]) => of)
  push(telling, days, { opening_minor: startOf(telling, days.from), entries })
}

function startOf({ bank }: Telling, from: string): bigint {
  return [...bank.days]
    .filter(([day]) => day < from)
    .flatMap(([, of]) => of)
    .reduce((sum, { minor }) => sum + minor, 1_000n)
}

function push(
  telling: Telling,
  { from, to }: Days,
  {
    opening_minor,
    entries,
    hour,
    id,
    page,
  }: Made & Pick<DayStatement<ShownEntry>, 'opening_minor' | 'entries'>,
): void {
  telling.hour = hour === undefined ? telling.hour + 1 : telling.hour
  telling.bank.said.push({
    report_id: id ?? `S-${telling.hour}`,
    ...{ from_day: from, to_day: to, opening_minor, entries, page: page ?? null },
    closing_minor: entries.reduce((sum, { minor }) => sum + minor, opening_minor),
    made_at: new Date(Date.UTC(2026, 10, 23, hour ?? telling.hour)),
  })
}

/** Changes a day that is over, tells it again, and each day since that begins otherwise by that. */
function correct(telling: Telling, day: string, until: string): void {
  const { draw, bank } = telling
  const before = bank.days.get(day) ?? []
  const spared = before.filter(() => draw(3) > 0)
  const entries = draw(2) === 0 ? [...spared, newEntry(telling, day)] : spared
  const moved = startOf(telling, addDays(day, 1))
  keepDay(telling, day, entries)
  say(telling, { from: day, to: day })
  if (startOf(telling, addDays(day, 1)) === moved) return
  for (let later = addDays(day, 1); later <= until; later = addDays(later, 1))
    say(telling, { from: later, to: later })
}
