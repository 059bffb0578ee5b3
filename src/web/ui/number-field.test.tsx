/** Numbers as phones have them typed, whose keypads have no point in many places. */
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { NumberField } from './number-input.tsx'

afterEach(cleanup)

function Held({ onSend }: { onSend: (typed: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        onSend(typed)
      }}
    >
      <NumberField
        id="amount"
        label="Amount"
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <button type="submit">Send</button>
    </form>
  )
}

function Registered({ onSend }: { onSend: (typed: string) => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { amount: '' } })
  return (
    <form onSubmit={handleSubmit(({ amount }) => onSend(amount))}>
      <NumberField id="amount" label="Amount" {...register('amount')} />
      <button type="submit">Send</button>
    </form>
  )
}

const FORMS = { 'whose value is held': Held, 'that is registered': Registered }
const ENDS = { 'by Enter': '{Enter}', 'by its button': '' }
const cases = Object.entries(FORMS).flatMap(([kind, Form]) =>
  Object.entries(ENDS).map(([how, key]) => ({ kind, how, Form, key })),
)

it.each(cases)('a comma of a keypad is a point in a field $kind, sent $how', async of => {
  const sent: string[] = []
  render(
    <Words of={ALL_WORDS}>
      <of.Form onSend={typed => sent.push(typed)} />
    </Words>,
  )
  const field = screen.getByLabelText<HTMLInputElement>(/^Amount/)
  await userEvent.type(field, `1250,5${of.key}`)
  if (!of.key) await userEvent.click(screen.getByRole('button'))
  expect(sent).toEqual(['1250.5'])
  expect(field.value).toBe('1250.5')
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

it('what could mean two things stays as it was typed, and is said', async () => {
  render(
    <Words of={ALL_WORDS}>
      <Held onSend={() => {}} />
    </Words>,
  )
  const field = screen.getByLabelText<HTMLInputElement>(/^Amount/)
  await userEvent.type(field, '1,250')
  await userEvent.tab()
  expect(field.value).toBe('1,250')
  expect(screen.getByRole('alert').textContent).toMatch(/thousands/)
})
