/** Where seeds begin: in the middle of a payroll, with work for everybody. Twenty-five begin at the same place, since to come there costs as much as fifty steps. */
import type { FileStore } from '#server/gateways/files/file-store.ts'
import { createMemoryFileStore } from '#server/gateways/files/memory-file-store.ts'
import type { Anchors } from '#server/verification/index.ts'
import { openWorld } from '#test/harness/open-world.ts'
import { PLAIN_PAPER } from '#test/harness/plain-paper.ts'
import { seeded } from '#test/harness/random.ts'
import { passHours } from './actors/clock.ts'
import { approveMost, settleIn } from './actors/employer.ts'
import { fundMost } from './actors/operator.ts'
import { silentBank } from './bank-law.ts'
import { type Cast, RATES, START, tellCast } from './cast.ts'
import { type Ground, type Grounds, groundsOf } from './ground.ts'
import type { Acknowledged } from './model.ts'
import { chanceOf, type Sim } from './sim.ts'

/** How many seeds in a row begin at the same place. */
const ALIKE = 25
/** How many act at the same moment at most, and so how many connections are of use. */
export const AT_ONCE = 4

/** What a seed goes on from: everything that is not in the database. */
export type Beginning = Cast &
  Pick<Sim, 'told' | 'log' | 'tally' | 'defects'> & {
    readonly start: string
    readonly files: FileStore
    /** Of the check that looked at all of it. */
    readonly anchors: Awaited<ReturnType<Anchors['read']>>
    readonly found: readonly string[]
  }

/** Nothing was acknowledged yet. */
export const nothingTold = (): Acknowledged => ({
  ...{ fundings: new Map(), settled: new Set(), signed: new Set(), written: new Set() },
  ...{ bank: silentBank(), credits: new Map() },
})

/** Grounds of a server on which seeds of companies begin. */
export const companiesOn = (server: string): Grounds<Beginning> =>
  groundsOf(server, {
    connections: AT_ONCE,
    tellCast,
    begin,
    beginningOf: seed => Math.ceil(seed / ALIKE),
  })

async function begin(
  { databaseUrl, pools, admin }: Ground,
  cast: Cast,
  beginning: number,
): Promise<Beginning> {
  const files = createMemoryFileStore()
  const world = await openWorld(databaseUrl, START, PLAIN_PAPER, { pools, files, ...RATES })
  const sim: Sim = {
    ...{ world, admin, ...cast, told: nothingTold() },
    now: { settled: new Set(), unsettled: new Set() },
    ...{ log: [], tally: new Map(), defects: [] },
  }
  const chance = chanceOf(seeded(beginning))
  await settleIn(sim, chance)
  await passHours(sim, 24 * 8)
  await world.byTheClock()
  await fundMost(sim, chance)
  await approveMost(sim, chance)
  await world.deliver()
  const found = await world.checked()
  const anchors = await world.checking.anchors.read()
  const start = world.clock.now().toISOString()
  await world.close()
  const { told, log, tally, defects } = sim
  return { ...cast, told, log, tally, defects, start, files, anchors, found }
}
