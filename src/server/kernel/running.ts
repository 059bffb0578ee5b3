/** Who runs on a data folder, and on which database: for the commands beside it, and so that a second start says so at once. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

const FILE = 'running.json'

/** `birth` tells a process from a later one that was given the same number, as it happens in containers. */
type Note = { readonly pid: number; readonly birth: string; readonly database_url: string }

/** Writes down which database runs, for the commands beside it; readable by the owner alone. */
export function noteRunning(config: Config, database_url: string): void {
  writeFileSync(join(config.dataDir, FILE), noteOf(database_url), { mode: 0o600 })
}

/** Takes the note back after a clean stop. */
export function forgetRunning(config: Config): void {
  rmSync(join(config.dataDir, FILE), { force: true })
}

/** Takes the data folder for this process; ConfigError where another one that lives has it. */
export function claimFolder(config: Config): void {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(join(config.dataDir, FILE), noteOf(''), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const holder = livingNote(config)
    if (holder && holder.pid !== process.pid)
      throw new ConfigError(
        `Corridor runs on ${config.dataDir} already, as process ${holder.pid}. Stop that one, or give this one a folder of its own: CORRIDOR_DATA_DIR=... npm start`,
      )
    forgetRunning(config)
    claimFolder(config)
  }
}

/** The database of the process that runs on the data folder, or undefined. */
export function runningUrl(config: Config): string | undefined {
  return livingNote(config)?.database_url || undefined
}

function noteOf(database_url: string): string {
  const note: Note = { pid: process.pid, birth: birthOf(process.pid), database_url }
  return JSON.stringify(note)
}

/** The note of a process that lives. One that was cut off while it was written is none. */
function livingNote(config: Config): Note | undefined {
  const path = join(config.dataDir, FILE)
  if (!existsSync(path)) return undefined
  try {
    const note = JSON.parse(readFileSync(path, 'utf8')) as Note
    return isAlive(note.pid) && birthOf(note.pid) === note.birth ? note : undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** When a process began, in the kernel's own count (proc(5), stat, field 22); empty where that is not told. */
function birthOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is a name in brackets, which may hold spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
