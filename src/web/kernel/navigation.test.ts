import { waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openAlerts } from '#web/ui/alert-bus.ts'
import { createLink, history, useGo } from './navigation.tsx'

it('goes to where it is already without another step back to the same page', async () => {
  const go = useGo()
  const goTo = async (href: string) => {
    go(href)
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe(href))
  }
  await goTo('/list')
  await goTo('/list/one')
  const steps = window.history.length
  // As two presses in a row do.
  await goTo('/list/one')
  await goTo('/list/one?page=2')
  expect(window.history.length).toBe(steps + 1)
  expect(history.location.href).toBe('/list/one?page=2')
})

it('draws links to pages that there are, also to those that the server makes by itself', () => {
  const Link = createLink(
    path => path === '/settings',
    () => {},
  )
  for (const href of ['/settings', '/docs/api/', '/dev/mail', 'https://example.com'])
    expect([href, Link({ href }) === null]).toEqual([href, false])
  expect(Link({ href: '/nowhere' })).toBeNull()
})

it('stays where it is while offline, and says so once however often it is asked', async () => {
  const at = history.location.href
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const go = useGo()
  const said = () => openAlerts().map(({ message }) => message)
  go('/elsewhere')
  await waitFor(() => expect(said()).toEqual([expect.stringMatching(/^You are offline/)]))
  go('/elsewhere')
  await waitFor(() => expect(said()).toHaveLength(1))
  expect(history.location.href).toBe(at)
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(said()).toEqual([])
  go('/elsewhere')
  await waitFor(() => expect(history.location.href).toBe('/elsewhere'))
  online.mockRestore()
})
