import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, fakeTabs, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { NotificationsPage } from './notifications-page.tsx'

beforeEach(() => fakeTabs())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('asks a server that fails no more than once for each answer until somebody presses', async () => {
  const token = tokenOf({ sub: 'ana', iat: 1000, exp: 1900 })
  const { asked } = fakeServer(({ path }) =>
    path === '/api/auth/token'
      ? { body: { token } }
      : { status: 500, body: { code: 'INTERNAL', detail: 'It failed.' } },
  )
  openPages('/account/notifications', { '/account/notifications': NotificationsPage })
  await screen.findAllByRole('button', { name: 'Try again' })
  const turn = () => act(() => new Promise(resolve => setTimeout(resolve, 20)))
  for (let turns = 0; turns < 20; turns++) await turn()
  expect(await screen.findAllByRole('button', { name: 'Try again' })).toHaveLength(2)
  const reads = asked.filter(({ path }) => path.startsWith('/api/v1/'))
  // What mounts with an answer that failed asks for it once more.
  expect(reads.length).toBeLessThanOrEqual(4)
  expect(new Set(reads.map(({ path }) => path)).size).toBe(3)
})
