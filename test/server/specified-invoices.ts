/** The specification's requests of clients and invoices. */
import { expect } from 'vitest'
import { newUuid } from '#server/kernel/ids.ts'
import { ADDRESS } from './specified-address.ts'
import { carla, type Request } from './specified-calls.ts'

const invoice_uuid = newUuid()

export const CLIENT: Request = {
  fields: 'client_name, company_name, phone_number, email, address',
  as: () => carla,
  body: () => ({
    client_name: 'Magda Nowak',
    company_name: 'Latarnia Optics',
    phone_number: '+48221234567',
    email: 'magda@latarnia.test',
    address: ADDRESS,
  }),
  effect: async (answer, { me }) =>
    expect(await me(carla)).toMatchObject({ clients: [{ uuid: answer.uuid }] }),
}

export const INVOICE: Request = {
  fields:
    'client_uuid, start_date, end_date, due_date, currency, client_pays_transaction_fees, tax_percentage, invoice_items',
  as: () => carla,
  at: () => ({ id: invoice_uuid }),
  body: async ({ me }) => ({
    client_uuid: ((await me(carla)).clients as { uuid: string }[])[0]?.uuid,
    start_date: '2026-04-01',
    end_date: '2026-04-15',
    due_date: '2026-12-31',
    currency: 'CAD',
    client_pays_transaction_fees: true,
    tax_percentage: 0,
    invoice_items: [
      {
        description: 'A survey',
        amount: { currency: 'CAD', amount_in_smallest_unit: 120_000 },
        apply_taxes: false,
      },
    ],
  }),
  effect: answer =>
    expect(answer).toMatchObject({
      status: 'CREATED',
      total: { currency: 'CAD', amount_in_smallest_unit: 120_000 },
      lacking: [],
    }),
}
