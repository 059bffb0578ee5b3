import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/kernel/plain-date.ts'
import { placeStatement } from './same-day.ts'
import type { DayStatement, KeptLine, ReadStatement, ShownEntry } from './told-days.ts'

const DAY = '2026-11-23'
const entry = (minor: number, bank_reference: string | null, day = DAY): ShownEntry => ({
  ...{ minor: BigInt(minor), day, bank_reference, reference: null },
})
type More = Partial<Omit<DayStatement<ShownEntry>, 'entries'>>
const statement = (
  opening: number,
  entries: readonly ShownEntry[],
  more: More = {},
): DayStatement<ShownEntry> => ({
  ...{ report_id: 'S', from_day: DAY, to_day: DAY, entries, made_at: null, page: null },
  opening_minor: BigInt(opening),
  closing_minor: entries.reduce((sum, { minor }) => sum + minor, BigInt(opening)),
  ...more,
})
type Place = Partial<ReadStatement<KeptLine>>
const read = (
  opening: number,
  entries: readonly ShownEntry[],
  { lines = entries.map(of => ({ ...of, stands: 'KEPT' as const })), ...more }: Place = {},
): ReadStatement<KeptLine> => {
  const { entries: _, ...of } = statement(opening, entries, more)
  return { ...of, part: more.part ?? 1, anew: more.anew ?? false, lines }
}
const [a, b, c] = [entry(100, 'A'), entry(-30, 'B'), entry(7, 'C')]
const at = (hour: number, report_id = 'S') => ({
  ...{ made_at: new Date(Date.UTC(2026, 10, 23, hour)), report_id },
})
const on = (add: number, until = add) => ({
  ...{ from_day: addDays(DAY, add), to_day: addDays(DAY, until) },
})
const AGAIN = { kind: 'AGAIN' }
const refused = (why: string) => ({ kind: 'REFUSED', why })
const stands = (part: number) => ({ kind: 'STANDS', part })
const anew = (opening: bigint, closing: bigint, added: unknown[] = [], gone: unknown[] = []) =>
  expect.objectContaining({
    ...{ kind: 'ANEW', opening_minor: opening, closing_minor: closing, added },
    gone: gone.map(of => expect.objectContaining(of as object)),
  })

