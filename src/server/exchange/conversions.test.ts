/** Exchanges of what a company has: on their day, at the rate of then, both legs or neither. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { savePlatformLimit } from '#server/approvals/index.ts'
import { setHalted } from '#server/payments/index.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { holding, outcome, waiting } from '#test/harness/races.ts'
import { fund, givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { keepRates } from './index.ts'

let world: World
let admin: Admin
let noor: Person
let emeka: Person
let employer: Person & { employer_uuid: string }
let domain = ''
const closing: (() => Promise<void>)[] = []

beforeEach(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z', { rate_days: 0 })
  admin = await adminOf(world)
  const [opened, asked] = [world, admin]
  closing.push(async () => {
    await asked.close()
    await opened.close()
  })
  noor = await givenOperator(world)
  emeka = await givenOperator(world, 'emeka@corridor.test')
  employer = await givenEmployer(world, noor)
  domain = (await call(world, employer, 'getEmployer')).domain ?? ''
  quoted = '1.25'
  await quote('2026-03-02T09:00:00.000Z', '1.25')
})
afterAll(async () => {
  for (const close of closing) await close()
})

let quoted: string | undefined
/** Dollars for a euro. */
const quote = (as_of: string, rate: string) =>
  world.unit(ctx =>
    keepRates(ctx, [{ from_currency: 'EUR', to_currency: 'USD', rate, source: 'Bank', as_of }]),
  )
type Asked = {
  fixed_side?: 'from' | 'to'
  amount_in_smallest_unit?: bigint
  from_currency?: string
}
const schedule = (more: Asked & { to_currency?: string; conversion_date?: string } = {}) =>
  call(world, noor, 'scheduleConversion', {
    params: { domain },
    body: {
      ...{ from_currency: 'USD', to_currency: 'EUR', fixed_side: 'from' },
      ...{ amount_in_smallest_unit: 10_000n, conversion_date: '2026-03-04' },
      ...more,
    },
  })
const idOf = async (asked: ReturnType<typeof schedule>) =>
  (await asked).conversion?.conversion_uuid ?? ''
const own = async () =>
  (await call(world, employer, 'listOwnConversions', { query: { limit: 50 } })).items
const balances = async () =>
  Object.fromEntries(
    (await call(world, employer, 'getEmployerBalances')).balances.map(of => [
      of.currency,
      Number(of.available),
    ]),
  )
/** A moment at which rates are of that morning. */
const day = async (at: string) => {
  world.clock.set(at)
  if (quoted) await quote(`${at.slice(0, 10)}T00:00:00.000Z`, quoted)
  await world.byTheClock()
}

