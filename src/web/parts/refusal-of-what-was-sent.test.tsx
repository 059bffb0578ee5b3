/** A form that is typed into while it is on its way: its refusal is of what was sent. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer, fakeTabs, tokenOf } from '#web/kernel/fake-server.test-data.ts'
import { createQueryClient, useCall } from '#web/kernel/queries.ts'
import { useRefusal } from './refusal.ts'

beforeEach(() => fakeTabs())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Form() {
  const [typed, setTyped] = useState({ email: 'a@x.test', words: '' })
  const wrong = useRefusal(typed)
  const change = useCall('changeEmail', { onProblem: wrong.hear })
  return (
    <form>
      {(['email', 'words'] as const).map(field => (
        <input
          key={field}
          aria-label={field}
          value={typed[field]}
          onChange={event => setTyped({ ...typed, [field]: event.target.value })}
        />
      ))}
      <button type="button" onClick={() => change.mutate({ body: { email: typed.email } })}>
        {change.status}
      </button>
      <output>{JSON.stringify([wrong.of('email'), wrong.of('words'), wrong.whole])}</output>
    </form>
  )
}

it('says beside a field what is wrong with what was sent of it, and above what is of a value that is no more', async () => {
  let refuse = (_: { status: number; body: unknown }) => {}
  const sent = vi.fn()
  fakeServer(({ path }) => {
    if (path.startsWith('/api/auth/'))
      return { body: { token: tokenOf({ sub: 'ana', iat: 1000, exp: 4_000_000_000 }) } }
    sent()
    return new Promise(resolve => {
      refuse = resolve
    })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  fireEvent.change(screen.getByLabelText('email'), { target: { value: 'b@x.test' } })
  const wrong = (field: string) => ({ loc: ['body', field], msg: `Wrong ${field}`, type: 'wrong' })
  refuse({ status: 422, body: { detail: [wrong('email'), wrong('words')] } })
  await screen.findByRole('button', { name: 'error' })
  expect(screen.getByRole('status').textContent).toBe('[null,"Wrong words","Wrong email"]')
})
