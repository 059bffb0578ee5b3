/** Whatever a bank sends and in which order: nothing is kept twice, sums hold, copies change nothing, and the newest telling wins. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/plain-date.ts'
import { type Placing, placeStatement } from './same-day.ts'
import { type Draw, FIRST_DAY, tellingBank } from './telling-bank.test-data.ts'
import {
  areAlike,
  currentOf,
  type DayStatement,
  differenceOf,
  type KeptLine,
  type ReadStatement,
  type ShownEntry,
  sumOf,
  toldDays,
} from './told-days.ts'

const DAYS = 4
const RUNS = 1_500
type Read = ReadStatement<KeptLine>
type Said = DayStatement<ShownEntry>

const kept = (lines: readonly ShownEntry[]) =>
  lines.map((line): KeptLine => ({ ...line, stands: 'KEPT' }))

/** What is read with a statement that was placed. */
function withPlaced(
  read: readonly Read[],
  { entries, ...next }: Said,
  placing: Placing<KeptLine, ShownEntry>,
): readonly Read[] {
  if (placing.kind === 'STANDS')
    return [...read, { ...next, part: placing.part, anew: false, lines: kept(entries) }]
  if (placing.kind !== 'ANEW') return read
  const { kind: _, added, gone, ...place } = placing
  const back = gone.map(
    ({ minor, ...line }): KeptLine => ({
      ...{ ...line, minor: -minor, stands: 'TAKES_BACK' },
    }),
  )
  const before = read.map(of => ({
    ...of,
    lines: of.lines.map(
      (line): KeptLine => (gone.includes(line) ? { ...line, stands: 'TAKEN' } : line),
    ),
  }))
  return [...before, { ...next, ...place, anew: true, lines: [...back, ...kept(added)] }]
}

const linesOf = (read: readonly Read[], stands = 'KEPT') =>
  read.flatMap(({ lines }) => lines).filter(line => line.stands === stands)
const ofDay = (lines: readonly ShownEntry[], day: string) => lines.filter(of => of.day === day)
const days = Array.from({ length: DAYS }, (_, at) => addDays(FIRST_DAY, at))
/** Draws by a seed (mulberry32). */
function drawOf(seed: number): Draw {
  let state = seed
  return limit => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}
/** Sums hold: each one that tells by itself and each that tells its days whole ends with what it begins with and the lines of it. */
function sumsHold(read: readonly Read[]): void {
  for (const of of read) {
    const under = read.filter(
      by => by.from_day >= of.from_day && by.to_day <= of.to_day && by.part <= of.part,
    )
    const lines = of.anew ? under.flatMap(by => by.lines) : of.lines
    expect(of.opening_minor + sumOf(lines)).toBe(of.closing_minor)
  }
  expect(sumOf(linesOf(read))).toBe(sumOf(read.flatMap(({ lines }) => lines)))
  const begins = currentOf(read).reduce(
    ({ sum, end }, of) => ({ sum: sum + of.opening_minor - end, end: of.closing_minor }),
    { sum: 0n, end: 0n },
  )
  expect(begins.sum + sumOf(linesOf(read))).toBe(begins.end)
}

/** What is kept of a day is what the bank said of it at one time, or a part of it. */
function nothingIsInvented(
  read: readonly Read[],
  tellings: ReturnType<typeof tellingBank>['tellings'],
): void {
  for (const day of days) {
    const own = ofDay(linesOf(read), day)
    const found = (tellings.get(day) ?? []).some(of => differenceOf(of, own).added.length === 0)
    expect([day, own, found]).toEqual([day, own, true])
  }
}

/** The same statement with other bytes: as it was, or made again under its id where it is known whole. */
const copyOf = (of: Said): Said => ({ ...of, entries: of.entries.toReversed() })

describe('a bank that says what it likes', () => {
  it('is kept without anything doubled or invented, in any order and however often', () => {
    fc.assert(
      fc.property(fc.noShrink(fc.integer()), seed => {
        const draw = drawOf(seed)
        const { said, tellings } = tellingBank(draw, DAYS)
        const [first] = said
        let read: readonly Read[] = []
        const take = (next: Said) => {
          const placing = placeStatement(read, next)
          read = withPlaced(read, next, placing)
          nothingIsInvented(read, tellings)
          sumsHold(read)
          if (placing.kind === 'ANEW')
            for (const day of days.filter(of => of >= next.from_day && of <= next.to_day))
              if (placing.gone.length > 0)
                expect(areAlike(ofDay(linesOf(read), day), ofDay(next.entries, day))).toBe(true)
          const again = placeStatement(read, copyOf(next))
          if (placing.kind !== 'REFUSED') expect(again).toEqual({ kind: 'AGAIN' })
          return placing
        }
        if (first) take(first)
        for (let left = said.length * 2; left > 0; left -= 1) {
          const one = said[draw(said.length)]
          if (one) take(one)
        }
      }),
      { seed: 149, numRuns: RUNS },
    )
  })

  it('is kept as it says by now where all of it comes in its order, but for days that come to nothing', () => {
    let whole = 0
    fc.assert(
      fc.property(fc.noShrink(fc.integer()), seed => {
        const draw = drawOf(seed)
        const { said, days: now } = tellingBank(draw, DAYS)
        let read: readonly Read[] = []
        let missing = false
        for (const next of said) {
          const placing = placeStatement(read, next)
          if (placing.kind === 'REFUSED' && placing.why === 'TWOFOLD') {
            expect(comesBack(read, next)).toBe(true)
            return
          }
          // Days that it never told are missing before it.
          if (placing.kind === 'REFUSED') {
            expect(beginsApart(read, next)).toBe(true)
            missing = true
          }
          read = withPlaced(read, next, placing)
          if (missing) continue
          // What it said before says nothing new, and takes nothing back.
          for (const old of said.slice(0, said.indexOf(next)))
            expect(['AGAIN', 'REFUSED']).toContain(placeStatement(read, copyOf(old)).kind)
        }
        if (missing) return
        whole += 1
        for (const day of new Set(said.flatMap(({ from_day, to_day }) => [from_day, to_day])))
          expect(areAlike(ofDay(linesOf(read), day), now.get(day) ?? [])).toBe(true)
      }),
      { seed: 149, numRuns: RUNS },
    )
    expect(whole).toBeGreaterThan(RUNS / 2)
  })
})

/** Whether what an account had at the end of days it also had before, somewhere in them. */
function comesBack(read: readonly Read[], next: Said): boolean {
  const told = toldDays(read, next)
  if (!told || next.opening_minor !== told.closing_minor) return false
  const { opening_minor, kept } = told
  return kept.some((_, at) => opening_minor + sumOf(kept.slice(0, at)) === next.opening_minor)
}

/** Whether what was read before the days of a statement does not end where they begin. */
function beginsApart(read: readonly Read[], next: Said): boolean {
  const told = toldDays(read, next)
  return told?.before_minor !== undefined && told.before_minor !== told.opening_minor
}
