/** Playwright's global set-up: makes an empty Corridor and one that tells the demo's story; each journey begins on a copy of the folder of one of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '#server/kernel/free-port.ts'
import { roomForDatabases } from '../harness/room.ts'
import { MADE_EMPTY, startProcess, stopProcess, TOLD_AT, TOLD_STORY } from './corridor.ts'

/** Makes them in Corridors that then stop; what it answers takes the folders away. */
export default async function makeFolders(): Promise<() => void> {
  const folder = (name: string) => mkdtempSync(join(roomForDatabases(), `corridor-${name}-`))
  const [empty, told] = [folder('empty'), folder('told')]
  const make = async (CORRIDOR_DATA_DIR: string, env: NodeJS.ProcessEnv) => {
    const PORT = String(await freePort())
    await stopProcess(await startProcess({ ...process.env, ...env, PORT, CORRIDOR_DATA_DIR }))
    return PORT
  }
  await make(empty, { CORRIDOR_NO_STORY: '1' })
  process.env[TOLD_AT] = `http://localhost:${await make(told, {})}`
  process.env[TOLD_STORY] = told
  process.env[MADE_EMPTY] = empty
  return () => {
    for (const made of [empty, told]) rmSync(made, { recursive: true, force: true })
  }
}
