import { describe, expect, it } from 'vitest'
import { daysLate } from './lateness.ts'

const FRIDAY = '2026-11-27'
const MONDAY = '2026-11-30'

describe('lateness', () => {
  it('begins when the day is over on which something was due, and is counted from the pay date', () => {
    const unsent = (on: string) => daysLate(FRIDAY, { due: FRIDAY, on })
    expect([unsent('2026-11-25'), unsent(FRIDAY), unsent('2026-11-28')]).toEqual([0, 0, 1])
    const arrived = (on: string) => daysLate(FRIDAY, { due: MONDAY, on })
    expect([arrived(FRIDAY), arrived(MONDAY), arrived('2026-12-01')]).toEqual([0, 0, 4])
  })

  it('says the same of a pay on the day on which it arrives as on that day before', () => {
    for (const day of ['2026-12-01', '2026-12-04', '2027-01-31'])
      expect(daysLate(FRIDAY, { due: MONDAY, on: day })).toBe(
        daysLate(FRIDAY, { due: FRIDAY, on: day }),
      )
  })
})
