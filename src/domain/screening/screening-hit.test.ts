import { describe, expect, it } from 'vitest'
import {
  ageInDays,
  HIT_ACTIONS,
  HIT_STATUSES,
  HOLDING,
  hitActions,
  hitMachine,
} from './screening-hit.ts'

describe('a hit', () => {
  it('is confirmed by somebody else than who said that it is the same', () => {
    expect(hitActions('CLAIMED', 'noor', 'noor')).toEqual(['refuse'])
    expect(hitActions('CLAIMED', 'samuel', 'noor')).toEqual(['confirm', 'refuse'])
    expect(hitActions('OPEN', 'noor', null)).toEqual(['clear', 'claim'])
  })

  it('lets go of payments by a decision or with its entry, and never while one says that it is the same', () => {
    for (const status of HIT_STATUSES)
      for (const action of [...HIT_ACTIONS, 'lapse'] as const) {
        const next = hitMachine.next(status, action)
        const lets = HOLDING.includes(status) && next && !HOLDING.includes(next)
        if (lets) expect(['clear', 'lapse']).toContain(action)
        if (action === 'clear' && next) expect(status).toBe('OPEN')
      }
    expect(hitMachine.actions('CONFIRMED')).toEqual(['reopen'])
  })

  it('counts whole days', () => {
    expect(ageInDays(new Date('2026-03-02T10:00:00Z'), new Date('2026-03-09T09:59:59Z'))).toBe(6)
    expect(ageInDays(new Date('2026-03-02T10:00:00Z'), new Date('2026-03-01T00:00:00Z'))).toBe(0)
  })
})
