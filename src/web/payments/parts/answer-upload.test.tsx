import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { AnswerUpload } from './answer-upload.tsx'

const LINE = {
  ...{ reference: 'REF-1', outcome: 'SETTLED', did: 'NOTHING', payment_uuid: null },
  ...{ contractor_name: null, amount: null, reason: null },
}
const ANSWER = {
  ...{
    file_name: 'a.xml',
    file_sha256: 'a'.repeat(64),
    digest: 'd',
    given_at: null,
    given_by: null,
  },
  ...{ lines: 2, settled: 0, failed: 0, returned: 0, nothing: 2, contradicts: 0, unknown: 0 },
  shown: [LINE, LINE],
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('shows each thing that a bank says, also what it says twice of one payment', async () => {
  const wrong = vi.spyOn(console, 'error')
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path }) => {
    if (path.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.includes('/answers/preview')) return { body: ANSWER }
    if (path.includes('bank-channels'))
      return { body: { channels: [{ channel_uuid: 'c', label: 'Bank' }], proposals: [] } }
    return { body: { allowed_calls: ['takeAnswer'], held_calls: [] } }
  })
  openPages('/files', {
    '/files': () => (
      <Suspense>
        <AnswerUpload />
      </Suspense>
    ),
  })
  const field = await screen.findByLabelText<HTMLInputElement>(/The bank’s file/)
  await userEvent.upload(field, new File(['<a/>'], 'a.xml', { type: 'application/xml' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Look at it' }))
  expect(await screen.findAllByText('REF-1')).toHaveLength(2)
  expect(wrong).not.toHaveBeenCalled()
})

it('a file that would do something else by now is looked at again by itself, and can be taken then', async () => {
  const now = Math.floor(Date.now() / 1000)
  const taken: string[] = []
  fakeServer(({ method, path }) => {
    if (path.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.includes('/answers/preview'))
      return { body: { ...ANSWER, digest: taken.length > 0 ? 'two' : 'one' } }
    if (method !== 'GET') {
      taken.push(new URLSearchParams(path.split('?')[1]).get('digest') ?? '')
      if (taken.length > 1) return { body: { ...ANSWER, given_at: '2026-11-30T10:00:00Z' } }
      return { status: 409, body: { code: 'EXECUTION_STALE', detail: 'Something else by now.' } }
    }
    if (path.includes('bank-channels'))
      return { body: { channels: [{ channel_uuid: 'c', label: 'Bank' }], proposals: [] } }
    return { body: { allowed_calls: ['takeAnswer'], held_calls: [] } }
  })
  openPages('/files', {
    '/files': () => (
      <Suspense>
        <AnswerUpload />
      </Suspense>
    ),
  })
  const field = await screen.findByLabelText<HTMLInputElement>(/The bank’s file/)
  await userEvent.upload(field, new File(['<a/>'], 'a.xml', { type: 'application/xml' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Look at it' }))
  const take = async () => userEvent.click(await screen.findByRole('button', { name: /^Take/ }))
  await take()
  expect(await screen.findByText('Something else by now.')).toBeTruthy()
  await take()
  await expect.poll(() => taken, { timeout: 60_000 }).toEqual(['one', 'two'])
})
