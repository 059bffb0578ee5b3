/** The statement of a balance says of a month that goes on what is, and of one that is over what was. */
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { FundsStatement } from './parts/statement.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const left = { currency: 'CAD', amount_in_smallest_unit: 56_000 }

function opened(lines: readonly object[]): void {
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.endsWith('/app-config')) return { body: { today: '2026-12-04' } }
    if (path.endsWith('/me')) return { body: { sub: 'ana', allowed_calls: [] } }
    return { body: { lines, opening: left, closing: left } }
  })
  openPages('/statement', {
    '/statement': () => <FundsStatement currencies={['CAD']}>{null}</FundsStatement>,
  })
}

it('a month without lines is not said to have ended before it has', async () => {
  opened([])
  expect((await screen.findByText(/so far/)).textContent).toContain('560.00 CAD is available')
  await userEvent.click(screen.getByRole('button', { name: 'Month before' }))
  expect((await screen.findByText(/at its end/)).textContent).toContain('was available')
})

it('a pay whose name is a formula is saved as a text', async () => {
  vi.stubGlobal('ResizeObserver', function ResizeObserver() {
    return { observe: () => {}, disconnect: () => {} }
  })
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    if (file instanceof Blob) files.push(file)
    return 'blob:statement'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const pay = { policy_label: '=1+1', pay_date: '2026-12-04' }
  const approved = { at: '2026-12-01T10:00:00Z', code: 'item_approved', count: 2, reference: null }
  opened([{ ...approved, pay, change: { ...left, amount_in_smallest_unit: -500 }, balance: left }])
  await userEvent.click(await screen.findByRole('button', { name: /CSV|Save|Download/ }))
  expect(await files[0]?.text()).toMatch(/^2026-12-01,"?'=1\+1.*,-5\.00,560\.00\r$/m)
})
