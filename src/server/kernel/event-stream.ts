import { setTimeout as sleep } from 'node:timers/promises'

/** How often it is looked whether something changed, in milliseconds, and how often in one stream: nobody who stops waits for long. */
const LOOK_MS = 300
const LOOKS = 40

/**
 * Server-sent events (WHATWG HTML, 9.2), whose data is JSON: what `look` answers, and again each time that it is another. Ends with what is
 * the last, and else after some seconds: whoever reads asks again, as after a stream that was cut.
 */
export async function* changesOf<T>(
  look: () => Promise<T>,
  { wire, isLast }: { wire: (value: T) => unknown; isLast: (value: T) => boolean },
): AsyncGenerator<Uint8Array> {
  let told = ''
  for (let looks = 0; looks < LOOKS; looks++) {
    const value = await look()
    const data = JSON.stringify(wire(value))
    if (data !== told) yield Buffer.from(`data: ${data}\n\n`)
    if (isLast(value)) return
    told = data
    await sleep(LOOK_MS)
  }
}
