/** A story that is told once, and a copy of its world for each test: to begin where it ended takes no time, and to spoil it harms nobody. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { type Admin, adminOf } from './admin.ts'
import { openWorld, type World } from './open-world.ts'
import { PLAIN_PAPER } from './plain-paper.ts'
import { cloneTemplate } from './test-server.ts'

const START = '2026-02-20T10:00:00Z'

export type Copy<S> = { readonly world: World; readonly admin: Admin; readonly told: S }

/** Opens a copy before each test, at the instant at which the story ended; after it every invariant holds. */
export function eachInACopy<S>(
  tell: (world: World) => Promise<S>,
  take: (copy: Copy<S>) => void,
  options: Pick<NonNullable<Parameters<typeof openWorld>[3]>, 'rail'> = {},
): void {
  let base: Awaited<ReturnType<typeof cloneTemplate>>
  let told: S
  let ended: string
  let close = async () => {}
  beforeAll(async () => {
    base = await cloneTemplate(inject('server_url'))
    const world = await openWorld(base.databaseUrl, START, PLAIN_PAPER)
    told = await tell(world)
    ended = world.clock.now().toISOString()
    await world.close()
  })
  beforeEach(async () => {
    const { databaseUrl, drop } = await cloneTemplate(inject('server_url'), base.name)
    const world = await openWorld(databaseUrl, ended, PLAIN_PAPER, { ...options, rate_days: 0 })
    const admin = await adminOf(world)
    close = async () => {
      const broken = await world.broken()
      await admin.close()
      await world.close()
      await drop()
      expect(broken).toEqual([])
    }
    take({ world, admin, told })
  })
  afterEach(() => close())
  afterAll(() => base.drop())
}
