import { describe, expect, it } from 'vitest'
import { driftOf, expiryOf, holds } from './quote.ts'

describe('a quote', () => {
  it('holds for a quarter of an hour, and not at its end', () => {
    const asked = new Date('2026-03-02T10:00:00.000Z')
    const expires_at = expiryOf(asked)
    expect(expires_at.toISOString()).toBe('2026-03-02T10:15:00.000Z')
    expect(holds({ expires_at }, asked)).toBe(true)
    expect(holds({ expires_at }, new Date(expires_at.getTime() - 1))).toBe(true)
    expect(holds({ expires_at }, expires_at)).toBe(false)
  })

  it('is compared on the side that follows by the rate', () => {
    const of = { expected_minor: 8_000n, sold_minor: 10_000n, bought_minor: 6_250n }
    expect(driftOf({ ...of, fixed_side: 'from' })).toBe(-1_750n)
    expect(driftOf({ ...of, fixed_side: 'to' })).toBe(2_000n)
    expect(driftOf({ ...of, expected_minor: null, fixed_side: 'to' })).toBeNull()
    expect(driftOf({ ...of, bought_minor: null, fixed_side: 'from' })).toBeNull()
  })
})
