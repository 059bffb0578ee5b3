/** `npm run verify`: checks every invariant on a live database and names each violation. Exits with 1 when one does not hold. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/kernel/config.ts'
import { openDatabase, SYSTEM, transact } from '#server/kernel/db.ts'
import { databaseFor } from '#server/kernel/embedded-or-given.ts'
import { verifyInvariants } from '#server/verification/index.ts'

/** The database of DATABASE_URL; else the one that a running `npm start` wrote down; else the embedded one, started for this. */
async function target(): Promise<{ url: string; stop(): Promise<void> }> {
  const config = readConfig('start', process.env)
  const running = join(config.dataDir, 'running.json')
  if (!config.databaseUrl && existsSync(running)) {
    const { database_url, pid } = JSON.parse(readFileSync(running, 'utf8')) as {
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

const { url, stop } = await target()
const database = openDatabase(url, { max: 1 })
const verdicts = await transact(database.db, SYSTEM, verifyInvariants, { readonly: true })
for (const { name, meaning, violations } of verdicts) {
  console.log(`${violations.length === 0 ? 'holds   ' : 'BROKEN  '} ${name}: ${meaning}`)
  for (const violation of violations) console.log(`           ${violation}`)
}
await database.close()
await stop()
process.exit(verdicts.some(verdict => verdict.violations.length > 0) ? 1 : 0)
