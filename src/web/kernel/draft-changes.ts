/** What a draft keeps of a form, and how it comes back. */
import { isNeverKept } from '#web/kernel/never-kept.ts'

/** What of `now` differs from `was`, field by field and without secrets; undefined when nothing does. */
export function changesOf(was: unknown, now: unknown): unknown {
  if (!isRecord(was) || !isRecord(now))
    return JSON.stringify(was) === JSON.stringify(now) ? undefined : kept(now)
  const changes = Object.entries(now).flatMap(([name, value]) => {
    const change = isNeverKept(name) ? undefined : changesOf(was[name], value)
    return change === undefined ? [] : [[name, change] as const]
  })
  return changes.length > 0 ? Object.fromEntries(changes) : undefined
}

/** All of it but what is never kept. */
function kept(now: unknown): unknown {
  if (Array.isArray(now)) return now.map(kept)
  if (!isRecord(now)) return now
  return Object.fromEntries(
    Object.entries(now).flatMap(([name, value]) =>
      isNeverKept(name) ? [] : [[name, kept(value)] as const],
    ),
  )
}

/** `base` with kept changes; one that has not the shape of what it changes is left out. */
export function withChanges<T>(base: T, changes: unknown): T {
  if (isRecord(base)) {
    if (!isRecord(changes)) return base
    const merged = Object.entries(base).map(([name, value]) => [
      name,
      name in changes ? withChanges(value, changes[name]) : value,
    ])
    return Object.fromEntries(merged) as T
  }
  if (Array.isArray(base)) {
    if (!Array.isArray(changes)) return base
    const [first]: readonly unknown[] = base
    // Rows are added and taken away while they are typed; plain values stand each for something that the server has.
    if (changes.length !== base.length && first !== undefined && !isRecord(first)) return base
    return changes.map((value, at) =>
      first === undefined ? value : withChanges(base[at] ?? first, value),
    ) as T
  }
  return typeof base === typeof changes ? (changes as T) : base
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
