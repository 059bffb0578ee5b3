/** Whether payments may leave, by the check of what must always be true (design: Ledger, 'Always true'). */

/** After so many minutes without a finished check nothing leaves: a guard that sleeps guards nothing. */
export const CHECKED_WITHIN_MINUTES = 30

export const CHECK_STATES = ['NEVER', 'HOLDS', 'BROKEN', 'ASLEEP'] as const
export type CheckState = (typeof CHECK_STATES)[number]

/** What the last check says; `minutes_ago` is null before the first one. What is broken stays so, however long ago it was found. */
export function checkState(found: {
  readonly minutes_ago: number | null
  readonly is_halted: boolean
}): CheckState {
  if (found.is_halted) return 'BROKEN'
  if (found.minutes_ago === null) return 'NEVER'
  return found.minutes_ago >= CHECKED_WITHIN_MINUTES ? 'ASLEEP' : 'HOLDS'
}
