/** Work that one person asks for again before it is done, such as a picture of what they type: a process does no more of it than they can look at. */
import { Problem } from '#domain/kernel/problem.ts'

type Turn = { next?: ((mine: boolean) => void) | undefined }

/**
 * Does one work of each caller at a time, and of those that wait the newest: an older one is TOO_MANY_REQUESTS at once, and is never begun.
 * Callers do not wait for each other.
 */
export function newestOnly() {
  const turns = new Map<string, Turn>()
  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(caller)
    if (turn) {
      turn.next?.(false)
      const mine = await new Promise<boolean>(answer => {
        turn.next = answer
      })
      if (!mine)
        throw new Problem('TOO_MANY_REQUESTS', 'kernel.problems.askedAnew', { retry_after_s: 1 })
    }
    const own = turn ?? {}
    turns.set(caller, own)
    try {
      return await work()
    } finally {
      const { next } = own
      own.next = undefined
      if (next) next(true)
      else turns.delete(caller)
    }
  }
}
