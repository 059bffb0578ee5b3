/**
 * Databases that the tests of a process take in turn. What a test wrote is taken away behind it, and the connections stay, with what
 * they have read of the schema and planned: with a database of its own for each test, two thirds of the processor's time went into
 * that. Where a test changed the schema, leaves something running or ended our connection, its database goes, and another one is made.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Database, openDatabase } from '#server/kernel/db.ts'
import { KEEPING } from './shelf.sql.ts'
import { cloneTemplate, testLogins } from './test-server.ts'

export type Lease = {
  readonly databaseUrl: string
  /** Whoever may act on it. They outlive the lease, so nobody closes them. */
  readonly pools: Database
  /** Makes what is there now what `again` brings back; a story of several parts is kept at the end of each. */
  keep(part?: number): Promise<void>
  /** Brings back what was kept, and answers whether that could be done; where not, nobody takes this database any more. Later parts are forgotten. */
  again(part?: number): Promise<boolean>
  /** Gives the database back to the shelf, as empty as it came. */
  giveBack(): Promise<void>
}

type Shelved = {
  readonly databaseUrl: string
  readonly pools: Database
  /** Its session holds what was kept, in tables that no other sees. */
  readonly keeper: pg.Client
  readonly drop: () => Promise<void>
  uses: number
  spoiled: boolean
}

/** How often a database is taken: every use leaves dead rows behind in tables and indexes. */
const MOST_USES = 150
const CONNECTIONS = 16
/** Of the template, and of a story that a test file tells on it, or its first part. */
const EMPTY = 0
const STORY = 1

const shelves = new Map<string, Shelved[]>()

/**
 * Takes an empty, migrated database of a server from the shelf, or makes one. A `fresh` one is made, and nobody has it afterwards: for
 * thousands of rows, which plans of few do not fit. That may have fewer `connections` in each pool.
 */
export async function takeDatabase(
  server: string,
  {
    fresh = false,
    connections = CONNECTIONS,
  }: { fresh?: boolean | undefined; connections?: number } = {},
): Promise<Lease> {
  const shelf = shelves.get(server) ?? []
  shelves.set(server, shelf)
  const taken = (fresh ? undefined : shelf.pop()) ?? (await makeOne(server, connections))
  const { databaseUrl, pools, keeper } = taken
  return {
    databaseUrl,
    pools,
    keep: async (part = STORY) => void (await keeper.query('select pg_temp.keep($1)', [part])),
    again: (part = STORY) => restore(taken, part),
    giveBack: async () => {
      taken.uses++
      if (!fresh && taken.uses < MOST_USES && (await restore(taken, EMPTY))) shelf.push(taken)
      else await discard(taken)
    },
  }
}

async function makeOne(server: string, max: number): Promise<Shelved> {
  const { databaseUrl, drop } = await cloneTemplate(server)
  const keeper = new pg.Client({ connectionString: databaseUrl, application_name: 'shelf' })
  const made = {
    databaseUrl,
    pools: openDatabase(testLogins(databaseUrl), { max }),
    keeper,
    drop,
    uses: 0,
    spoiled: false,
  }
  const spoil = () => {
    made.spoiled = true
  }
  keeper.on('error', spoil)
  keeper.on('end', spoil)
  await keeper.connect()
  await keeper.query(KEEPING)
  await keeper.query('select pg_temp.keep($1)', [EMPTY])
  return made
}

async function restore(taken: Shelved, level: number): Promise<boolean> {
  if (taken.spoiled) return false
  try {
    if (!(await isQuiet(taken.keeper))) return false
    const { rows } = await taken.keeper.query('select pg_temp.restore($1) restored', [level])
    return rows[0].restored
  } catch (error) {
    if (taken.spoiled) return false
    throw error
  }
}

/** How often a session is given a moment to end what its test began. */
const MOMENTS = 50
const MOMENT_MS = 10

async function isQuiet(keeper: pg.Client): Promise<boolean> {
  for (let moment = 0; moment < MOMENTS; moment++) {
    const { rows } = await keeper.query(
      `select count(*)::int busy from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`,
    )
    if (rows[0].busy === 0) return true
    await sleep(MOMENT_MS)
  }
  return false
}

async function discard({ pools, keeper, drop }: Shelved): Promise<void> {
  await keeper.end().catch(() => {})
  await pools.close().catch(() => {})
  await drop()
}
