import { describe, expect, it } from 'vitest'
import { chartLines } from './scale.ts'

describe('the lines of a chart', () => {
  it.each([
    [0n, 2, [0n, 100n]],
    [1n, 2, [0n, 100n]],
    [634_000n, 2, [0n, 200_000n, 400_000n, 600_000n, 800_000n]],
    [8_000_000n, 2, [0n, 2_000_000n, 4_000_000n, 6_000_000n, 8_000_000n]],
    [322_995n, 0, [0n, 100_000n, 200_000n, 300_000n, 400_000n]],
  ])('reach over %s with %s decimals', (most, exponent, lines) => {
    expect(chartLines(most, exponent)).toEqual(lines)
  })

  it('reach over whatever is drawn, and are few', () => {
    for (let most = 1n; most < 10n ** 15n; most = most * 3n + 7n) {
      const lines = chartLines(most, 2)
      expect(lines.length).toBeLessThanOrEqual(5)
      expect(lines.at(-1)).toBeGreaterThanOrEqual(most)
    }
  })
})
