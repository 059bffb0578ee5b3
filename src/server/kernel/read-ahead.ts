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

/**
 * Lets `body` prepare a thing while the one before it is done: `next` waits for that one and begins this one. Ends when all of it is
 * over, also where something failed: in a transaction nothing may happen after it.
 */
export async function oneByOne(
  body: (next: (work: () => Promise<void>) => Promise<void>) => Promise<void>,
): Promise<void> {
  let working = Promise.resolve()
  try {
    await body(async work => {
      await working
      working = work()
      working.catch(() => {})
    })
  } finally {
    await Promise.allSettled([working])
  }
  await working
}
