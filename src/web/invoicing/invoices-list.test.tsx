import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { ContractorInvoicesPage } from './contractor-invoices-page.tsx'

const usd = (amount_in_smallest_unit: number) => ({ currency: 'USD', amount_in_smallest_unit })
const sent = {
  ...{ kind: 'INVOICE', status: 'PAID', client_name: 'Latarnia', due_date: '2026-12-20' },
  ...{ total: usd(107_500), paid: usd(107_500), credited: usd(0), owed: usd(0) },
  ...{ refund_due: usd(0), overdue: false, pay_differs: false },
}
const items = [
  {
    ...{ ...sent, invoice_uuid: 'one', number: 'AO-2026-001', credited: usd(32_250) },
    refund_due: usd(32_250),
  },
  {
    ...{ ...sent, invoice_uuid: 'two', number: 'AO-2026-002', status: 'VOID', paid: usd(0) },
    due_date: '2026-12-24',
  },
]

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['a wide screen', false],
  ['a phone', true],
])(
  'on %s a paid invoice of which some is to be given back says how much, and a void one is due on no day',
  async (_what, matches) => {
    vi.stubGlobal('matchMedia', () => ({
      ...{ matches, addEventListener: () => {}, removeEventListener: () => {} },
    }))
    vi.stubGlobal('ResizeObserver', function ResizeObserver() {
      return { observe: () => {}, unobserve: () => {}, disconnect: () => {} }
    })
    fakeServer(({ path }) => {
      const at = path.replace('/api/v1', '').split('?')[0]
      if (at === '/api/auth/token') {
        const iat = Math.floor(Date.now() / 1000)
        return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
      }
      if (at === '/contractor/pay-to-invoice') return { body: { items: [] } }
      if (at !== '/contractor/invoices')
        return { body: { sub: 'ana', allowed_calls: [], held_calls: [] } }
      const counts = { all: 2, drafts: 0, open: 0, paid: 1 }
      return { body: { items, next_cursor: null, sums: [], counts } }
    })
    openPages('/contractor/invoice', { '/contractor/invoice': ContractorInvoicesPage })
    await screen.findByText('AO-2026-001')
    expect(document.body.textContent).toContain('322.50 USD to give back')
    expect(document.body.textContent).toContain('20, 2026')
    expect(document.body.textContent).not.toContain('24, 2026')
  },
)
