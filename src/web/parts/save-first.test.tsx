/** What is sent is what is seen: what else was typed on the page is saved first, or is left out knowingly. */
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draftsBelongTo, forgetDrafts } from '#web/kernel/drafts.ts'
import { ALL_WORDS } from '#web/words/all-words.ts'
import { Words } from '#web/words/words.tsx'
import { useDraft } from './draft.ts'
import { useOfferedSave, useSaveFirst } from './save-first.tsx'

const log: string[] = []

function Details({ saves }: { saves: boolean }) {
  const [name, setName, sent] = useDraft('details', '')
  const save = async () => {
    log.push(`save ${name}`)
    if (saves) sent(name)
    return saves
  }
  useOfferedSave('details', { what: 'What the company says', save })
  return <input aria-label="name" value={name} onChange={event => setName(event.target.value)} />
}

function Page({ saves = true, looks = false }: { saves?: boolean; looks?: boolean }) {
  const { first, question } = useSaveFirst({ looks })
  return (
    <Words of={ALL_WORDS}>
      <Details saves={saves} />
      <button type="button" onClick={() => first(() => log.push('send'))}>
        Send
      </button>
      {question}
    </Words>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const typeAndSend = async (page = <Page />) => {
  render(page)
  await userEvent.type(screen.getByLabelText('name'), 'Acme')
  await press('Send')
  expect(log).toEqual([])
  expect(screen.getByRole('dialog').textContent).toContain('What the company says')
}

beforeEach(() => {
  log.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
  draftsBelongTo(`sub-${Math.random()}`)
})
afterEach(() => {
  cleanup()
  forgetDrafts()
  vi.restoreAllMocks()
})

it('sends at once where nothing else is typed, or what was is saved', async () => {
  render(<Page />)
  await press('Send')
  expect(log).toEqual(['send'])
})

it('saves what was typed before it sends', async () => {
  await typeAndSend()
  await press('Save and send')
  await waitFor(() => expect(log).toEqual(['save Acme', 'send']))
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Send')
  expect(log).toEqual(['save Acme', 'send', 'send'])
})

it('sends nothing where saving was refused, nor where what is saved is to be looked at', async () => {
  await typeAndSend(<Page saves={false} />)
  await press('Save and send')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(log).toEqual(['save Acme'])
  cleanup()
  forgetDrafts()
  log.length = 0
  await typeAndSend(<Page looks />)
  await press('Save and look again')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(log).toEqual(['save Acme'])
})

it('leaves out what was typed where one says so', async () => {
  await typeAndSend()
  await press('Go on without it')
  expect(log).toEqual(['send'])
})
