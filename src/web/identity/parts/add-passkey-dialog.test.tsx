import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { openPages } from '#web/kernel/open-pages.test-data.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'

const passkeys = vi.hoisted(() => ({ cancel: vi.fn() }))
vi.mock('#web/identity/use-passkey.ts', () => ({
  loadPasskeys: async () => ({ addPasskey: () => new Promise(() => {}) }),
  cancelPasskeys: passkeys.cancel,
}))

afterEach(cleanup)

it('can be cancelled while the browser waits for a finger, and takes that back', async () => {
  const closed = vi.fn()
  openPages('/passkey', {
    '/passkey': () => <AddPasskeyDialog onClose={closed} onDone={() => {}} />,
  })
  await userEvent.type(await screen.findByLabelText(/^Name/), 'Laptop')
  await userEvent.keyboard('{Enter}')
  const cancel = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel' })
  expect(cancel.disabled).toBe(false)
  await userEvent.click(cancel)
  expect(closed).toHaveBeenCalled()
  expect(passkeys.cancel).toHaveBeenCalled()
})
