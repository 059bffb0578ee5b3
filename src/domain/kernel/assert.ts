/** A broken assumption of ours, never of the user: it becomes a 500 that leaks nothing. */
export class Defect extends Error {
  override readonly name = 'Defect'
}

/** Throws `Defect` with `why` when `condition` does not hold. For assumptions, never for input. */
export function assert(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Defect(why)
}

/** Returns `value` when it is there, else throws `Defect` with `why`. */
export function present<T>(value: T | null | undefined, why: string): T {
  assert(value !== null && value !== undefined, why)
  return value
}
