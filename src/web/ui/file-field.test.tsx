/** What is chosen, what is made smaller, and what is refused. How pictures are made smaller shows `verification.spec.ts`, in a browser. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MAX_DOCUMENT_BYTES } from '#domain/kernel/document-limits.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { FileField, type FileValue } from './file-field.tsx'
import { fitPicture, fittedSize } from './fit-picture.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const fileOf = (name: string, type: string, size = 4) =>
  new File([new Uint8Array(size)], name, { type })

describe('a picture', () => {
  it('keeps its proportions with its longest side shortened, and is never made larger', () => {
    expect(fittedSize(8000, 6000)).toEqual({ width: 2600, height: 1950 })
    expect(fittedSize(3000, 9000)).toEqual({ width: 867, height: 2600 })
    expect(fittedSize(2600, 40)).toEqual({ width: 2600, height: 40 })
    expect(fittedSize(640, 480)).toEqual({ width: 640, height: 480 })
  })

  it('is made smaller for its bytes or its pixels; no PDF is touched', async () => {
    const drawn = vi.fn(async () => {
      throw new Error('no canvas here')
    })
    vi.stubGlobal('createImageBitmap', drawn)
    const pdf = fileOf('contract.pdf', 'application/pdf', MAX_DOCUMENT_BYTES + 1)
    expect(await fitPicture(pdf, MAX_DOCUMENT_BYTES)).toBe(pdf)
    const sized = (pixels: number) =>
      vi.stubGlobal('Image', function Picture() {
        const picture = {
          naturalWidth: pixels,
          naturalHeight: 1,
          onload: () => {},
          set src(_url: string) {
            queueMicrotask(() => picture.onload())
          },
        }
        return picture
      })
    vi.stubGlobal('URL', { createObjectURL: () => 'blob:', revokeObjectURL: () => {} })
    sized(50_000_000)
    const small = fileOf('small.jpg', 'image/jpeg')
    expect(await fitPicture(small, MAX_DOCUMENT_BYTES)).toBe(small)
    expect(drawn).not.toHaveBeenCalled()
    sized(50_000_001)
    expect(await fitPicture(small, MAX_DOCUMENT_BYTES)).toBe('large')
    const heavy = fileOf('heavy.png', 'image/png', MAX_DOCUMENT_BYTES + 1)
    expect(await fitPicture(heavy, MAX_DOCUMENT_BYTES)).toBe('large')
    expect(drawn).toHaveBeenCalledTimes(2)
    expect(drawn).toHaveBeenLastCalledWith(heavy, { imageOrientation: 'from-image' })
  })
})

function Sample() {
  const [value, setValue] = useState<FileValue | null>(null)
  return (
    <Words of={ALL_WORDS}>
      <FileField id="file" label="Passport" value={value} onChange={setValue} />
    </Words>
  )
}
function InForm({ onSend }: { onSend: (...names: string[]) => void }) {
  const [value, setValue] = useState<FileValue | null>(null)
  const [other, setOther] = useState<FileValue | null>(null)
  return (
    <Words of={ALL_WORDS}>
      <form
        onSubmit={event => {
          event.preventDefault()
          onSend(...[value, other].flatMap(file => file?.file_name ?? []))
        }}
      >
        <FileField id="file" label="Passport" value={value} onChange={setValue} />
        <FileField id="other" label="Visa" value={other} onChange={setOther} />
        <button type="submit">Send</button>
      </form>
    </Words>
  )
}
const choose = (file: File, label = /Passport/) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } })

describe('the field', () => {
  it('says how to mend a HEIC picture that the browser does not open, also one without a type', async () => {
    render(<Sample />)
    for (const [name, type] of [
      ['IMG_1.HEIC', ''],
      ['IMG_2.heic', 'image/heic'],
    ] as const) {
      choose(fileOf(name, type))
      expect(await screen.findByText(new RegExp(`${name} is a HEIC picture`))).toBeTruthy()
    }
    expect(screen.getByText(/Formats, Most Compatible/)).toBeTruthy()
  })

  it('takes the next file after one that was refused', async () => {
    render(<Sample />)
    choose(fileOf('notes.txt', 'text/plain'))
    expect(await screen.findByText(/notes.txt is no PDF, PNG or JPEG file/)).toBeTruthy()
    choose(fileOf('passport.pdf', 'application/pdf'))
    expect(await screen.findByText('passport.pdf')).toBeTruthy()
    expect(screen.queryByText(/notes.txt/)).toBeNull()
    choose(fileOf('large.pdf', 'application/pdf', MAX_DOCUMENT_BYTES + 1))
    expect(await screen.findByText(/large.pdf has 10 MB; at most 10 MB are taken/)).toBeTruthy()
    expect(screen.getByText('passport.pdf')).toBeTruthy()
  })

  it.each([
    ['sent once it was, with it', 4, 1],
    ['sent not at all where it was refused', MAX_DOCUMENT_BYTES + 1, 0],
  ])('has the form that is sent while a file is read %s', async (_, size, times) => {
    let read = () => {}
    vi.stubGlobal('URL', { createObjectURL: () => 'blob:', revokeObjectURL: () => {} })
    vi.stubGlobal('Image', function Picture(this: { onload: () => void }) {
      Object.assign(this, { naturalWidth: 1, naturalHeight: 1 })
      read = () => this.onload()
    })
    vi.stubGlobal('createImageBitmap', () => {
      const drawn = Promise.withResolvers<never>()
      read = () => drawn.reject(new Error('no canvas here'))
      return drawn.promise
    })
    const sent = vi.fn()
    render(<InForm onSend={sent} />)
    choose(fileOf('photo.jpg', 'image/jpeg', size))
    expect(await screen.findByText('Reading it…')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(sent).not.toHaveBeenCalled()
    read()
    await waitFor(() => expect(screen.queryByText('Reading it…')).toBeNull())
    await waitFor(() => expect(sent.mock.calls).toEqual(times ? [['photo.jpg']] : []))
    // Nothing is held any more.
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(sent).toHaveBeenCalledTimes(times + 1)
  })

  it('has a form of two files that is sent while both are read sent once', async () => {
    const reads: (() => void)[] = []
    vi.stubGlobal('URL', { createObjectURL: () => 'blob:', revokeObjectURL: () => {} })
    vi.stubGlobal('Image', function Picture(this: { onload: () => void }) {
      Object.assign(this, { naturalWidth: 1, naturalHeight: 1 })
      reads.push(() => this.onload())
    })
    const sent = vi.fn()
    render(<InForm onSend={sent} />)
    choose(fileOf('front.jpg', 'image/jpeg'))
    choose(fileOf('back.jpg', 'image/jpeg'), /Visa/)
    expect(await screen.findAllByText('Reading it…')).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    for (const read of reads) read()
    // It is sent by an effect of the picture that no longer says so, which may come a moment after it.
    await waitFor(() => expect(sent.mock.calls).toEqual([['front.jpg', 'back.jpg']]))
    expect(screen.queryByText('Reading it…')).toBeNull()
  })

  it('takes the file that was chosen last, however long the one before is read', async () => {
    let drawn = () => {}
    vi.stubGlobal(
      'createImageBitmap',
      () =>
        new Promise((_, reject) => {
          drawn = () => reject(new Error('no canvas here'))
        }),
    )
    render(<Sample />)
    choose(fileOf('IMG_1.HEIC', 'image/heic'))
    expect(await screen.findByText('Reading it…')).toBeTruthy()
    choose(fileOf('passport.pdf', 'application/pdf'))
    expect(await screen.findByText('passport.pdf')).toBeTruthy()
    drawn()
    await new Promise(done => setTimeout(done))
    expect(screen.queryByText(/HEIC picture/)).toBeNull()
    expect(screen.queryByText('Reading it…')).toBeNull()
  })
})