describe('a statement of days that were read', () => {
  it('goes on where they ended, or stands before where they began', () => {
    const before = [read(50, [a])]
    expect(placeStatement(before, statement(150, [b]))).toEqual(stands(2))
    expect(placeStatement(before, statement(43, [c]))).toEqual(stands(0))
    expect(placeStatement(before, statement(0, [c]))).toEqual(refused('APART'))
    expect(placeStatement(before, statement(0, [c], on(1)))).toEqual(stands(1))
    // What was read before them ends where they begin: nothing can stand between.
    const whole = [read(0, [entry(50, 'Z')], on(-1)), ...before]
    expect(placeStatement(whole, statement(43, [c]))).toEqual(refused('APART'))
  })

  it('is the same again, or adds to it', () => {
    const before = [read(50, [a], at(9)), read(150, [b], { part: 2, ...at(10) })]
    expect(placeStatement(before, statement(50, [b, a], at(10)))).toEqual(AGAIN)
    expect(placeStatement(before, statement(50, [a], at(9)))).toEqual(AGAIN)
    expect(placeStatement(before, statement(120, [], at(11)))).toEqual(AGAIN)
    expect(placeStatement(before, statement(50, [a, b, c], at(10)))).toEqual(anew(50n, 127n, [c]))
    expect(placeStatement(before, statement(50, [a, b, c], at(9)))).toEqual(refused('OLDER'))
  })

  it('corrects it once it was made after it', () => {
    const before = [read(50, [a, b], at(20))]
    const corrected = (hour: number) => placeStatement(before, statement(50, [c, b], at(hour)))
    expect(corrected(21)).toEqual(anew(50n, 27n, [c], [a]))
    expect(corrected(20)).toEqual(refused('OLDER'))
    expect(corrected(19)).toEqual(refused('OLDER'))
    expect(placeStatement([read(50, [a])], statement(50, [c], at(21)))).toEqual(refused('OLDER'))
  })

  it('of before a correction changes nothing, by itself or as a part', () => {
    const gone = { ...a, stands: 'TAKEN' as const }
    const back = { ...a, minor: -100n, stands: 'TAKES_BACK' as const }
    const before = [
      read(50, [a], { ...at(9, 'P-1'), lines: [gone] }),
      read(150, [b], { ...at(10, 'P-2'), part: 2 }),
      read(50, [b], { ...at(20), part: 3, anew: true, lines: [back] }),
    ]
    expect(placeStatement(before, statement(50, [a], at(9, 'P-1')))).toEqual(AGAIN)
    // Made again by the bank, it is the same part still.
    expect(placeStatement(before, statement(50, [a], at(21, 'P-1')))).toEqual(AGAIN)
    expect(placeStatement(before, statement(50, [a, b], at(19)))).toEqual(refused('OLDER'))
    expect(placeStatement(before, statement(50, [a, b], at(20)))).toEqual(refused('OLDER'))
    expect(placeStatement(before, statement(50, [a, b], at(21)))).toEqual(anew(50n, 120n, [a]))
  })

  it('that fits by chance is refused: an older part at the end, a whole one before, what may be known', () => {
    const day = [read(50, [a], at(20))]
    expect(placeStatement(day, statement(150, [c], at(12)))).toEqual(refused('OLDER'))
    const second = [read(150, [b])]
    expect(placeStatement(second, statement(50, [entry(130, 'Q'), b]))).toEqual(refused('APART'))
    const fee = entry(-5, null)
    const came_back = [read(50, [a, fee, entry(5, 'P')], at(9))]
    expect(placeStatement(came_back, statement(150, [fee], at(10, 'T')))).toEqual(
      refused('TWOFOLD'),
    )
  })

  it('of a day that came to nothing is told apart by what it shows, or refused', () => {
    const back = entry(-100, 'D')
    const before = [read(50, [a, back], at(9))]
    expect(placeStatement(before, statement(50, [a, back], at(10)))).toEqual(AGAIN)
    expect(placeStatement(before, statement(50, [c], at(9)))).toEqual(stands(2))
    expect(placeStatement(before, statement(50, [c], at(10)))).toEqual(refused('TWOFOLD'))
    expect(placeStatement(before, statement(50, [a, c], at(10)))).toEqual(
      anew(50n, 157n, [c], [back]),
    )
    expect(placeStatement(before, statement(50, [], at(9)))).toEqual(AGAIN)
    // Days after it were read, and leave no room for more.
    const followed = [...before, read(50, [c], { ...on(1), ...at(12) })]
    expect(placeStatement(followed, statement(50, [c], at(10)))).toEqual(
      anew(50n, 57n, [c], [a, back]),
    )
  })

  it('counts entries that are alike as often as they stand there', () => {
    const fee = entry(-5, null)
    expect(placeStatement([read(50, [fee])], statement(50, [fee, fee]))).toEqual(
      anew(50n, 40n, [fee]),
    )
  })

  it('of a third part whose second is missing is refused, also where its entries look known', () => {
    const fee = entry(-5, null)
    const before = [read(50, [a, fee], at(9))]
    expect(placeStatement(before, statement(300, [fee], at(11)))).toEqual(refused('APART'))
    expect(placeStatement(before, statement(300, [], at(11)))).toEqual(refused('APART'))
    expect(placeStatement(before, statement(145, [fee], at(11)))).toEqual(stands(2))
  })
})

