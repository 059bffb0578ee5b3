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

type Asked = { readonly method: string; readonly path: string }
type Answered = { readonly status?: number; readonly body: object }

/** Looks at a bank's file that this is answered of, and whatever is said of taking it. */
async function lookAtFile(
  looked: () => object,
  taken: (of: Asked) => Answered = () => ({ body: {} }),
): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ method, path }) => {
    if (path.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (path.includes('/answers/preview')) return { body: looked() }
    if (method !== 'GET') return taken({ method, path })
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
}

it('shows each thing that a bank says, also what it says twice of one payment', async () => {
  const wrong = vi.spyOn(console, 'error')
  await lookAtFile(() => ANSWER)
  expect(await screen.findAllByText('REF-1')).toHaveLength(2)
  expect(wrong).not.toHaveBeenCalled()
})

it('a file that would do something else by now is looked at again by itself, and can be taken then', async () => {
  const taken: string[] = []
  await lookAtFile(
    () => ({ ...ANSWER, digest: taken.length > 0 ? 'two' : 'one' }),
    ({ path }) => {
      taken.push(new URLSearchParams(path.split('?')[1]).get('digest') ?? '')
      return taken.length > 1
        ? { body: { ...ANSWER, given_at: '2026-11-30T10:00:00Z' } }
        : { status: 409, body: { code: 'EXECUTION_STALE', detail: 'Something else by now.' } }
    },
  )
  const take = async () => userEvent.click(await screen.findByRole('button', { name: /^Take/ }))
  await take()
  expect(await screen.findByText('Something else by now.')).toBeTruthy()
  await take()
  await expect.poll(() => taken, { timeout: 60_000 }).toEqual(['one', 'two'])
})
