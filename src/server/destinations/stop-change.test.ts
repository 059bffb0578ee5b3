/** Who did not make a change stops it from the mail: what changed is held, whoever made it is out, and nothing makes the hold shorter. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approveAll, call, callAs, type Person } from '#db/seed/cast.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
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
let contractor: Person
let token = ''

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world)
  contractor = stage.contractors[0] as Person
  await fund(world, stage, '3400.00')
  await approveAll(world, stage.employer, stage.id)
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
})

const destinations = async () => (await call(world, contractor, 'getBanking')).destinations
const stop = (text: string) =>
  callAs(world, ANONYMOUS, 'stopDestinationChange', { body: { token: text } })
const share = async (percentages: readonly number[]) => {
  const all = await destinations()
  return call(world, contractor, 'putSetupPercentages', {
    body: all.map(({ identifier }, at) => ({ identifier, percentage: percentages[at] ?? 0 })),
  })
}
const payments = () =>
  admin.rows<{ status: string; hold_reason: string | null }>(
    "select status, hold_reason from payment where status <> 'CANCELLED' order by percentage_bps",
  )

it('a thief moves the pay to an account of their own; the owner stops it from the mail', async () => {
  await call(world, contractor, 'putBankingInformation', {
    body: {
      account_name: 'A. Thief',
      currency: 'USD',
      swift_code: 'FBNINGLA',
      account_number: '9876543210',
    },
  })
  await share([0, 0, 10_000])
  const [, , changed] = await destinations()
  token = changed?.stop_token ?? ''
  expect(token).not.toBe('')
  world.clock.set('2026-03-17T10:05:00Z')
  expect(await stop(token)).toEqual({ held_until: new Date('2026-03-24T10:05:00Z') })
  const held = await destinations()
  expect(held[2]).toMatchObject({ held: true, usable_from: new Date('2026-03-24T10:05:00Z') })
  expect((await call(world, contractor, 'getBanking')).changes[0]?.said?.text).toBe(
    'payments.destinationChanges.stopped',
  )
  const [row] = await admin.rows("select from audit_entry where action = 'stop_change'")
  expect(row).toBeDefined()
})

it('the day after nothing goes there, and no further change makes the hold shorter', async () => {
  await world.deliver()
  await approveAll(world, stage.employer, stage.id)
  world.clock.set('2026-03-20T10:00:00Z')
  await world.release()
  expect(await payments()).toEqual([{ status: 'HELD', hold_reason: 'DESTINATION_COOLING' }])
  await share([0, 100, 9900])
  await share([0, 0, 10_000])
  expect((await destinations())[2]?.usable_from).toEqual(new Date('2026-03-24T10:05:00Z'))
})

it('the owner sets it right, and is paid a day later', async () => {
  await share([7000, 3000, 0])
  await world.deliver()
  world.clock.set('2026-03-21T10:00:00.001Z')
  await approveAll(world, stage.employer, stage.id)
  await world.release()
  expect((await payments()).map(({ status }) => status)).toEqual(['SCHEDULED', 'SCHEDULED'])
})

it('a link of another, of none, or of last week stops nothing', async () => {
  const before = await destinations()
  for (const wrong of ['', 'x', `${token}A`, token.slice(4), `AAAA${token.slice(4)}`])
    await expect(stop(wrong)).rejects.toMatchObject({ code: 'LINK_NOT_VALID' })
  world.clock.set('2026-03-24T10:05:00Z')
  await expect(stop(token)).rejects.toMatchObject({ text: 'payments.problems.changeIsOld' })
  const after = await destinations()
  expect(after.map(({ usable_from }) => usable_from)).toEqual(
    before.map(({ usable_from }) => usable_from),
  )
})

it('what was stopped is held for as long also where it takes the place of another account', async () => {
  const { destinations: added } = await call(world, contractor, 'putBankingInformation', {
    body: {
      ...{ account_name: 'A. Thief', currency: 'USD', swift_code: 'FBNINGLA' },
      account_number: '9876543211',
    },
  })
  const theirs = added.find(({ label }) => label.endsWith('3211'))
  const own = added.find(of => of.currency === 'USD' && of.percentage > 0)
  const { held_until } = await stop(theirs?.stop_token ?? '')
  await call(world, contractor, 'replaceDestination', {
    params: { id: own?.destination_uuid ?? '' },
    body: { destination_uuid: theirs?.destination_uuid ?? '' },
  })
  const now = (await destinations()).find(of => of.destination_uuid === theirs?.destination_uuid)
  expect(now).toMatchObject({ percentage: own?.percentage, usable_from: held_until })
})

it('who stops what they undid already stops nothing, and that is looked at like everything else', async () => {
  world.clock.set('2026-03-25T10:05:00Z')
  const { destinations: added } = await call(world, contractor, 'putBankingInformation', {
    body: {
      ...{ account_name: 'A. Thief', currency: 'USD', swift_code: 'FBNINGLA' },
      account_number: '9876543212',
    },
  })
  const theirs = added.find(({ label }) => label.endsWith('3212'))
  const body = { destination_uuid: theirs?.destination_uuid ?? '' }
  await call(world, contractor, 'deactivateDestination', { body })
  expect(await world.checked()).toEqual([])
  await stop(theirs?.stop_token ?? '')
  expect(await world.checked()).toEqual([])
})
