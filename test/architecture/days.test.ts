/** A journey of the demo's story holds on every day: the story is told of the day on which it runs, so that a day of the calendar that comes later is over one day. */
import { describe, expect, it } from 'vitest'
import { sourcesIn } from './sources.ts'

/** What is before this is over for good, and may be typed into a form. */
const OVER = '2026-11-28'
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const NUMBERS = /\b(20\d\d)-(\d\d)-(\d\d)(?!\d)/g
const WORDS = new RegExp(`\\b(${MONTHS.join('|')})[a-z]* (\\d{1,2}), (20\\d\\d)\\b`, 'g')
const AMERICAN = /\b(\d{1,2})\/(\d{1,2})\/(20\d\d)\b/g

/** Every day that a text names, as `YYYY-MM-DD`. */
function daysIn(text: string): string[] {
  const day = (...[year, month, of]: (string | number | undefined)[]) =>
    [year, String(month).padStart(2, '0'), String(of).padStart(2, '0')].join('-')
  return [
    ...[...text.matchAll(NUMBERS)].map(([, year, month, of]) => day(year, month, of)),
    ...[...text.matchAll(WORDS)].map(([, month = '', of, year]) =>
      day(year, MONTHS.indexOf(month) + 1, of),
    ),
    ...[...text.matchAll(AMERICAN)].map(([, month, of, year]) => day(year, month, of)),
  ]
}

describe('a day of the calendar', () => {
  it('is read in each of the ways in which it is written', () => {
    expect(
      daysIn("'2026-12-04T10:00:00Z', 'December 9, 2026', 'Dec 1, 2026', '12/1/2026'"),
    ).toEqual(['2026-12-04', '2026-12-09', '2026-12-01', '2026-12-01'])
  })

  it('is in no journey of the story, unless it is over for good (test/e2e/days.ts has those that move with it)', () => {
    const told = sourcesIn('test/e2e').filter(({ code }) => code.includes('story: true'))
    expect(told.length).toBeGreaterThan(20)
    expect(
      told.flatMap(({ path, code }) =>
        daysIn(code)
          .filter(day => day > OVER)
          .map(day => `${path}: ${day}`),
      ),
    ).toEqual([])
  })
})
