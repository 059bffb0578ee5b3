import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draftsBelongTo } from '#web/kernel/drafts.ts'
import { filesArrived } from '#web/kernel/lost-files.ts'
import type { FileValue } from '#web/ui/file-field.tsx'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { useDraft } from './draft.ts'
import { KeptFileField } from './kept-file.tsx'
import { KeptNote } from './kept-note.tsx'

beforeEach(() => draftsBelongTo('ana'))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function Typed() {
  const [list, setList] = useDraft('list', '')
  return <input aria-label="list" value={list} onChange={event => setList(event.target.value)} />
}

function Papers({ typed }: { typed: boolean }) {
  const [file, setFile] = useState<FileValue | null>(null)
  return (
    <Words of={ALL_WORDS}>
      <KeptNote path={window.location.pathname} />
      {typed && <Typed />}
      <KeptFileField id="passport" label="Passport" value={file} onChange={setFile} />
    </Words>
  )
}

const passport = new File(['%PDF-1.4'], 'passport.pdf', { type: 'application/pdf' })
const choose = () => userEvent.upload(screen.getByLabelText(/Passport/), passport)
const open = (typed = true) => {
  cleanup()
  return render(<Papers typed={typed} />)
}
const typedNote = () => screen.queryByText(/What you typed here before/)
const fileNote = () => screen.queryByText(/no device: choose (?!it)/)

it('says what is there again, and names the file that is not, until it is chosen again or arrived', async () => {
  open()
  await userEvent.type(screen.getByLabelText('list'), 'Ada')
  await choose()
  await screen.findAllByText('passport.pdf')
  expect([typedNote(), fileNote()]).toEqual([null, null])
  open()
  expect(typedNote()?.textContent).toContain('choose passport.pdf again')
  expect(screen.getByText(/was chosen here and not sent/)).toBeTruthy()
  await choose()
  await waitFor(() => expect(screen.queryByText(/was chosen here and not sent/)).toBeNull())
  open()
  expect(fileNote()).toBeTruthy()
  filesArrived()
  open()
  expect([typedNote() === null, fileNote()]).toEqual([false, null])
})

it('says nothing of fields that are not on the screen', async () => {
  open()
  await userEvent.type(screen.getByLabelText('list'), 'Ada')
  const { rerender } = open()
  expect(typedNote()).toBeTruthy()
  rerender(<Papers typed={false} />)
  expect(typedNote()).toBeNull()
  rerender(<Papers typed />)
  expect(typedNote()).toBeTruthy()
})
