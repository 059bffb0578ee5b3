/** From when on clients are sent to a destination: a mere change of shares keeps none from them, what is new or taken into use again waits a day. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { givenDuePayments, plainWorld, type World } from '#test/harness/world.ts'

let world: World
let contractor: Person
beforeAll(async () => {
  world = await plainWorld()
  const [first] = (await givenDuePayments(world, 1)).contractors
  if (!first) throw new Error('a contractor was given')
  contractor = first
})
afterAll(() => world?.close())

async function split(...shares: readonly number[]): Promise<void> {
  const { destinations } = await call(world, contractor, 'getBanking')
  const body = destinations.map(({ identifier, network, currency }, at) => ({
    ...{ identifier, network, currency },
    percentage: shares[at] ?? 0,
  }))
  await call(world, contractor, 'putSetupPercentages', { query: {}, body })
}
async function ways() {
  const { ways } = await call(world, contractor, 'getInvoiceDefaults', {})
  return ways.map(({ kind, usable }) => [kind, usable])
}
it('a change of shares keeps no account from clients, while Corridor’s own payments to it cool as ever', async () => {
  expect(await ways()).toEqual([
    ['bank', true],
    ['wallet', true],
  ])
  await split(5_500, 4_500)
  const { destinations } = await call(world, contractor, 'getBanking')
  const now = world.clock.now()
  expect(destinations.every(({ usable_from }) => usable_from > now)).toBe(true)
  expect(await ways()).toEqual([
    ['bank', true],
    ['wallet', true],
  ])
})

it('what was taken out of use and into it again is kept from clients for a day, and a new split within it changes nothing of that', async () => {
  await split(10_000, 0)
  const { destinations } = await call(world, contractor, 'getBanking')
  const body = { destination_uuid: destinations[1]?.destination_uuid ?? '' }
  await call(world, contractor, 'deactivateDestination', { body })
  await call(world, contractor, 'reactivateDestination', { body })
  const kept = [
    ['bank', true],
    ['wallet', false],
  ]
  expect(await ways()).toEqual(kept)
  await split(6_000, 4_000)
  expect(await ways()).toEqual(kept)
  world.clock.set(new Date(world.clock.now().getTime() + 23 * 3_600_000).toISOString())
  await split(7_000, 3_000)
  expect(await ways()).toEqual(kept)
  world.clock.set(new Date(world.clock.now().getTime() + 2 * 3_600_000).toISOString())
  expect(await ways()).toEqual([
    ['bank', true],
    ['wallet', true],
  ])
  expect(await world.broken()).toEqual([])
})
