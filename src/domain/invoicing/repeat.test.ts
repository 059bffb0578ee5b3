import { describe, expect, it } from 'vitest'
import { periodOf, periodsBetween, REPEATS, shifted } from './repeat.ts'

describe('a day of a repeated invoice', () => {
  it.each([
    ['2026-01-31', 'MONTHLY', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['2026-01-30', 'MONTHLY', ['2026-01-30', '2026-02-28', '2026-03-30', '2026-04-30']],
    ['2027-11-30', 'QUARTERLY', ['2027-11-30', '2028-02-29', '2028-05-31', '2028-08-31']],
    ['2028-02-29', 'YEARLY', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28']],
    ['2026-12-28', 'BI_WEEKLY', ['2026-12-28', '2027-01-11', '2027-01-25', '2027-02-08']],
    ['2026-12-28', 'WEEKLY', ['2026-12-28', '2027-01-04', '2027-01-11', '2027-01-18']],
  ] as const)('%s, %s', (first, every, days) => {
    expect(days.map((_, times) => shifted(first, every, times))).toEqual(days)
  })

  it('lies whole periods after its model, also where the days of sending waver', () => {
    expect(periodsBetween('2026-11-24', '2026-12-24', 'MONTHLY')).toBe(1)
    expect(periodsBetween('2026-12-03', '2027-01-01', 'MONTHLY')).toBe(1)
    expect(periodsBetween('2026-12-03', '2027-02-01', 'MONTHLY')).toBe(2)
    expect(periodsBetween('2026-12-03', '2026-12-05', 'WEEKLY')).toBe(1)
    expect(periodsBetween('2026-12-03', '2027-06-01', 'MONTHLY')).toBe(6)
  })

  it('is of a period of its own, also where every day lies in the middle between two', () => {
    for (const [issued_on, first_on] of [
      ['2026-01-31', '2026-02-15'],
      ['2026-03-02', '2026-03-17'],
      ['2026-03-02', '2026-12-17'],
    ] as const) {
      const of = { every: 'MONTHLY', first_on, last_period: null } as const
      const periods = Array.from({ length: 40 }, (_, made) => periodOf(issued_on, { ...of, made }))
      const first = periodsBetween(issued_on, first_on, 'MONTHLY')
      expect(periods).toEqual(periods.map((_, made) => first + made))
    }
  })

  it('is of none that an earlier copy was of, also where its days are said anew', () => {
    const of = { every: 'MONTHLY', first_on: '2026-05-12', made: 0 } as const
    expect(periodOf('2026-03-02', { ...of, last_period: 3 })).toBe(4)
    expect(periodOf('2026-03-02', { ...of, last_period: 1 })).toBe(2)
    expect(periodOf('2026-03-02', { ...of, first_on: '2026-09-01', last_period: 3 })).toBe(6)
  })

  it('is later each time, however often', () => {
    for (const every of REPEATS)
      for (let times = 0; times < 400; times++)
        expect(shifted('2026-01-31', every, times) < shifted('2026-01-31', every, times + 1)).toBe(
          true,
        )
  })
})
