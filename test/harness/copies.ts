/** A story that is told once, and its end for each test: to begin where it ended takes no time, and to spoil it harms nobody. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type Admin, adminOf } from './admin.ts'
import { openWorld, type World } from './open-world.ts'
import { PLAIN_PAPER } from './plain-paper.ts'
import { type Lease, takeDatabase } from './shelf.ts'
import { type CycleStage, givenApprovableCycle } from './world.ts'

const START = '2026-02-20T10:00:00Z'

export type Copy<S> = { readonly world: World; readonly admin: Admin; readonly told: S }
type Options = Pick<NonNullable<Parameters<typeof openWorld>[3]>, 'rail' | 'chains'>
type Story<S> = {
  /** The world as the story left it; at its end every invariant holds, and what happened there is forgotten. */
  open(options?: Options): Promise<Copy<S> & { end(): Promise<void> }>
  giveBack(): Promise<void>
}

/** Opens the story's end before each test, at the instant at which it ended; after it every invariant holds. */
export function eachInACopy<S>(
  tell: (world: World) => Promise<S>,
  take: (copy: Copy<S>) => void,
  options: Options = {},
): void {
  const story = storyOf(tell)
  let close = async () => {}
  beforeAll(() => story.open().then(({ end }) => end()))
  beforeEach(async () => {
    const { end, ...copy } = await story.open(options)
    close = end
    take(copy)
  })
  afterEach(() => close())
  afterAll(() => story.giveBack())
}

/** What it answers opens `givenApprovableCycle` of so many contractors for the test that asks, as `eachInACopy` opens a story. */
export function eachInItsCycle(
  take: (copy: Copy<CycleStage>) => void,
): (contractors?: number) => Promise<CycleStage> {
  const stories = new Map<string, Story<CycleStage>>()
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterAll(async () => {
    for (const story of stories.values()) await story.giveBack()
  })
  return async (contractors = 1) => {
    // Who asks twice has two of them.
    const key = `${contractors} people, ${ends.length} open`
    const story = stories.get(key) ?? storyOf(world => givenApprovableCycle(world, contractors))
    stories.set(key, story)
    const { end, ...copy } = await story.open()
    ends.push(end)
    take(copy)
    return copy.told
  }
}

type Told<S> = { readonly lease: Lease; readonly ended: string; readonly told: S }

/** A story that is told when it is first asked for, and again where a test spoiled its database. */
function storyOf<S>(tell: (world: World) => Promise<S>): Story<S> {
  let kept: Told<S> | undefined
  const forget = async () => {
    const { lease } = kept ?? {}
    kept = undefined
    await lease?.giveBack()
  }
  return {
    open: async options => {
      kept ??= await tellIt(tell)
      const { lease, ended, told } = kept
      const { databaseUrl, pools } = lease
      const world = await openWorld(databaseUrl, ended, PLAIN_PAPER, {
        ...options,
        pools,
        rate_days: 0,
      })
      const admin = await adminOf(world)
      const end = async () => {
        const broken = await world.broken()
        await admin.close()
        await world.close()
        if (!(await lease.again())) await forget()
        expect(broken).toEqual([])
      }
      return { world, admin, told, end }
    },
    giveBack: forget,
  }
}

async function tellIt<S>(tell: (world: World) => Promise<S>): Promise<Told<S>> {
  const lease = await takeDatabase(inject('server_url'))
  const world = await openWorld(lease.databaseUrl, START, PLAIN_PAPER, { pools: lease.pools })
  const told = await tell(world)
  const ended = world.clock.now().toISOString()
  await world.close()
  await lease.keep()
  return { lease, ended, told }
}
