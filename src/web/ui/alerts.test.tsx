/** What is said while a dialog is open. */
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { closeAlert, openAlert, openAlerts } from './alert-bus.ts'
import { Alerts } from './alerts.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

afterEach(() => {
  cleanup()
  for (const { id } of openAlerts()) closeAlert(id)
})

function Page({ onClose }: { onClose: () => void }) {
  return (
    <Words of={ALL_WORDS}>
      <Alerts />
      <ConfirmDialog open title="Suspend?" verb="Suspend" onConfirm={() => {}} onClose={onClose} />
    </Words>
  )
}

it.each(['before', 'after'])(
  'is read and stands above the dialog, also what was said %s it was opened',
  async when => {
    const onClose = vi.fn()
    const say = () => act(() => void openAlert('It changed.', { severity: 'error' }))
    if (when === 'before') say()
    render(<Page onClose={onClose} />)
    await screen.findByRole('dialog')
    if (when === 'after') say()
    const said = screen.getByRole('alert')
    // What stands in the page lies below the scrim of a dialog.
    expect(said.closest('.alerts')?.parentElement).toBe(document.body)
    await userEvent.click(said.querySelector('button') as HTMLElement)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  },
)
