/** An answer that comes late finds who waits for it, and takes nobody back who left. */
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildRouter } from './build-router.tsx'
import { fakeServer, tokenOf } from './fake-server.test-data.ts'
import { history, useAddress, useGo } from './navigation.tsx'
import { openPages } from './open-pages.test-data.tsx'
import { createQueryClient, useCall } from './queries.ts'
import { forgetToken } from './session.ts'

let answer = () => {}

beforeEach(() => {
  forgetToken()
  fakeServer(({ path }) => {
    if (path.endsWith('/token')) return { body: { token: tokenOf({ sub: 'ana' }) } }
    return new Promise(resolve => {
      answer = () => resolve({ body: {} })
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Goes on once it is answered: as the call tells it, or as what waits for the call does; or says so in its own address. */
function Sends({ how }: { how: 'told' | 'awaited' | 'shown' }) {
  const go = useGo()
  const { set, get } = useAddress()
  const call = useCall('acceptAgreement', how === 'told' ? { onSuccess: () => go('/next') } : {})
  const send = async () => {
    if (how === 'told') return call.mutate({ body: {} } as never)
    await call.mutateAsync({ body: {} } as never)
    if (how === 'shown') set({ step: 'done' })
    else go('/next')
  }
  if (get('step') === 'done') return <p>What comes next</p>
  return (
    <button type="button" onClick={() => void send()}>
      Send
    </button>
  )
}

const PAGES = {
  '/told': () => <Sends how="told" />,
  '/awaited': () => <Sends how="awaited" />,
  '/shown': () => <Sends how="shown" />,
  '/next': () => <p>What comes next</p>,
  '/elsewhere': () => <p>Elsewhere</p>,
}

const sent = async () => {
  answer = () => {}
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }))
  const none = answer
  await waitFor(() => expect(answer).not.toBe(none))
}
/** What was answered is heard, and what that leads to is on the screen. */
const answered = async () => {
  await act(async () => {
    answer()
    await new Promise(resolve => setTimeout(resolve, 20))
  })
}

it.each(['/told', '/awaited', '/shown'])('%s: who waits goes on', async page => {
  openPages(page, PAGES)
  await sent()
  await answered()
  await screen.findByText('What comes next')
})

it.each(['/told', '/awaited', '/shown'])('%s: who left stays where they went', async page => {
  openPages(page, PAGES)
  await sent()
  act(() => history.push('/elsewhere'))
  await screen.findByText('Elsewhere')
  await answered()
  expect(history.location.href).toBe('/elsewhere')
})

function Vanishes({ onPress }: { onPress: () => void }) {
  const go = useGo()
  const press = async () => {
    onPress()
    await new Promise(resolve => setTimeout(resolve))
    go('/next')
  }
  return (
    <button type="button" onClick={() => void press()}>
      Send
    </button>
  )
}

/** A page of one thing after another, whose button goes with the first press. */
function OneByOne() {
  const [pressed, setPressed] = useState(false)
  return pressed ? <p>Pressed</p> : <Vanishes onPress={() => setPressed(true)} />
}

it('goes on from the page that is shown by now, also where what was pressed is gone from it', async () => {
  history.push('/things/1')
  const pages = [
    { path: '/things/$id', title: 'home', load: async () => OneByOne },
    { path: '/next', title: 'home', load: async () => PAGES['/next'] },
  ] as const
  const context = { queryClient: createQueryClient(), mustLoadAnew: () => false }
  const router = buildRouter(context, pages, () => null)
  render(<RouterProvider router={router} />)
  await screen.findByRole('button', { name: 'Send' })
  act(() => history.push('/things/2'))
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/things/2'))
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('What comes next')
})
