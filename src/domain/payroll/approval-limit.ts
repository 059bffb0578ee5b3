/** Above a sum, approving asks for a fresh proof of who approves (design: Promises, 7). */
import type { Money } from '#domain/kernel/money.ts'
import { type Rate, worthIn } from '#domain/kernel/rate.ts'

/** What counts where the employer has set no limit of its own. */
export const DEFAULT_APPROVAL_LIMIT: Money = { currency: 'USD', minor: 1_000_000n }

/**
 * Whether the amounts together are more than the limit, in the limit's currency. What has no rate at hand counts as more than
 * any limit: without knowing, the person is asked.
 */
export function isAboveLimit(
  amounts: readonly Money[],
  limit: Money,
  rateFor: (from: string, to: string) => Rate | undefined,
): boolean {
  const sum = worthIn(limit.currency, amounts, rateFor)
  return sum === undefined || sum > limit.minor
}
