import { describe, expect, it } from 'vitest'
import { placeStatement, type ReadStatement, type ShownEntry } from './same-day.ts'

const entry = (minor: number, bank_reference: string | null, day = '2026-11-23'): ShownEntry => ({
  ...{ minor: BigInt(minor), day, bank_reference, reference: null },
})
const statement = (
  opening: number,
  entries: readonly ShownEntry[],
  more: Partial<ReadStatement<ShownEntry>> = {},
): ReadStatement<ShownEntry> => ({
  ...{ from_day: '2026-11-23', to_day: '2026-11-23', part: 1, entries, made_at: null },
  opening_minor: BigInt(opening),
  closing_minor: entries.reduce((sum, { minor }) => sum + minor, BigInt(opening)),
  ...more,
})
const [a, b, c] = [entry(100, 'A'), entry(-30, 'B'), entry(7, 'C')]
const at = (hour: number) => ({ made_at: new Date(Date.UTC(2026, 10, 23, hour)) })

describe('a statement of days that were read', () => {
  it('goes on where they ended, or stands before where they began', () => {
    const read = [statement(50, [a])]
    expect(placeStatement(read, statement(150, [b]))).toEqual({ kind: 'STANDS', part: 2 })
    expect(placeStatement(read, statement(43, [c]))).toEqual({ kind: 'STANDS', part: 0 })
    expect(placeStatement(read, statement(0, [c]))).toEqual({ kind: 'APART' })
    const other = { from_day: '2026-11-24', to_day: '2026-11-24' }
    expect(placeStatement(read, statement(0, [c], other))).toEqual({ kind: 'STANDS', part: 1 })
  })

  it('is the same again, or adds to it, whenever it was made', () => {
    const read = [statement(50, [a]), statement(150, [b], { part: 2 })]
    expect(placeStatement(read, statement(50, [b, a]))).toEqual({ kind: 'AGAIN' })
    expect(placeStatement(read, statement(50, [a]))).toEqual({ kind: 'AGAIN' })
    expect(placeStatement(read, statement(120, []))).toEqual({ kind: 'AGAIN' })
    expect(placeStatement(read, statement(50, [a, b, c]))).toEqual({
      ...{ kind: 'ANEW', part: 3, opening_minor: 120n, added: [c], gone: [] },
    })
  })

  it('corrects it once it was made after it', () => {
    const read = [statement(50, [a, b], at(20))]
    const corrected = (hour: number) => placeStatement(read, statement(50, [c, b], at(hour)))
    expect(corrected(21)).toEqual({
      ...{ kind: 'ANEW', part: 2, opening_minor: 120n, added: [c], gone: [a] },
    })
    expect(corrected(20)).toEqual({ kind: 'OLDER' })
    expect(corrected(19)).toEqual({ kind: 'OLDER' })
    expect(placeStatement([statement(50, [a])], statement(50, [c], at(21))).kind).toBe('OLDER')
  })

  it('of a day that came to nothing is told apart by what it shows', () => {
    const back = entry(-100, 'D')
    const read = [statement(50, [a, back])]
    expect(placeStatement(read, statement(50, [a, back]))).toEqual({ kind: 'AGAIN' })
    expect(placeStatement(read, statement(50, [c]))).toEqual({ kind: 'STANDS', part: 2 })
    expect(placeStatement(read, statement(50, []))).toEqual({ kind: 'AGAIN' })
  })

  it('counts entries that are alike as often as they stand there', () => {
    const fee = entry(-5, null)
    expect(placeStatement([statement(50, [fee])], statement(50, [fee, fee]))).toEqual({
      ...{ kind: 'ANEW', part: 2, opening_minor: 45n, added: [fee], gone: [] },
    })
  })

  it('of more days has what it adds to those, and one of fewer is told apart', () => {
    const week = { to_day: '2026-11-27' }
    const late = entry(9, 'E', '2026-11-26')
    const read = [statement(50, [a])]
    expect(placeStatement(read, statement(50, [a, late], week))).toEqual({
      ...{ kind: 'ANEW', part: 2, opening_minor: 150n, added: [late], gone: [] },
    })
    const read_week = [statement(50, [a, late], week)]
    expect(placeStatement(read_week, statement(50, [a]))).toEqual({ kind: 'AGAIN' })
    expect(placeStatement(read_week, statement(50, [a, c]))).toEqual({ kind: 'APART' })
  })
})
