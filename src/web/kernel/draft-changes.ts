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

/** A copy of all of it but what is never kept. */
export function kept(now: unknown): unknown {
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
    // An open record has whatever was put into it.
    if (Object.keys(base).length === 0) return changes as T
    const entries = Object.entries(base).map(([name, value]) => [
      name,
      name in changes ? withChanges(value, changes[name]) : value,
    ])
    return Object.fromEntries(entries) as T
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

/**
 * What others typed meanwhile with what was typed here laid over it: what changed from `was` to `now`, field by field, and by row where
 * a list has as many of them on both sides. A list that grew or shrank here is taken whole.
 */
export function merged(theirs: unknown, was: unknown, now: unknown): unknown {
  if (isRecord(theirs) && isRecord(was) && isRecord(now)) {
    const names = new Set([...Object.keys(theirs), ...Object.keys(now)])
    const stay = [...names].filter(name => name in now || !(name in was))
    return Object.fromEntries(
      stay.map(name => [name, merged(theirs[name], was[name], now[name])] as const),
    )
  }
  if (Array.isArray(theirs) && Array.isArray(was) && Array.isArray(now))
    if (theirs.length === now.length && was.length === now.length)
      return now.map((value, at) => merged(theirs[at], was[at], value))
  return JSON.stringify(kept(was)) === JSON.stringify(kept(now)) ? theirs : now
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
