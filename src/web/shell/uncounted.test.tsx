import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { AppFrame } from './app-frame.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says in the menu that what waits could not be counted, and counts it when asked again', async () => {
  vi.stubGlobal('scrollTo', () => {})
  const listener = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => ({ matches: false, ...listener }))
  let fails = true
  fakeServer(({ path }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (path.endsWith('/user/waiting'))
      return fails
        ? { status: 422, body: { error: { code: 'VALIDATION', message: 'No.' } } }
        : { body: { counts: { '/operations/employers': 3 }, begin: [] } }
    const me = { sub: 'ana', type: 'operator', email: 'ana@example.test', gates: {} }
    const may = { allowed_calls: ['getWaiting'], held_calls: [], second_factor: {} }
    return { body: { ...me, ...may, first_name: 'Ana', last_name: 'Silva', today: '2026-11-25' } }
  })
  openPages('/dashboard', { '/dashboard': AppFrame })
  const again = await screen.findByRole('button', { name: 'Count again' })
  expect(screen.getByText('What waits could not be counted.')).toBeTruthy()
  fails = false
  fireEvent.click(again)
  await expect.poll(() => screen.queryByText('What waits could not be counted.')).toBeNull()
  expect(screen.getByRole('link', { name: /^Employers/ }).textContent).toBe('Employers3 waiting')
})
