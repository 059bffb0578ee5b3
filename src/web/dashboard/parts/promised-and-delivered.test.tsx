import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { PromisedAndDelivered } from './promised-and-delivered.tsx'

const usd = { currency: 'USD', amount_in_smallest_unit: 173_280 }

function servePart(status: string): void {
  const part = {
    ...{ status, label: 'First Bank •• 3391', source: usd, promised: usd, left: null },
    ...{ delivered: null, settled_at: null, arrives: null, days_late: 0 },
    ...{ failure_reason: null, note: null, simulated: true },
  }
  fakeServer(({ path }) => {
    const at = path.replace('/api/v1', '').split('?')[0]
    const iat = Math.floor(Date.now() / 1000)
    if (at === '/api/auth/token')
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (at === '/user/me') return { body: { sub: 'ana', allowed_calls: [], held_calls: [] } }
    if (at === '/user/app-config') return { body: { today: '2026-12-06' } }
    const payslip = { payslip_uuid: 'p', pay_date: '2026-12-04', parts: [part] }
    return { body: { items: [payslip], next_cursor: null } }
  })
}
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['SENT', 'On its way'],
  ['HELD', 'Not sent yet'],
  ['RETURNED', 'Returned'],
  ['FAILED', 'Failed'],
])('a part that is %s is told as "%s", wide and narrow', async (status, said) => {
  vi.stubGlobal('ResizeObserver', function ResizeObserver() {
    return { observe: () => {}, disconnect: () => {} }
  })
  servePart(status)
  openPages('/dashboard', { '/dashboard': PromisedAndDelivered })
  expect(await screen.findAllByText(said)).toHaveLength(2)
  if (said !== 'On its way') expect(screen.queryByText('On its way')).toBeNull()
})
