import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { NO_NAMES, PhoneNumberField } from './names-fields.tsx'

afterEach(cleanup)

let typed = () => ''

/** A form whose country comes later and by no choice of its own, as from an invitation. */
function Form() {
  const form = useForm({ defaultValues: NO_NAMES })
  const [country, setCountry] = useState('')
  typed = () => form.getValues('phone_number')
  return (
    <Words of={ALL_WORDS}>
      <FormProvider {...form}>
        <PhoneNumberField country={country} />
        {['PE', 'DE', 'CA'].map(code => (
          <button key={code} type="button" onClick={() => setCountry(code)}>
            {code}
          </button>
        ))}
      </FormProvider>
    </Words>
  )
}

const dial = () => screen.getByRole('button', { name: /^Country code/ }).getAttribute('aria-label')
const phone = () => screen.getByLabelText<HTMLInputElement>(/Phone number/)
const comes = (code: string) => userEvent.click(screen.getByRole('button', { name: code }))

it('a country that comes brings its dial code, as long as no number was typed', async () => {
  render(<Form />)
  expect(dial()).toBe('Country code: United States +1')
  await comes('PE')
  expect(dial()).toBe('Country code: Peru +51')
  await comes('CA')
  expect(dial()).toBe('Country code: Canada +1')
  await comes('PE')
  await userEvent.type(phone(), '987654321')
  expect(typed()).toBe('+51987654321')
  await comes('DE')
  expect(dial()).toBe('Country code: Peru +51')
  expect(typed()).toBe('+51987654321')
})
