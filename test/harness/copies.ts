/** A story that is told once, and a copy of its world for each test: to begin where it ended takes no time, and to spoil it harms nobody. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type Admin, adminOf } from './admin.ts'
import { openWorld, type World } from './open-world.ts'
import { PLAIN_PAPER } from './plain-paper.ts'
import { cloneTemplate } from './test-server.ts'
import { type CycleStage, givenApprovableCycle } from './world.ts'

const START = '2026-02-20T10:00:00Z'

export type Copy<S> = { readonly world: World; readonly admin: Admin; readonly told: S }
type Options = Pick<NonNullable<Parameters<typeof openWorld>[3]>, 'rail'>
type Told<S> = {
  readonly base: Awaited<ReturnType<typeof cloneTemplate>>
  readonly ended: string
  readonly told: S
}

/** Opens a copy before each test, at the instant at which the story ended; after it every invariant holds. */
export function eachInACopy<S>(
  tell: (world: World) => Promise<S>,
  take: (copy: Copy<S>) => void,
  options: Options = {},
): void {
  let story: Told<S>
  let close = async () => {}
  beforeAll(async () => {
    story = await toldOnce(tell)
  })
  beforeEach(async () => {
    const { end, ...copy } = await copyOf(story, options)
    close = end
    take(copy)
  })
  afterEach(() => close())
  afterAll(() => story.base.drop())
}

/** What it answers opens `givenApprovableCycle` of so many contractors for the test that asks, as `eachInACopy` opens a story. */
export function eachInItsCycle(
  take: (copy: Copy<CycleStage>) => void,
): (contractors?: number) => Promise<CycleStage> {
  const stories = new Map<number, Promise<Told<CycleStage>>>()
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterAll(async () => {
    for (const story of stories.values()) await (await story).base.drop()
  })
  return async (contractors = 1) => {
    const story =
      stories.get(contractors) ?? toldOnce(world => givenApprovableCycle(world, contractors))
    stories.set(contractors, story)
    const { end, ...copy } = await copyOf(await story)
    ends.push(end)
    take(copy)
    return copy.told
  }
}

async function toldOnce<S>(tell: (world: World) => Promise<S>): Promise<Told<S>> {
  const base = await cloneTemplate(inject('server_url'))
  const world = await openWorld(base.databaseUrl, START, PLAIN_PAPER)
  const told = await tell(world)
  const ended = world.clock.now().toISOString()
  await world.close()
  return { base, ended, told }
}

async function copyOf<S>(
  { base, ended, told }: Told<S>,
  options: Options = {},
): Promise<Copy<S> & { end(): Promise<void> }> {
  const { databaseUrl, drop } = await cloneTemplate(inject('server_url'), base.name)
  const world = await openWorld(databaseUrl, ended, PLAIN_PAPER, { ...options, rate_days: 0 })
  const admin = await adminOf(world)
  const end = async () => {
    const broken = await world.broken()
    await admin.close()
    await world.close()
    await drop()
    expect(broken).toEqual([])
  }
  return { world, admin, told, end }
}
