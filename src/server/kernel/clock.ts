/** The injected clock. Business rules read time only from here, so that tests and the demo can move it. */
export type Clock = {
  now(): Date
}

/** A clock that can be moved forward; never used by `serve`. */
export type MovableClock = Clock & {
  /** How far the clock is ahead of the machine's, in milliseconds. */
  offset(): number
  setOffset(offset_ms: number): void
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() }

/** A clock that runs at the machine's pace, moved by an offset. */
export function movableClock(offset_ms = 0): MovableClock {
  let offset = offset_ms
  return {
    now: () => new Date(Date.now() + offset),
    offset: () => offset,
    setOffset: next => {
      offset = next
    },
  }
}

/** A clock that stands still until it is set, for tests. */
export function stoppedClock(start: string): Clock & { set(instant: string): void } {
  let at = new Date(start)
  return {
    now: () => at,
    set: instant => {
      at = new Date(instant)
    },
  }
}
