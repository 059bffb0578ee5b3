import { describe, expect, it } from 'vitest'
import { checkState } from './check-state.ts'

describe('the state of the check', () => {
  it.each([
    [null, false, 'NEVER'],
    [0, false, 'HOLDS'],
    [29, false, 'HOLDS'],
    [30, false, 'ASLEEP'],
    [0, true, 'BROKEN'],
    [500, true, 'BROKEN'],
    [null, true, 'BROKEN'],
  ] as const)('is, %s minutes ago and halted %s, %s', (minutes_ago, is_halted, state) => {
    expect(checkState({ minutes_ago, is_halted })).toBe(state)
  })
})
