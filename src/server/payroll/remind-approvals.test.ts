/** Pay that waits for its approval on the day by which that is due is told to whoever approves, and once more when its date has come. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { approveAll } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
beforeEach(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  // Paid on Friday, March 20: to be approved by Wednesday.
  stage = await givenApprovableCycle(world)
})
afterEach(async () => {
  await admin.close()
  await world.close()
})

async function told() {
  const rows = await admin.rows(
    "select 1 from outbox_event where type = 'payroll.approval_due' and payload->>'cycle_uuid' = $1",
    [stage.id.cycle_uuid],
  )
  return rows.length
}

async function at(instant: string) {
  world.clock.set(instant)
  await world.byTheClock()
  return told()
}

describe('who approves', () => {
  it('is reminded on the day by which it is due and on the pay date, each once', async () => {
    expect(await at('2026-03-17T12:00:00Z')).toBe(0)
    expect(await at('2026-03-18T00:01:00Z')).toBe(1)
    expect(await at('2026-03-19T10:00:00Z')).toBe(1)
    expect(await at('2026-03-20T00:01:00Z')).toBe(2)
    expect(await at('2026-03-24T10:00:00Z')).toBe(2)
  })

  it('is told once by many clocks at the same moment', async () => {
    world.clock.set('2026-03-20T09:00:00Z')
    await Promise.all([world.byTheClock(), world.byTheClock(), world.byTheClock()])
    expect(await told()).toBe(1)
  })

  it('is not reminded of what is approved', async () => {
    await fund(world, stage, '3400.00')
    await approveAll(world, stage.employer, stage.id)
    expect(await at('2026-03-20T10:00:00Z')).toBe(0)
  })

  it('hears nothing of pay dates that were long ago when nobody was running', async () => {
    expect(await at('2026-04-20T10:00:00Z')).toBe(0)
  })
})
