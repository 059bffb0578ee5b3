/** Whether this process can serve: its database answers and can be written, its migrations are in, its worker works, its disk has room. */
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Tx } from './db.ts'
import { migrationsApplied } from './migrate.ts'

/** A load balancer is answered within this, whatever is silent. */
const WITHIN_MS = 2500
/** Less room than this holds no document. */
const LEAST_BYTES = 32 * 1024 * 1024

export type ReadinessDeps = {
  readonly db: Database
  readonly dataDir: string
  /** Whether jobs are being taken. */
  working(): boolean
}

/** Answers what is missing, in words; nothing when all is there. Those who ask at once share one look. */
export function readiness({ db, dataDir, working }: ReadinessDeps): () => Promise<string[]> {
  let looking: Promise<string[]> | undefined
  const look = async () => {
    const found = await Promise.all([
      databaseProblem(db.operations).catch(() => 'the database does not answer'),
      diskProblem(dataDir).catch(() => 'the data folder cannot be written'),
      working() ? undefined : 'no jobs are taken',
    ])
    return found.filter(problem => problem !== undefined)
  }
  const tooLate = async () => {
    await sleep(WITHIN_MS, undefined, { ref: false })
    return ['the database does not answer']
  }
  return () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return Promise.race([looking, tooLate()])
  }
}

async function databaseProblem(db: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ read_only: boolean }>`
    select current_setting('transaction_read_only')::boolean read_only`.execute(db)
  if (rows[0]?.read_only) return 'the database can only be read'
  return (await migrationsApplied(db)) ? undefined : 'migrations are missing'
}

async function diskProblem(dataDir: string): Promise<string | undefined> {
  await access(dataDir, constants.W_OK)
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize < LEAST_BYTES ? 'the disk of the data folder is full' : undefined
}
