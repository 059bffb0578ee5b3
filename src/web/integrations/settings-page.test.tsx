import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { SettingsPage } from './settings-page.tsx'

const late = vi.hoisted(() => {
  let arrive = (): void => {}
  const code = new Promise<void>(resolve => {
    arrive = resolve
  })
  return { code, arrive: () => arrive() }
})
vi.mock('./parts/webhooks.tsx', async load => {
  await late.code
  return load()
})
vi.mock('./parts/deliveries.tsx', () => ({ Deliveries: () => <h2>Drawn {++drawn}</h2> }))
let drawn = 0

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows nothing below what is still to come, since that would move it', async () => {
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.endsWith('/user/me'))
      return { body: { sub: 'ana', allowed_calls: [], held_calls: [] } }
    return { body: { keys: [], webhooks: [], items: [], next: null } }
  })
  // What stands below is here already.
  await import('./parts/deliveries.tsx')
  openPages('/settings', { '/settings': SettingsPage })
  await screen.findByRole('heading', { name: 'API keys' })
  // Turns in which it would be drawn; that none is drawn never depends on how long they take.
  for (let turn = 0; turn < 50; turn++) await new Promise(resolve => setTimeout(resolve, 0))
  expect(drawn).toBe(0)
  late.arrive()
  expect(await screen.findByRole('heading', { name: 'Webhooks' })).toBeTruthy()
  expect(await screen.findByRole('heading', { name: /^Drawn/ })).toBeTruthy()
})
