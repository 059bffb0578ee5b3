import { describe, expect, it } from 'vitest'
import { afterTry, MOST_TRIES, TOLD_PATTERNS, TOLD_TYPES, webhookState } from './told-events.ts'

const now = new Date('2026-11-24T10:00:00Z')

describe('an event that a receiver', () => {
  it('took is delivered, whichever try it was', () => {
    for (let tries = 1; tries <= MOST_TRIES; tries++)
      expect(afterTry(true, tries, now, 0).status).toBe('DELIVERED')
  })

  it('did not take is sent again later and later, and at last no more', () => {
    const waits = Array.from({ length: MOST_TRIES }, (_, at) => afterTry(false, at + 1, now, 0))
    expect(waits.map(({ status }) => status)).toEqual([
      ...Array(MOST_TRIES - 1).fill('WAITING'),
      'FAILED',
    ])
    const minutes = waits.map(({ next_at }) => (next_at.getTime() - now.getTime()) / 60_000)
    expect(minutes).toEqual([1, 4, 15, 60, 180, 480, 1440, 0])
  })

  it('is spread, so that what failed together does not come back together', () => {
    expect(afterTry(false, 4, now, 10).next_at).toEqual(new Date('2026-11-24T11:06:00Z'))
  })
})

it('a webhook is new, works, fails since, or has events that are sent no more', () => {
  const state = (failing_since: Date | null, given_up_at: Date | null, delivered: boolean) =>
    webhookState({ failing_since, given_up_at }, delivered)
  expect([state(null, null, false), state(null, null, true), state(now, null, true)]).toEqual([
    'NEW',
    'WORKS',
    'FAILING',
  ])
  // Also one that takes what is sent by now: what it missed is not sent by itself.
  expect([state(now, now, true), state(null, now, true)]).toEqual(['GIVEN_UP', 'GIVEN_UP'])
})

it('patterns cover every event, each thing and all', () => {
  for (const type of TOLD_TYPES) {
    expect(TOLD_PATTERNS).toContain(type)
    expect(TOLD_PATTERNS).toContain(`${type.split('.')[0]}.*`)
  }
  expect(TOLD_PATTERNS[0]).toBe('*')
})
