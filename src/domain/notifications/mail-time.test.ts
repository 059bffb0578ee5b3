import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailTime } from './mail-time.ts'
import { type Preferences, UNCHOSEN } from './preferences.ts'

const manila: Preferences = {
  ways: { TASK: 'AT_ONCE', PAY: 'DAILY', NEWS: 'IN_APP' },
  quiet_hours: { from: 22, until: 7 },
  daily_hour: 8,
  time_zone: 'Asia/Manila',
}
const at = (kind: Parameters<typeof mailTime>[0], now: string, preferences = manila) => {
  const time = mailTime(kind, preferences, new Date(now))
  return time ? time.toISOString() : time
}

describe('the time of a mail', () => {
  it('is at once for who never chose', () => {
    for (const kind of ['ALWAYS', 'TASK', 'PAY', 'NEWS'] as const)
      expect(at(kind, '2026-03-02T03:00:00Z', UNCHOSEN)).toBeUndefined()
  })

  it('is at once for what cannot wait, also at night', () => {
    expect(at('ALWAYS', '2026-03-02T18:00:00Z')).toBeUndefined()
  })

  it('is the end of the quiet hours in the zone of the person', () => {
    // 23:30 in Manila, and 06:59 of the next day.
    expect(at('TASK', '2026-03-02T15:30:00Z')).toBe('2026-03-02T23:00:00.000Z')
    expect(at('TASK', '2026-03-02T22:59:59Z')).toBe('2026-03-02T23:00:00.000Z')
    expect(at('TASK', '2026-03-02T23:00:00Z')).toBeUndefined()
    expect(at('TASK', '2026-03-02T13:59:59Z')).toBeUndefined()
  })

  it('is the next hour of the day that was chosen', () => {
    expect(at('PAY', '2026-03-01T23:59:59Z')).toBe('2026-03-02T00:00:00.000Z')
    expect(at('PAY', '2026-03-02T00:00:00Z')).toBe('2026-03-03T00:00:00.000Z')
  })

  it('is never for what is told in Corridor alone', () => {
    expect(at('NEWS', '2026-03-02T12:00:00Z')).toBeNull()
  })

  it('follows the clocks of a summer', () => {
    const toronto = { ...manila, time_zone: 'America/Toronto' }
    expect(at('PAY', '2026-03-07T20:00:00Z', toronto)).toBe('2026-03-08T12:00:00.000Z')
    expect(at('PAY', '2026-03-06T20:00:00Z', toronto)).toBe('2026-03-07T13:00:00.000Z')
    // On March 8 there is no half past two.
    const early = { ...toronto, quiet_hours: { from: 0, until: 2 } }
    expect(at('TASK', '2026-03-08T05:30:00Z', early)).toBe('2026-03-08T07:00:00.000Z')
  })

  it('is at its hour on the day after one that has none such', () => {
    // Cairo's clocks go from midnight to one o'clock on April 24.
    const cairo = { ...manila, time_zone: 'Africa/Cairo', daily_hour: 0 }
    expect(at('PAY', '2026-04-23T12:00:00Z', cairo)).toBe('2026-04-23T22:00:00.000Z')
    expect(at('PAY', '2026-04-23T22:00:00Z', cairo)).toBe('2026-04-24T21:00:00.000Z')
    expect(at('PAY', '2026-04-24T09:00:00Z', cairo)).toBe('2026-04-24T21:00:00.000Z')
  })

  it('is in the future, within a day and a clock change, and at its hour where the day has that', () => {
    const hour = fc.integer({ min: 0, max: 23 })
    const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Africa/Cairo')
    fc.assert(
      fc.property(
        hour,
        hour,
        hour,
        zone,
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.constantFrom('TASK', 'PAY'),
        (from, until, daily_hour, time_zone, now, kind) => {
          const preferences = { ...manila, quiet_hours: { from, until }, daily_hour, time_zone }
          const time = mailTime(kind as 'TASK', preferences, now)
          if (!time) return
          expect(time.getTime()).toBeGreaterThan(now.getTime())
          expect(time.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
          const local = Temporal.Instant.from(time.toISOString()).toZonedDateTimeISO(time_zone)
          const asked = kind === 'TASK' ? until : daily_hour
          const isSkipped = local.with({ hour: asked }).hour !== asked
          if (!isSkipped) expect(local.hour).toBe(asked)
        },
      ),
    )
  })
})
