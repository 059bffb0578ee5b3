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
})

it('a month without lines is not said to have ended before it has', async () => {
  const now = Math.floor(Date.now() / 1000)
  const left = { currency: 'CAD', amount_in_smallest_unit: 56_000 }
  fakeServer(({ path }) => {
    if (path.endsWith('/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.endsWith('/app-config')) return { body: { today: '2026-12-04' } }
    if (path.endsWith('/me')) return { body: { sub: 'ana', allowed_calls: [] } }
    return { body: { lines: [], opening: left, closing: left } }
  })
  openPages('/statement', {
    '/statement': () => <FundsStatement currencies={['CAD']}>{null}</FundsStatement>,
  })
  expect((await screen.findByText(/so far/)).textContent).toContain('560.00 CAD is available')
  await userEvent.click(screen.getByRole('button', { name: 'Month before' }))
  expect((await screen.findByText(/at its end/)).textContent).toContain('was available')
})
