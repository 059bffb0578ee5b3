/** The simulated rail on a database: what any rail holds, and the bad days that it has where it is told to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { railContract, railOrder } from '../gateways/rails/rail-contract.test-data.ts'
import { type Fate, simulatedRail } from '../gateways/rails/simulated.ts'

let world: World
let admin: Admin
let now = Date.parse('2026-03-20T10:00:00Z')
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const opened = async (fate?: Partial<Fate>) => {
  await admin.rows('delete from simulated_rail.transfer')
  return simulatedRail(
    world.kernel.db.operations,
    fate && { seed: 7, now: () => new Date(now), ...fate },
  )
}

railContract('the simulated one', () => opened())
railContract('the simulated one with answers that come twice', () =>
  opened({ doubled_bps: 10_000 }),
)

const ORDERS = Array.from({ length: 200 }, (_, n) => railOrder(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const DAY_MS = 24 * 60 * 60_000

describe('the simulated rail, told a fate', () => {
  it('refuses some, the same ones each time', async () => {
    const refused = async (seed: number) => {
      const receipts = await (await opened({ seed, refused_bps: 1_000 })).send(ORDERS)
      return receipts.filter(of => of.outcome === 'FAILED').map(of => of.attempt_uuid)
    }
    const once = await refused(1)
    expect(once.length).toBeGreaterThan(5)
    expect(once.length).toBeLessThan(50)
    expect((await refused(1)).toSorted()).toEqual(once.toSorted())
    expect((await refused(2)).toSorted()).not.toEqual(once.toSorted())
  })

  it('takes what it does not answer to, and answers when it is sent again', async () => {
    const rail = await opened({ lost_bps: 10_000 })
    await expect(rail.send(ORDERS)).rejects.toMatchObject({ code: 'RAIL_SILENT', retriable: true })
    expect(await rail.ask(IDS)).toHaveLength(200)
    expect(await rail.send(ORDERS)).toHaveLength(200)
    expect(await rail.books?.(null, 500)).toHaveLength(200)
  })

  it('says days later that they arrived, and of some that they came back', async () => {
    const rail = await opened({
      settles_after_ms: DAY_MS,
      returned_bps: 2_000,
      returns_after_ms: 3 * DAY_MS,
    })
    await rail.send(ORDERS)
    const told = async () => {
      const counts: Record<string, number> = {}
      for (const { outcome } of await rail.ask(IDS)) counts[outcome] = (counts[outcome] ?? 0) + 1
      return counts
    }
    expect(await told()).toEqual({ SENT: 200 })
    now += DAY_MS
    expect(await told()).toEqual({ SETTLED: 200 })
    now += 3 * DAY_MS
    const { SETTLED = 0, RETURNED = 0 } = await told()
    expect(SETTLED + RETURNED).toBe(200)
    expect(RETURNED).toBeGreaterThan(15)
    expect(RETURNED).toBeLessThan(80)
  })
})
