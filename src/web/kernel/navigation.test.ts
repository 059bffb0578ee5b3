import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { history, useGo } from './navigation.tsx'

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
