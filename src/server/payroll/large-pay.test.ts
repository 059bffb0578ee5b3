/** Pay that is larger than any: it is refused in words, and no amount that was written keeps anybody from reading a page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from '#test/server/http-world.ts'

let world: World
let http: HttpWorld
let admin: Admin
let stage: CycleStage
/** Of a contractor with 70 percent in dollars and 30 in USDC, and of one with all in USDC. */
let items: { readonly line_item_uuid: string; readonly version: number }[]

beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  http = await httpWorld(world)
  stage = await givenApprovableCycle(world, 2)
  items = (await look()).items
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await http.close()
  await admin.close()
  await world.close()
})

const look = () =>
  call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 50 } })
const nth = (at: number) => ({ ...stage.id, line_item_uuid: items[at]?.line_item_uuid ?? '' })
const ask = async (who: Person, name: keyof typeof api, more: object = {}) =>
  http.ask(api[name], { token: await http.tokenOf(who), ...more })
const bonus = (at: number, amount_in_smallest_unit: number) =>
  ask(stage.employer, 'addEntry', {
    params: { ...nth(at), entry_uuid: newUuid() },
    body: { kind: 'BONUS', amount_in_smallest_unit, words: 'For the year' },
  })

describe('an amount', () => {
  it('of an item is no larger than that of an entry, however it is written', async () => {
    expect(await bonus(0, 1_000_000_000_001)).toMatchObject({ status: 422 })
    expect(await bonus(0, 999_999_000_000)).toMatchObject({ status: 200 })
    const again = await bonus(0, 1_000_000)
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('comesToTooMuch')])
    const { item } = await call(world, stage.employer, 'getLineItem', { params: nth(0) })
    const rows = [{ line_item_uuid: item.line_item_uuid, version: item.version, hours: 744 }]
    const hours = await ask(stage.employer, 'saveHours', { params: stage.id, body: { rows } })
    expect([hours.status, hours.text]).toEqual([422, expect.stringContaining('comesToTooMuch')])
    expect(hours.text).toContain('Amara Okafor')
  })

  it('that comes to more in its currency than can be said is not paid, and every page is read', async () => {
    const [, other] = stage.contractors
    const { destinations } = await call(world, other as Person, 'getBanking')
    await call(world, other as Person, 'putSetupPercentages', {
      body: destinations.map(({ destination_uuid, kind }) => ({
        identifier: destination_uuid,
        percentage: kind === 'wallet' ? 10_000 : 0,
      })),
    })
    expect(await bonus(1, 999_999_000_000)).toMatchObject({ status: 200 })
    await approveAll(world, stage.employer, stage.id, true)
    const cycle = await ask(stage.employer, 'getCycle', { params: stage.id })
    const unpaid = await ask(stage.operator, 'listUnpaid')
    const coming = await ask(other as Person, 'listNextPays')
    expect([cycle.status, unpaid.status, coming.status]).toEqual([200, 200, 200])
    const planned = await admin.rows<{ promised_minor: string | null }>(
      "select promised_minor from payment where currency = 'USDC' order by source_minor",
    )
    expect(planned.map(of => of.promised_minor === null)).toEqual([false, true])
    for (const read of [unpaid.text, cycle.text]) expect(read).not.toContain('RATE_MISSING')
    expect(unpaid.text).toContain('TOO_LARGE')
    expect(coming.text).toContain('more USDC than one payment can be')
  })
})
