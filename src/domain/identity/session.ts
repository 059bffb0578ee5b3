/** How long a log-in lasts at most, whatever is done with it (ASVS 5.0, 7.3.2). */
const DAYS = 30
/** Operators log in each working day. */
const OPERATOR_HOURS = 12

const HOUR_MS = 3_600_000

/** When a session that was opened at `opened_ms` is over, in milliseconds since 1970; using and renewing it moves that never. */
export function sessionEnds_ms(
  opened_ms: number,
  { operator }: { readonly operator: boolean },
): number {
  return opened_ms + (operator ? OPERATOR_HOURS : DAYS * 24) * HOUR_MS
}
