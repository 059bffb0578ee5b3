import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { PhoneField } from './phone-field.tsx'

let last = ''

function Form() {
  const [value, setValue] = useState('')
  last = value
  return <PhoneField id="phone" label="Phone number" required value={value} onChange={setValue} />
}

const field = () => screen.getByLabelText<HTMLInputElement>(/Phone number/)
const button = () => screen.getByRole('button', { name: /^Country code/ })

beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
  render(
    <Words of={ALL_WORDS}>
      <Form />
    </Words>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the phone field (specification 9)', () => {
  it('starts at the United States: a plus, the dial code and a space', () => {
    expect(button().getAttribute('aria-label')).toBe('Country code: United States +1')
    expect(field().value).toBe('+1 ')
  })

  it('formats what is typed, and its value is a plus and digits alone', async () => {
    await userEvent.type(field(), '2025550123')
    expect(field().value).toBe('+1 (202) 555-0123')
    expect(last).toBe('+12025550123')
  })

  it.each([
    ['+1 4165550142', 'Canada +1'],
    ['+1 7875550142', 'Puerto Rico +1'],
    ['+4930901820', 'Germany +49'],
  ])('knows the country of %s', async (typed, country) => {
    await userEvent.clear(field())
    await userEvent.type(field(), typed)
    expect(button().getAttribute('aria-label')).toBe(`Country code: ${country}`)
  })

  it('takes what a browser fills in over another number', async () => {
    await userEvent.type(field(), '2025550123')
    fireEvent.change(field(), { target: { value: '+4915112345678' } })
    expect(last).toBe('+4915112345678')
    expect(button().getAttribute('aria-label')).toBe('Country code: Germany +49')
  })

  it.each([
    ['15112345678', '+4915112345678'],
    ['015112345678', '+4915112345678'],
    ['+33612345678', '+33612345678'],
  ])(
    'takes %s that is typed over all of it as a number of the country that is shown',
    async (typed, phone) => {
      fireEvent.click(button())
      fireEvent.click(await screen.findByRole('option', { name: /Germany/ }))
      field().focus()
      field().select()
      await userEvent.keyboard(typed)
      expect(last).toBe(phone)
    },
  )

  it('keeps the number when another country is chosen', async () => {
    await userEvent.type(field(), '2025550123')
    fireEvent.click(button())
    fireEvent.click(await screen.findByRole('option', { name: /Germany/ }))
    expect(last).toBe('+492025550123')
    expect(button().getAttribute('aria-label')).toBe('Country code: Germany +49')
  })

  it('keeps every digit on the way through countries whose numbers are shorter', async () => {
    const choose = async (country: RegExp) => {
      fireEvent.click(button())
      fireEvent.click(await screen.findByRole('option', { name: country }))
    }
    await choose(/Germany/)
    await userEvent.type(field(), '15112345678')
    await choose(/Australia/)
    expect(last).toBe('+6115112345678')
    await choose(/Germany/)
    expect(last).toBe('+4915112345678')
    expect(field().value.replace(/\D/g, '')).toBe('4915112345678')
  })

  it('undoes by Ctrl+Z what was typed more than 200 ms apart, and redoes it by Ctrl+Shift+Z', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const type = (value: string, ms: number) => {
      vi.setSystemTime(Date.now() + ms)
      fireEvent.change(field(), { target: { value } })
    }
    type('+1 2', 1000)
    type('+1 20', 100)
    type('+1 202', 300)
    expect(last).toBe('+1202')
    fireEvent.keyDown(field(), { key: 'z', ctrlKey: true })
    expect(last).toBe('+120')
    fireEvent.keyDown(field(), { key: 'Z', ctrlKey: true, shiftKey: true })
    expect(last).toBe('+1202')
  })
})

describe('the list of countries', () => {
  const marked = () => screen.getByRole('listbox').querySelector('[data-at="true"]')?.textContent

  it('is searched by typing, also past a space, and forgets after a second', async () => {
    fireEvent.click(button())
    const list = await screen.findByRole('listbox')
    vi.useFakeTimers({ toFake: ['performance'] })
    const type = (text: string) => {
      for (const key of text) fireEvent.keyDown(list, { key })
    }
    type('united k')
    expect(marked()).toContain('United Kingdom')
    vi.advanceTimersByTime(999)
    type('z')
    expect(marked()).toContain('United Kingdom')
    vi.advanceTimersByTime(1000)
    type('ger')
    expect(marked()).toContain('Germany')
    vi.advanceTimersByTime(1000)
    type(' ')
    expect(button().getAttribute('aria-label')).toBe('Country code: Germany +49')
    expect(field().value).toBe('+49 ')
  })
})
