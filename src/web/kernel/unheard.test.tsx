/** What the server says of a field of what was sent, where it is nobody's to say. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { closeAlert, openAlerts } from '#web/ui/alert-bus.ts'
import { fakeServer, tokenOf } from './fake-server.test-data.ts'
import { createQueryClient, useCall } from './queries.ts'

afterEach(() => {
  cleanup()
  for (const { id } of openAlerts()) closeAlert(id)
  vi.unstubAllGlobals()
})

const heard = vi.fn()

function Ends({ how }: { how: 'alone' | 'heard' | 'awaited' }) {
  const end = useCall('endSession')
  const input = { params: { id: 'phone' } }
  const send = {
    alone: () => end.mutate(input),
    heard: () => end.mutate(input, { onError: heard }),
    awaited: () => void end.mutateAsync(input).catch(heard),
  }
  return (
    <button type="button" onClick={send[how]}>
      {end.isError ? 'Failed' : 'End'}
    </button>
  )
}

it.each([
  ['alone', ['It is no session.']],
  ['heard', []],
  ['awaited', []],
] as const)('is alerted where a call is made %s: %j', async (how, said) => {
  fakeServer(({ path }) => {
    const iat = Math.floor(Date.now() / 1000)
    if (path.startsWith('/api/auth/token'))
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
    const detail = [{ loc: ['path', 'id'], msg: 'It is no session.', type: 'value_error' }]
    return { status: 422, body: { code: 'VALIDATION', detail } }
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Ends how={how} />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button'))
  await screen.findByRole('button', { name: 'Failed' })
  expect(openAlerts().map(({ message }) => message)).toEqual(said)
})
