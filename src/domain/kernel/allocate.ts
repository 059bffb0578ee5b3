/**
 * Exact splitting. Parts of a whole that are given by weights always add up to the whole: the largest remainder method,
 * ties to the earlier part (docs/rules/splits.md).
 */
import { assert } from './assert.ts'
import { formatMinor } from './money.ts'

/** 100 % in basis points. */
export const WHOLE_BPS = 10_000

/** A percentage as basis points, such as 3333 of 33.33. */
export function bpsOf(percentage: number): number {
  return Math.round(percentage * 100)
}

/**
 * The share of a part that is paid, in percent without needless zeros: `70`, `33.33`. What is cut off a part as a small first payment
 * (docs/rules/splits.md, 7) may be less than a basis point: it is `<0.01`, since nothing that is paid is nothing of the pay.
 */
export function shareText(bps: number): string {
  return bps === 0
    ? '<0.01'
    : formatMinor(bps, 2)
        .replace(/\.00$/, '')
        .replace(/(\.\d)0$/, '$1')
}

/**
 * Splits `total` smallest units over `weights`. The parts add up to `total`, none is more than one unit away from its
 * exact share, and equal remainders favour the earlier part. `total` and weights are not negative; their sum is positive.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((a, b) => a + b, 0n)
  assert(total >= 0n, 'a total that is split is not negative')
  assert(
    sum > 0n && weights.every(weight => weight >= 0n),
    'weights are not negative, one is positive',
  )
  const parts = weights.map(weight => (total * weight) / sum)
  const left = total - parts.reduce((a, b) => a + b, 0n)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % sum }))
    .sort((a, b) =>
      a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
    )
  for (const { index } of byRemainder.slice(0, Number(left)))
    parts[index] = (parts[index] ?? 0n) + 1n
  return parts
}
