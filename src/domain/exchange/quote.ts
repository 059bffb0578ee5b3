/** A rate that is promised for a while: who accepts it in time gets exactly what it says (decision 0117, docs/rules/fx.md). */

/** For how long a quote holds. A rate of a source moves once a day; what is promised longer is a bet. */
export const QUOTE_MINUTES = 15

/** Until when a quote of an instant holds. */
export function expiryOf(asked_at: Date): Date {
  return new Date(asked_at.getTime() + QUOTE_MINUTES * 60_000)
}

/** Whether a quote still holds: up to its last moment, and not at it. */
export function holds({ expires_at }: { readonly expires_at: Date }, now: Date): boolean {
  return now.getTime() < expires_at.getTime()
}

/** What was said against what was delivered on the side that was not fixed, in its smallest units: above zero what came more. */
export function driftOf(of: {
  readonly expected_minor: bigint | null
  readonly sold_minor: bigint | null
  readonly bought_minor: bigint | null
  readonly fixed_side: 'from' | 'to'
}): bigint | null {
  const { expected_minor, sold_minor, bought_minor, fixed_side } = of
  const delivered = fixed_side === 'from' ? bought_minor : sold_minor
  return expected_minor === null || delivered === null ? null : delivered - expected_minor
}
