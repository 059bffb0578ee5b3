import { lazyRouteComponent } from '@tanstack/react-router'
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, fakeTabs, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { sessionBegan } from '#web/kernel/session.ts'
import { LoginPage } from './login-page.tsx'

/** A provider with an account, which asks for a code after its password where `second` says so. */
function provider(second: boolean) {
  let signedIn = false
  return fakeServer(({ path }) => {
    if (path === '/api/auth/sign-in/email') {
      signedIn = !second
      return { body: { second_factor: second ? ['totp'] : [] } }
    }
    if (path === '/api/auth/second-factors/verify') signedIn = true
    if (path === '/api/auth/token')
      return signedIn
        ? { body: { token: tokenOf({ sub: 'ana', iat: 1000, exp: 1900 }) } }
        : { status: 401, body: { code: 'UNAUTHENTICATED' } }
    if (path === '/api/v1/user/app-config')
      return { body: { identity: { kind: 'embedded', name: 'Corridor' } } }
    return { body: {} }
  })
}

/** The log-in beside a next page whose script comes when `come` is called. */
function open() {
  let come = (_: { Home: () => React.ReactNode }) => {}
  const script = new Promise<{ Home: () => React.ReactNode }>(resolve => {
    come = resolve
  })
  openPages('/auth/login', {
    '/auth/login': LoginPage,
    '/dashboard': lazyRouteComponent(() => script, 'Home'),
  })
  return () => act(async () => come({ Home: () => <p>Home</p> }))
}

/** As many turns as what was asked takes to be answered and drawn. */
const aWhile = () => act(() => new Promise(resolve => setTimeout(resolve, 100)))

beforeEach(() => {
  fakeTabs()
  // The files of a worker share the session's memory: whoever another one logged in is nobody here.
  sessionBegan()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('keeps the form while the next page comes', async () => {
  provider(false)
  const come = open()
  await userEvent.type(await screen.findByLabelText(/^Email/), 'ana@example.test')
  await userEvent.type(screen.getByLabelText(/^Password/), 'a secret of Ana')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await aWhile()
  expect(screen.getByRole('button', { name: /^Log in$/ })).toHaveProperty('ariaBusy', 'true')
  await come()
  await screen.findByText('Home')
})

it('keeps the second step while the next page comes', async () => {
  provider(true)
  const come = open()
  await userEvent.type(await screen.findByLabelText(/^Email/), 'ana@example.test')
  await userEvent.type(screen.getByLabelText(/^Password/), 'a secret of Ana')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await userEvent.type(await screen.findByLabelText(/6-digit code/), '123456')
  await aWhile()
  expect(screen.getByLabelText(/6-digit code/)).toBeTruthy()
  await come()
  await screen.findByText('Home')
})
