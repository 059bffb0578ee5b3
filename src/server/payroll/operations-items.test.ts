/** Operators read the pays of a cycle page by page: of any length it costs as much. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { givenManyItems } from '#test/harness/many-payments.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { listEmployerCycles } from './operations-pay-cycles.report.store.ts'

let world: World
let stage: CycleStage

beforeEach(async () => {
  world = await plainWorld()
})
afterEach(() => world.close())

type Query = { readonly limit?: number; readonly search?: string; readonly cursor?: string }

function ask(query: Query, id: { employer_uuid?: string; cycle_uuid?: string } = {}) {
  const { employer_uuid, cycle_uuid } = { ...stage.employer, ...stage.id, ...id }
  return call(world, stage.operator, 'listOperationsItems', {
    params: { id: employer_uuid, cycle_uuid },
    query: { limit: 50, ...query },
  })
}

/** The names of each page. */
async function pages(query: Query): Promise<string[][]> {
  const names: string[][] = []
  let cursor: string | null | undefined
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask({ ...query, ...(cursor && { cursor }) })
    names.push(page.items.map(item => item.contractor_name))
    cursor = page.next_cursor
  } while (cursor)
  return names
}

it('each once, by name on a page, and neither what is archived nor what another company pays', async () => {
  stage = await givenApprovableCycle(world, 4)
  const { items } = await ask({})
  const all = items.map(item => item.contractor_name)
  expect(all).toEqual([1, 2, 3, 4].map(n => `Amara Okafor amara${n}`))
  const two = await pages({ limit: 3 })
  expect(two.map(page => page.length)).toEqual([3, 1])
  expect(two.flat().toSorted()).toEqual(all)
  expect(await pages({ search: 'amara3' })).toEqual([['Amara Okafor amara3']])
  expect(await pages({ search: 'nobody' })).toEqual([[]])
  const line_item_uuid = items[0]?.line_item_uuid ?? ''
  await call(world, stage.employer, 'archiveLineItem', {
    params: { ...stage.id, line_item_uuid },
    body: {},
  })
  expect(await pages({})).toEqual([all.slice(1)])
  const other = await givenEmployer(world, stage.operator, 'boss@other.test')
  for (const id of [{ employer_uuid: other.employer_uuid }, { cycle_uuid: newUuid() }])
    await expect(ask({}, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('a page has the newest of many cycles, and a file all of them', async () => {
  stage = await givenApprovableCycle(world)
  await world.byTheClock()
  const cyclesOf = (most: number | null) =>
    world.unit(async ctx => {
      const found = await listEmployerCycles(ctx.tx, stage.employer.employer_uuid, { most })
      return found?.cycles.map(cycle => cycle.pay_date) ?? []
    })
  const all = await cyclesOf(null)
  expect(all.length).toBeGreaterThan(1)
  expect(await cyclesOf(1)).toEqual(all.toSorted().slice(-1))
})

it('of more than a thousand at once it is said to ask page by page', async () => {
  const operator = await givenOperator(world)
  const { employer, id } = await givenManyItems(world, operator, 1_001)
  const query = { summary: 'false', cycle_uuid: id.cycle_uuid } as const
  const params = { id: employer.employer_uuid }
  await expect(
    call(world, operator, 'listOperationsPayCycles', { params, query }),
  ).rejects.toMatchObject({ code: 'VALIDATION', fields: [{ loc: ['query', 'summary'] }] })
  const [cycle] = await call(world, operator, 'listOperationsPayCycles', {
    params,
    query: { ...query, summary: 'true' },
  })
  expect(cycle?.contractors).toBe(1_001)
})
