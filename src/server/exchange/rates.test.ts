/** Rates in force: which quotation counts, how old it may be, and what is kept of what a source says. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Rate } from '#domain/kernel/rate.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import type { JobContext } from '../worker.ts'
import { fetchRates, keepRates, loadRates } from './index.ts'

const NOW = '2026-03-20T10:00:00Z'
const HOUR_MS = 60 * 60_000

let world: World
let admin: Admin
let operator: Person
beforeAll(async () => {
  world = await plainWorld(NOW, { rate_days: 0 })
  admin = await adminOf(world)
  operator = await givenOperator(world)
})
afterEach(async () => {
  world.clock.set(NOW)
  await admin.rows('delete from fx_rate')
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

const quote = (to_currency: string, rate: string, more: Partial<Rate> = {}): Rate => ({
  from_currency: 'EUR',
  to_currency,
  rate,
  source: 'Bank',
  as_of: '2026-03-20T09:00:00.000Z',
  ...more,
})
const keep = (...rates: Rate[]) => world.unit(ctx => keepRates(ctx, rates))
const rateOf = async (from: string, to: string) => (await world.unit(loadRates))(from, to)
const kept = () =>
  admin.rows<{ to_currency: string; rate: string; source: string }>(
    'select to_currency, rate, source from fx_rate order by to_currency, as_of, source',
  )
const audited = async () => {
  const rows = await admin.rows<{ ids: string[] }>(
    "select entity_uuids ids from audit_entry where entity = 'fx_rate' order by seq",
  )
  return rows.flatMap(({ ids }) => ids)
}

describe('the rate of a pair', () => {
  it('is the newest quotation, in the direction in which it was given', async () => {
    await keep(
      quote('USD', '1.1', { as_of: '2026-03-18T09:00:00.000Z' }),
      quote('USD', '1.2', { as_of: '2026-03-19T09:00:00.000Z' }),
    )
    expect(await rateOf('EUR', 'USD')).toEqual({
      ...quote('USD', '1.2', { as_of: '2026-03-19T09:00:00.000Z' }),
      stale: false,
      age_ms: 17 * HOUR_MS + 8 * HOUR_MS,
    })
  })

  it('is crossed through the base of both, and as old as the older one', async () => {
    await keep(
      quote('USD', '1.25', { as_of: '2026-03-17T09:00:00.000Z' }),
      quote('GBP', '0.8', { source: 'Other bank' }),
    )
    expect(await rateOf('USD', 'GBP')).toEqual({
      from_currency: 'USD',
      to_currency: 'GBP',
      rate: '0.64',
      source: 'Bank and Other bank',
      as_of: '2026-03-17T09:00:00.000Z',
      stale: true,
      age_ms: 73 * HOUR_MS,
    })
    expect(await rateOf('GBP', 'EUR')).toMatchObject({ rate: '1.25', source: 'Other bank' })
  })

  it('is of the base whose quotations are fresher, where several quote it', async () => {
    const older = '2026-03-18T09:00:00.000Z'
    await keep(
      quote('USD', '1.25'),
      quote('GBP', '0.8', { as_of: older }),
      quote('USD', '0.7', { from_currency: 'CAD' }),
      quote('GBP', '0.5', { from_currency: 'CAD' }),
    )
    expect(await rateOf('USD', 'GBP')).toMatchObject({ rate: '0.714285714285714' })
  })

  it('is of a base that is not too old before one that is, whose quotation is newer by the calendar', async () => {
    // Of Friday, the first of May, the ECB says nothing; Canada's bank did not answer.
    world.clock.set('2026-05-04T14:00:00Z')
    const european = { source: 'ECB', as_of: '2026-04-30T15:00:00.000Z' }
    const canadian = { source: 'Bank of Canada', as_of: '2026-04-30T20:30:00.000Z' }
    await keep(
      quote('USD', '1.25', european),
      quote('CAD', '1.75', european),
      quote('CAD', '1.39', { ...canadian, from_currency: 'USD' }),
      quote('CAD', '1.74', canadian),
    )
    expect(await rateOf('USD', 'CAD')).toMatchObject({ rate: '1.4', stale: false })
    expect(await rateOf('EUR', 'CAD')).toMatchObject({ rate: '1.75', stale: false })
    const { items } = await call(world, operator, 'listRates')
    const shown = items.map(({ from_currency, to_currency, rate }) => [
      from_currency,
      to_currency,
      rate,
    ])
    expect(shown).toContainEqual(['EUR', 'CAD', '1.75'])
  })

  it('counts a dollar token as a dollar, and never a dollar as anything else', async () => {
    expect(await rateOf('USD', 'USDC')).toMatchObject({ rate: '1', source: 'at par' })
    expect(await rateOf('USDT', 'USDC')).toMatchObject({ rate: '1', stale: false })
    expect(await rateOf('USDC', 'EUR')).toBeUndefined()
    await keep(quote('USD', '1.25'))
    expect(await rateOf('USDC', 'EUR')).toMatchObject({ from_currency: 'USDC', rate: '0.8' })
    expect(await rateOf('EUR', 'USDT')).toMatchObject({ to_currency: 'USDT', rate: '1.25' })
  })

  it('is nothing where one of the two was never quoted, or not together', async () => {
    await keep(quote('USD', '1.25'), quote('GBP', '0.8', { from_currency: 'CAD' }))
    expect(await rateOf('USD', 'JPY')).toBeUndefined()
    expect(await rateOf('USD', 'GBP')).toBeUndefined()
    expect(await rateOf('JPY', 'JPY')).toMatchObject({ rate: '1' })
  })

  it('is not one of a time that has not come', async () => {
    await keep(quote('USD', '1.3', { as_of: '2026-03-20T10:00:00.001Z' }))
    expect(await rateOf('EUR', 'USD')).toBeUndefined()
    await keep(quote('USD', '1.2', { as_of: NOW }))
    expect(await rateOf('EUR', 'USD')).toMatchObject({ rate: '1.2' })
    world.clock.set('2026-03-20T10:00:01Z')
    expect(await rateOf('EUR', 'USD')).toMatchObject({ rate: '1.3' })
  })

  it('is too old after 36 hours of business time, the older quotation of two deciding; par never is', async () => {
    // Friday 10:00, less Friday and Thursday, 36 hours back: Wednesday 22:00.
    await keep(quote('USD', '1.25', { as_of: '2026-03-18T22:00:00.000Z' }), quote('GBP', '0.8'))
    expect(await rateOf('USD', 'GBP')).toMatchObject({ stale: false })
    world.clock.set('2026-03-20T10:00:00.001Z')
    expect(await rateOf('USD', 'GBP')).toMatchObject({ stale: true })
    expect(await rateOf('EUR', 'GBP')).toMatchObject({ stale: false })
    // No weekend ages it: on Monday it is as old as on Friday night.
    world.clock.set('2026-03-23T00:00:00Z')
    expect(await rateOf('EUR', 'GBP')).toMatchObject({ stale: false, age_ms: 15 * HOUR_MS })
    world.clock.set('2026-03-23T21:00:00.001Z')
    expect(await rateOf('EUR', 'GBP')).toMatchObject({ stale: true })
    expect(await rateOf('USD', 'USDC')).toMatchObject({ stale: false })
  })

  it('ages by the days of its own source', async () => {
    const as_of = '2026-04-02T15:00:00.000Z'
    await keep(
      quote('USD', '1.25', { source: 'ECB', as_of }),
      quote('GBP', '0.8', { source: 'Other bank', as_of }),
    )
    // Easter Monday, on which TARGET is closed.
    world.clock.set('2026-04-06T15:00:00Z')
    expect(await rateOf('EUR', 'USD')).toMatchObject({ stale: false, age_ms: 9 * HOUR_MS })
    expect(await rateOf('EUR', 'GBP')).toMatchObject({ stale: true })
    const { items, most_hours } = await call(world, operator, 'listRates')
    expect(most_hours).toBe(36)
    expect(items.map(of => [of.to_currency, of.source, of.age_hours, of.stale])).toEqual([
      ['GBP', 'Other bank', 48, true],
      ['USD', 'ECB', 9, false],
    ])
  })

  it('is crossed through a base into which each is quoted as well', async () => {
    const into = (from_currency: string, rate: string) =>
      quote('CAD', rate, { from_currency, source: 'Bank of Canada' })
    await keep(into('USD', '1.4'), into('INR', '0.016'))
    expect(await rateOf('USD', 'INR')).toMatchObject({ rate: '87.5', source: 'Bank of Canada' })
    expect(await rateOf('USD', 'CAD')).toMatchObject({ rate: '1.4' })
    expect(await rateOf('CAD', 'USD')).toMatchObject({ rate: '0.714285714285714' })
  })
})

describe('what a source says', () => {
  const from = (latest: () => Promise<Rate[]>): JobContext => ({
    kernel: {
      ...world.kernel,
      gateways: { ...world.kernel.gateways, fx: [{ name: 'Bank', latest }] },
    },
    unit: world.unit,
  })

  it('is kept once, however often it is said, and the audit log names what was new', async () => {
    const before = (await audited()).length
    const job = from(async () => [quote('USD', '1.25'), quote('GBP', '0.8')])
    await Promise.all([fetchRates({}, job), fetchRates({}, job)])
    await fetchRates({}, job)
    expect(await kept()).toHaveLength(2)
    expect((await audited()).slice(before).sort()).toEqual([
      'EUR GBP 2026-03-20T09:00:00+00:00 Bank',
      'EUR USD 2026-03-20T09:00:00+00:00 Bank',
    ])
    expect(await world.broken()).toEqual([])
  })

  it('stands: another rate for the same time from the same source is passed over', async () => {
    await keep(quote('USD', '1.25'))
    await keep(quote('USD', '9.99'), quote('USD', '1.26', { source: 'Other bank' }))
    expect(await kept()).toEqual([
      { to_currency: 'USD', rate: '1.25', source: 'Bank' },
      { to_currency: 'USD', rate: '1.26', source: 'Other bank' },
    ])
    expect(await rateOf('EUR', 'USD')).toMatchObject({ rate: '1.25', source: 'Bank' })
  })

  it('is kept though another source does not answer; the job fails, to be tried again', async () => {
    const job: JobContext = from(async () => [quote('USD', '1.25')])
    const [fx] = job.kernel.gateways.fx
    const away = { name: 'Away', latest: () => Promise.reject(new Error('away')) }
    const gateways = { ...job.kernel.gateways, fx: fx ? [away, fx] : [] }
    const both = { ...job, kernel: { ...job.kernel, gateways } }
    await expect(fetchRates({}, both)).rejects.toThrow('away')
    expect(await rateOf('EUR', 'USD')).toMatchObject({ rate: '1.25' })
  })

  it('is nothing where it does not answer: what was kept stays in force, and the job fails', async () => {
    await keep(quote('USD', '1.25'))
    const away = from(() => Promise.reject(new Error('away')))
    await expect(fetchRates({}, away)).rejects.toThrow('away')
    expect(await rateOf('EUR', 'USD')).toMatchObject({ rate: '1.25' })
    await fetchRates(
      {},
      from(async () => []),
    )
    expect(await kept()).toHaveLength(1)
  })
})
