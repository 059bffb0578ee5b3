/** What tests of races share: a world of its own for each, and how a racer came out. */
import pg from 'pg'
import { afterEach, beforeEach, expect } from 'vitest'
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

/** Two acts on something of their own, and what is kept of it once both ended. */
export type Meeting = {
  readonly acts: readonly [() => Promise<unknown>, () => Promise<unknown>]
  kept(): Promise<unknown>
}

/**
 * Two acts at the same moment end, are answered and leave behind what they would one after the other, either way about. Each time they
 * meet on something of their own that `meet` makes alike.
 */
export async function asInTurn(meet: () => Promise<Meeting>, rounds: number): Promise<void> {
  type Run = (one: () => Promise<string>, other: () => Promise<string>) => Promise<string[]>
  const told = async (run: Run) => {
    const { acts, kept } = await meet()
    const ends = await run(
      () => outcome(acts[0]()),
      () => outcome(acts[1]()),
    )
    return { ends, kept: await kept() }
  }
  const inTurn = [
    await told(async (one, other) => [await one(), await other()]),
    await told(async (one, other) => [await other(), await one()].toReversed()),
  ]
  for (let n = 0; n < rounds; n += 1)
    expect(inTurn).toContainEqual(await told((one, other) => Promise.all([one(), other()])))
}

/** Each of these with each, itself included. */
export function pairsOf(names: readonly string[]): (readonly [string, string])[] {
  return names.flatMap((a, n) => names.slice(n).map(b => [a, b] as const))
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
