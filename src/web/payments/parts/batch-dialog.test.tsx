import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { BatchDialog } from './batch-dialog.tsx'

const ID = '01a219f3-46a3-70da-ab01-1115e327a269'
const SAID = 'Whoever had this file made may no longer move money.'
const BATCH = {
  ...{ batch_uuid: ID, status: 'WAITING', format: 'pain.001', label: 'Bank', channel_uuid: ID },
  ...{ file_name: 'a.xml', file_sha256: 'a'.repeat(64), due_on: '2026-11-25', payments: 1 },
  ...{ total: { currency: 'CAD', amount_in_smallest_unit: 100 }, execution_uuid: ID },
  ...{ made_by: { name: 'Priya Raman', is_me: false }, made_at: '2026-11-25T08:00:00.000Z' },
  ...{ answered_by: null, answered_at: null, words: '', is_late: false, stopped: 0 },
  ...{ lines: [], downloads: [], maker_may: true },
  allowed_actions: ['release', 'remake', 'discard'],
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Answer = { readonly status?: number; readonly body: object }

/** Opens it; what is sent is answered in turn, and what went through is read from then on. */
async function open(more: object, ...answers: Answer[]): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  fakeServer(({ path, method }) => {
    if (path.endsWith('/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (method === 'GET') return { body: { ...BATCH, ...more } }
    const answer = answers.shift() ?? { body: {} }
    if (!('status' in answer)) Object.assign(more, answer.body)
    return { ...answer, body: { ...BATCH, ...answer.body } }
  })
  openPages('/files', { '/files': () => <BatchDialog id={ID} onClose={() => {}} /> })
  await screen.findByText('a.xml')
}

it('says why a file waits for nobody: who had it made may not move money any more', async () => {
  await open({ maker_may: false, allowed_actions: ['remake', 'discard'] })
  expect(screen.getByText(SAID)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
})

it.each([
  ['may', {}],
  // A process of before does not say it.
  ['is not known to', { maker_may: undefined }],
  ['did so while they might', { maker_may: false, status: 'RELEASED', allowed_actions: [] }],
])('does not where they %s', async (_, more) => {
  await open(more)
  expect(screen.queryByText(SAID)).toBeNull()
})

it('says no more why it was not released once it is', async () => {
  const refused = { code: 'CONFLICT', title: 'Conflict', detail: 'Payments are halted.' }
  const released = { status: 'RELEASED', allowed_actions: ['download'] }
  await open({}, { status: 409, body: refused }, { body: released })
  await userEvent.click(screen.getByRole('button', { name: 'Release' }))
  expect(await screen.findByText('Payments are halted.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Release' }))
  expect(await screen.findByText('Released')).toBeTruthy()
  expect(screen.queryByText('Payments are halted.')).toBeNull()
})
