import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { Checkbox } from './checkbox.tsx'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from './text-input.tsx'

afterEach(cleanup)

function draw(children: ReactNode): void {
  render(<Words of={ALL_WORDS}>{children}</Words>)
}

it('says of a box what is wrong with it', () => {
  draw(<Checkbox label="I agree" error="Agree first" />)
  const box = screen.getByRole('checkbox', { name: 'I agree' })
  const said = document.getElementById(box.getAttribute('aria-describedby') ?? '')
  expect(said?.textContent).toBe('Agree first')
})

it('has the focus in the first field that is wrong, once a dialog was sent', async () => {
  function Asks() {
    const [wrong, setWrong] = useState(false)
    return (
      <FormDialog
        title="New name"
        submit="Save"
        pending={false}
        onClose={() => {}}
        onSubmit={() => setWrong(true)}
      >
        <TextField id="first" label="First" />
        <TextField id="second" label="Second" error={wrong ? 'Name is required' : undefined} />
      </FormDialog>
    )
  }
  draw(<Asks />)
  const save = await screen.findByRole('button', { name: 'Save' })
  save.focus()
  fireEvent.click(save)
  await expect.poll(() => document.activeElement?.id).toBe('second')
})
