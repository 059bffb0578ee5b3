import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareCalendars } from './policy-change.ts'

const january = { start_date: '2026-01-01', end_date: '2026-01-31', pay_date: '2026-01-30' }
const february = { start_date: '2026-02-01', end_date: '2026-02-28', pay_date: '2026-02-27' }

describe('compareCalendars', () => {
  it('names the dates that move and counts those that stay', () => {
    const later = { ...february, pay_date: '2026-03-02' }
    expect(compareCalendars([january, february], [january, later])).toEqual({
      moved: [
        {
          start_date: '2026-02-01',
          end_date: '2026-02-28',
          was: '2026-02-27',
          becomes: '2026-03-02',
        },
      ],
      same: 1,
    })
  })

  it('names periods that only one of them has', () => {
    const half = { start_date: '2026-01-01', end_date: '2026-01-15', pay_date: '2026-01-15' }
    expect(compareCalendars([january], [half]).moved).toEqual([
      { start_date: '2026-01-01', end_date: '2026-01-15', was: null, becomes: '2026-01-15' },
      { start_date: '2026-01-01', end_date: '2026-01-31', was: '2026-01-30', becomes: null },
    ])
  })

  it('nothing moves between a calendar and itself, and what moves there moves back', () => {
    const period = fc.constantFrom(january, february, { ...february, pay_date: '2026-03-02' })
    fc.assert(
      fc.property(
        fc.array(period, { maxLength: 2 }),
        fc.array(period, { maxLength: 2 }),
        (a, b) => {
          expect(compareCalendars(a, a).moved).toEqual([])
          const back = compareCalendars(b, a).moved
          expect(
            compareCalendars(a, b).moved.map(({ was, becomes, ...of }) => ({
              ...of,
              was: becomes,
              becomes: was,
            })),
          ).toEqual(back)
        },
      ),
      { numRuns: 100, seed: 20261123 },
    )
  })
})
