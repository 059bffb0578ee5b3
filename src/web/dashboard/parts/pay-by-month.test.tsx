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

it('waits for what the company reckons in, and does not show another currency until then', async () => {
  let come: (answer: object) => void = () => {}
  const employer = new Promise<object>(done => {
    come = done
  })
  const totals = ['CAD', 'USD'].map(currency => ({ currency, amount_in_smallest_unit: 948_000 }))
  const months = [{ first_day: '2026-11-01', totals, behind: [] }]
  const server = fakeServer(async ({ path }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (path.includes('pay-by-month')) return { body: { months } }
    if (path.endsWith('/v1/employer')) return { body: await employer }
    return { body: { sub: 'ana', type: 'employer', allowed_calls: [], today: '2026-11-25' } }
  })
  const seen: (string | null)[] = []
  openPages('/dashboard', { '/dashboard': () => <PayByMonth>what stands below</PayByMonth> })
  const look = new MutationObserver(() => seen.push(document.body.textContent))
  look.observe(document.body, { childList: true, subtree: true, characterData: true })
  await expect.poll(() => server.times('/api/v1/employer')).toBe(1)
  setTimeout(() => come({ currency: 'USD' }), 200)
  expect(await screen.findByText('November, in USD')).toBeTruthy()
  look.disconnect()
  expect(seen.join()).not.toContain('November, in CAD')
})
