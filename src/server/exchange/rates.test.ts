/** Rates in force: which quotation counts, how old it may be, and what is kept of what a source says. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Rate } from '#domain/kernel/rate.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import type { JobContext } from '../worker.ts'
import { fetchRates, keepRates, loadRates } from './index.ts'

const NOW = '2026-03-20T10:00:00Z'
const DAY_MS = 24 * 60 * 60_000

let world: World
let admin: Admin
beforeAll(async () => {
  world = await plainWorld(NOW, { rate_days: 0 })
  admin = await adminOf(world)
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
      stale: false,
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

  it('is too old after five days, the older quotation of two deciding; par never is', async () => {
    const at = new Date(NOW).getTime()
    await keep(
      quote('USD', '1.25', { as_of: new Date(at - 5 * DAY_MS).toISOString() }),
      quote('GBP', '0.8'),
    )
    expect(await rateOf('USD', 'GBP')).toMatchObject({ stale: false })
    world.clock.set(new Date(at + 1).toISOString())
    expect(await rateOf('USD', 'GBP')).toMatchObject({ stale: true })
    expect(await rateOf('EUR', 'GBP')).toMatchObject({ stale: false })
    expect(await rateOf('USD', 'USDC')).toMatchObject({ stale: false })
  })
})

describe('what a source says', () => {
  const from = (latest: () => Promise<Rate[]>): JobContext => ({
    kernel: {
      ...world.kernel,
      gateways: { ...world.kernel.gateways, fx: { name: 'Bank', latest } },
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
