const MOST_LINES = 4n
const STEPS = [1n, 2n, 5n] as const

/**
 * The lines of a chart for amounts of up to `most` smallest units, from nothing upwards: round sums of whole units, at most four above
 * nothing, of which the last is no smaller than `most`.
 */
export function chartLines(most: bigint, exponent: number): bigint[] {
  const whole = 10n ** BigInt(exponent)
  let power = whole
  for (;;) {
    const step = STEPS.map(of => of * power).find(of => of * MOST_LINES >= most)
    if (step) {
      const count = most === 0n ? 1n : (most + step - 1n) / step
      return Array.from({ length: Number(count) + 1 }, (_, at) => step * BigInt(at))
    }
    power *= 10n
  }
}
