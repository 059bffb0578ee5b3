import { RouterProvider } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openAlerts } from '#web/ui/alert-bus.ts'
import { buildRouter } from './build-router.tsx'
import { history } from './navigation.tsx'
import { createQueryClient } from './queries.ts'

afterEach(cleanup)

const nothing = () => null

/** Opens an address where there is no page but home, until that is there. */
async function openedAt(address: string): Promise<void> {
  history.push(address)
  const context = { queryClient: createQueryClient(), mustLoadAnew: () => false }
  const home = { path: '/dashboard', title: 'home', load: async () => nothing } as const
  render(<RouterProvider router={buildRouter(context, [home], nothing)} />)
  await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
}

it.each(['/employer/payrol', '/employer/%ff'])(
  'who asks for an address of no page comes home, and is told that there is none: %s',
  async address => {
    await openedAt(address)
    await waitFor(() =>
      expect(openAlerts().map(({ message }) => message)).toEqual([
        'There is no such page here for you',
      ]),
    )
  },
)

it('who asks for no page at all comes home, and is told nothing', async () => {
  await openedAt('/')
  // What is said is loaded first.
  await import('./no-page.ts')
  expect(openAlerts()).toEqual([])
})
