import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { type Endpoint, needsProof } from '#contract/kernel/endpoint.ts'
import { type Asked, fakeServer, fakeTabs, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { closeAlert, openAlerts } from '#web/ui/alert-bus.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'

const EMAIL = '/api/v1/user/email'
const VERIFY = '/api/auth/second-factors/verify'

const guarded = (Object.entries(api) as [string, Endpoint][]).filter(([, entry]) =>
  needsProof(entry),
)

/** The client alone; a proof is missing until it was asked for. */
async function askedClient() {
  let proven = false
  const server = fakeServer(({ path }: Asked) => {
    if (path.startsWith('/api/auth/'))
      return { body: { token: tokenOf({ sub: 'ana', iat: 1000, exp: 1900 }) } }
    if (proven) return { body: { ok: true } }
    return { status: 403, body: { code: 'STEP_UP_REQUIRED', detail: 'Confirm that it is you.' } }
  })
  vi.resetModules()
  const client = await import('#web/kernel/api.ts')
  const { asked, onAsked } = await import('#web/kernel/asked.ts')
  onAsked(() => {
    const { proof } = asked()
    proven = true
    proof?.settle(true)
  })
  return { ...client, ...server }
}

/** A page with one button that needs a proof, and the host. The proof is missing until a code is verified. */
async function page(methods: readonly string[]) {
  let proven = false
  const server = fakeServer(({ path, body }: Asked) => {
    if (path === '/api/auth/token')
      return { body: { token: tokenOf({ sub: 'ana', iat: 1000, exp: 1900, proven }) } }
    if (path === '/api/v1/user/app-config')
      return { body: { identity: { kind: 'embedded', name: 'Corridor' } } }
    if (path === '/api/auth/second-factors') return { body: { methods } }
    if (path === VERIFY) {
      proven = ['123456', 'my password', 'AAAAA-11111'].includes(JSON.parse(body ?? '{}').code)
      if (proven) return { body: { ok: true } }
      return { status: 400, body: { code: 'INVALID_CODE', message: 'This code is not right.' } }
    }
    if (path === EMAIL && !proven)
      return { status: 403, body: { code: 'STEP_UP_REQUIRED', detail: 'Confirm that it is you.' } }
    return { body: { ok: true } }
  })
  vi.resetModules()
  const { createQueryClient, useCall } = await import('#web/kernel/queries.ts')
  const { StepUpHost } = await import('./step-up-host.tsx')
  const done = vi.fn()
  const heard = vi.fn(() => false)
  function Change() {
    const change = useCall('changeEmail', { onSuccess: done, onProblem: heard })
    return (
      <button type="button" onClick={() => change.mutate({ body: { email: 'new@example.test' } })}>
        {change.isError ? 'Failed' : 'Change'}
      </button>
    )
  }
  render(
    <Words of={ALL_WORDS}>
      <QueryClientProvider client={createQueryClient()}>
        <Change />
        <StepUpHost />
      </QueryClientProvider>
    </Words>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  const keys = () =>
    server.asked
      .filter(({ path }) => path === EMAIL)
      .map(({ headers }) => headers.get('idempotency-key'))
  return { ...server, done, heard, keys }
}

beforeEach(() => fakeTabs())
afterEach(() => {
  cleanup()
  closeAlert()
  vi.unstubAllGlobals()
})

describe('a call that touches money or access', () => {
  it.each(guarded)('%s is made again after the proof, as it was', async (name, entry) => {
    const { api: send, asked } = await askedClient()
    const form = new FormData()
    const params = Object.fromEntries(Object.keys(entry.params?.shape ?? {}).map(key => [key, 'x']))
    const body = entry.upload ? form : { some: 'thing' }
    await send(name as 'changeEmail', { params, body } as never, { idempotencyKey: 'one intent' })
    const calls = asked.filter(({ path }) => path.startsWith('/api/v1/'))
    expect(calls).toHaveLength(2)
    expect(calls[1]?.path).toBe(calls[0]?.path)
    expect(calls[1]?.body).toBe(calls[0]?.body)
    expect(calls.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      'one intent',
      'one intent',
    ])
  })
})

describe('a proof in the middle of a call', () => {
  it('is a code that sends itself with its sixth digit; the caller sees only the result', async () => {
    const { done, keys } = await page(['totp', 'recovery'])
    const field = await screen.findByLabelText(/6-digit code/)
    expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    await userEvent.type(field, '12 34-56')
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(keys()).toHaveLength(2)
    expect(keys()[0]).toBe(keys()[1])
    expect(openAlerts()).toEqual([])
  })

  it('that is wrong says so and can be given again', async () => {
    const { done, times } = await page(['totp'])
    await userEvent.type(await screen.findByLabelText(/6-digit code/), '000000')
    expect(await screen.findByText('This code is not right.')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>(/6-digit code/).value).toBe('')
    await userEvent.type(screen.getByLabelText(/6-digit code/), '123456')
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
    expect(times(VERIFY)).toBe(2)
  })

  it('is a recovery code on demand', async () => {
    const { done } = await page(['totp', 'recovery'])
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await userEvent.type(screen.getByLabelText(/Recovery code/), 'AAAAA-11111{Enter}')
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  })

  it('is the password where no factor is set', async () => {
    const { done } = await page(['password'])
    await userEvent.type(await screen.findByLabelText(/Password/), 'my password{Enter}')
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  })

  it('that is refused fails the call quietly', async () => {
    const { done, heard, keys } = await page(['totp'])
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('button', { name: 'Failed' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(keys()).toHaveLength(1)
    expect(done).not.toHaveBeenCalled()
    expect(heard).not.toHaveBeenCalled()
    expect(openAlerts()).toEqual([])
  })
})
