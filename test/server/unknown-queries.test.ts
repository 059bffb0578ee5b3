/** What stands behind the `?` of an address and is not known is refused, as it is in a body: a misspelled filter would answer too much. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Role } from '#contract/kernel/endpoint.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { entries, type HttpWorld, httpWorld } from './http-world.ts'
import { sampleOf } from './sample.ts'

let world: World
let http: HttpWorld
const tokens = new Map<Role, string>()
beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  const operator = await givenOperator(world)
  tokens.set('operator', await http.tokenOf(operator))
  tokens.set('employer', await http.tokenOf(await givenEmployer(world, operator)))
  tokens.set(
    'contractor',
    await http.tokenOf(await givenContractor(world, operator, 'amara@okafor.test')),
  )
})
afterAll(async () => {
  await http?.close()
  await world?.close()
})

it.each(entries.filter(([, { method }]) => method === 'GET'))('%s', async (_name, entry) => {
  const role = typeof entry.access === 'string' ? 'employer' : entry.access[0]
  const params = entry.params ? (sampleOf(entry.params) as Record<string, string>) : {}
  const query = { page_syze: '3' }
  const { status, body } = await http.ask(entry, {
    token: tokens.get(role ?? 'employer'),
    params,
    query,
  })
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('page_syze')])
})

it('names what is not known, beside what is', async () => {
  const token = tokens.get('employer')
  const query = { limit: '5', stat: 'SETTLED' }
  const { status, body } = await http.ask(api.listPaymentBatches, { token, query })
  expect([status, body]).toMatchObject([
    422,
    { code: 'VALIDATION', detail: [{ loc: ['query'], msg: expect.stringContaining('stat') }] },
  ])
})
