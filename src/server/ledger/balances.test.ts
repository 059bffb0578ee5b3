/** Balances as employers and operators read them: what is there, what is on its way, and what the coming week needs. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import type { World } from '#test/harness/open-world.ts'
import { type CycleStage, fund, givenApprovableCycle, givenEmployer } from '#test/harness/world.ts'

let world: World
let admin: Admin
let told: CycleStage & { rival: Person }
/** Two items of 3400.00 USD wait for March 20; it is March 17, and nobody has booked anything. */
eachInACopy(
  async first => {
    const stage = await givenApprovableCycle(first, 2)
    const rival = await givenEmployer(first, stage.operator, 'boss@rival.test')
    return { ...stage, rival }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    told = copy.told
  },
)

const own = async (who: Person = told.employer) => call(world, who, 'getEmployerBalances')
const figures = async () =>
  (await own()).balances.map(({ currency, available, reserved, in_flight, kept, need, short }) => [
    currency,
    { available, reserved, in_flight, kept, need, short },
  ])
const dollars = (
  of: Partial<Record<'available' | 'reserved' | 'in_flight' | 'kept' | 'need' | 'short', bigint>>,
) => [['USD', { available: 0n, reserved: 0n, in_flight: 0n, kept: 0n, need: 0n, short: 0n, ...of }]]
const lineItems = async () => {
  const { items } = await call(world, told.employer, 'getCycle', {
    params: told.id,
    query: { limit: 50 },
  })
  return items.map(of => of.line_item_uuid)
}
const book = (rows: readonly string[]) =>
  call(world, told.operator, 'putBalances', {
    body: {
      file_name: 'wires.csv',
      bytes: Buffer.from(
        ['employer_domain,currency,amount,reference,received_on', ...rows].join('\n'),
      ),
    },
  })

describe('what an employer has and needs', () => {
  it('follows each step of a pay, from the booking until it arrived', async () => {
    expect(await figures()).toEqual(dollars({ need: 680_000n, short: 680_000n }))
    await fund(world, told, '5000.00')
    expect(await figures()).toEqual(
      dollars({ available: 500_000n, need: 680_000n, short: 180_000n }),
    )
    await fund(world, told, '1800.00', 'WIRE-2')
    await approveAll(world, told.employer, told.id)
    expect(await figures()).toEqual(dollars({ reserved: 680_000n }))

    world.clock.set('2026-03-20T10:00:00Z')
    const { payment_uuids } = await call(world, told.operator, 'getChecklist', { query: {} })
    const { execution_uuid } = await call(world, told.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    const inFlight = Object.fromEntries(await figures())
    expect(inFlight.USD).toMatchObject({ reserved: 0n, in_flight: 476_000n })
    expect(inFlight.USDC).toMatchObject({ available: 0n, in_flight: 2_040_000_000n })
    await call(world, told.operator, 'bulkSettle', { body: { payment_uuids, reference: 'B' } })
    for (const [, of] of await figures())
      expect(of).toMatchObject({ available: 0n, reserved: 0n, in_flight: 0n, kept: 0n, need: 0n })
    const [line_item_uuid = ''] = await lineItems()
    const { domain } = await call(world, told.employer, 'getEmployer')
    await call(world, told.operator, 'markLineItem', {
      params: {
        ...told.id,
        line_item_uuid,
        domain: domain ?? '',
        operation: 'unpaid',
        currency: 'USD',
      },
      body: { amount_in_smallest_unit: 238_000n, reference: 'B' },
    })
    expect(Object.fromEntries(await figures()).USD).toMatchObject({ in_flight: 0n, kept: 238_000n })
  })

  it('counts what was approved ahead of funding as needed, until money covers it', async () => {
    await fund(world, told, '3400.00')
    await approveAll(world, told.employer, told.id, true)
    expect(await figures()).toEqual(
      dollars({ available: 340_000n, need: 680_000n, short: 340_000n }),
    )
    await world.release()
    expect(await figures()).toEqual(
      dollars({ reserved: 340_000n, need: 340_000n, short: 340_000n }),
    )
    await fund(world, told, '3400.00', 'WIRE-2')
    expect(await figures()).toEqual(dollars({ reserved: 680_000n }))
  })

  it('is of the pay dates until a week from today', async () => {
    world.clock.set('2026-03-12T23:59:59Z')
    expect(await figures()).toEqual([])
    world.clock.set('2026-03-13T00:00:00Z')
    expect(await figures()).toEqual(dollars({ need: 680_000n, short: 680_000n }))
  })

  it('is one’s own: a rival sees neither its balances nor its wires', async () => {
    await fund(world, told, '5000.00')
    expect(await own(told.rival)).toEqual({ balances: [], fundings: [] })
    expect((await own()).fundings.map(of => of.reference)).toEqual(['WIRE-1'])
  })
})

describe('what operators read', () => {
  it('keeps two companies of one name apart, each once per currency, with or without a need', async () => {
    await fund(world, { ...told, employer: { ...told.rival, employer_uuid: '' } }, '7.00', 'R-1')
    await fund(
      world,
      { ...told, employer: { ...told.rival, employer_uuid: '' } },
      '8.00',
      'R-2',
      'EUR',
    )
    const { balances, fundings, read_at } = await call(world, told.operator, 'getBalances')
    expect(read_at).toEqual(new Date('2026-03-17T10:00:00Z'))
    expect(balances.map(of => [of.company_name, of.currency, of.available, of.short])).toEqual([
      ['Company of boss', 'USD', 0n, 680_000n],
      ['Company of boss', 'EUR', 800n, 0n],
      ['Company of boss', 'USD', 700n, 0n],
    ])
    expect(new Set(balances.map(of => of.domain)).size).toBe(2)
    expect(fundings.map(of => of.reference).sort()).toEqual(['R-1', 'R-2'])
    const summary = await call(world, told.operator, 'getFundingSummary')
    expect(summary).toEqual(balances)
  })

  it('shows the newest hundred wires, and keeps them all', async () => {
    const domain = (await call(world, told.employer, 'getEmployer')).domain ?? ''
    const rows = Array.from({ length: 60 }, (_, n) => `${domain},USD,1.00,OLD-${n},2026-03-01`)
    await book(rows)
    world.clock.set('2026-03-17T11:00:00Z')
    await book(rows.map(row => row.replace('OLD', 'NEW')))
    const { fundings } = await call(world, told.operator, 'getBalances')
    expect(fundings).toHaveLength(100)
    expect(fundings.slice(0, 60).every(of => of.reference.startsWith('NEW'))).toBe(true)
    expect(await admin.rows('select from funding')).toHaveLength(120)
    expect((await own()).balances[0]?.available).toBe(12_000n)
  })
})

it('a wire of long ago is a slip of the pen: its row is named, and nothing is booked', async () => {
  const domain = (await call(world, told.employer, 'getEmployer')).domain ?? ''
  const refused = book([`${domain},USD,1.00,GOOD,2026-03-01`, `${domain},USD,1.00,OLD,1926-03-01`])
  await expect(refused).rejects.toMatchObject({ code: 'FUNDING_FILE_NOT_VALID' })
  const fields = await refused.catch(({ fields: found }) => found)
  expect(fields.map(({ loc }: { loc: unknown[] }) => loc.slice(-2))).toEqual([[3, 'received_on']])
  expect(await admin.rows('select from funding')).toEqual([])
})
