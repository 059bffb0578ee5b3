import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dateOf,
  endOf,
  firstOfMonth,
  formatDate,
  formatDateLong,
  formatPeriod,
  isPlainDate,
  nextWorkingDay,
} from './plain-date.ts'

describe('plain dates', () => {
  it.each(['2026-02-28', '2028-02-29', '2000-02-29', '1900-01-01', '2199-12-31'])(
    '%s exists',
    text => expect(isPlainDate(text)).toBe(true),
  )

  it.each([
    '2026-02-29',
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '2200-01-01',
    '9999-12-31',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '2026-1-01',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '',
  ])('%j does not', text => expect(isPlainDate(text)).toBe(false))

  it('days add up, over leap days and the change of clocks', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    fc.assert(
      fc.property(
        fc.integer({ min: -40_000, max: 40_000 }),
        fc.integer({ min: -40_000, max: 40_000 }),
        (a, b) => {
          const day = addDays('2026-11-21', a)
          expect(isPlainDate(day)).toBe(true)
          expect(addDays(addDays(day, b), -b)).toBe(day)
          expect(day).toBe(Temporal.PlainDate.from('2026-11-21').add({ days: a }).toString())
        },
      ),
    )
  })

  it('knows the month of a day, those around it, and when a day is over', () => {
    const months = [-3, 0, 1, 10].map(months => firstOfMonth('2026-03-31', months))
    expect(months).toEqual(['2025-12-01', '2026-03-01', '2026-04-01', '2027-01-01'])
    expect(endOf('2028-02-28')).toEqual(new Date('2028-02-29T00:00:00Z'))
  })

  it('is the UTC date of an instant, and is written in en-US', () => {
    expect(dateOf(new Date('2026-11-27T23:59:59.999Z'))).toBe('2026-11-27')
    expect(formatDateLong('2026-11-27')).toBe('Friday, November 27')
    expect(formatDate('2026-11-27')).toBe('November 27, 2026')
  })
})

describe('a working day', () => {
  it.each([
    ['2026-11-19', '2026-11-20'],
    ['2026-11-20', '2026-11-23'],
    ['2026-11-21', '2026-11-23'],
    ['2026-11-22', '2026-11-23'],
  ])('after %s is %s', (date, next) => {
    expect(nextWorkingDay(date)).toBe(next)
  })
})

it('says what two days share once, with spaces that every font has', () => {
  expect(formatPeriod('2026-11-09', '2026-11-22')).toBe('November 9 – 22, 2026')
  expect(formatPeriod('2026-10-26', '2026-11-08')).toBe('October 26 – November 8, 2026')
  expect(formatPeriod('2026-12-28', '2027-01-10')).toBe('December 28, 2026 – January 10, 2027')
})
