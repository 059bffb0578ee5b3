import { RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildRouter } from '#web/kernel/build-router.tsx'
import { history } from '#web/kernel/navigation.tsx'
import { createQueryClient } from '#web/kernel/queries.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { announcePages, keepFocus } from './page-focus.ts'

let over: () => void
beforeEach(() => {
  over = keepFocus()
})
afterEach(() => {
  over()
  cleanup()
})

const page = (done: boolean, dialog = false) => (
  <main>
    <h1>Pay of November</h1>
    {done ? <p>Approved.</p> : <button type="button">Approve</button>}
    <button type="button">Report</button>
    {dialog && <div role="dialog">Sure?</div>}
  </main>
)

it('goes on from the heading where the button that had the focus is gone', async () => {
  const { rerender } = render(page(false))
  screen.getByText('Approve').focus()
  rerender(page(true))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading')))
})

it('leaves the focus where it is while what has it stands', async () => {
  const { rerender } = render(page(false))
  screen.getByText('Report').focus()
  rerender(page(true))
  await new Promise(resolve => setTimeout(resolve))
  expect(document.activeElement).toBe(screen.getByText('Report'))
})

it('takes nothing from an open dialog', async () => {
  const { rerender } = render(page(false, true))
  screen.getByText('Approve').focus()
  rerender(page(true, true))
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(document.activeElement).toBe(document.body)
})

it.each([true, false])(
  'titles the page that a window opens first (loaded before it is drawn: %s)',
  async before => {
    history.push('/verify')
    await waitFor(() => expect(window.location.pathname).toBe('/verify'))
    document.title = 'Corridor'
    const context = { queryClient: createQueryClient(), mustLoadAnew: () => false }
    const nothing = () => null
    const page = { path: '/verify', title: 'yourCompany', load: async () => nothing } as const
    const router = buildRouter(context, [page], nothing)
    if (before) await router.load()
    function Routes() {
      const t = useTranslations('pages')
      useLayoutEffect(() => announcePages(router, t), [t])
      return <RouterProvider router={router} />
    }
    render(
      <Words of={ALL_WORDS}>
        <Routes />
      </Words>,
    )
    await waitFor(() => expect(document.title).toBe('Your company · Corridor'))
  },
)