describe('a conversion', () => {
  it('is done on its day at the rate of then, both legs, once', async () => {
    await fund(world, { operator: noor, employer }, '150.00')
    const id = await idOf(schedule())
    expect(await idOf(schedule())).toBe(id)
    await day('2026-03-03T10:00:00Z')
    expect(await balances()).toEqual({ USD: 15_000 })
    expect(await own()).toMatchObject([
      {
        ...{ status: 'SCHEDULED', reason: null, sold: { minor: 10_000n } },
        bought: { currency: 'EUR', minor: 8_000n },
        allowed_actions: [],
      },
    ])
    await quote('2026-03-04T09:00:00.000Z', '1.6')
    await day('2026-03-04T10:00:00Z')
    await day('2026-03-04T10:01:00Z')
    expect(await balances()).toEqual({ USD: 5_000, EUR: 6_250 })
    expect(await own()).toMatchObject([
      {
        ...{ status: 'EXECUTED', bought: { minor: 6_250n } },
        rate: { rate: '0.625', source: 'Bank' },
      },
    ])
    const entries = await admin.rows(
      "select action from audit_entry where entity = 'conversion' order by seq",
    )
    expect(entries.map(({ action }) => action)).toEqual(['schedule', 'execute'])
    expect(await world.broken()).toEqual([])
  })

  it('fixes what is bought as well', async () => {
    await fund(world, { operator: noor, employer }, '150.00')
    await schedule({ fixed_side: 'to', amount_in_smallest_unit: 3_333n })
    await day('2026-03-04T10:00:00Z')
    // 33.33 / 0.8 = 41.6625
    expect(await balances()).toEqual({ USD: 15_000 - 4_166, EUR: 3_333 })
    expect(await world.broken()).toEqual([])
  })

  it('waits on its day for what stops it, says why, and fails once the day is over', async () => {
    await schedule()
    await day('2026-03-04T10:00:00Z')
    expect(await own()).toMatchObject([{ status: 'SCHEDULED', reason: 'FUNDS_SHORT' }])
    await fund(world, { operator: noor, employer }, '150.00')
    await day('2026-03-04T11:00:00Z')
    expect(await own()).toMatchObject([{ status: 'EXECUTED', reason: null }])
    await schedule({ amount_in_smallest_unit: 9_000n, conversion_date: '2026-03-05' })
    await day('2026-03-05T10:00:00Z')
    await day('2026-03-06T00:01:00Z')
    const [failed] = await own()
    expect(failed).toMatchObject({ status: 'FAILED', reason: 'FUNDS_SHORT', bought: null })
    expect(failed?.reason_text).toContain('USD')
    expect(await balances()).toEqual({ USD: 5_000, EUR: 8_000 })
    expect(await world.broken()).toEqual([])
  })

  it.each([
    ['execution is halted', 'HALTED', () => world.unit(ctx => setHalted(ctx.tx, '2026-03-02'))],
    [
      'the company is suspended',
      'SUSPENDED',
      () =>
        call(world, noor, 'changeStanding', {
          params: { userTypes: 'employers', sub: employer.employer_uuid, operation: 'suspend' },
          body: { reason: 'A check.' },
        }),
    ],
    [
      'the currency is frozen',
      'FROZEN',
      () =>
        call(world, noor, 'freezePayments', {
          body: { before: '2026-03-20', currency: 'EUR', words: '' },
        }),
    ],
    ['the rate is old', 'RATE_STALE', () => admin.rows("update fx_rate set as_of = '2026-02-20'")],
    ['nobody quotes it any more', 'RATE_MISSING', () => admin.rows('delete from fx_rate')],
  ])('waits while %s', async (_case, reason, given) => {
    await fund(world, { operator: noor, employer }, '150.00')
    await schedule()
    quoted = undefined
    await given()
    await day('2026-03-04T10:00:00Z')
    const { items } = await call(world, noor, 'listConversions', {
      query: { view: 'open', limit: 50 },
    })
    expect(items).toMatchObject([{ status: 'SCHEDULED', reason }])
    const rows = await admin.rows("select from ledger_transfer where code like 'conversion%'")
    expect(rows).toHaveLength(0)
  })

  it('is cancelled before it ran, and never both', async () => {
    await fund(world, { operator: noor, employer }, '150.00')
    const id = await idOf(schedule())
    const cancel = () => call(world, emeka, 'cancelConversion', { params: { id } })
    world.clock.set('2026-03-04T10:00:00Z')
    const [cancelled] = await Promise.all([outcome(cancel()), world.byTheClock()])
    const [one] = await own()
    expect(one?.status).toBe(cancelled === 'done' ? 'CANCELLED' : 'EXECUTED')
    if (cancelled === 'done') expect(await outcome(cancel())).toBe('done')
    expect(await world.broken()).toEqual([])
  })

  it.each([
    ['the same currency', { to_currency: 'USD' }, 'VALIDATION'],
    ['nothing', { amount_in_smallest_unit: 0n }, 'VALIDATION'],
    [
      'a sum that comes to nothing',
      { fixed_side: 'to', to_currency: 'EUR', from_currency: 'KWD', amount_in_smallest_unit: 1n },
      'RATE_MISSING',
    ],
    ['a day that is over', { conversion_date: '2026-03-01' }, 'VALIDATION'],
    ['a pair that nobody quotes', { to_currency: 'JPY' }, 'RATE_MISSING'],
  ] as const)('refuses %s', async (_case, more, code) => {
    expect(await outcome(schedule(more))).toBe(code)
    expect(await own()).toEqual([])
  })

  it('takes a second operator above the limit', async () => {
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1_000n, ctx.now))
    const { conversion, waiting } = await schedule()
    expect(conversion).toBeNull()
    const params = { id: waiting?.step_uuid ?? '' }
    const { step, items } = await call(world, emeka, 'getApprovalStep', {
      params,
      query: { limit: 50 },
    })
    expect(items).toMatchObject([{ label: 'USD → EUR', amount: { minor: 10_000n } }])
    await call(world, emeka, 'approveStep', { params, body: { digest: step.digest } })
    expect(await own()).toMatchObject([{ status: 'SCHEDULED' }])
  })

  it('is not said yes to once its day is over: nobody meant another one', async () => {
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1_000n, ctx.now))
    world.clock.set('2026-03-02T22:00:00Z')
    const { waiting } = await schedule({ conversion_date: '2026-03-02' })
    expect(waiting?.expires_at).toEqual(new Date('2026-03-03T00:00:00Z'))
    const params = { id: waiting?.step_uuid ?? '' }
    const seen = await call(world, emeka, 'getApprovalStep', { params, query: { limit: 50 } })
    world.clock.set('2026-03-03T01:00:00Z')
    const body = { digest: seen.step.digest }
    const late = call(world, emeka, 'approveStep', { params, body })
    expect(await outcome(late)).toBe('STEP_CLOSED')
    expect(await own()).toEqual([])
    // One that is for later waits no longer than any other.
    const later = await schedule({ conversion_date: '2026-03-20' })
    expect(later.waiting?.expires_at).toEqual(new Date('2026-03-04T01:00:00Z'))
  })

  it('takes two once the same is cancelled, also where that is under way', async () => {
    const id = await idOf(schedule())
    await world.unit(ctx => savePlatformLimit(ctx.tx, 1_000n, ctx.now))
    const cancel = await holding(
      world,
      `update conversion set status = 'CANCELLED', closed_by = '${noor.sub}', closed_at = now() where conversion_uuid = '${id}'`,
    )
    const again = schedule()
    await waiting(admin, 1, again)
    await cancel()
    expect((await again).conversion).toBeNull()
    expect(await own()).toMatchObject([{ status: 'CANCELLED' }])
  })
})
