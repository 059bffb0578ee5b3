/** The code of a paper, however it comes: typed, pasted with its link, or by a link that is opened. */
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { VerifyPayslip } from './shared.tsx'

let asked: string[]

beforeEach(() => {
  asked = []
  fakeServer(({ path, body }) => {
    if (path.endsWith('/token')) return { status: 401 }
    const { code } = JSON.parse(body ?? '{}')
    // A page of another file that ended may still ask for something.
    if (code === undefined) return { body: {} }
    asked.push(code)
    return { body: { payslip: null, statement: null } }
  })
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
  vi.unstubAllGlobals()
})

const show = (fragment = '') => openPages(`/verify${fragment}`, { '/verify': VerifyPayslip })
const field = () => screen.findByLabelText<HTMLInputElement>(/^Code/)

it('a link that is pasted into the field is read for its code', async () => {
  show()
  fireEvent.change(await field(), {
    target: { value: ' https://corridor.example/verify#06H1-NDSF-THRP-C1GK-KPD7-Y23R ' },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }))
  await waitFor(() => expect(asked).toEqual(['06H1-NDSF-THRP-C1GK-KPD7-Y23R']))
})

it('another link that is opened on the page takes the place of what it said before', async () => {
  show('#FIRST')
  await waitFor(() => expect(asked).toEqual(['FIRST']))
  act(() => {
    window.location.hash = '#SECOND'
  })
  await waitFor(() => expect(asked).toEqual(['FIRST', 'SECOND']))
  expect((await field()).value).toBe('SECOND')
})

it('a link that was cut within a sign is a code that is not known', async () => {
  show('#06H1-100%')
  await waitFor(() => expect(asked).toEqual(['06H1-100%']))
})
