/** Where the focus begins in a dialog that asks for something, and that Enter sends it. */
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { ErrorBox } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'

afterEach(cleanup)

it('begins in its first field, so that Enter sends it and does not close it', async () => {
  const [sent, closed] = [vi.fn(), vi.fn()]
  render(
    <Words of={ALL_WORDS}>
      <FormDialog title="Pay" submit="Save" pending={false} onSubmit={sent} onClose={closed}>
        <input type="hidden" />
        <input aria-label="Amount" />
      </FormDialog>
    </Words>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')))
  await userEvent.keyboard('12{Enter}')
  expect(sent).toHaveBeenCalledTimes(1)
  expect(closed).not.toHaveBeenCalled()
})

it('shows why it was refused each time, also who pressed far below', async () => {
  const shown = vi.fn()
  Element.prototype.scrollIntoView = shown
  const dialog = (refused: string | undefined, pending: boolean) => (
    <Words of={ALL_WORDS}>
      <FormDialog
        title="Pay"
        submit="Save"
        {...{ refused, pending }}
        onSubmit={() => {}}
        onClose={() => {}}
      >
        <input aria-label="Amount" />
      </FormDialog>
    </Words>
  )
  const { rerender } = render(dialog(undefined, false))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  rerender(dialog(undefined, true))
  shown.mockClear()
  rerender(dialog('It changed.', false))
  expect(shown.mock.contexts).toContain(screen.getByRole('alert'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  rerender(dialog('It changed.', true))
  shown.mockClear()
  rerender(dialog('It changed.', false))
  expect(shown.mock.contexts).toEqual([screen.getByRole('alert')])
})

it('stays where what it was refused for is over: browsers answer a scroll by a promise', async () => {
  Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as undefined
  const { rerender } = render(<ErrorBox>It changed.</ErrorBox>, { wrapper: InWords })
  expect(screen.getByRole('alert')).toBeDefined()
  rerender(<p>Done.</p>)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Done.')).toBeDefined()
})

function InWords({ children }: { children: ReactNode }) {
  return <Words of={ALL_WORDS}>{children}</Words>
}
