import { describe, expect, it } from 'vitest'
import { addMonths, shownDate, typedDate, weeksOf } from './typed-date.ts'

describe('a typed date', () => {
  it.each([
    '2026-11-07',
    '11/7/2026',
    '11/07/2026',
    '7.11.2026',
    'Nov 7, 2026',
    'nov 7 2026',
    '7 November 2026',
    '07 nov. 2026',
  ])('%s is November 7', typed => {
    expect(typedDate(typed)).toBe('2026-11-07')
  })

  it.each(['', '11/7/26', '2026-02-30', '31/2/2026', 'no 7 2026', 'tomorrow', '2026-11'])(
    '%s is none',
    typed => {
      expect(typedDate(typed)).toBeUndefined()
    },
  )

  it.each([
    ['en-US', '1/5/2031', '2031-01-05'],
    ['en-GB', '1/5/2031', '2031-05-01'],
    ['es-PE', '01/05/2031', '2031-05-01'],
    ['de-DE', '4/1/2019', '2019-01-04'],
    ['en-US', '13/1/2026', '2026-01-13'],
    ['fr', '1/13/2026', '2026-01-13'],
    ['no language', '1/5/2031', '2031-01-05'],
  ])(
    'in %s %s is %s: the order of strokes is that of the browser, where either could be meant',
    (language, typed, date) => {
      expect(typedDate(typed, language)).toBe(date)
    },
  )

  it('is of any century: a company may be older than its clerks', () => {
    expect(typedDate('Oct 1, 1843')).toBe('1843-10-01')
    expect(shownDate('1843-10-01')).toBe('Oct 1, 1843')
  })

  it('is read again as it is shown, and what is none is shown as it was typed', () => {
    expect(shownDate('2026-11-07')).toBe('Nov 7, 2026')
    expect(typedDate(shownDate('2026-05-31'))).toBe('2026-05-31')
    expect(shownDate('soon')).toBe('soon')
  })
})

describe('a month', () => {
  it('later keeps the day, or ends with its last', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  })

  it('stands in weeks from Sunday on', () => {
    const weeks = weeksOf('2026-11-22')
    expect(weeks).toHaveLength(5)
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(['2026-11-01', '2026-12-05'])
    expect(weeksOf('2026-02-01')).toHaveLength(4)
  })
})
