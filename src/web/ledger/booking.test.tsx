/** A file of receipts is booked once: sent again after a lost answer it is the same act, and another file is another one. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { forgetToken } from '#web/kernel/session.ts'
import { useBooking } from './parts/booking.tsx'

beforeEach(() => forgetToken())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['the same file', { file_name: 'a.csv', text: 'x' }, true],
  ['the same under another name', { file_name: 'b.csv', text: 'x' }, false],
  ['another file of that name', { file_name: 'a.csv', text: 'y' }, false],
])('%s after a lost answer', async (_, next, isSame) => {
  const { asked } = fakeServer(({ path }) =>
    path.endsWith('/token')
      ? { body: { token: tokenOf({ sub: 'ana' }) } }
      : { body: {}, cut: 'connection' },
  )
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(useBooking, { wrapper })
  for (const file of [{ file_name: 'a.csv', text: 'x' }, next])
    await act(() => result.current.mutateAsync(file).catch(() => undefined))
  const keys = asked.flatMap(({ headers }) => headers.get('idempotency-key') ?? [])
  expect(keys).toHaveLength(2)
  expect(keys[0] === keys[1]).toBe(isSame)
})
