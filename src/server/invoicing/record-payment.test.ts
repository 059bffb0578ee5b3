/** On which days a payment may be written down. */
import { expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import type { World } from '#test/harness/world.ts'
import { newUuid } from '../kernel/ids.ts'
import { invoiceBody, usd, withInvoices } from './invoicing.test-data.ts'

let world: World
let amara: Person
let client_uuid: string

withInvoices(told => {
  ;({ world, amara, client_uuid } = told)
})

it('a payment may come before its invoice, but no more than a year before the work and it', async () => {
  const id = newUuid()
  await call(world, amara, 'putInvoice', { params: { id }, body: invoiceBody(client_uuid) })
  const message = { message: '', reminders: false }
  await call(world, amara, 'sendInvoice', { params: { id }, body: message })
  const on = (received_on: string) =>
    call(world, amara, 'recordInvoicePayment', {
      params: { id, payment_uuid: newUuid() },
      body: { amount: usd(1_000n), received_on, reference: '', refund: false },
    }).then(
      () => 'ok',
      ({ text, params }: Problem) => [text, params],
    )
  // The work began on February 9, 2026.
  const tooEarly = ['invoicing.problems.paymentTooEarly', { earliest: 'February 8, 2025' }]
  for (const day of ['0001-01-01', '1900-01-01', '2025-02-07'])
    expect(await on(day)).toEqual(tooEarly)
  expect(await on('2025-02-08')).toBe('ok')
  expect(await on('2026-03-03')).toEqual(['invoicing.problems.paymentDay', undefined])
})
