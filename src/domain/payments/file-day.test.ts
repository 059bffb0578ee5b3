import { describe, expect, it } from 'vitest'
import { fileDay, nextCutOff, wallClock } from './file-day.ts'

const TORONTO = { time: '15:30', zone: 'America/Toronto' }

describe('the day on which a bank pays a file', () => {
  it.each([
    ['before its hour', '2026-03-19T19:29:00Z', '2026-03-19'],
    ['at its hour', '2026-03-19T19:30:00Z', '2026-03-20'],
    ['after its hour on a Friday', '2026-03-20T19:30:00Z', '2026-03-23'],
    ['on a Sunday', '2026-03-22T12:00:00Z', '2026-03-23'],
    ['where it is still the day before', '2026-03-20T02:00:00Z', '2026-03-20'],
  ])('%s', (_when, now, day) => {
    expect(fileDay(new Date(now), TORONTO)).toBe(day)
  })

  it('is that of UTC where no hour is known', () => {
    expect(fileDay(new Date('2026-03-19T23:59:00Z'), null)).toBe('2026-03-19')
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
  ])('%s', (_when, now, at) => {
    expect(nextCutOff(new Date(now), TORONTO).toISOString()).toBe(at)
  })
})
