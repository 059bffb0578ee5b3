/** What is typed to prove who one is, where it is not whole, is not right, or got no answer. */
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '#web/kernel/fake-server.test-data.ts'
import { createQueryClient } from '#web/kernel/queries.ts'
import type { Method } from '#web/kernel/session.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { TotpDialog } from './parts/totp-dialog.tsx'
import { ProveIt } from './prove-it.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function draw(of: React.ReactNode, status = 200) {
  const wrong = { code: 'INVALID_CODE', message: 'This code is not right.' }
  const server = fakeServer(() => ({ status, body: status === 400 ? wrong : {} }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Words of={ALL_WORDS}>{of}</Words>
    </QueryClientProvider>,
  )
  return server
}
const ways = (methods: readonly Method[]) => <ProveIt methods={methods} onProven={() => {}} />
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm' }))

it.each([
  ['totp', /^6-digit code/, '12', 'Type all six digits'],
  ['password', /^Password/, '', 'Password is required'],
] as const)(
  'says that of a proof (%s) something is missing, and sends nothing',
  async (method, label, typed, said) => {
    const { asked } = draw(ways([method]))
    const field = screen.getByLabelText(label, { selector: 'input' })
    if (typed) await userEvent.type(field, typed)
    await confirm()
    expect(screen.getByText(said)).toBeTruthy()
    await userEvent.type(field, '3')
    expect(screen.queryByText(said)).toBeNull()
    expect(asked).toEqual([])
  },
)

it('says the same of the first code of an authenticator', async () => {
  draw(<TotpDialog secret="ABCD" uri="otpauth://totp/a" onClose={() => {}} onDone={() => {}} />)
  await userEvent.type(await screen.findByLabelText(/^6-digit code/), '12')
  await confirm()
  expect(screen.getByText('Type all six digits')).toBeTruthy()
})

it('takes away six digits that are not right, and no code that got no answer', async () => {
  draw(ways(['totp']), 400)
  const field = screen.getByLabelText<HTMLInputElement>(/^6-digit code/)
  await userEvent.type(field, '123456')
  await screen.findByText('This code is not right.')
  expect(field.value).toBe('')
  cleanup()
  draw(ways(['totp']), 503)
  const again = screen.getByLabelText<HTMLInputElement>(/^6-digit code/)
  await userEvent.type(again, '123456')
  await expect.poll(() => again.getAttribute('aria-invalid')).toBe('true')
  expect(again.value).toBe('123456')
})

it('keeps a recovery code, of which a letter may be wrong', async () => {
  draw(ways(['recovery', 'totp']), 400)
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  const field = screen.getByLabelText<HTMLInputElement>(/^Recovery code/)
  await userEvent.type(field, 'AAAAA-11112')
  await confirm()
  await screen.findByText('This code is not right.')
  expect(field.value).toBe('AAAAA-11112')
})
