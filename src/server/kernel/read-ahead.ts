import { databaseCode } from './db.ts'

/**
 * Reads slices of at most `size` rows, each after the last row before it, until one is short. While a slice is worked on the next is
 * on its way, so that neither the database nor this process waits for the other. Nothing is on its way any more when it ends.
 */
export async function* readAhead<T>(
  size: number,
  read: (last: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  let next: Promise<readonly T[]> | undefined = read(undefined)
  try {
    while (next) {
      const rows: readonly T[] = await next
      next = rows.length < size ? undefined : read(rows.at(-1))
      // Whoever stops half-way hears nothing of what was read for nothing.
      next?.catch(() => {})
      yield rows
    }
  } finally {
    await Promise.allSettled([next])
  }
}

/** Reads what belongs to each of these, like `readAhead`. */
export async function* eachAhead<A, T>(
  each: readonly A[],
  read: (one: A) => Promise<T>,
): AsyncGenerator<T> {
  let next: Promise<T> | undefined
  try {
    for (const [at, one] of each.entries()) {
      const found: T = await (next ?? read(one))
      const after = each[at + 1]
      next = after === undefined ? undefined : read(after)
      next?.catch(() => {})
      yield found
    }
  } finally {
    await Promise.allSettled([next])
  }
}

/**
 * Lets `body` prepare a thing while those before it are done: `next` begins it once the last but one is over, so that the database has
 * the next before it is through with this one. Ends when all of it is over, also where something failed: in a transaction nothing may
 * happen after it.
 */
export async function oneByOne(
  body: (next: (work: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> {
  let [before, working] = [Promise.resolve(), Promise.resolve()]
  const over = body(async work => {
    await before
    before = working
    working = work()
    working.catch(() => {})
  })
  await Promise.allSettled([over])
  await together([before, working, over])
}

/** What a statement is told that comes after one that failed in its transaction. */
const ABORTED = '25P02'

/**
 * Waits for statements that were asked at once, also where one failed. Of those that failed the first is told, and not that those behind
 * it could not be done.
 */
export async function together(asked: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(asked)).filter(one => one.status === 'rejected')
  const first = failed.find(({ reason }) => databaseCode(reason) !== ABORTED) ?? failed[0]
  if (first) throw first.reason
}
