import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Asked, fakeServer, fakeTabs, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { SignUpPage } from './sign-up-page.tsx'

const EMAIL = 'ana@example.test'
const LINK = 'a-link-of-twenty-signs'
const NOBODY_YET = { sub: 'ana', email: EMAIL, email_verified: true, type: null }
const DETAILS = {
  ...NOBODY_YET,
  basic_info_completed: true,
  type: 'employer',
  sign_up: null,
}

/** The sign-up at an address, as somebody sees it of whom the server says `me`. */
function open(address: string, me: object, invited = EMAIL) {
  const server = fakeServer(({ path, method }: Asked) => {
    if (path === '/api/auth/token')
      return { body: { token: tokenOf({ sub: 'ana', iat: 1000, exp: 1900 }) } }
    if (path === '/api/v1/user/app-config')
      return { body: { identity: { kind: 'embedded', name: 'Corridor' } } }
    if (path === '/api/v1/user/me') return { body: me }
    if (path.includes('/by-link/'))
      return {
        body: {
          email: invited,
          employer_name: 'Northwind',
          role: 'Designer',
          name: '',
          country_code: null,
          expires_at: '2026-12-24T09:00:00.000Z',
        },
      }
    if (path.endsWith('/countries')) return { body: [{ countryCode: 'PL', name: 'Poland' }] }
    return method === 'GET' ? { body: [] } : { body: { ok: true } }
  })
  openPages(address, {
    '/signup': SignUpPage,
    '/partner-signup': SignUpPage,
    '/dashboard': () => <p>Home</p>,
  })
  return server
}

beforeEach(() => fakeTabs())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('the details on a device that knows nothing', () => {
  it('begin as the invitation asks', async () => {
    const sign_up = { role: 'contractor', invited_by: 'Northwind' }
    open('/signup', { ...NOBODY_YET, sign_up })
    await screen.findByText(/You are a contractor\./)
    expect(screen.getByText('Northwind invites you to work as a contractor.')).toBeTruthy()
  })

  it('ask who was invited before a business is made', async () => {
    const sign_up = { role: 'contractor', invited_by: 'Northwind' }
    const { times } = open('/partner-signup', { ...NOBODY_YET, sign_up })
    await userEvent.type(await screen.findByLabelText(/^First name/), 'Ana')
    await userEvent.type(screen.getByLabelText(/^Last name/), 'Byron')
    await userEvent.type(screen.getByLabelText(/^Preferred name/), 'Ana')
    await userEvent.type(screen.getByRole('combobox', { name: /^Country/ }), 'Pol{Enter}')
    await userEvent.type(screen.getByLabelText(/^Phone number/), '+48301234567')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText(/A business cannot accept it and is never paid/)
    expect(times('/api/v1/user/signup')).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Go on as a business' }))
    await waitFor(() => expect(times('/api/v1/user/signup')).toBe(1))
  }, 60_000)

  it('begin as the account was begun', async () => {
    open('/signup', { ...NOBODY_YET, sign_up: { role: 'contractor', invited_by: null } })
    await screen.findByText(/You are a contractor\./)
    open('/signup', { ...NOBODY_YET, sign_up: { role: 'partner', invited_by: null } })
    await screen.findByText(/You act for a business\./)
    expect(screen.queryByText("I'm a contractor")).toBeNull()
    expect(screen.queryByText(/How did you hear/)).toBeNull()
  })

  it('keep what was chosen here, for this account alone', async () => {
    const sign_up = { role: 'employer', invited_by: null }
    open('/signup', { ...NOBODY_YET, sign_up })
    await userEvent.click(await screen.findByRole('button', { name: "I'm a contractor" }))
    await screen.findByText(/You are a contractor\./)
    open('/signup', { ...NOBODY_YET, sign_up })
    await screen.findByText(/You are a contractor\./)
    open('/signup', { ...NOBODY_YET, email: 'ben@example.test', sign_up })
    await screen.findByText(/You act for a business\./)
  })
})

describe('an invitation that is opened by who cannot accept it', () => {
  it('says so to a business at the address that was invited', async () => {
    open(`/signup?invitation=${LINK}`, DETAILS)
    await screen.findByRole('heading', { name: 'You cannot accept this with your account' })
    expect(screen.getByText(/acts for a business/)).toBeTruthy()
    expect(screen.getByText(/Ask Northwind to invite another address of yours/)).toBeTruthy()
    expect(screen.queryByText('Home')).toBeNull()
  })

  it('says whom it is for to everybody else', async () => {
    for (const me of [DETAILS, { ...DETAILS, type: 'contractor' }]) {
      open(`/signup?invitation=${LINK}`, me, 'ben@example.test')
      await screen.findByText(/The invitation is for ben@example.test/)
      expect(screen.getByRole('button', { name: 'Log out and go on' })).toBeTruthy()
    }
  })

  it('lets a contractor on who was invited', async () => {
    open(`/signup?invitation=${LINK}`, { ...DETAILS, type: 'contractor' })
    await waitFor(() => expect(screen.getByText('Home')).toBeTruthy())
  })
})
