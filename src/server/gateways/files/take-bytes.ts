/** Takes bytes off a stream by number, however it was cut into pieces. */
export type Taker = {
  /** The next so many bytes, or fewer where the stream ends before that. */
  take(bytes: number): Promise<Buffer>
  /** All that is left. */
  rest(): Promise<Buffer>
  /** Lets the stream go, also in its middle. */
  close(): Promise<void>
}

/** A taker of a stream, which it alone reads from now on. Throws what the stream throws. */
export function takerOf(stream: AsyncIterable<Uint8Array>): Taker {
  const pieces = stream[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)
  const take = async (bytes: number): Promise<Buffer> => {
    const parts: Uint8Array[] = [held]
    for (let size = held.length; size < bytes; ) {
      const { done, value } = await pieces.next()
      if (done) break
      parts.push(value)
      size += value.length
    }
    held = Buffer.concat(parts)
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
  return {
    take,
    rest: () => take(Number.POSITIVE_INFINITY),
    close: async () => {
      await pieces.return?.()
    },
  }
}
