/** People who share an account change where their pay goes at one moment: each is reviewed again, and none waits for who waits for them. */
import { expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { holding, waiting } from '#test/harness/races.ts'
import { type CycleStage, givenApprovableCycle, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
eachInACopy(
  async first => {
    const made = await givenApprovableCycle(first, 2)
    // Both are paid to one account as well.
    for (const who of made.contractors)
      await call(first, who, 'putBankingInformation', {
        body: {
          ...{ account_name: 'Amara', currency: 'USD' },
          ...{ account_number: '5550001', swift_code: 'FBNINGLA' },
        },
      })
    return made
  },
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

async function split(who: Person, ...shares: number[]): Promise<void> {
  const { destinations } = await call(world, who, 'getBanking')
  const body = destinations.map(({ destination_uuid: identifier }, at) => ({
    identifier,
    percentage: shares[at] ?? 0,
  }))
  await call(world, who, 'putSetupPercentages', { body })
}

it('are locked in one order, whoever begins', async () => {
  const [one, other] = stage.contractors.toSorted((a, b) => (a.sub < b.sub ? -1 : 1)) as [
    Person,
    Person,
  ]
  const release = await holding(
    world,
    `select from review_due where contractor_sub = '${one.sub}' for update`,
  )
  const first = split(one, 5_000, 3_000, 2_000)
  await waiting(admin, 1, first)
  const second = split(other, 5_000, 3_000, 2_000)
  await waiting(admin, 2, second)
  // Whoever comes second holds nothing that the first will want.
  const free = await admin.rows(
    `select from review_due where contractor_sub = '${other.sub}' for update skip locked`,
  )
  await release()
  await Promise.all([first, second])
  expect(free).toHaveLength(1)
})
