/** Work of the clock on many things, one by one. */
import type { Ctx } from './unit-of-work.ts'

/** Does work in a unit of its own. */
export type Unit = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** So many are listed at once. */
const PAGE = 200

/**
 * Does something of everything that is listed, each in a unit of its own, in the order of their keys: one that fails stops no other, and is thrown at the end.
 * `list` answers at most `limit` that come after a key, undefined before the first.
 */
export async function workEach<T>(
  unit: Unit,
  list: (ctx: Ctx, after: string | undefined, limit: number) => Promise<readonly T[]>,
  keyOf: (one: T) => string,
  work: (ctx: Ctx, one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (let after: string | undefined; ; ) {
    const from = after
    const due = await unit(ctx => list(ctx, from, PAGE))
    for (const one of due) await unit(ctx => work(ctx, one)).catch(error => failures.push(error))
    const last = due.at(-1)
    if (last === undefined) break
    after = keyOf(last)
  }
  if (failures.length > 0) throw failures[0]
}
