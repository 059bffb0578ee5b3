/** What is shown only where there is any: that it could not be loaded does not read as if there were none. */
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { WaitingSteps } from '#web/approvals/shared.tsx'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { Freezes } from '#web/payments/parts/freezes.tsx'
import { ChainReceipts } from './parts/deposit-work.tsx'
import { Unmatched } from './parts/unmatched.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['freezes in force', () => <Freezes />, 1],
  ['what waits for a second operator', () => <WaitingSteps kind="book_funding" />, 1],
  ['receipts that name nobody', () => <Unmatched balances={[]} />, 1],
  ['deposits, and the work with them', () => <ChainReceipts />, 3],
] as const)('%s', async (_what, list, count) => {
  const now = Math.floor(Date.now() / 1000)
  const failing = { status: 500, body: { code: 'INTERNAL', detail: 'It failed.' } }
  fakeServer(({ path }) =>
    path.endsWith('/token')
      ? { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
      : failing,
  )
  openPages('/funds', { '/funds': list })
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(count))
  for (const alert of screen.getAllByRole('alert'))
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeTruthy()
})
