import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate, shareText, WHOLE_BPS } from './allocate.ts'

/** A small seeded generator (mulberry32), so that a failing case can be made again from its number. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
}

describe('a share in words', () => {
  it('has no needless zeros, and is never nothing', () => {
    expect([10_000, 7000, 3350, 3333, 1].map(shareText)).toEqual([
      '100',
      '70',
      '33.5',
      '33.33',
      '0.01',
    ])
    expect(shareText(0)).toBe('<0.01')
  })
})

describe('allocate', () => {
  it('splits as the examples of the rule say', () => {
    const thirds = [3333n, 3333n, 3334n]
    expect(allocate(1n, thirds)).toEqual([0n, 0n, 1n])
    expect(allocate(2n, thirds)).toEqual([1n, 0n, 1n])
    expect(allocate(101n, thirds)).toEqual([34n, 33n, 34n])
    expect(allocate(1n, [1n, 1n])).toEqual([1n, 0n])
    expect(allocate(3n, [1n, 1n])).toEqual([2n, 1n])
    expect(allocate(0n, [1n, 2n])).toEqual([0n, 0n])
    expect(allocate(7n, [0n, 1n])).toEqual([0n, 7n])
  })

  it('refuses what cannot be split', () => {
    expect(() => allocate(-1n, [1n])).toThrow('not negative')
    expect(() => allocate(1n, [])).toThrow()
    expect(() => allocate(1n, [0n])).toThrow()
    expect(() => allocate(1n, [2n, -1n])).toThrow()
  })

  it('loses no unit in a million seeded splits by percentages', () => {
    const next = generator(20_261_121)
    let lost = 0
    let far = 0
    for (let i = 0; i < 1_000_000; i++) {
      const total = BigInt(next() % (i % 3 === 0 ? 100 : 1_000_000_000))
      const weights: bigint[] = []
      let left = WHOLE_BPS
      for (let part = next() % 4; part > 0 && left > 0; part--) {
        const bps = next() % (left + 1)
        weights.push(BigInt(bps))
        left -= bps
      }
      weights.push(BigInt(left))
      const parts = allocate(total, weights)
      let sum = 0n
      for (let j = 0; j < parts.length; j++) {
        const part = parts[j] ?? 0n
        sum += part
        const error = part * 10_000n - total * (weights[j] ?? 0n)
        if (error >= 10_000n || error <= -10_000n) far++
      }
      if (sum !== total) lost++
    }
    expect({ lost, far }).toEqual({ lost: 0, far: 0 })
  })

  it('gives equal remainders to the earlier part, and zero weights nothing', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        fc
          .array(fc.bigInt({ min: 0n, max: 10n ** 6n }), { minLength: 1, maxLength: 8 })
          .filter(weights => weights.some(weight => weight > 0n)),
        (total, weights) => {
          const parts = allocate(total, weights)
          expect(parts.reduce((a, b) => a + b, 0n)).toBe(total)
          for (const [i, weight] of weights.entries()) {
            if (weight === 0n) expect(parts[i]).toBe(0n)
            for (const [j, other] of weights.entries())
              if (i < j && weight === other) expect((parts[i] ?? 0n) >= (parts[j] ?? 0n)).toBe(true)
          }
        },
      ),
    )
  })
})
