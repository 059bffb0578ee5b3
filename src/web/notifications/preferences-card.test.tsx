import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { forgetToken } from '#web/kernel/session.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { PreferencesCard } from './parts/preferences-card.tsx'

const PREFERENCES = {
  ways: { TASK: 'AT_ONCE', PAY: 'AT_ONCE', NEWS: 'AT_ONCE' },
  ...{ quiet_hours: null, daily_hour: 8, time_zone: 'Europe/Warsaw', chosen: true, version: '1' },
}

beforeEach(() => forgetToken())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says why what was chosen was not saved, where that is of no field', async () => {
  fakeServer(({ method, path }) => {
    if (path.endsWith('/token')) return { body: { token: tokenOf({ sub: 'ana' }) } }
    if (method === 'GET') return { body: PREFERENCES }
    return { status: 503, body: { code: 'UNAVAILABLE', detail: 'Try again in a minute.' } }
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Words of={ALL_WORDS}>
        <PreferencesCard />
      </Words>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Try again in a minute.')
})
