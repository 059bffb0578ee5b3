import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessAge, isStale, MOST_AGE_MS } from './business-time.ts'

const HOUR_MS = 3_600_000
const weekdays = (day: string) => ![0, 6].includes(new Date(day).getUTCDay())
const hours = (since: string, until: string, isOpen = weekdays) =>
  businessAge(new Date(since), new Date(until), isOpen) / HOUR_MS

describe('the age of a rate in business time', () => {
  it.each([
    ['within a day', '2026-03-18T09:00:00Z', '2026-03-18T15:30:00Z', 6.5],
    ['over a night', '2026-03-18T15:00:00Z', '2026-03-19T15:00:00Z', 24],
    ['no weekend', '2026-03-20T15:00:00Z', '2026-03-23T15:00:00Z', 24],
    ['nothing on a Saturday', '2026-03-21T09:00:00Z', '2026-03-22T21:00:00Z', 0],
    ['nothing of what has not come', '2026-03-20T15:00:00Z', '2026-03-20T14:00:00Z', 0],
  ])('counts %s', (_case, since, until, told) => {
    expect(hours(since, until)).toBe(told)
  })

  it('counts no holiday of the source: from Maundy Thursday to Easter Tuesday a day passes', () => {
    const closed = new Set(['2026-04-03', '2026-04-06'])
    const target = (day: string) => weekdays(day) && !closed.has(day)
    expect(hours('2026-04-02T15:00:00Z', '2026-04-07T15:00:00Z', target)).toBe(24)
    expect(hours('2026-04-02T15:00:00Z', '2026-04-07T15:00:00Z')).toBe(72)
  })

  it('is too old past 36 hours, and not at them', () => {
    expect([isStale(MOST_AGE_MS), isStale(MOST_AGE_MS + 1)]).toEqual([false, true])
    // Friday's rate of a source that stays silent on Monday ends in the night to Tuesday.
    const age = (until: string) =>
      businessAge(new Date('2026-03-20T15:00:00Z'), new Date(until), weekdays)
    expect(isStale(age('2026-03-24T03:00:00Z'))).toBe(false)
    expect(isStale(age('2026-03-24T03:00:00.001Z'))).toBe(true)
  })

  it('never runs back, adds up, and is never more than what passed', () => {
    const day = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2026-02-20'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(day, day, day, (...days) => {
        const [a = days[0], b = days[0], c = days[0]] = days.toSorted((x, y) => +x - +y)
        const [ab, bc, ac] = [
          businessAge(a, b, weekdays),
          businessAge(b, c, weekdays),
          businessAge(a, c, weekdays),
        ]
        expect(ab + bc).toBe(ac)
        expect(ac).toBeLessThanOrEqual(+c - +a)
      }),
    )
  })

  it('stays fresh for nobody who is closed for ever', () => {
    expect(isStale(businessAge(new Date('2025-01-01'), new Date('2026-03-01'), () => false))).toBe(
      true,
    )
  })
})