describe('a statement of more days, or of fewer', () => {
  const late = entry(9, 'E', addDays(DAY, 3))
  it('has what it adds to those, and one of fewer is held against its own', () => {
    const before = [read(50, [a], at(9))]
    expect(placeStatement(before, statement(50, [a, late], { ...on(0, 4), ...at(9) }))).toEqual(
      anew(50n, 159n, [late]),
    )
    const week = [read(50, [a, late], { ...on(0, 4), ...at(9) })]
    expect(placeStatement(week, statement(50, [a], at(8)))).toEqual(AGAIN)
    expect(placeStatement(week, statement(50, [a, c], at(9)))).toEqual(refused('OLDER'))
    expect(placeStatement(week, statement(50, [a, c], at(10)))).toEqual(anew(50n, 166n, [c]))
    expect(placeStatement(week, statement(150, [late], { ...on(3), ...at(9) }))).toEqual(AGAIN)
  })

  it('over a hole fills it', () => {
    const [two, five] = [entry(20, 'F', addDays(DAY, 1)), entry(5, 'G', addDays(DAY, 4))]
    const before = [read(50, [a], at(9)), read(170, [five], { ...on(4), ...at(9) })]
    expect(
      placeStatement(before, statement(50, [a, two, five], { ...on(0, 4), ...at(9) })),
    ).toEqual(anew(50n, 175n, [two]))
  })

  it('that a process of before read as a part, which tells by itself, is held against all the same', () => {
    const gone = { ...a, stands: 'TAKEN' as const }
    const back = { ...a, minor: -100n, stands: 'TAKES_BACK' as const }
    const as_before = [
      read(50, [a, b], { ...at(9), lines: [gone, { ...b, stands: 'KEPT' }] }),
      read(120, [], {
        ...at(12),
        part: 2,
        closing_minor: 27n,
        lines: [back, { ...c, stands: 'KEPT' }],
      }),
    ]
    expect(placeStatement(as_before, statement(50, [b, c], at(12)))).toEqual(AGAIN)
    expect(placeStatement(as_before, statement(50, [a, b], at(9)))).toEqual(AGAIN)
    expect(placeStatement(as_before, statement(50, [b], at(13)))).toEqual(anew(50n, 20n, [], [c]))
    expect(placeStatement(as_before, statement(27, [a], at(13)))).toEqual(stands(3))
  })

  it('finds its place where the day before was corrected, and not before', () => {
    const next = entry(3, 'N', addDays(DAY, 1))
    const stale = [read(50, [a], at(9)), read(150, [next], { ...on(1), ...at(10) })]
    const moved = statement(120, [next], { ...on(1), ...at(13) })
    expect(placeStatement(stale, moved)).toEqual(refused('APART'))
    const back = { ...b, stands: 'KEPT' as const }
    const corrected = read(50, [a, b], { ...at(12), part: 2, anew: true, lines: [back] })
    expect(placeStatement([...stale, corrected], moved)).toEqual(anew(120n, 123n))
  })
})

describe('a page', () => {
  const page = (number: number, hour = 9) => ({ ...at(hour), page: number })
  it('stands beside its neighbour, and takes nothing back', () => {
    const before = [read(50, [a], page(1))]
    expect(placeStatement(before, statement(150, [b], page(2)))).toEqual(stands(2))
    expect(placeStatement(before, statement(150, [b], page(3)))).toEqual(refused('PAGE'))
    expect(placeStatement(before, statement(150, [b], page(2, 10)))).toEqual(refused('PAGE'))
    expect(placeStatement(before, statement(50, [c], page(1, 10)))).toEqual(refused('PAGE'))
    expect(placeStatement(before, statement(50, [a, b], at(9)))).toEqual(anew(50n, 120n, [b]))
    expect(placeStatement([read(150, [b], page(2))], statement(50, [a], page(1)))).toEqual(
      stands(0),
    )
  })

  it('that comes to nothing is the same again, and the next one that comes to nothing is not', () => {
    const [up, down] = [entry(5, null), entry(-5, null)]
    const before = [read(50, [a], page(1)), read(150, [up, down], { ...page(2), part: 2 })]
    expect(placeStatement(before, statement(150, [down, up], page(2)))).toEqual(AGAIN)
    expect(placeStatement(before, statement(150, [down, up], page(3)))).toEqual(stands(3))
  })
})
