/** How much memory this process held at its most, as Linux alone counts it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const COUNTED = '/proc/self/clear_refs'

/** Whether it is counted here. */
export const isMemoryCounted = existsSync(COUNTED)

/** So many megabytes more than before were held at once while something was done. */
export async function heldMost(done: () => unknown): Promise<number> {
  writeFileSync(COUNTED, '5')
  const before = megabytes()
  await done()
  return megabytes() - before
}

const megabytes = () =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
