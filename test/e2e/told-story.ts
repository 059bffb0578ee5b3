/** Playwright's global set-up: tells the demo's story once, and each journey begins on a copy of the folder that this left. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/kernel/free-port.ts'
import { startProcess, stopProcess, TOLD_AT, TOLD_STORY } from './corridor.ts'

/** Tells it in a Corridor that then stops; what it answers takes the folder away. */
export default async function tellStory(): Promise<() => void> {
  const dir = mkdtempSync(join(tmpdir(), 'corridor-told-'))
  const compiled = mkdtempSync(join(tmpdir(), 'corridor-compiled-'))
  // Every server and script of the journeys compiles what the first one did.
  process.env.NODE_COMPILE_CACHE = compiled
  const PORT = String(await freePort())
  await stopProcess(await startProcess({ ...process.env, PORT, CORRIDOR_DATA_DIR: dir }))
  process.env[TOLD_STORY] = dir
  process.env[TOLD_AT] = `http://localhost:${PORT}`
  return () => {
    for (const made of [dir, compiled]) rmSync(made, { recursive: true, force: true })
  }
}
