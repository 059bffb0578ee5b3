/** Line items of a cycle are found by name, address and role, and listed by name or amount, over pages and both ways. */
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { offer, sign } from '#test/harness/offers.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenEmployer,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

const NAMES = [
  ['Zoë', 'Adams'],
  ['Émile', 'Bernard'],
  ['伟', '张'],
  ['Anna', 'Öberg'],
  ['anders', 'Holm'],
  ['100%', '_Under_'],
] as const

let world: World
let admin: Admin
let stage: CycleStage
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, NAMES.length)
  for (const [at, [first, last]] of NAMES.entries())
    await admin.rows('update person set first_name = $1, last_name = $2 where sub = $3', [
      first,
      last,
      stage.contractors[at]?.sub,
    ])
  const query = { limit: 50 }
  const { items } = await call(world, stage.employer, 'getCycle', { params: stage.id, query })
  for (const [at, { line_item_uuid }] of items.entries())
    await call(world, stage.employer, 'editLineItem', {
      params: { ...stage.id, line_item_uuid },
      // Two of them come to the same.
      body: { hours: 5000 + 100 * (at % 5) },
    })
  return async () => {
    await admin.close()
    await world.close()
  }
})

type Query = NonNullable<NonNullable<Parameters<typeof call<'getCycle'>>[3]>['query']>
const look = (query: Partial<Query>) =>
  call(world, stage.employer, 'getCycle', { params: stage.id, query: { limit: 50, ...query } })
const names = async (query: Partial<Query>) =>
  (await look(query)).items.map(item => item.contractor_name)
/** All items, page by page. */
async function paged(query: Partial<Query>) {
  const items = []
  for (let cursor: string | undefined; ; ) {
    const page = await look({ ...query, limit: 2, cursor })
    items.push(...page.items)
    if (page.next_cursor === null) return items
    cursor = page.next_cursor
  }
}

describe('line items are found', () => {
  it('by a part of a name in either order, of an address, and of a role', async () => {
    expect(await names({ search: 'bern' })).toEqual(['Émile Bernard'])
    expect(await names({ search: 'ÉMILE' })).toEqual(['Émile Bernard'])
    expect(await names({ search: '张伟' })).toEqual(['张伟'])
    expect(await names({ search: '伟 张' })).toEqual(['张伟'])
    expect(await names({ search: stage.contractors[3]?.email ?? '' })).toContain('Anna Öberg')
    const all = await look({ search: 'data eng' })
    expect([all.items.length, all.found]).toEqual([NAMES.length, NAMES.length])
  })

  it('by exactly what is typed, and nobody by what nobody is called', async () => {
    expect(await names({ search: '100%' })).toEqual(['100% _Under_'])
    expect(await names({ search: '_' })).toEqual(['100% _Under_'])
    const none = await look({ search: "'; drop table line_item; --" })
    expect([none.items, none.found, none.shows.all]).toEqual([[], 0, NAMES.length])
    expect((await look({ search: '  ' })).found).toBeNull()
  })

  it('among the unusual alone, and as a selection of all that was found', async () => {
    const { items, found, shows } = await look({ show: 'unusual', search: 'bernard' })
    expect([items.length, found, shows.unusual]).toEqual([1, 1, NAMES.length])
    expect(await names({ show: 'blocked', search: 'bernard' })).toEqual([])
    const select = (search: string) =>
      call(world, stage.employer, 'selectItems', {
        params: stage.id,
        body: { show: 'unusual', search },
      })
    expect((await select('bernard')).line_item_uuids).toEqual([items[0]?.line_item_uuid])
    expect((await select('nobody of this name')).items).toBe(0)
  })

  it('in one’s own cycle alone', async () => {
    const rival = await givenEmployer(world, stage.operator, 'rival@rival.test')
    const asked = { params: stage.id, query: { limit: 50, search: 'a' } }
    await expect(call(world, rival, 'getCycle', asked)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('line items are listed', () => {
  it('by name as languages sort them, both ways, the same over pages', async () => {
    const up = await names({ sort: 'name' })
    expect(up).toEqual([
      ...['100% _Under_', 'anders Holm', 'Anna Öberg', 'Émile Bernard', 'Zoë Adams', '张伟'],
    ])
    expect(await names({ sort: 'name_down' })).toEqual(up.toReversed())
    for (const sort of ['name', 'name_down'] as const)
      expect((await paged({ sort })).map(item => item.contractor_name)).toEqual(
        await names({ sort }),
      )
  })

  it('by amount, the same over pages where some are equal, each of them once', async () => {
    for (const [sort, way] of [
      ['amount', 1n],
      ['amount_down', -1n],
    ] as const) {
      const items = await paged({ sort })
      const amounts = items.map(item => way * item.amount.minor)
      expect(amounts).toEqual(amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      expect(new Set(items.map(item => item.line_item_uuid)).size).toBe(NAMES.length)
    }
  })

  it('with what is unusual of people who are paid twice', async () => {
    const { policy_uuid } = stage.id
    const [twice] = stage.contractors
    if (!twice) throw new Error('the stage has contractors')
    const terms = { effective_date: '2026-03-02', rate: 5000n, policy_uuid, role: 'Reviewer' }
    await sign(world, await offer(world, stage.employer, twice, terms))
    await world.deliver()
    const { items } = await look({ search: 'reviewer', sort: 'amount' })
    expect(items.map(item => item.role)).toEqual(['Reviewer'])
    expect(items[0]?.unusual.map(thing => thing.code)).toContain('DUPLICATE')
  })
})
