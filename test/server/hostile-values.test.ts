/** Days, cursors and numbers that no database knows: each call of the contract that takes one says so and does not fail. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint, Role } from '#contract/kernel/endpoint.ts'
import { call, type Person } from '#db/seed/cast.ts'
import {
  givenApprovableCycle,
  givenContractor,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { entries, type HttpWorld, httpWorld } from './http-world.ts'
import { isDateField, numberPaths, sampleOf, stringPaths, withValue } from './sample.ts'

let world: World
let http: HttpWorld
let employer: Person
const tokens = new Map<Role, string>()
/** What the stage has: with it a call gets as far as the database. */
let ids: Record<string, string>

beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  const stage = await givenApprovableCycle(world)
  const { operator, contractors, id } = stage
  employer = stage.employer
  ids = { ...id, id: id.policy_uuid, pay_policy_uuid: id.policy_uuid }
  const [first] = contractors
  ids.contractor_sub = first?.sub ?? ''
  tokens.set('operator', await http.tokenOf(operator))
  tokens.set('employer', await http.tokenOf(employer))
  const contractor = await givenContractor(world, operator, 'second@okafor.test')
  tokens.set('contractor', await http.tokenOf(contractor))
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await http.close()
  await world.close()
})

const UUID = '01890000-0000-7000-8000-000000000000'
const NO_DAYS = [
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '2026-02-29',
  '2026-02-30',
  '2026-13-45',
  '2200-01-01',
  '9999-99-99',
  '9999-12-31',
  '-2026-01-01',
  '+12026-01-01',
  '2026-1-1',
  '2026-01-01T00:00:00Z',
  '٢٠٢٦-٠١-٠١',
]
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const NO_CURSORS = [
  'x',
  '%',
  '_',
  '0',
  `2026-03-20_${UUID}`,
  ...NO_DAYS.map(day => `${day}_${UUID}`),
  ...NO_DAYS.filter(day => !day.includes('T')).map(day => base64([day, UUID])),
  ...NO_DAYS.map(day => base64([`${day}T00:00:00Z`, UUID])),
  base64([]),
  base64(null),
  base64(['2026-03-20', 'x']),
  base64(['2026-03-20', '\u0000']),
  base64([1e300, '9'.repeat(18), UUID]),
  base64([1, '9'.repeat(40), UUID]),
  base64([{ toString: 1 }, [], {}]),
]
const NO_NUMBERS = [-1, 0, 0.005, 30, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 1e21, -0]

const ask = (entry: Endpoint, input: object) => {
  const role = typeof entry.access === 'string' ? 'employer' : entry.access[0]
  return http.ask(entry, { ...input, token: tokens.get(role ?? 'employer') })
}
const sampled = (entry: Endpoint) => ({
  params: entry.params ? (sampleOf(entry.params, ids) as Record<string, string>) : {},
  ...(entry.query ? { query: queryOf(entry) } : {}),
  ...(entry.body ? { body: sampleOf(entry.body, ids) } : {}),
})
/** The sample of a query without its cursor, which no page answered. */
const queryOf = (entry: Endpoint) => {
  const { cursor: _, ...query } = (entry.query ? sampleOf(entry.query) : {}) as Record<
    string,
    string
  >
  return query
}

describe('a cursor that no page answered', () => {
  const paged = entries.filter(([, { query }]) => query && 'cursor' in query.shape)

  it('is asked of every list', () => {
    expect(paged.length).toBeGreaterThanOrEqual(9)
  })

  it.each(paged)('is refused by %s', async (_name, entry) => {
    for (const cursor of NO_CURSORS) {
      const { status, body } = await ask(entry, { ...sampled(entry), query: { cursor } })
      expect([cursor, status, body]).toMatchObject([cursor, 422, { code: 'VALIDATION' }])
    }
  })
})

describe('a day that does not exist, or lies in another age', () => {
  const dated = entries.flatMap(([name, entry]) =>
    (['params', 'query', 'body'] as const).flatMap(part => {
      const schema = entry[part]
      // What is typed of a contract is kept as it is typed, whether it is a day yet or not.
      const dates = (schema ? stringPaths(schema) : []).filter(
        p => isDateField(String(p.at(-1))) && p[0] !== 'entry',
      )
      return dates.map(path => [name, `${part}.${path.join('.')}`, entry, part, path] as const)
    }),
  )

  it('is asked of every call that takes one', () => {
    expect(dated.length).toBeGreaterThanOrEqual(9)
  })

  it.each(dated)('is refused by %s as %s', async (_name, _where, entry, part, path) => {
    // Companies are older than people.
    const old = path.at(-1) === 'date_of_incorporation' ? '1899-12-31' : ''
    for (const day of NO_DAYS.filter(one => one !== old)) {
      const input = sampled(entry)
      const wrong = withValue((input as Record<string, unknown>)[part], path, day)
      const { status, text } = await ask(entry, { ...input, [part]: wrong })
      expect([day, status, text.includes(String(path.at(-1)))]).toEqual([day, 422, true])
    }
  })
})

