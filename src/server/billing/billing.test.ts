/** Fees and receipts: earned once by pays that arrived, taken as far as the balance goes, billed without a gap. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import type { World } from '#test/harness/open-world.ts'
import { type CycleStage, fund, givenApprovableCycle, givenEmployer } from '#test/harness/world.ts'

let world: World
let admin: Admin
let told: CycleStage & { rival: Person }
/** Two items of 3400.00 USD wait for March 20; 70 percent by bank, the rest in USDC. */
eachInACopy(
  async first => {
    const stage = await givenApprovableCycle(first, 2)
    return { ...stage, rival: await givenEmployer(first, stage.operator, 'boss@rival.test') }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    told = copy.told
  },
)

const PRICES = {
  currency: 'USD',
  per_contractor: 900,
  per_payment: { fiat: 250, solana: 0 },
  margin: 50,
  tax: 1300,
}
const price = (prices: typeof PRICES = PRICES, id = told.employer.employer_uuid) =>
  call(world, told.operator, 'putPrices', { params: { id: id ?? '' }, body: prices })
const receipts = (who: Person = told.employer) =>
  call(world, who, 'listBillingInvoices', { query: { limit: 50 } })
const settle = async (amount = '7000.00') => {
  await fund(world, told, amount)
  await approveAll(world, told.employer, told.id)
  world.clock.set('2026-03-20T10:00:00Z')
  const { payment_uuids } = await call(world, told.operator, 'getChecklist', { query: {} })
  const { execution_uuid } = await call(world, told.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await world.execute(execution_uuid ?? '')
  await call(world, told.operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK' } })
  await world.deliver()
}
const balance = async () =>
  (await call(world, told.employer, 'getEmployerBalances')).balances.find(
    of => of.currency === 'USD',
  )?.available
const sums = (of: readonly { minor: bigint }[]) => of.map(({ minor }) => minor)

describe('a pay that arrived', () => {
  it('costs what the price list says, once, and its fees leave the balance', async () => {
    await price()
    await settle()
    // Two contractors of 9.00 and two bank payments of 2.50, each with 13 percent of tax.
    const owed = 2n * (900n + 117n) + 2n * (250n + 33n)
    expect(await balance()).toBe(20_000n - owed)
    expect(sums((await receipts()).unbilled)).toEqual([owed])
    const reaction = (
      await admin.rows<{ id: string }>('select line_item_uuid id from line_item')
    ).map(({ id }) => id)
    const { chargeFees } = await import('./index.ts')
    await world.unit(ctx => chargeFees(ctx, { line_item_uuids: reaction }))
    expect(await balance()).toBe(20_000n - owed)
    expect(await world.broken()).toEqual([])
  })

  it('costs nothing without prices', async () => {
    await settle()
    expect(await balance()).toBe(20_000n)
    expect(await receipts()).toMatchObject({ items: [], prices: null, unbilled: [], owed: [] })
  })

  it('is said to cost that before it is approved', async () => {
    await price()
    const { preview } = await call(world, told.employer, 'getCycle', {
      params: told.id,
      query: { limit: 9 },
    })
    expect(preview.fees).toEqual([{ currency: 'USD', minor: 566n }])
    expect(preview.margin).toBe(50)
    // A month of a contractor, with its tax: whose pay is the first of one is known once it arrives.
    expect(preview.contractor_month).toEqual({ currency: 'USD', minor: 1017n })
  })

  it('is owed where the balance does not cover it, and taken once it does', async () => {
    await price()
    await settle('6800.00')
    expect(sums((await receipts()).owed)).toEqual([2n * 1017n + 2n * 283n])
    await fund(world, told, '15.00', 'WIRE-2')
    await world.byTheClock()
    // The earliest of them whole, and no more than is there.
    const left = (await balance()) ?? 0n
    expect(left >= 0n && left < 1500n).toBe(true)
    await fund(world, told, '15.00', 'WIRE-3')
    await world.byTheClock()
    expect(await balance()).toBe(3000n - 2600n)
    expect((await receipts()).owed).toEqual([])
    expect(await world.broken()).toEqual([])
  })
})

describe('a receipt', () => {
  const pdfData = async (uuid: string) => {
    const file = await call(world, told.employer, 'getBillingInvoice', { params: { uuid } })
    let text = ''
    for await (const piece of file.pieces) text += Buffer.from(piece).toString()
    return JSON.parse(text.slice(text.indexOf('{')))
  }

  it('bills a month once, whoever asks, with the next number', async () => {
    await price()
    await settle()
    await world.byTheClock()
    expect((await receipts()).items).toEqual([])
    world.clock.set('2026-04-01T00:10:00Z')
    const { billEmployer } = await import('./index.ts')
    const bill = () => world.unit(ctx => billEmployer(ctx, told.employer.employer_uuid ?? ''))
    await Promise.all([bill(), bill()])
    await world.byTheClock()
    const { items, unbilled } = await receipts()
    expect(unbilled).toEqual([])
    expect(items).toMatchObject([
      {
        number: '2026-0001',
        month: '2026-03-01',
        invoice_date: '2026-04-01',
        net: { currency: 'USD', minor: 2300n },
        tax: { currency: 'USD', minor: 300n },
        total: { currency: 'USD', minor: 2600n },
        taken: { currency: 'USD', minor: 2600n },
      },
    ])
    const [receipt] = items
    const data = await pdfData(receipt?.invoice_uuid ?? '')
    expect(
      data.lines.map((line: { quantity: string; price: string }) => [line.quantity, line.price]),
    ).toEqual([
      ['2', '9.00'],
      ['2', '2.50'],
    ])
    expect(data).toMatchObject({ number: '2026-0001', taken: { amount: '26.00' }, rest: null })
    // It stays addressed as it was, whatever the company is called later.
    const named = data.employer
    await admin.rows("update employer set corporation_name = 'Renamed Inc.'")
    expect((await pdfData(receipt?.invoice_uuid ?? '')).employer).toEqual(named)
    expect(await world.broken()).toEqual([])
  })

  it('numbers currencies and months on, without a gap', async () => {
    await price()
    await settle()
    await admin.rows(
      `insert into fee select gen_random_uuid(), employer_uuid, 'CONVERSION', contractor_sub, payment_uuid, network, 'EUR', 0, 50, 1000, 5, 0, 0, earned_on
        from fee limit 1`,
    )
    world.clock.set('2026-04-01T00:10:00Z')
    await world.byTheClock()
    await admin.rows(
      `insert into fee select gen_random_uuid(), employer_uuid, 'PAYMENT', contractor_sub, payment_uuid, network, 'USD', 5, 0, 0, 5, 0, 0, '2026-04-03'
        from fee limit 1`,
    )
    world.clock.set('2026-05-02T00:10:00Z')
    await world.byTheClock()
    const { items } = await receipts()
    expect(items.map(of => [of.number, of.month, of.total.currency])).toEqual([
      ['2026-0003', '2026-04-01', 'USD'],
      ['2026-0002', '2026-03-01', 'USD'],
      ['2026-0001', '2026-03-01', 'EUR'],
    ])
    const one = await call(world, told.employer, 'listBillingInvoices', { query: { limit: 2 } })
    const two = await call(world, told.employer, 'listBillingInvoices', {
      query: { limit: 2, cursor: one.next_cursor ?? '' },
    })
    expect([...one.items, ...two.items]).toEqual(items)
  })

  it('is one’s own', async () => {
    await price()
    await settle()
    world.clock.set('2026-04-01T00:10:00Z')
    await world.byTheClock()
    const [receipt] = (await receipts()).items
    expect((await receipts(told.rival)).items).toEqual([])
    await expect(
      call(world, told.rival, 'getBillingInvoice', {
        params: { uuid: receipt?.invoice_uuid ?? '' },
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is not changed, nor is a fee', async () => {
    await price()
    await settle()
    world.clock.set('2026-04-01T00:10:00Z')
    await world.byTheClock()
    await expect(admin.rows('update billing_invoice set net_minor = 1')).rejects.toThrow(
      'append-only',
    )
    await expect(admin.rows('update fee set net_minor = 1')).rejects.toThrow('stays as it was')
    await expect(admin.rows('update fee set taken_at = null')).rejects.toThrow('stays as it was')
  })
})

describe('prices', () => {
  it('are listed by domain, kept once, and refused where they cannot be', async () => {
    const one = await price()
    expect(await price()).toEqual(one)
    await price({ ...PRICES, tax: 500 })
    expect(await admin.rows('select 1 from price_list')).toHaveLength(2)
    const { items } = await call(world, told.operator, 'listPrices', { query: { limit: 50 } })
    expect(
      items.filter(of => of.prices).map(of => [of.prices?.tax, of.prices?.per_payment]),
    ).toEqual([[500, { fiat: 250 }]])
    await expect(price({ ...PRICES, currency: 'XXQ' })).rejects.toMatchObject({
      code: 'VALIDATION',
    })
    await expect(price(PRICES, '01a204f4-b051-7139-a89f-6be80da55a05')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('count from when they are set: what was earned before keeps its own', async () => {
    await settle()
    await price()
    await world.byTheClock()
    expect((await receipts()).unbilled).toEqual([])
  })

  it('show in the table of a cycle what each part cost, and what arrived', async () => {
    await price()
    await settle()
    const { pieces, rows } = await call(world, told.employer, 'getCycleCsv', { params: told.id })
    expect(rows).toBe(2)
    let text = ''
    for await (const piece of pieces) text += Buffer.from(piece).toString()
    const [head = '', ...lines] = text.replace('\ufeff', '').trim().split('\n')
    const names = head.split(',')
    const part = (network: string) => {
      const values = lines.find(line => line.includes(`,${network},`))?.split(',') ?? []
      return (name: string) => values[names.indexOf(name)]
    }
    const bank = part('fiat')
    expect(['gross', 'part_gross', 'fee', 'fee_currency', 'net', 'net_currency'].map(bank)).toEqual(
      [...['3400.00', '2380.00', '13.00', 'USD', '2380.00', 'USD']],
    )
    expect(['fee', 'exchange_rate', 'net', 'net_currency'].map(part('solana'))).toEqual([
      ...['', '1', '1020.000000', 'USDC'],
    ])
    expect(bank('line_item_uuid')).toMatch(/^[0-9a-f-]{36}$/)
    expect(bank('payment_uuid')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
