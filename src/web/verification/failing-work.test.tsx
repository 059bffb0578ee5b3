/** Work that fails: what is said of it, and that it is tried again or let go as it was seen. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { FailingWork, useFailingWork } from './parts/failing-work.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const mail = {
  ...{ kind: 'JOB', name: 'send_mail', text: 'An email leaves.', count: 3, over: 2 },
  ...{ since: '2026-03-02T08:00:00.000Z', next_at: '2026-03-02T12:00:00.000Z' },
  ...{ reason: 'the mail server is away', allowed_actions: ['try_again', 'let_go'] },
}
const payments = {
  ...{ kind: 'JOB', name: 'execute_payments', text: 'Payments leave.', count: 1, over: 1 },
  ...{ since: '2026-03-02T09:00:00.000Z', next_at: null, reason: 'no rate' },
  allowed_actions: ['try_again'],
}

function Listed() {
  return <FailingWork list={useFailingWork()} />
}

function open(items: readonly object[], { fails = false, refused = '' } = {}) {
  const now = Math.floor(Date.now() / 1000)
  const { asked } = fakeServer(({ path, method }) => {
    if (path.endsWith('/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat: now, exp: now + 3600 }) } }
    if (method === 'POST' && refused)
      return { status: 409, body: { code: 'CONFLICT', detail: refused } }
    if (method === 'POST') return { body: { tried: 3, let_go: 2 } }
    return fails
      ? { status: 500, body: { code: 'INTERNAL', detail: 'It failed.' } }
      : { body: { items } }
  })
  openPages('/checks', { '/checks': Listed })
  /** What was sent to a call of this end. */
  const sent = (end: string) =>
    asked
      .filter(({ method, path }) => method === 'POST' && path.endsWith(end))
      .map(({ body }) => JSON.parse(body ?? ''))
  const looks = () => asked.filter(({ path }) => path.endsWith('failing-work')).length
  return Object.assign(sent, { looks })
}

it('names each, and lets go only what writes to somebody', async () => {
  open([mail, payments])
  expect(await screen.findByText('2 of 3 tried no more')).toBeTruthy()
  expect(screen.getByText('Tried no more')).toBeTruthy()
  expect(screen.getByText('the mail server is away')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: 'Let go' })).toHaveLength(1)
})

it('has it tried again by its name', async () => {
  const sent = open([payments])
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() =>
    expect(sent('try-again')).toEqual([{ kind: 'JOB', name: 'execute_payments' }]),
  )
})

it('looks again where it was refused: what it showed is so no more', async () => {
  const often = setInterval
  // Not by the half minute in which it looks again by itself.
  vi.stubGlobal('setInterval', (run: () => void, ms: number) => ms < 30_000 && often(run, ms))
  const sent = open([payments], { refused: 'Nothing of this fails any more.' })
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await expect.poll(() => sent.looks()).toBe(2)
  expect(sent('try-again')).toHaveLength(1)
})

it('lets go with a reason alone, and as many as were seen', async () => {
  const sent = open([mail])
  fireEvent.click(await screen.findByRole('button', { name: 'Let go' }))
  const [, submit] = await screen.findAllByRole('button', { name: 'Let go', hidden: true })
  fireEvent.click(submit as HTMLElement)
  expect(await screen.findByText('Say why nobody has to be written to.')).toBeTruthy()
  expect(sent('let-go')).toEqual([])
  fireEvent.change(screen.getByLabelText(/Why nobody/), { target: { value: 'They were called.' } })
  fireEvent.click(submit as HTMLElement)
  await waitFor(() =>
    expect(sent('let-go')).toEqual([
      { kind: 'JOB', name: 'send_mail', over: 2, reason: 'They were called.' },
    ]),
  )
})

it('says that it could not look, and not that nothing fails', async () => {
  open([], { fails: true })
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.queryByText('Nothing fails.')).toBeNull()
})

it('says in the dialog that more has failed since, and how many there are by then', async () => {
  const items = [mail]
  open(items, { refused: 'More has failed since you looked.' })
  fireEvent.click(await screen.findByRole('button', { name: 'Let go' }))
  items[0] = { ...mail, over: 3 }
  fireEvent.change(screen.getByLabelText(/Why nobody/), { target: { value: 'They were called.' } })
  const [, submit] = await screen.findAllByRole('button', { name: 'Let go', hidden: true })
  fireEvent.click(submit as HTMLElement)
  expect(await screen.findByText('More has failed since you looked.')).toBeTruthy()
  expect(await screen.findByText('Let all 3 of them go')).toBeTruthy()
  expect(screen.getByDisplayValue('They were called.')).toBeTruthy()
})

it('says in the dialog that nothing of it fails any more, and keeps what was written', async () => {
  const items: object[] = [mail]
  open(items, { refused: 'Nothing of this fails any more.' })
  fireEvent.click(await screen.findByRole('button', { name: 'Let go' }))
  items.pop()
  fireEvent.change(screen.getByLabelText(/Why nobody/), { target: { value: 'They were called.' } })
  const [, submit] = await screen.findAllByRole('button', { name: 'Let go', hidden: true })
  fireEvent.click(submit as HTMLElement)
  expect(await screen.findByText('Nothing fails.')).toBeTruthy()
  expect(screen.getByText('Nothing of this fails any more.')).toBeTruthy()
  expect(screen.getByDisplayValue('They were called.')).toBeTruthy()
})
