import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer, tokenOf } from './fake-server.test-data.ts'
import { openPages } from './open-pages.test-data.tsx'
import { query, useCall } from './queries.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Devices() {
  const { data = [] } = useQuery(query('listSessions', {}))
  const end = useCall('endSession', { refresh: ['listSessions'] })
  return data.map(({ session_id }) => (
    <button
      type="button"
      key={session_id}
      onClick={() => end.mutate({ params: { id: session_id } })}
    >
      {session_id}
    </button>
  ))
}

it.each([
  [404, 'NOT_FOUND'],
  [409, 'TRANSITION_NOT_ALLOWED'],
  [410, 'INVITATION_NOT_VALID'],
])(
  'shows what is there by now after a refusal (%i): another tab or somebody else did it',
  async (status, code) => {
    let sessions = [{ session_id: 'phone' }]
    fakeServer(({ path, method }) => {
      const iat = Math.floor(Date.now() / 1000)
      if (path.startsWith('/api/auth/token'))
        return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 3600 }) } }
      if (method === 'GET') return { body: sessions }
      return { status, body: { code, detail: 'It is over.' } }
    })
    openPages('/devices', { '/devices': Devices })
    const phone = await screen.findByRole('button', { name: 'phone' })
    sessions = []
    fireEvent.click(phone)
    await expect.poll(() => screen.queryByRole('button', { name: 'phone' })).toBeNull()
  },
)
