/** How fresh an authentication must be for what is sensitive (design: Promises; ASVS 5.0, 7.5.3). */
export const STEP_UP_MINUTES = 10

/** Whether somebody authenticated within the last minutes, at `now_ms`; both in milliseconds since 1970. */
export function isFresh(authenticated_at_ms: number, now_ms: number): boolean {
  return now_ms - authenticated_at_ms < STEP_UP_MINUTES * 60_000
}
