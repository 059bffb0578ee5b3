/** What tests of races share: a world of its own for each, and how a racer came out. */
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { Problem } from '#domain/kernel/problem.ts'
import { type Admin, adminOf } from './admin.ts'
import { heavy } from './heavy.ts'
import { plainWorld, type World } from './world.ts'

export const ROUNDS = heavy(6, 100)
export const rounds = Array.from({ length: ROUNDS }, (_, n) => n)

/** Opens a world before each test and closes it after. */
export function eachInItsWorld(take: (world: World, admin: Admin) => void): void {
  let close = async () => {}
  beforeEach(async () => {
    const world = await plainWorld()
    const admin = await adminOf(world)
    close = async () => {
      await admin.close()
      await world.close()
    }
    take(world, admin)
  })
  afterEach(() => close())
}

/** The code of an expected refusal, or that it was done. */
export function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    error => {
      if (error instanceof Problem) return error.code
      throw error
    },
  )
}

/** Holds rows of the database, as somebody does who has not ended yet; what comes back ends it. */
export async function holding(
  { databaseUrl }: Pick<World, 'databaseUrl'>,
  statement: string,
): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

/** Comes back once so many statements wait for a lock, or this work, which was to wait, is done. */
export async function waiting(admin: Admin, many: number, work: Promise<unknown>): Promise<void> {
  let done = false
  const end = () => {
    done = true
  }
  work.then(end, end)
  while (!done) {
    const [row] = await admin.rows<{ n: number }>(
      `select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if ((row?.n ?? 0) >= many) return
  }
}