describe('an id in capitals', () => {
  const ANY_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
  const CAPITALS = '01A201BB-CCDD-7EEF-8ABC-D0123456789E'
  // A destination is named by its id or by its address, whose capitals count.
  const withIds = entries
    .filter(([name]) => name !== 'putSetupPercentages')
    .flatMap(([name, { params, query, body }]) =>
      Object.entries({ params, query, body }).flatMap(([part, schema]) => {
        if (!schema) return []
        const sample = JSON.stringify(sampleOf(schema))
        return sample.match(ANY_ID)
          ? [[name, part, schema, sample.replaceAll(ANY_ID, CAPITALS)] as const]
          : []
      }),
    )

  it('is asked of every call that takes one', () => {
    expect(withIds.length).toBeGreaterThan(40)
  })

  it.each(withIds)('is the same id to %s, in its %s', (_name, _part, schema, sample) => {
    const read = schema.safeParse(JSON.parse(sample))
    const text = JSON.stringify(read.data, (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    expect([read.success, text?.includes(CAPITALS)]).toEqual([true, false])
  })

  it('is recorded as the thing has it, so that the check finds what was changed', async () => {
    const { items } = await call(world, employer, 'getCycle', {
      params: { policy_uuid: ids.policy_uuid ?? '', cycle_uuid: ids.cycle_uuid ?? '' },
      query: { limit: 5 },
    })
    const [policy_uuid, cycle_uuid, line_item_uuid] = [
      ids.policy_uuid ?? '',
      ids.cycle_uuid ?? '',
      items[0]?.line_item_uuid ?? '',
    ].map(id => id.toUpperCase())
    const { status } = await http.ask(api.editLineItem, {
      token: tokens.get('employer'),
      params: {
        policy_uuid: policy_uuid ?? '',
        cycle_uuid: cycle_uuid ?? '',
        line_item_uuid: line_item_uuid ?? '',
      },
      body: { hours: 79 },
    })
    expect(status).toBe(200)
    expect(await world.checked(true)).toEqual([])
  })
})

describe('a number beyond what is meant', () => {
  const numbered = entries.flatMap(([name, entry]) =>
    entry.body
      ? numberPaths(entry.body).map(path => [name, path.join('.'), entry, path] as const)
      : [],
  )

  it.each(numbered)('fails nowhere in %s as %s', async (_name, _where, entry, path) => {
    for (const number of NO_NUMBERS) {
      const input = sampled(entry)
      const answer = await ask(entry, { ...input, body: withValue(input.body, path, number) })
      expect([number, answer.status < 500, answer.text]).toEqual([number, true, expect.anything()])
    }
  })

  it.each(entries.filter(([, { query }]) => query && 'limit' in query.shape))(
    'fails nowhere in %s as the length of a page',
    async (_name, entry) => {
      for (const limit of ['0', '-1', '201', '1e9', '2147483648', 'x', '5.5']) {
        const { status } = await ask(entry, { ...sampled(entry), query: { limit } })
        expect([limit, status]).toEqual([limit, 422])
      }
    },
  )
})

describe('the terms of a policy', () => {
  it.each([
    ['preferred_pay_day', 0],
    ['preferred_pay_day', 2 ** 31],
    ['monthly_business_day', 2 ** 31],
    ['monthly_business_day', 0],
    ['semi_monthly_preferred_pay_day', [0, 2 ** 31]],
  ])('are refused with %s %j under a rule that does not use it', async (field, value) => {
    const [, entry] = entries.find(([name]) => name === 'putPolicy') ?? []
    const body = {
      label: 'Weekly',
      period_type: 'WEEKLY',
      first_period_end_date: '2026-03-20',
      pay_date_rule: 'END_OF_PAY_PERIOD',
      holiday_policy: 'RESPECT',
      after_holiday: true,
      [field]: value,
    }
    if (!entry) throw new Error('there is a call')
    const { status, text } = await ask(entry, { params: { id: UUID }, body })
    expect([status, text.includes(field)]).toEqual([422, true])
  })
})
