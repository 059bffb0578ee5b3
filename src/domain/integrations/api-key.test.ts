import { describe, expect, it } from 'vitest'
import {
  daysLeft,
  endOfKey,
  endOfReplaced,
  isOfSandbox,
  KEY_SCOPES,
  keyActions,
  keyState,
} from './api-key.ts'

const now = new Date('2026-11-27T15:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60 * 1000)
const times = (expires: number, rest = {}) => ({
  created_at: at(-0.5),
  expires_at: at(expires),
  revoked_at: null,
  last_used_at: null,
  ...rest,
})

describe('a key', () => {
  it.each([
    ['NEW', times(300)],
    ['WORKS', times(300, { last_used_at: now })],
    ['WORKS', times(300, { created_at: at(-2) })],
    ['ENDS_SOON', times(14)],
    ['ENDED', times(0)],
    ['REVOKED', times(300, { revoked_at: at(-1) })],
    ['REVOKED', times(-1, { revoked_at: at(-1) })],
  ])('is %s', (state, of) => expect(keyState(of, now)).toBe(state))

  it('that no longer works is left alone', () => {
    expect(keyActions('ENDED')).toEqual([])
    expect(keyActions('REVOKED')).toEqual([])
    expect(keyActions('ENDS_SOON')).toEqual(['replace', 'revoke'])
    expect(keyActions('ENDS_SOON', true)).toEqual(['revoke'])
  })

  it('whose place another takes works for a week, and not beyond its own end', () => {
    expect(endOfReplaced(at(300), now)).toEqual(at(7))
    expect(endOfReplaced(at(3), now)).toEqual(at(3))
  })

  it('counts whole days', () => {
    expect(endOfKey(now, 30)).toEqual(at(30))
    expect([daysLeft(at(6.9), now), daysLeft(at(0.5), now), daysLeft(at(-4), now)]).toEqual([
      6, 0, 0,
    ])
  })

  it('of the sandbox has batches and events of its own, and nothing else', () => {
    expect(KEY_SCOPES.filter(isOfSandbox)).toEqual(['batches:read', 'batches:write', 'events:read'])
  })
})
