import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { databaseFor } from './embedded-or-given.ts'

const FILE = 'running.json'

/** Writes down which database runs, for the commands beside it; readable by the owner alone. */
export function noteRunning(config: Config, database_url: string): void {
  writeFileSync(join(config.dataDir, FILE), JSON.stringify({ database_url, pid: process.pid }), {
    mode: 0o600,
  })
}

/** Takes the note back after a clean stop. */
export function forgetRunning(config: Config): void {
  rmSync(join(config.dataDir, FILE), { force: true })
}

/** The database of DATABASE_URL; else the one of a running `npm start`; else the embedded one, started until `stop`. */
export async function runningDatabase(
  config: Config,
): Promise<{ url: string; stop(): Promise<void> }> {
  const path = join(config.dataDir, FILE)
  if (!config.databaseUrl && existsSync(path)) {
    const { database_url, pid } = JSON.parse(readFileSync(path, 'utf8')) as {
      database_url: string
      pid: number
    }
    if (isAlive(pid)) return { url: database_url, stop: async () => {} }
  }
  return databaseFor(config)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
