import { renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createLink, history, useGo } from './navigation.tsx'

it('goes to where it is already without another step back to the same page', async () => {
  const go = renderHook(useGo).result.current
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
