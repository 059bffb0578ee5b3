/** Above a sum, what an operator does with other people's money takes a second one (design: Promises, 7). */

/** What limits are counted in. */
export const LIMIT_CURRENCY = 'USD'

/** What counts where nothing else was set: 100000.00 USD. */
export const DEFAULT_PLATFORM_LIMIT = 10_000_000n

/** How far back it counts what somebody did alone: a sum that is cut into pieces stays one sum. */
export const ALONE_HOURS = 24

/**
 * Whether somebody may move `worth` by themselves, after `alone` on the same day; all in cents of a US dollar. What has no rate
 * has no known worth and is above any limit. Without a limit (null) one person may move everything.
 */
export function mayMoveAlone(
  worth: bigint | undefined,
  alone: bigint,
  limit: bigint | null,
): boolean {
  if (limit === null || worth === 0n) return true
  return worth !== undefined && worth + alone <= limit
}
