import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { ComboboxField } from './combobox-field.tsx'

const OPTIONS = ['Georgia', 'Germany', 'Ghana', 'Niger', 'Algeria'].map(label => ({
  value: label,
  label,
}))

let last = ''

function Countries() {
  const [value, setValue] = useState('')
  last = value
  return (
    <ComboboxField id="c" label="Country" value={value} onChange={setValue} options={OPTIONS} />
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox')

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  render(
    <Words of={ALL_WORDS}>
      <Countries />
    </Words>,
  )
})
afterEach(cleanup)

it.each([
  ['the arrows begin at the first that was found', 'ge{ArrowDown}{Enter}', 'Georgia'],
  ['and go on to the second', 'ge{ArrowDown}{ArrowDown}{Enter}', 'Germany'],
  ['Enter alone takes the first that was found', 'ger{Enter}', 'Germany'],
  ['opened by an arrow, nothing is skipped either', '{ArrowDown}{Enter}', 'Georgia'],
])('%s', async (_what, keys, chosen) => {
  await userEvent.type(field(), keys, { skipClick: false })
  expect(last).toBe(chosen)
  expect(field().value).toBe(chosen)
})

it('Enter chooses nothing where nothing was typed or found', async () => {
  await userEvent.type(field(), '{Enter}')
  await userEvent.type(field(), 'zz{Enter}')
  expect(last).toBe('')
})

it.each([
  ['what was typed and is no option does not stay as if it were chosen', 'zz{Tab}', ''],
  ['nor does a half of one', 'germ{Tab}', ''],
  ['and what was chosen before comes back', 'ger{Enter}{Backspace}{Backspace}{Tab}', 'Germany'],
])('%s', async (_what, keys, left) => {
  await userEvent.type(field(), keys)
  expect(last).toBe(left)
  expect(field().value).toBe(left)
})
