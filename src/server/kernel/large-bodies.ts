/**
 * Large bodies, such as documents in base64: how many of them a process holds in memory, and how many it works on at once. What finds no room
 * waits without being read, so that memory is bounded however many are sent.
 */
import { Problem } from '#domain/kernel/problem.ts'

/** A body above this is large: all but documents and files are far below. */
export const LARGE_BYTES = 4 * 1024 * 1024

export type LargeBodies = {
  /** Room for a body of so many bytes, until the answer gives it back; UNAVAILABLE where there is none for long, TOO_MANY_REQUESTS for one caller's third. */
  admit(caller: string, bytes: number): Promise<() => void>
  /** Works on a caller's body once others are worked off: callers take turns, so that nobody waits for all that somebody else sent. */
  work<T>(caller: string, work: () => Promise<T>): Promise<T>
}

export type LargeBodiesLimits = {
  /** So many bytes are held at once. */
  readonly most_bytes: number
  /** So many are worked on at once. */
  readonly at_once: number
  /** So many of one caller are held or wait. */
  readonly most_of_one: number
  /** So many wait for room, and so long. */
  readonly most_waiting: number
  readonly patience_ms: number
}

export const LARGE_BODIES: LargeBodiesLimits = {
  most_bytes: 128 * 1024 * 1024,
  at_once: 2,
  most_of_one: 3,
  most_waiting: 64,
  patience_ms: 60_000,
}

/** The room of one process for large bodies. */
export function largeBodies(limits: LargeBodiesLimits = LARGE_BODIES): LargeBodies {
  const room = places(limits.most_bytes)
  const hands = turns(limits.at_once)
  const callers = new Map<string, number>()
  return {
    async admit(caller, bytes) {
      const own = callers.get(caller) ?? 0
      if (own >= limits.most_of_one)
        throw new Problem('TOO_MANY_REQUESTS', 'kernel.problems.manyDocuments', {
          retry_after_s: 5,
        })
      if (room.waiting() >= limits.most_waiting) throw full()
      callers.set(caller, own + 1)
      const leave = () => {
        const left = (callers.get(caller) ?? 1) - 1
        if (left > 0) callers.set(caller, left)
        else callers.delete(caller)
      }
      const wanted = Math.min(bytes, limits.most_bytes)
      if (!(await room.take(wanted, limits.patience_ms))) {
        leave()
        throw full()
      }
      return () => {
        room.give(wanted)
        leave()
      }
    },
    async work(caller, work) {
      await hands.take(caller)
      try {
        return await work()
      } finally {
        hands.give()
      }
    },
  }
}

function full(): Problem {
  return new Problem('UNAVAILABLE', 'kernel.problems.documentsWait', { retry_after_s: 30 })
}

/** So many places, given out in the order in which they were asked for; `take` answers false once its patience is over. */
function places(free: number) {
  type Waiting = { readonly wanted: number; readonly enter: () => void }
  const queue: Waiting[] = []
  const next = () => {
    for (let [first] = queue; first && first.wanted <= free; [first] = queue) {
      free -= first.wanted
      queue.shift()
      first.enter()
    }
  }
  return {
    waiting: () => queue.length,
    take: (wanted: number, patience_ms?: number) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timer =
        patience_ms === undefined
          ? undefined
          : setTimeout(() => {
              const at = queue.indexOf(one)
              if (at < 0) return
              queue.splice(at, 1)
              resolve(false)
              next()
            }, patience_ms)
      const one: Waiting = {
        wanted,
        enter: () => {
          clearTimeout(timer)
          resolve(true)
        },
      }
      queue.push(one)
      next()
      return promise
    },
    give: (wanted: number) => {
      free += wanted
      next()
    },
  }
}

/** So many hands, given to callers in turn: each caller's own in the order in which they came, and one of each before a second of anybody. */
function turns(free: number) {
  const waiting = new Map<string, (() => void)[]>()
  return {
    take: (caller: string): Promise<void> => {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (free > 0) {
        free--
        resolve()
        return promise
      }
      const own = waiting.get(caller)
      if (own) own.push(resolve)
      else waiting.set(caller, [resolve])
      return promise
    },
    give: () => {
      const [next] = waiting
      if (!next) {
        free++
        return
      }
      const [caller, [enter, ...rest]] = next
      waiting.delete(caller)
      if (rest.length > 0) waiting.set(caller, rest)
      enter?.()
    },
  }
}
