/** What operators read of payments: pages that name each once, searches by what is shown, funds beside, and the history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPolicy, approveAll, call, engage, type Person } from '#db/seed/cast.ts'
import { verify } from '#db/seed/papers.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { makeOperator } from '#server/identity/index.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import {
  biweekly,
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenEmployer,
  person,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { setHalted } from './index.ts'

let world: World
let admin: Admin
let stage: CycleStage
let execution_uuid = ''

/** Six payments of 20 March, of which three are sent and one failed; two of 2 April, before Good Friday, in euros, for which no money came. */
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
  stage = await givenApprovableCycle(world, 3)
  await givenEuros()
  await fund(world, stage, '10300.00')
  await approveAll(world, stage.employer, stage.id)
  world.clock.set('2026-03-20T10:00:00Z')
  const { payment_uuids } = await checklist()
  const run = await execute(payment_uuids.slice(0, 4))
  execution_uuid = run.execution_uuid ?? ''
  await refuseNext()
  await world.execute(execution_uuid)
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
})

async function givenEuros(): Promise<void> {
  const employer = await givenEmployer(world, stage.operator, 'ada@harbor.test')
  await call(world, employer, 'putEmployerName', {
    body: { corporation_name: 'Harbor Holding GmbH', business_name: 'Harbor 100%' },
  })
  await verify(world, stage.operator, 'employers', employer.employer_uuid)
  const policy_uuid = await addPolicy(world, employer, 'Biweekly', biweekly('2026-03-29'))
  await engage(world, employer, first(), {
    role: 'Engineer',
    hourly_rate: { currency: 'EUR', minor: 5000n },
    hours: 80,
    policy_uuid,
    start_date: '2026-03-16',
    signer_title: 'Director',
  })
  await world.byTheClock()
  const { items } = await call(world, employer, 'listCycles', { query: { limit: 9, view: 'run' } })
  const cycle_uuid = items.find(item => item.cycle_uuid !== null)?.cycle_uuid ?? ''
  await fund(world, { operator: stage.operator, employer }, '100.00', 'WIRE-EUR', 'EUR')
  await approveAll(world, employer, { policy_uuid, cycle_uuid }, true)
}

/** The rail refuses one of what it is handed, as if its account were closed. */
async function refuseNext(): Promise<void> {
  const [row] = await admin.rows<{ attempt_uuid: string }>(
    'select attempt_uuid from payment_attempt order by attempt_uuid limit 1',
  )
  await admin.rows(
    `insert into simulated_rail.transfer (attempt_uuid, destination, currency, amount_minor, accepted, reason, reference)
      select attempt_uuid, 'x', currency, amount_minor, false, 'The account is closed.', 'SIM' from payment_attempt where attempt_uuid = $1`,
    [row?.attempt_uuid],
  )
}

const first = (): Person => stage.contractors[0] ?? stage.employer
const checklist = () => call(world, stage.operator, 'getChecklist', { query: {} })
const execute = (payment_uuids: string[]) =>
  call(world, stage.operator, 'bulkExecute', { body: { pay_date: '2026-03-20', payment_uuids } })
type Query = Partial<Parameters<typeof list>[0]>
const list = (
  query: {
    limit: number
    cursor?: string
    search?: string
    status?: 'SENT' | 'FAILED' | 'SCHEDULED' | 'HELD' | 'SETTLED'
    execution_uuid?: string
  },
  who = stage.operator,
) => call(world, who, 'listUnpaid', { query })
const everyPage = async (limit: number, more: Query = {}) => {
  const pages = [await list({ ...more, limit })]
  for (let last = pages.at(-1); last?.next_cursor; last = pages.at(-1))
    pages.push(await list({ ...more, limit, cursor: last.next_cursor }))
  return pages
}
const found = async (search: string) => (await list({ limit: 50, search })).items

