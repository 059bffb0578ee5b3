/** Where the focus begins in a dialog that asks for something, and that Enter sends it. */
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
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
