import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { UnpaidList } from './unpaid-list.tsx'
import { WorkList } from './work-list.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A server on which this call fails until it is mended. */
function serve(broken: string, then: unknown) {
  const listener = { addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => ({ matches: false, ...listener }))
  const state = { fails: true }
  fakeServer(({ path: asked }) => {
    const [path = ''] = asked.split('?')
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    if (path.endsWith(broken))
      return state.fails
        ? { status: 422, body: { error: { code: 'VALIDATION', message: 'No.' } } }
        : { body: then }
    if (path.endsWith('/freezes')) return { body: { in_force: [] } }
    if (path.endsWith('/approval-steps')) return { body: { items: [], next_cursor: null } }
    return { body: { sub: 'ana', type: 'operator', allowed_calls: [], today: '2026-11-25' } }
  })
  return state
}

it('says not that every payment arrived while it is not known which did not', async () => {
  const state = serve('/payments/work-list', { items: [], counts: [], next_cursor: null })
  openPages('/operations/transactions', { '/operations/transactions': WorkList })
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Work list')
  state.fails = false
  fireEvent.click(again)
  await expect
    .poll(() => screen.getByRole('heading', { level: 1 }).textContent)
    .toBe('Every payment arrived or is on its way')
})

it('counts no payments as none while they did not come', async () => {
  serve('/payments/unpaid', { items: [], counts: {}, next_cursor: null })
  openPages('/operations/transactions', { '/operations/transactions': UnpaidList })
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('button', { name: /^All/ }).textContent).toBe('All')
})
