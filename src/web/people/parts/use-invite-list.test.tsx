import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draftsBelongTo } from '#web/kernel/drafts.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { useInviteList } from './use-invite-list.ts'

// Files share what they import: those before had the real call, and those after have it again.
const api = vi.hoisted(() => {
  vi.resetModules()
  return vi.fn()
})
vi.mock('#web/kernel/api.ts', () => ({ api }))
afterAll(() => vi.resetModules())
beforeEach(() => {
  localStorage.clear()
  draftsBelongTo('dana')
})
afterEach(cleanup)

const TYPED = { email: '', name: '', role: '', country: '', pay_policy: '' }
type Typed = typeof TYPED
const answerOf = (rows: readonly Typed[]) => ({
  columns: [],
  counts: { MEND: 0, LEFT_OUT: 0, READY: rows.length },
  rows: rows.map(typed => ({
    ...{ typed, ...typed, state: 'READY', field: null, said: null, suggestions: [], more: [] },
    ...{ country_code: null, pay_policy_uuid: null },
  })),
})

/** A list that is read: what is asked of the server waits until it is let go. */
function opened() {
  const waiting: (() => void)[] = []
  api.mockImplementation(async (_name, { body: { rows = [TYPED, TYPED] } }) => {
    await new Promise<void>(resolve => waiting.push(resolve))
    return answerOf(rows)
  })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <Words of={ALL_WORDS}>{children}</Words>
    </QueryClientProvider>
  )
  const open = () => renderHook(useInviteList, { wrapper })
  const answer = async (at: number) => {
    await waitFor(() => expect(waiting.length).toBeGreaterThan(at))
    await act(async () => waiting[at]?.())
  }
  return { open, answer }
}

it('keeps what was mended of two rows before either was answered, whichever answer comes first', async () => {
  const { open, answer } = opened()
  const { result } = open()
  act(() => void result.current.open('x'))
  await answer(0)
  await waitFor(() => expect(result.current.read?.rows).toHaveLength(2))
  act(() => void result.current.mend(0, { name: 'Ana' }))
  act(() => void result.current.mend(1, { name: 'Bo' }))
  await answer(2)
  await answer(1)
  await waitFor(() => expect(result.current.looking).toBe(false))
  expect(result.current.read?.rows.map(({ typed }) => typed.name)).toEqual(['Ana', 'Bo'])
})

it('says nothing of a list that was given up with the page', async () => {
  const { open, answer } = opened()
  const { result, unmount } = open()
  act(() => void result.current.open('x'))
  await answer(0)
  await waitFor(() => expect(result.current.read?.rows).toHaveLength(2))
  act(() => {
    result.current.clear()
    unmount()
  })
  expect(open().result.current.comingBack).toBe(false)
})
