import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ContractorInvoicePage } from './contractor-invoice-page.tsx'

const ID = 'e1715a0a-be47-47a7-b729-bf381ee4aae0'
const usd = (amount_in_smallest_unit: number) => ({ currency: 'USD', amount_in_smallest_unit })

let usable: boolean
let asked: unknown

beforeEach(() => {
  const zero = { paid: usd(0), credited: usd(0), owed: usd(0), refund_due: usd(0) }
  const draft = {
    ...{ invoice_uuid: ID, status: 'CREATED', kind: 'INVOICE', number: null, version: 1 },
    ...{
      client_uuid: ID,
      client_name: 'Latarnia',
      client_email: 'm@latarnia.test',
      currency: 'USD',
      lacking: [],
      credits: null,
    },
    ...{ start_date: '2026-11-01', end_date: '2026-11-15', due_date: '2026-12-12' },
    ...{ net: usd(100), tax: usd(0), total: usd(100), receives: usd(100), ...zero },
    ...{ transaction_fee: usd(0), client_pays_transaction_fees: false, tax_percentage: 0 },
    ...{ invoice_items: [{ description: 'Firmware', amount: usd(100), apply_taxes: false }] },
    ...{ credit_notes: [], payments: [], said_sent: null, opened_at: null, repeat: null },
    ...{ repeats: null, line_item_uuid: null, pay_differs: false, reminders: false },
    ...{ reminded_at: null, next_reminder_on: null, sent_on: null, overdue: false },
    ...{ destination_uuids: null, allowed_actions: ['edit', 'send', 'void'] },
  }
  asked = undefined
  fakeServer(({ path, body }) => {
    if (path.endsWith('/send')) {
      asked = JSON.parse(body ?? '')
      return { status: 409, body: { code: 'CONFLICT', detail: 'It was changed.' } }
    }
    const at = path.replace('/api/v1', '').split('?')[0]
    if (at === '/api/auth/token') {
      const iat = Math.floor(Date.now() / 1000)
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    }
    if (at === '/user/me') return { body: { sub: 'ana', allowed_calls: [], held_calls: [] } }
    if (at === '/user/app-config') return { body: { today: '2026-11-26' } }
    if (at === '/contractor/invoice-defaults')
      return {
        body: {
          ways: [
            {
              ...{ destination_uuid: ID, kind: 'bank', network: 'fiat', currency: 'USD', usable },
              ...{ label: 'Zenith Bank •• 3391', usable_from: '2026-11-27T09:00:00Z' },
            },
          ],
        },
      }
    return { body: draft }
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it.each([false, true])(
  'who sends an invoice reads before it whether its client is told where to pay: %s',
  async told => {
    usable = told
    openPages(`/contractor/send-invoice/${ID}`, {
      '/contractor/send-invoice/$uuid': ContractorInvoicePage,
    })
    await screen.findByRole('button', { name: 'Send invoice' })
    if (told) await vi.dynamicImportSettled()
    else await screen.findByText(/changed within the last day/)
    expect(screen.queryAllByText(/changed within the last day/)).toHaveLength(told ? 0 : 1)
  },
)

it('what is sent is the version that was read, to the name and address that were', async () => {
  usable = true
  openPages(`/contractor/send-invoice/${ID}`, {
    '/contractor/send-invoice/$uuid': ContractorInvoicePage,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send invoice' }))
  screen.getByText(/^To Latarnia, m@latarnia\.test/)
  const to = { client_name: 'Latarnia', client_email: 'm@latarnia.test' }
  await waitFor(() => expect(asked).toEqual({ message: '', reminders: true, version: 1, to }))
})