describe('pages of what is unpaid', () => {
  it.each([1, 2, 3, 4, 7, 8, 9])('of %i name each payment once, by pay date', async limit => {
    const pages = await everyPage(limit)
    const rows = pages.flatMap(page => page.items)
    expect(new Set(rows.map(row => row.payment_uuid)).size).toBe(8)
    expect(rows).toHaveLength(8)
    const keys = rows.map(row => `${row.pay_date} ${row.payment_uuid}`)
    expect(keys).toEqual(keys.toSorted())
    expect(pages.map(page => page.items.length)).toEqual(
      Array.from({ length: Math.ceil(8 / limit) }, (_, n) => Math.min(limit, 8 - n * limit)),
    )
  })

  it('count every state whatever the page shows', async () => {
    const counts = { SENT: 3, FAILED: 1, SCHEDULED: 2, HELD: 2 }
    expect((await list({ limit: 1 })).counts).toEqual(counts)
    expect((await list({ limit: 1, status: 'FAILED' })).counts).toEqual(counts)
  })

  it.each([
    ['SENT', 3],
    ['FAILED', 1],
    ['SCHEDULED', 2],
    ['HELD', 2],
    ['SETTLED', 0],
  ] as const)('of those that are %s are %i in all, page by page', async (status, count) => {
    const rows = (await everyPage(1, { status })).flatMap(page => page.items)
    expect(rows.map(row => row.status)).toEqual(Array.from({ length: count }, () => status))
  })

  it('of one execution are what it sent or tried to', async () => {
    const rows = (await everyPage(3, { execution_uuid })).flatMap(page => page.items)
    expect(rows.map(row => row.status).sort()).toEqual(['FAILED', 'SENT', 'SENT', 'SENT'])
    const none = await list({ limit: 5, execution_uuid: '00000000-0000-4000-8000-000000000000' })
    expect(none.items).toEqual([])
  })

  it.each([
    'x',
    'WyIyMDI2LTAzLTIwIl0',
    'W10',
    Buffer.from('["2026-02-30","x"]').toString('base64url'),
  ])('begin at no cursor that none of them answered: %s', async cursor => {
    await expect(list({ limit: 5, cursor })).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})

describe('a search', () => {
  it.each([
    ['the contractor', 'okafor AMARA1', 4],
    ['the name that people read', 'harbor 100%', 2],
    ['the corporation', 'Harbor Holding', 2],
    ['the domain', 'northwind', 6],
    ['the name of all', 'Amara', 8],
    ['spaces around it', '  Harbor ', 2],
    ['spaces alone, which are no search', '   ', 8],
    ['a pattern, which is a text like any other', 'H%r', 0],
    ['another, too', '_arbor', 0],
    ['nobody', 'nobody', 0],
  ])('finds by %s', async (_by, search, count) => {
    expect(await found(search)).toHaveLength(count)
  })

  it('goes on over pages and beside a state', async () => {
    const pages = await everyPage(1, { search: 'amara1' })
    expect(pages.flatMap(page => page.items.map(row => row.pay_date))).toEqual([
      '2026-03-20',
      '2026-03-20',
      '2026-04-02',
      '2026-04-02',
    ])
    expect((await list({ limit: 9, search: 'amara1', status: 'HELD' })).items).toHaveLength(2)
  })
})

describe('a payment in the list', () => {
  it('says why it waits, what its employer has, and that in dollars', async () => {
    const [held] = await found('Harbor')
    expect(held).toMatchObject({
      status: 'HELD',
      company_name: 'Harbor 100%',
      contractor_name: 'Amara Okafor amara1',
      source: { currency: 'EUR' },
      funds_available: { currency: 'EUR', minor: 10_000n },
      funds_available_usd: {
        amount: { currency: 'USD', minor: 11_584n },
        as_of: new Date('2026-03-20T00:00:00Z'),
      },
      allowed_actions: [],
    })
    expect(held?.blockers.map(({ code }) => code)).toEqual(['DESTINATION_REFUSED', 'FUNDS'])
    const [dollars] = await found('northwind')
    const funds = { currency: 'USD', minor: 10_000n }
    expect(dollars).toMatchObject({
      funds_available: funds,
      funds_available_usd: { amount: funds, as_of: null },
    })
  })

  it('without a rate has its funds in its own currency alone', async () => {
    world.clock.set('2026-03-01T10:00:00Z')
    expect((await found('Harbor'))[0]).toMatchObject({
      funds_available: { currency: 'EUR', minor: 10_000n },
      funds_available_usd: null,
    })
    world.clock.set('2026-03-20T10:00:00Z')
  })

  it('says what may be done with it, and only to who may', async () => {
    const actions = async (who?: Person) =>
      Object.fromEntries(
        (await list({ limit: 50 }, who)).items.map(row => [row.status, row.allowed_actions]),
      )
    const all = {
      SENT: ['settle', 'return', 'lose'],
      FAILED: ['retry'],
      SCHEDULED: ['execute'],
      HELD: [],
    }
    expect(await actions()).toEqual(all)
    const verifier = await operatorAs('verifier')
    expect(await actions(verifier)).toEqual({ SENT: [], FAILED: [], SCHEDULED: [], HELD: [] })
    expect(await actions(await operatorAs('treasurer'))).toEqual(all)
  })

  it('waits with all others while execution is halted', async () => {
    await world.unit(ctx => setHalted(ctx.tx, ctx.now.toISOString()))
    const rows = (await list({ limit: 50, status: 'SCHEDULED' })).items
    for (const row of rows)
      expect(row).toMatchObject({ allowed_actions: [], blockers: [{ code: 'HALTED' }] })
    expect((await list({ limit: 9, status: 'SENT' })).items[0]?.blockers).toEqual([])
    await world.unit(ctx => setHalted(ctx.tx, null))
    expect((await list({ limit: 9, status: 'SCHEDULED' })).items[0]?.blockers).toEqual([])
  })

  async function operatorAs(role: 'verifier' | 'treasurer'): Promise<Person> {
    const one = person(`${role}@corridor.test`)
    const names = { first_name: 'Tess', last_name: 'Nguyen' }
    await world.unit(ctx => makeOperator(ctx, { ...one, ...names, role, created_at: ctx.now }))
    return one
  }
})

describe('the checklist', () => {
  it('names what failed by itself, and sums what each rail would take', async () => {
    const { ready, ready_payments, blocked, sent } = await checklist()
    expect([ready_payments, sent]).toEqual([2, 3])
    expect(ready.reduce((sum, rail) => sum + rail.payments, 0)).toBe(2)
    expect(blocked.map(({ code, who, payments }) => [code, who, payments])).toEqual([
      ['FAILED', 'CONTRACTOR', 1],
    ])
  })

  it('of a later day has what is due until then, and its reasons', async () => {
    const { blocked } = await call(world, stage.operator, 'getChecklist', {
      query: { pay_date: '2026-04-02' },
    })
    expect(blocked.map(({ code, payments }) => [code, payments]).sort()).toEqual([
      ['DESTINATION_REFUSED', 1],
      ['FAILED', 1],
      ['FUNDS', 1],
    ])
  })
})

describe('the history', () => {
  const history = (limit: number, cursor?: string) =>
    call(world, stage.operator, 'listPaymentHistory', { query: { limit, cursor } })

  it('is empty before anything is over', async () => {
    expect(await history(5)).toEqual({ items: [], next_cursor: null })
    expect(await csv()).toHaveLength(1)
  })

  it('has what was settled or cancelled, newest first, each once over its pages', async () => {
    const { items } = await list({ limit: 50, status: 'SENT' })
    await call(world, stage.operator, 'bulkSettle', {
      body: { payment_uuids: items.map(row => row.payment_uuid), reference: '=BANK(1)' },
    })
    const harbor = (await found('Harbor'))[0]
    await call(world, person('ada@harbor.test'), 'unapproveCycle', {
      params: { policy_uuid: harbor?.policy_uuid ?? '', cycle_uuid: harbor?.cycle_uuid ?? '' },
      body: {},
    })
    const rows = []
    let cursor: string | undefined
    do {
      const page = await history(2, cursor)
      rows.push(...page.items)
      cursor = page.next_cursor ?? undefined
    } while (cursor)
    expect(rows.map(row => row.status).sort()).toEqual([
      'CANCELLED',
      'CANCELLED',
      'SETTLED',
      'SETTLED',
      'SETTLED',
    ])
    const keys = rows.map(row => `${row.pay_date} ${row.payment_uuid}`)
    expect(keys).toEqual(keys.toSorted().reverse())
    for (const row of rows) {
      const allowed_actions = row.status === 'SETTLED' ? ['return'] : []
      expect(row).toMatchObject({ blockers: [], allowed_actions })
    }
    expect((await list({ limit: 50 })).items).toHaveLength(3)
  })

  it.each([
    [{ search: 'northwind' }, 3],
    [{ search: 'harbor hold' }, 2],
    [{ search: '=bank(1' }, 3],
    [{ search: '=BANK(1)', status: 'CANCELLED' }, 0],
    [{ search: 'amara1', status: 'CANCELLED' }, 2],
    [{ search: 'Amara' }, 5],
    [{ search: 'a' }, 5],
    [{ search: '%' }, 2],
    [{ search: 'H%r' }, 0],
    [{ search: 'nobody-here' }, 0],
    [{ status: 'SETTLED' }, 3],
    [{ network: 'fiat' }, 'those by bank'],
    [{ from: '2026-03-21' }, 2],
    [{ to: '2026-03-20' }, 3],
    [{ from: '2026-03-20', to: '2026-03-20', search: 'amara' }, 3],
  ] as const)(
    'narrowed by %j has what it names, page by page and as CSV',
    async (filter, count) => {
      const ask = (limit: number, cursor?: string) =>
        call(world, stage.operator, 'listPaymentHistory', { query: { limit, cursor, ...filter } })
      const { items: all } = await history(50)
      const rows = []
      let cursor: string | undefined
      do {
        const page = await ask(2, cursor)
        rows.push(...page.items)
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      expect(rows).toHaveLength(
        typeof count === 'number' ? count : all.filter(row => row.network === 'fiat').length,
      )
      const ids = rows.map(row => row.payment_uuid)
      // Each once, in the order of the whole.
      expect(ids).toEqual(all.map(row => row.payment_uuid).filter(id => ids.includes(id)))
      expect((await csv(filter)).slice(1).map(line => line.split(',')[0])).toEqual(ids)
    },
  )

  it('is found by an amount, in the currency that is typed with it alone', async () => {
    const { items } = await history(50)
    const euros = items.find(row => row.source.currency === 'EUR')
    const typed = (Number(euros?.source.minor) / 100).toFixed(2)
    const found = async (search: string) =>
      (
        await call(world, stage.operator, 'listPaymentHistory', { query: { limit: 50, search } })
      ).items.map(row => row.source.currency)
    expect(await found(typed)).toContain('EUR')
    expect(await found(`EUR ${typed}`)).toContain('EUR')
    expect(await found(`${typed} JPY`)).toEqual([])
  })

  it('as CSV has the same rows, and no cell that a spreadsheet runs', async () => {
    const [head, ...lines] = await csv()
    expect(head?.split(',')[0]).toBe('payment_uuid')
    const { items } = await history(50)
    expect(lines.map(line => line.split(',')[0])).toEqual(items.map(row => row.payment_uuid))
    expect(lines.filter(line => line.includes("'=BANK(1)"))).toHaveLength(3)
    // What was cancelled before it left is as much as the screen says that it was to be.
    const amounts = items.map(({ amount, source }) => amount ?? source)
    for (const [n, { minor, currency }] of amounts.entries())
      expect(lines[n]).toContain(`,${formatMinor(minor, exponentOf(currency))},${currency},`)
    // Where nothing is found the columns are named all the same.
    expect(await csv({ search: 'nobody is called so' })).toEqual([head])
  })

  async function csv(query = {}): Promise<string[]> {
    const { pieces } = await call(world, stage.operator, 'getPaymentHistoryCsv', { query })
    const texts: Uint8Array[] = []
    for await (const piece of pieces) texts.push(Buffer.from(piece))
    return Buffer.concat(texts).toString().trim().split(/\r?\n/)
  }
})

it('an execution that never was is not found', async () => {
  const params = { id: '00000000-0000-4000-8000-000000000000' }
  await expect(call(world, stage.operator, 'getExecution', { params })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
