import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, isWeekend } from '#domain/kernel/plain-date.ts'
import { arrivalOn } from './arrival.ts'

const weekdays = (date: string) => !isWeekend(date)

describe('arrivalOn', () => {
  it('what left on Thursday arrives on Monday where Friday is a holiday there', () => {
    const manila = (date: string) => weekdays(date) && date !== '2026-11-27'
    expect(arrivalOn('fiat', '2026-11-26', manila)).toBe('2026-11-30')
    expect(arrivalOn('fiat', '2026-11-26', weekdays)).toBe('2026-11-27')
  })

  it('a chain pays on every day', () => {
    expect(arrivalOn('solana', '2026-11-28', () => false)).toBe('2026-11-28')
  })

  it('is the first banking day after it left, whatever the days', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4000 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 40 }),
        (day, closed) => {
          const leaves = addDays('2024-01-01', day)
          const shut = new Set(closed.map(days => addDays(leaves, days)))
          const arrives = arrivalOn('fiat', leaves, date => !shut.has(date))
          expect(arrives > leaves).toBe(true)
          expect(shut.has(arrives)).toBe(false)
          for (let at = addDays(leaves, 1); at < arrives; at = addDays(at, 1))
            expect(shut.has(at)).toBe(true)
        },
      ),
      { numRuns: 200, seed: 20261123 },
    )
  })

  it('a country that never opens is a defect, not an endless search', () => {
    expect(() => arrivalOn('fiat', '2026-11-26', () => false)).toThrow('no banking day')
  })
})
