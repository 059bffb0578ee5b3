/**
 * The federal holidays of 2024 to 2032 against lists kept by hand, as the weekdays on which they are observed. Sources: for the United States the
 * Office of Personnel Management ("Federal Holidays", opm.gov, after 5 U.S.C. 6103 and Executive Order 11582); for Canada the public
 * holidays of canada.ca after the Canada Labour Code, sections 166 and 193, and Easter Monday, which federal offices keep.
 */
import { describe, expect, it } from 'vitest'
import { isWeekend } from '#domain/kernel/plain-date.ts'
import { holidaysOf } from './holidays.ts'

const UNITED_STATES: Readonly<Record<number, string>> = {
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  // July 4 is a Saturday.
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
  // June 19 and December 25 are Saturdays, July 4 a Sunday; New Year’s Day of 2028 is a Saturday.
  2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
  // November 11 is a Saturday.
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  // November 11 is a Sunday.
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2031: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  // June 19 and December 25 are Saturdays, July 4 a Sunday; New Year’s Day of 2033 is a Saturday.
  2032: '01-01 01-19 02-16 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31',
}

const CANADA: Readonly<Record<number, string>> = {
  2024: '01-01 03-29 04-01 05-20 07-01 09-02 09-30 10-14 11-11 12-25 12-26',
  2025: '01-01 04-18 04-21 05-19 07-01 09-01 09-30 10-13 11-11 12-25 12-26',
  // Boxing Day is a Saturday.
  2026: '01-01 04-03 04-06 05-18 07-01 09-07 09-30 10-12 11-11 12-25 12-28',
  // Christmas Day is a Saturday, Boxing Day a Sunday.
  2027: '01-01 03-26 03-29 05-24 07-01 09-06 09-30 10-11 11-11 12-27 12-28',
  // January 1, July 1, September 30 and November 11 are Saturdays.
  2028: '01-03 04-14 04-17 05-22 07-03 09-04 10-02 10-09 11-13 12-25 12-26',
  // July 1, September 30 and November 11 are Sundays.
  2029: '01-01 03-30 04-02 05-21 07-02 09-03 10-01 10-08 11-12 12-25 12-26',
  2030: '01-01 04-19 04-22 05-20 07-01 09-02 09-30 10-14 11-11 12-25 12-26',
  2031: '01-01 04-11 04-14 05-19 07-01 09-01 09-30 10-13 11-11 12-25 12-26',
  // Christmas Day is a Saturday, Boxing Day a Sunday.
  2032: '01-01 03-26 03-29 05-24 07-01 09-06 09-30 10-11 11-11 12-27 12-28',
}

const observed = (country: string, year: number, part: string | null = null) =>
  holidaysOf(country, part, year)
    .map(({ date }) => date)
    .filter(date => !isWeekend(date))
    .map(date => date.slice(5))

describe('the weekdays on which federal holidays are observed', () => {
  it.each(Object.entries(UNITED_STATES))('in the United States in %s', (year, days) => {
    expect(observed('US', Number(year)).join(' ')).toBe(days)
  })

  it.each(Object.entries(CANADA))('in Canada in %s', (year, days) => {
    expect(observed('CA', Number(year)).join(' ')).toBe(days)
  })

  it('are kept in every province and territory beside its own', () => {
    const own: Readonly<Record<string, string>> = {
      'CA-AB': '02-16',
      'CA-BC': '02-16 08-03',
      'CA-MB': '02-16',
      'CA-NB': '02-16 08-03',
      'CA-NL': '',
      'CA-NS': '02-16',
      'CA-NT': '08-03',
      'CA-NU': '08-03',
      'CA-ON': '02-16',
      // The Gold Cup Parade is no paid holiday of its Employment Standards Act.
      'CA-PE': '02-16',
      'CA-QC': '06-24',
      'CA-SK': '02-16 08-03',
      'CA-YT': '08-17',
    }
    const federal = observed('CA', 2026)
    for (const [part, days] of Object.entries(own)) {
      const all = observed('CA', 2026, part)
      expect(all, part).toEqual(expect.arrayContaining(federal))
      expect(all.filter(day => !federal.includes(day)).join(' '), part).toBe(days)
    }
  })
})
