import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepFocus } from './page-focus.ts'

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
