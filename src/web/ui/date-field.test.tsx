/** A field of a date: while there is none it shows none, and what was typed and is no date is said with how one is written. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { DateField } from './date-field.tsx'

afterEach(cleanup)

function Due() {
  const [value, setValue] = useState('')
  return <DateField id="due" label="Due" value={value} onChange={setValue} />
}

it('is empty while there is no date', () => {
  render(
    <Words of={ALL_WORDS}>
      <Due />
    </Words>,
  )
  const field = screen.getByLabelText<HTMLInputElement>(/^Due/)
  expect([field.value, field.placeholder]).toEqual(['', ''])
  fireEvent.change(field, { target: { value: 'soon' } })
  fireEvent.blur(field)
  expect(screen.getByText(/Write Nov 27/)).toBeTruthy()
})
