/** A contractor with a client of their own, and what is sent of clients and invoices, whole. */
import { afterAll, beforeAll } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenContractor, givenOperator, plainWorld, type World } from '#test/harness/world.ts'

export const START = '2026-03-02T10:00:00Z'

type Told = {
  readonly world: World
  readonly admin: Admin
  readonly operator: Person
  /** Who has a client. */
  readonly amara: Person
  readonly kwame: Person
  readonly client_uuid: string
}

/** Opens one world for all tests of a file, in which two contractors could be paid by START and one of them has a client. */
export function withInvoices(take: (told: Told) => void): void {
  let close = async () => {}
  beforeAll(async () => {
    const world = await plainWorld('2026-02-20T10:00:00Z')
    const admin = await adminOf(world)
    close = async () => {
      await admin.close()
      await world.close()
    }
    const operator = await givenOperator(world)
    const amara = await givenContractor(world, operator, 'amara@okafor.test')
    const kwame = await givenContractor(world, operator, 'kwame@mensah.test')
    world.clock.set(START)
    const { uuid } = await call(world, amara, 'createClient', { body: clientBody() })
    take({ world, admin, operator, amara, kwame, client_uuid: uuid })
  })
  afterAll(() => close())
}

/** Does something while an operator has suspended a contractor, who is reinstated then. */
export async function whileSuspended(
  world: World,
  operator: Person,
  sub: string,
  work: () => Promise<void>,
): Promise<void> {
  const standing = (operation: 'suspend' | 'reinstate') =>
    call(world, operator, 'changeStanding', {
      params: { userTypes: 'contractors', sub, operation },
      body: { reason: 'asked for by police' },
    })
  await standing('suspend')
  await work()
  await standing('reinstate')
}

export const usd = (minor: bigint) => ({ currency: 'USD', minor })

export const clientBody = (change: object = {}) => ({
  client_name: 'Magda Nowak',
  company_name: 'Latarnia Optics',
  phone_number: '',
  email: 'magda@latarnia.test',
  address: {
    street_number_and_name: 'ul. Morska 7',
    apartment_or_unit_number: '',
    city_or_municipality: 'Toronto',
    postal_code: 'M5V 3K2',
    country_code: 'CA',
    subdivision_code: 'CA-ON',
  },
  currency: 'USD',
  tax_number: 'PL7650007654321',
  ...change,
})

/** Of 4496.40 USD: 3686.40 net, 805.00 tax and a fee of 5.00. */
export const invoiceBody = (client_uuid: string, change: object = {}) => ({
  ...{ client_uuid, start_date: '2026-02-09', end_date: '2026-02-22', due_date: '2026-03-16' },
  ...{ currency: 'USD', client_pays_transaction_fees: true, tax_percentage: 2300 },
  ...{ tax_category: null, tax_reason: '', note: '', destination_uuids: null },
  invoice_items: [
    { description: 'Control board firmware', amount: usd(240_000n), apply_taxes: true },
    { description: 'Commissioning on site', amount: usd(110_000n), apply_taxes: true },
    { description: 'Travel, receipts attached', amount: usd(18_640n), apply_taxes: false },
  ],
  transaction_fee: usd(500n),
  tax_number: 'PL0001234567',
  ...change,
})
