import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { InviteDialog } from './invite-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says that the policies could not be loaded, where it offers none', async () => {
  fakeServer(({ path }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (path.endsWith('/v1/employer'))
      return { status: 422, body: { error: { code: 'VALIDATION', message: 'No.' } } }
    if (path.includes('countries')) return { body: [] }
    return { body: { sub: 'ana', type: 'employer', allowed_calls: [], today: '2026-11-25' } }
  })
  openPages('/invite', { '/invite': () => <InviteDialog onClose={() => {}} /> })
  fireEvent.click(await screen.findByRole('combobox', { name: /^Payroll policy/ }))
  expect(
    await screen.findByText('The list could not be loaded. Open it again to try again.'),
  ).toBeTruthy()
})
