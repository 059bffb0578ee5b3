import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { apiProblem, noResponse } from '#web/kernel/api-problem.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { closeAlert, openAlerts } from '#web/ui/alert-bus.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import type { ContractorRow } from '../queries.ts'
import { useContractorActions } from './contractor-actions.ts'

// Files share what they import: those before had the real call, and those after have it again.
const api = vi.hoisted(() => {
  vi.resetModules()
  return vi.fn()
})
vi.mock('#web/kernel/api.ts', () => ({ api }))
afterAll(() => vi.resetModules())
beforeEach(() => {
  api.mockReset()
  closeAlert()
})
afterEach(cleanup)

const rows = ['Ana', 'Ben', 'Cai', 'Dee'].map(
  name =>
    ({ invitation_uuid: name, first_name: name, last_name: 'Ng', status: 'INVITED' }) as never,
) as readonly ContractorRow[]
const TOO_SOON = apiProblem(409, 'INVITATION_TOO_SOON', 'Once a minute.')
const STOPPED = apiProblem(409, 'ADDRESS_STOPPED', 'They want no mail.')

/** Does it to everybody, of whom some are refused; answers to whom it was done and what is said of the others. */
async function done(verb: 'resend' | 'remove', refused: Readonly<Record<string, unknown>>) {
  const asked: string[] = []
  api.mockImplementation(async (_name, { params: { contractor_email: of } }) => {
    asked.push(of)
    if (of in refused) throw refused[of]
  })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Words of={ALL_WORDS}>{children}</Words>
    </QueryClientProvider>
  )
  const to: string[] = []
  const { result } = renderHook(() => useContractorActions(of => void to.push(...of)), { wrapper })
  await act(() => result.current[verb](rows))
  expect(result.current.busy).toBe(false)
  const said = openAlerts().map(({ severity, beneath }) => [severity, beneath])
  return { asked, to, said }
}

it.each(['resend', 'remove'] as const)(
  '%s: who is refused keeps nobody behind them',
  async verb => {
    const { to, said } = await done(verb, { Ana: TOO_SOON, Ben: STOPPED, Cai: TOO_SOON })
    expect(to).toEqual(['Dee'])
    expect(said).toEqual([['error', 'Ana Ng, Cai Ng: Once a minute. Ben Ng: They want no mail.']])
  },
)

it('asks no further where nothing is answered, and says who it was done to', async () => {
  const { asked, to, said } = await done('resend', { Ben: noResponse() })
  expect([asked, to]).toEqual([['Ana', 'Ben'], ['Ana']])
  expect(said).toEqual([['error', expect.stringContaining('No answer came')]])
})

it('says so where all of it is done', async () => {
  const { to, said } = await done('resend', {})
  expect(to).toEqual(['Ana', 'Ben', 'Cai', 'Dee'])
  expect(said).toEqual([['success', undefined]])
})
