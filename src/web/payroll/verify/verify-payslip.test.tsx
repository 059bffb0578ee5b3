/** The code of a paper, however it comes: typed, pasted with its link, or by a link that is opened. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '#web/kernel/fake-server.test-data.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { VerifyPayslip } from './shared.tsx'

let asked: string[]

beforeEach(() => {
  asked = []
  fakeServer(({ path, body }) => {
    if (path.endsWith('/token')) return { status: 401 }
    asked.push(JSON.parse(body ?? '{}').code)
    return { body: { payslip: null, statement: null } }
  })
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Words of={ALL_WORDS}>
        <VerifyPayslip />
      </Words>
    </QueryClientProvider>,
  )
const field = () => screen.getByLabelText<HTMLInputElement>(/^Code/)

it('a link that is pasted into the field is read for its code', async () => {
  show()
  fireEvent.change(field(), {
    target: { value: ' https://corridor.example/verify#06H1-NDSF-THRP-C1GK-KPD7-Y23R ' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(asked).toEqual(['06H1-NDSF-THRP-C1GK-KPD7-Y23R']))
})

it('another link that is opened on the page takes the place of what it said before', async () => {
  window.location.hash = '#FIRST'
  show()
  await waitFor(() => expect(asked).toEqual(['FIRST']))
  act(() => {
    window.location.hash = '#SECOND'
  })
  await waitFor(() => expect(asked).toEqual(['FIRST', 'SECOND']))
  expect(field().value).toBe('SECOND')
})

it('a link that was cut within a sign is a code that is not known', async () => {
  window.location.hash = '#06H1-100%'
  show()
  await waitFor(() => expect(asked).toEqual(['06H1-100%']))
})
