import { describe, expect, it } from 'vitest'
import { bankCountryOf, fileDay, nextCutOff, wallClock } from './file-day.ts'

const TORONTO = { time: '15:30', zone: 'America/Toronto' }
/** Monday to Friday, but on Good Friday. */
const isOpen = (date: string) =>
  date !== '2026-04-03' && Temporal.PlainDate.from(date).dayOfWeek <= 5

describe('the day on which a bank pays a file', () => {
  it.each([
    ['before its hour', '2026-03-19T19:29:00Z', '2026-03-19'],
    ['at its hour', '2026-03-19T19:30:00Z', '2026-03-20'],
    ['after its hour on a Friday', '2026-03-20T19:30:00Z', '2026-03-23'],
    ['on a Sunday', '2026-03-22T12:00:00Z', '2026-03-23'],
    ['where it is still the day before', '2026-03-20T02:00:00Z', '2026-03-20'],
    ['after its hour before a holiday', '2026-04-02T19:30:00Z', '2026-04-06'],
    ['on a holiday', '2026-04-03T12:00:00Z', '2026-04-06'],
  ])('%s', (_when, now, day) => {
    expect(fileDay(new Date(now), TORONTO, isOpen)).toBe(day)
  })

  it('is that of UTC where no hour is known', () => {
    expect(fileDay(new Date('2026-03-19T23:59:00Z'), null, isOpen)).toBe('2026-03-19')
    expect(wallClock(new Date('2026-03-19T23:59:00Z'), 'Asia/Tokyo')).toEqual({
      date: '2026-03-20',
      time: '08:59',
    })
  })
})

describe('when a bank stops taking what it pays on that day', () => {
  it.each([
    ['before its hour', '2026-03-19T19:29:00Z', '2026-03-19T19:30:00.000Z'],
    ['at its hour', '2026-03-19T19:30:00Z', '2026-03-20T19:30:00.000Z'],
    ['after its hour on a Friday', '2026-03-20T19:30:00Z', '2026-03-23T19:30:00.000Z'],
    ['once its clocks go by winter', '2026-11-02T12:00:00Z', '2026-11-02T20:30:00.000Z'],
    ['where it is still the day before', '2026-03-20T02:00:00Z', '2026-03-20T19:30:00.000Z'],
    ['on a holiday', '2026-04-03T12:00:00Z', '2026-04-06T19:30:00.000Z'],
  ])('%s', (_when, now, at) => {
    expect(nextCutOff(new Date(now), TORONTO, isOpen).toISOString()).toBe(at)
  })
})

it('goes by the country of the bank that takes the file, where its format or its account names one', () => {
  const of = ['PAIN_001_SEPA', 'PAIN_001_SWIFT', 'CPA_005', 'NACHA', 'INTERAC_CSV'] as const
  expect(of.map(format => bankCountryOf(format, 'FR'))).toEqual([null, 'FR', 'CA', 'US', 'CA'])
})
