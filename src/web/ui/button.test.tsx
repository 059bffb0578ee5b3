import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

const page = (loading: boolean) => (
  <>
    <Button loading={loading}>Send</Button>
    <input aria-label="Name" />
  </>
)
/** As browsers do with what has the focus and is disabled. */
const loseFocus = () => act(() => (document.activeElement as HTMLElement).blur())

it('has the focus again once it has loaded, so that who has no pointer goes on where they were', () => {
  const { rerender } = render(page(false))
  const send = screen.getByRole('button')
  send.focus()
  rerender(page(true))
  loseFocus()
  expect(document.activeElement).toBe(document.body)
  rerender(page(false))
  expect(document.activeElement).toBe(send)
})

it('takes it from nobody who went elsewhere meanwhile, nor where it did not have it', () => {
  const { rerender } = render(page(false))
  const name = screen.getByLabelText('Name')
  screen.getByRole('button').focus()
  rerender(page(true))
  name.focus()
  rerender(page(false))
  expect(document.activeElement).toBe(name)
  rerender(page(true))
  loseFocus()
  rerender(page(false))
  expect(document.activeElement).toBe(document.body)
})
