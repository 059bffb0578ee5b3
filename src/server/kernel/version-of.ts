import { createHash } from 'node:crypto'
import { Problem } from '#domain/kernel/problem.ts'
import { toJson } from './unit-of-work.ts'

/** Names what is shown of something that people change as a whole: what reads the same has the same name, whenever and by whomever it was written. */
export function versionOf(shown: unknown): string {
  return createHash('sha256').update(toJson(shown)).digest('hex').slice(0, 16)
}

/**
 * Throws CONFLICT where something that is held is not as it was seen: by its version, or what is small as it is. Who says nothing of what they saw puts
 * theirs over whatever is there.
 */
export function requireSeen(seen: unknown, now: unknown): void {
  if (seen !== undefined && toJson(seen) !== toJson(now))
    throw new Problem('CONFLICT', 'kernel.problems.changedElsewhere')
}
