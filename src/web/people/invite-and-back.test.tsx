import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { EmployerContractorsPage } from './employer-contractors-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('leaves no way back to the dialog of an invitation that was closed', async () => {
  fakeServer(({ path }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (path.startsWith('/api/v1/employer/contractors'))
      return { body: { items: [], next_cursor: null, counts: { INVITED: 1 } } }
    const allowed_calls = ['inviteContractor']
    return { body: { type: 'employer', allowed_calls, held_calls: [], today: '2026-11-25' } }
  })
  const listener = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => ({ matches: true, ...listener }))
  // What tables of wide windows watch.
  const watch = { observe: () => {}, unobserve: () => {}, disconnect: () => {} }
  vi.stubGlobal('ResizeObserver', function observer() {
    return watch
  })
  openPages('/employer/contractors', {
    '/employer/contractors': EmployerContractorsPage,
    '/employer/contractors/$pageMode': EmployerContractorsPage,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Invite contractor' }))
  await screen.findByRole('dialog')
  const pages = window.history.length
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => window.location.pathname).toBe('/employer/contractors')
  expect(window.history.length).toBe(pages)
})
