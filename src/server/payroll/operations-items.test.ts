/** Operators read the pays of a cycle page by page: of any length it costs as much. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { MOST_CYCLES_SHOWN } from '#domain/payroll/payroll-type.ts'
import { newUuid } from '#server/kernel/ids.ts'
import { adminOf } from '#test/harness/admin.ts'
import { givenManyItems } from '#test/harness/many-payments.ts'
import {
  type CycleStage,
  givenApprovableCycle,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

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
  const { operator, employer, id } = stage
  const admin = await adminOf(world)
  await admin.tamper(
    `insert into pay_cycle select (jsonb_populate_record(c, jsonb_build_object('cycle_uuid', gen_random_uuid(), 'period_index', 1000 + n,
        'start_date', date '2040-01-01' + n, 'end_date', date '2040-01-01' + n, 'pay_date', date '2040-01-01' + n))).*
      from pay_cycle c, generate_series(1, $2::int) n where cycle_uuid = $1`,
    [id.cycle_uuid, MOST_CYCLES_SHOWN],
  )
  await admin.close()
  const params = { id: employer.employer_uuid }
  const query = { summary: 'true' } as const
  const shown = await call(world, operator, 'listOperationsPayCycles', { params, query })
  expect(shown.every(({ pay_date }) => pay_date >= '2040-01-02')).toBe(true)
  expect(shown).toHaveLength(MOST_CYCLES_SHOWN)
  const { pieces } = await call(world, operator, 'getOperationsPayCsv', { params, query: {} })
  const file = Buffer.concat(await Array.fromAsync(pieces)).toString()
  expect(file).toContain(id.cycle_uuid)
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
