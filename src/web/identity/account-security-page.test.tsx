import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { AccountSecurityPage } from './account-security-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says that it could not be loaded where one does not learn how people log in, and asks again', async () => {
  let fails = true
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.endsWith('/user/app-config'))
      return fails
        ? { status: 500, body: { code: 'INTERNAL', detail: 'It failed.' } }
        : { body: { identity: { kind: 'oidc', name: 'Keycloak' }, tag_manager_id: null } }
    if (path.endsWith('/user/sessions')) return { body: [] }
    return { body: { sub: 'ana', type: 'contractor', second_factor: { missing: false } } }
  })
  openPages('/account/security', { '/account/security': AccountSecurityPage })
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
  fails = false
  fireEvent.click(again)
  expect(await screen.findByText(/Keycloak/)).toBeTruthy()
})
