import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { PayByMonth } from './pay-by-month.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says that it could not be loaded, and is drawn once it can', async () => {
  let fails = true
  const usd = (amount_in_smallest_unit: number) => [{ currency: 'USD', amount_in_smallest_unit }]
  const months = [
    { first_day: '2026-10-01', totals: usd(948_000), behind: [] },
    { first_day: '2026-11-01', totals: usd(1_896_000), behind: [] },
  ]
  fakeServer(({ path }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (path.includes('pay-by-month'))
      return fails
        ? { status: 422, body: { error: { code: 'VALIDATION', message: 'No.' } } }
        : { body: { months } }
    return { body: { sub: 'ana', type: 'employer', allowed_calls: [], today: '2026-11-25' } }
  })
  openPages('/dashboard', { '/dashboard': () => <PayByMonth>what stands below</PayByMonth> })
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText('what stands below')).toBeTruthy()
  fails = false
  fireEvent.click(again)
  expect(await screen.findByText('November, in USD')).toBeTruthy()
})
