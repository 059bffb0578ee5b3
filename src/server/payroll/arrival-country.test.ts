/** When pay is there: by the banking days of the country that it goes to, for the employer who approves it and for who is paid. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  // Paid on Friday, March 20, 2026.
  stage = await givenApprovableCycle(world)
})
afterAll(async () => {
  await admin?.close()
  await world?.close()
})

it('keeps the country of an account, and says to everybody that it arrives on its next banking day', async () => {
  const amara = stage.contractors[0] as Person
  const accounts = await admin.rows<{ country_code: string | null }>(
    "select country_code from destination where kind = 'bank' and contractor_sub = $1",
    [amara.sub],
  )
  expect(accounts.every(({ country_code }) => /^[A-Z]{2}$/.test(country_code ?? 'ZZ'))).toBe(true)
  // On Monday, March 23, the banks of Colombia keep Saint Joseph.
  await admin.rows("update destination set country_code = 'CO' where network = 'fiat'")
  await world.byTheClock()
  const { preview, items } = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 5 },
  })
  const byBank = items.flatMap(({ parts }) => parts).filter(({ network }) => network === 'fiat')
  expect(byBank.length).toBeGreaterThan(0)
  for (const part of byBank)
    expect(part).toMatchObject({ arrives: '2026-03-24', country_code: 'CO' })
  expect(preview.arrives.map(({ date }) => date)).toContain('2026-03-24')
  const [pay] = await call(world, amara, 'listNextPays')
  expect(pay?.parts.find(({ network }) => network === 'fiat')?.arrives).toBe('2026-03-24')
  const { policies } = await call(world, amara, 'listContractorPolicies')
  expect(policies[0]?.pay_periods.find(({ pay_date }) => pay_date === '2026-03-20')).toMatchObject({
    arrives: '2026-03-24',
    arrives_in: 'CO',
  })
})
