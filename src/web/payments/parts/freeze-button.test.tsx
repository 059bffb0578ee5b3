/** What of payments that are to be frozen could not be loaded, or is no choice any more. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { FreezeButton } from './freeze-button.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const NORTHWIND = {
  domain: 'northwind.test',
  company_name: 'Northwind',
  payments: 2,
  totals: [{ currency: 'EUR', amount_in_smallest_unit: 500 }],
}

/** A server that knows what would be frozen before a day, where it answers that at all. */
async function openDialog(state: { fails: boolean; employers: readonly unknown[] }) {
  fakeServer(({ path: asked }) => {
    const [path = ''] = asked.split('?')
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (path.endsWith('/payments/freeze')) {
      if (state.fails) return { status: 500, body: {} }
      const { employers } = state
      const totals = NORTHWIND.totals
      const [currencies, networks] = [['EUR'], ['fiat']]
      return { body: { payments: 2, executing: 0, totals, employers, currencies, networks } }
    }
    const me = { sub: 'ana', type: 'operator', today: '2026-11-25' }
    return { body: { ...me, allowed_calls: ['freezePayments'] } }
  })
  openPages('/operations/transactions', { '/operations/transactions': FreezeButton })
  fireEvent.click(await screen.findByRole('button', { name: 'Freeze payments' }))
  return screen.findByRole('combobox', { name: /^Employer/ })
}

it('says in its lists that what there is to choose could not be loaded, and asks for it again', async () => {
  const state = { fails: true, employers: [NORTHWIND] }
  const employer = await openDialog(state)
  await screen.findByRole('button', { name: 'Try again' })
  state.fails = false
  fireEvent.click(employer)
  expect(
    await screen.findByText('The list could not be loaded. Open it again to try again.'),
  ).toBeTruthy()
  expect(await screen.findByRole('option', { name: /Northwind/ })).toBeTruthy()
})

it('names the employer that was chosen also where nothing of theirs leaves by another day', async () => {
  const state = { fails: false, employers: [NORTHWIND] as readonly unknown[] }
  const employer = await openDialog(state)
  await userEvent.click(employer)
  await userEvent.click(await screen.findByRole('option', { name: /Northwind/ }))
  await expect.poll(() => employer.textContent).toContain('Northwind')
  state.employers = []
  const before = screen.getByRole('textbox', { name: /^Pay dates before/ })
  fireEvent.change(before, { target: { value: '2026-11-20' } })
  fireEvent.blur(before)
  await expect.poll(() => employer.textContent).toContain('northwind.test')
})
