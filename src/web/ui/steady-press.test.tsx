import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSteadyPress } from './steady-press.ts'

function Form() {
  useSteadyPress()
  return (
    <>
      <label>
        Address <input type="url" />
      </label>
      <label className="check">
        <input type="checkbox" className="cb" /> payment.*
      </label>
      <label className="rcard">
        <input type="radio" /> You
      </label>
      <button type="button" className="btn">
        Add
      </button>
    </>
  )
}

afterEach(cleanup)

/** Whether the field that is typed in keeps the focus while something is pressed. */
const stays = (pressed: Element) => !fireEvent.mouseDown(pressed)

it('leaves a field that is typed in alone while a button, a box or its words are pressed', () => {
  render(<Form />)
  screen.getByRole('textbox').focus()
  for (const pressed of [
    screen.getByRole('button'),
    screen.getByRole('checkbox'),
    screen.getByText('payment.*'),
    screen.getByRole('radio'),
    screen.getByText('You'),
  ])
    expect(stays(pressed), pressed.outerHTML).toBe(true)
  expect(stays(screen.getByText('Address'))).toBe(false)
  expect(stays(screen.getByRole('textbox'))).toBe(false)
})

it('keeps nothing from the focus while nothing is typed in', () => {
  render(<Form />)
  expect(stays(screen.getByRole('checkbox'))).toBe(false)
})
