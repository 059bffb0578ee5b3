/** Whether two sets of measurements come from one distribution (Mann and Whitney's rank-sum test, normal approximation). */

/** The test's z: beyond 4.5 either way, chance alone does it once in 150000 times. Measurements need not be normal. */
export function rankSumZ(a: readonly number[], b: readonly number[]): number {
  const ranked = [
    ...a.map(value => ({ value, first: true })),
    ...b.map(value => ({ value, first: false })),
  ].sort((x, y) => x.value - y.value)
  let sum = 0
  ranked.forEach(({ first }, at) => {
    if (first) sum += at + 1
  })
  const mean = (a.length * (a.length + b.length + 1)) / 2
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  return (sum - mean) / spread
}
