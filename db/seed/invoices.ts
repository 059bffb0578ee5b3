/** The demo contractor's own clients and what they are invoiced: one late, one paid, one open, one being written. All of it is made up. */
import { addDays } from '#domain/kernel/plain-date.ts'
import { uuidOf } from '#server/kernel/ids.ts'
import { call, type Person, type Stage } from './cast.ts'

const usd = (minor: bigint) => ({ currency: 'USD', minor })

const LATARNIA = {
  client_name: 'Magda Nowak',
  company_name: 'Latarnia Optics Sp. z o.o.',
  phone_number: '+48587001122',
  email: 'magda@latarnia.test',
  address: {
    street_number_and_name: 'ul. Morska 7',
    apartment_or_unit_number: '',
    city_or_municipality: 'Gdynia',
    postal_code: '81-323',
    country_code: 'PL',
  },
  currency: 'USD',
  tax_number: 'PL 586 000 43 21',
}
const FERRYMAN = {
  client_name: 'Aoife Byrne',
  company_name: 'Ferryman Studio',
  phone_number: '',
  email: 'aoife@ferryman.test',
  address: {
    street_number_and_name: '3 Quay Street',
    apartment_or_unit_number: '',
    city_or_municipality: 'Galway',
    postal_code: 'H91 T2XK',
    country_code: 'IE',
    subdivision_code: 'IE-G',
  },
  currency: 'USD',
  tax_number: '',
}

/** What is told first: both clients, and an invoice that is due five days later and is not paid. */
export async function tellOfClients(stage: Stage, who: Person, today: string): Promise<void> {
  await call(stage, who, 'createClient', { body: FERRYMAN })
  const { uuid } = await call(stage, who, 'createClient', { body: LATARNIA })
  await invoice(stage, who, 'late', {
    client_uuid: uuid,
    start_date: addDays(today, -21),
    end_date: addDays(today, -8),
    due_date: addDays(today, 5),
    items: [['Report of last month’s measurements', 64_000n]],
  })
}

/** What is told a week later: an invoice to the other client, which is paid. */
export async function tellOfPaidInvoice(stage: Stage, who: Person, today: string): Promise<void> {
  const { items } = await call(stage, who, 'listClients', { query: { limit: 10 } })
  const client = items.find(({ company_name }) => company_name === FERRYMAN.company_name)
  await invoice(stage, who, 'paid', {
    client_uuid: client?.uuid ?? '',
    start_date: addDays(today, -30),
    end_date: addDays(today, -10),
    due_date: addDays(today, 10),
    items: [['Map of moorings', 120_000n]],
  })
  const params = { id: uuidOf('invoice paid'), payment_uuid: uuidOf('invoice paid in full') }
  const { owed } = await call(stage, who, 'getInvoice', { params })
  await call(stage, who, 'recordInvoicePayment', {
    params,
    body: { amount: owed, received_on: today, reference: 'FERRYMAN 118', refund: false },
  })
}

/** What is told in its last days: an invoice that is open, and one that is being written. */
export async function tellOfInvoices(stage: Stage, who: Person, today: string): Promise<void> {
  const { items } = await call(stage, who, 'listClients', { query: { limit: 10 } })
  const named = (name: string) => items.find(({ company_name }) => company_name.startsWith(name))
  await invoice(stage, who, 'open', {
    client_uuid: named('Latarnia')?.uuid ?? '',
    start_date: addDays(today, -12),
    end_date: addDays(today, -1),
    due_date: addDays(today, 14),
    items: [
      ['Control board firmware, version 2.4', 240_000n],
      ['Commissioning on site, two days', 110_000n],
      ['Travel, receipts attached', 18_640n],
    ],
  })
  await call(stage, who, 'putInvoice', {
    params: { id: uuidOf('invoice draft') },
    body: bodyOf({
      client_uuid: named('Ferryman')?.uuid ?? '',
      start_date: null,
      end_date: null,
      due_date: addDays(today, 14),
      items: [['Dashboard of bookings', 90_000n]],
    }),
  })
}

type Told = {
  readonly client_uuid: string
  readonly start_date: string | null
  readonly end_date: string | null
  readonly due_date: string
  readonly items: readonly (readonly [description: string, minor: bigint])[]
}

function bodyOf({ items, ...told }: Told) {
  return {
    ...told,
    currency: 'USD',
    client_pays_transaction_fees: true,
    tax_percentage: 750,
    invoice_items: items.map(([description, minor]) => ({
      description,
      amount: usd(minor),
      apply_taxes: !description.startsWith('Travel'),
    })),
    transaction_fee: usd(500n),
    tax_number: '20481377-0001',
    ...{ tax_category: null, tax_reason: '' },
    note: '',
    destination_uuids: null,
  }
}

async function invoice(stage: Stage, who: Person, name: string, told: Told): Promise<void> {
  const params = { id: uuidOf(`invoice ${name}`) }
  await call(stage, who, 'putInvoice', { params, body: bodyOf(told) })
  await call(stage, who, 'sendInvoice', {
    params,
    body: { message: 'Thank you for the good work together.', reminders: true },
  })
}
