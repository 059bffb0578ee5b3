import { expect, it } from 'vitest'
import { bodyOf, type InvoiceForm, totalsOfForm } from './invoice-form.ts'

const FORM: InvoiceForm = {
  client_uuid: '',
  start_date: '2026-11-09',
  end_date: 'soon',
  due_date: '',
  currency: 'EUR',
  payer: 'true',
  fee: '5',
  tax: '23.00',
  tax_category: '',
  tax_reason: '',
  tax_number: '',
  note: '',
  items: [
    { description: 'Firmware', amount: '3500', taxed: true },
    { description: 'Travel', amount: '186.4', taxed: false },
    { description: '', amount: '', taxed: true },
  ],
}

it('keeps what is typed so far: what is no date yet is none, and a row without a word is no item', () => {
  const body = bodyOf(FORM, 0)
  expect(body).toMatchObject({ client_uuid: null, start_date: '2026-11-09', end_date: null })
  expect(body.invoice_items).toHaveLength(2)
  expect(body).not.toHaveProperty('version')
  expect(bodyOf({ ...FORM, payer: 'false' }, 3)).toMatchObject({
    client_pays_transaction_fees: false,
    version: 3,
  })
})

it('comes to the same as the server says, while it is typed', () => {
  expect(totalsOfForm(FORM)).toMatchObject({
    net_minor: 368_640n,
    tax_minor: 80_500n,
    total_minor: 449_640n,
    receives_minor: 449_140n,
  })
  expect(totalsOfForm({ ...FORM, tax: 'x', fee: '1.005' }).total_minor).toBe(368_640n)
})
