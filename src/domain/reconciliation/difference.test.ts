import { describe, expect, it } from 'vitest'
import { actionsFor, cutoffOf, missingDays } from './difference.ts'

/** Monday to Friday; 2026-11-27 is a Friday. */
const weekday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

describe('days of a bank', () => {
  it('count the last three business days as time that the bank has', () => {
    expect(cutoffOf('2026-11-27', weekday)).toBe('2026-11-24')
    expect(cutoffOf('2026-11-30', weekday)).toBe('2026-11-25')
    expect(cutoffOf('2026-11-29', weekday)).toBe('2026-11-24')
  })

  it('miss a statement once the next day has begun, never one of a weekend or of today', () => {
    expect(missingDays('2026-11-26', '2026-11-27', weekday)).toEqual([])
    expect(missingDays('2026-11-26', '2026-12-01', weekday)).toEqual(['2026-11-27', '2026-11-30'])
    expect(missingDays('2026-11-26', '2027-11-26', weekday)).toHaveLength(60)
  })
})

describe('what may be done', () => {
  const of = {
    ...{ incoming: true, returned: false, taken: false },
    ...{ payment_status: null, alike: false },
  }
  it('depends on what it is', () => {
    expect(actionsFor({ ...of, kind: 'UNKNOWN' })).toEqual(['book_receipts', 'book_as', 'explain'])
    expect(actionsFor({ ...of, kind: 'UNKNOWN', incoming: false, alike: true })).toEqual([
      'match',
      'book_as',
      'explain',
    ])
    expect(
      actionsFor({ ...of, kind: 'NOT_BOOKED', incoming: false, payment_status: 'SENT' }),
    ).toEqual(['settle', 'mend', 'explain'])
    expect(
      actionsFor({ ...of, kind: 'NOT_BOOKED', alike: true }),
      'the likeliest first, which the screen makes a button',
    ).toEqual(['match', 'mend', 'explain'])
    expect(
      actionsFor({ ...of, kind: 'NOT_BOOKED', returned: true, payment_status: 'SETTLED' }),
    ).toEqual(['mend', 'explain'])
    expect(
      actionsFor({ ...of, kind: 'UNKNOWN', taken: true }),
      'what takes a charge back is no receipt',
    ).toEqual(['book_as', 'explain'])
    expect(actionsFor({ ...of, kind: 'GAP' })).toEqual(['explain'])
  })
})
