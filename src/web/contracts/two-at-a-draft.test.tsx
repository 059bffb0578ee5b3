/** Two people at one draft: what one typed is never put over what the other put or typed without a word, whatever is reloaded in between, and nothing of it is lost. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftsBelongTo, forgetDrafts, readDraft, writeDraft } from '#web/kernel/drafts.ts'
import { fakeTabs } from '#web/kernel/fake-server.test-data.ts'
import { history } from '#web/kernel/navigation.tsx'
import { differences } from './parts/entry-differences.tsx'
import {
  type Draft,
  ENTRY,
  givenDraft,
  openDraft,
  putByAda,
  type,
} from './two-at-a-draft.test-data.tsx'

beforeEach(() => {
  fakeTabs()
  draftsBelongTo('ana')
})
afterEach(() => {
  cleanup()
  forgetDrafts()
  vi.unstubAllGlobals()
})

const role = () => screen.findByLabelText<HTMLInputElement>(/^Role/)
const write = async (text: string) => {
  fireEvent.change(await role(), { target: { value: text } })
}
const kept = (draft: Draft, text: string) =>
  waitFor(() => expect(draft.typed?.entry.role).toBe(text))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const said = (text: RegExp) => screen.findByText(text)
const termsAsked = () => said(/^Ada Lovelace saved other terms of this draft/)
const PUT = 'Save and make the PDF'

describe('terms that a colleague put after something was typed', () => {
  const typedOverTheFirst = async () => {
    const draft = givenDraft(true)
    openDraft()
    await write('Painter of boats')
    await kept(draft, 'Painter of boats')
    expect(draft.typed).toMatchObject({ version: 1, terms_version: 1 })
    putByAda(draft, { role: 'Painter I', hourly_rate: '70.00' })
    openDraft()
    await termsAsked()
    expect((await role()).value).toBe('Painter of boats')
    return draft
  }

  it('are said after a reload, with what differs; what was typed stays if it is to, and is put over them', async () => {
    const draft = await typedOverTheFirst()
    const facts = document.querySelectorAll('.facts div')
    expect([...facts].map(({ textContent }) => textContent)).toEqual([
      'RolePainter I as saved, Painter of boats here',
      'Hourly rate70.00 as saved, 65.00 here',
    ])
    await press(PUT)
    expect(draft.puts).toEqual([])
    await press('Keep this one')
    await waitFor(() => expect(draft.typed).toMatchObject({ version: 2, terms_version: 2 }))
    openDraft()
    expect((await role()).value).toBe('Painter of boats')
    expect(screen.queryByText(/saved other terms/)).toBeNull()
    await press(PUT)
    await said(/^The contract to read$/)
    expect(draft.puts).toEqual([{ seen: { terms: 2, typed: 2 }, role: 'Painter of boats' }])
  })

  it('are shown instead where they are to stay, and what was typed is given up', async () => {
    const draft = await typedOverTheFirst()
    await press('Show that one')
    await waitFor(async () => expect((await role()).value).toBe('Painter I'))
    expect(draft.typed).toBeUndefined()
    expect(draft.terms).toMatchObject({ version: 2 })
  })

  it('are shown, and what a colleague typed at that moment stays', async () => {
    const draft = await typedOverTheFirst()
    type(draft, 'Painter of ships', 'Ada Lovelace', 2)
    await press('Show that one')
    await waitFor(async () => expect((await role()).value).toBe('Painter of ships'))
    expect(draft.typed).toMatchObject({ version: 2, by: 'Ada Lovelace' })
  })

  it('are said of what the device alone has as well', async () => {
    const draft = givenDraft(true)
    openDraft()
    await role()
    draft.offline = true
    await write('Painter at sea')
    await said(/^Not saved: offline/)
    cleanup()
    draft.offline = false
    putByAda(draft, { hourly_rate: '70.00' })
    openDraft()
    await termsAsked()
    expect((await role()).value).toBe('Painter at sea')
    // What was typed over the first terms is what it was, and no mixture with the later.
    expect(screen.getByLabelText<HTMLInputElement>(/^Hourly rate/).value).toBe('65.00')
    await kept(draft, 'Painter at sea')
    expect(draft.typed).toMatchObject({ terms_version: 1 })
  })

  it('that say the same are no question', async () => {
    const draft = givenDraft(true)
    openDraft()
    await write('Painter I')
    await kept(draft, 'Painter I')
    putByAda(draft, { role: 'Painter  I', hourly_rate: '65' })
    openDraft()
    await waitFor(() => expect(draft.typed).toMatchObject({ terms_version: 2 }))
    expect(screen.queryByText(/saved other terms/)).toBeNull()
  })
})

it('what arrives when another contract is open forgets nothing that was typed there', async () => {
  const draft = givenDraft(true)
  openDraft()
  await write('Painter of boats')
  // Leaving the page sends what was typed.
  cleanup()
  const other = { path: '/employer/contractors/ben/contract/new', name: 'contract', dialog: false }
  history.push(other.path)
  writeDraft(other, { role: 'Sailor' })
  await kept(draft, 'Painter of boats')
  await new Promise(done => setTimeout(done))
  expect(readDraft(other)).toEqual({ role: 'Sailor' })
})

describe('what a colleague typed', () => {
  it('is asked about, also after a reload, and is not put over until it was seen', async () => {
    const draft = givenDraft(true)
    openDraft()
    await write('Painter of boats')
    await kept(draft, 'Painter of boats')
    type(draft, 'Painter of ships', 'Ada Lovelace', 1)
    await write('Painter of boats and sails')
    await said(/^Ada Lovelace changed this draft/)
    openDraft()
    await said(/^Ada Lovelace changed this draft/)
    expect((await role()).value).toBe('Painter of boats and sails')
    await press('Keep this one')
    await kept(draft, 'Painter of boats and sails')
    expect(draft.typed).toMatchObject({ version: 3 })
  })

  it('is not discarded by who did not see it', async () => {
    const draft = givenDraft(true)
    openDraft()
    await write('Painter of boats')
    await kept(draft, 'Painter of boats')
    type(draft, 'Painter of ships', 'Ada Lovelace', 1)
    await press('Discard draft')
    const [, confirm] = await screen.findAllByRole('button', {
      name: 'Discard draft',
      hidden: true,
    })
    await userEvent.click(confirm as HTMLElement)
    await said(/^Ada Lovelace changed this draft/)
    expect(draft.typed).toMatchObject({ by: 'Ada Lovelace' })
  })

  it('is said beside the terms that were put, where there are both', async () => {
    const draft = givenDraft(true)
    openDraft()
    await write('Painter of boats')
    await kept(draft, 'Painter of boats')
    putByAda(draft, { hourly_rate: '70.00' })
    type(draft, 'Painter of ships', 'Ada Lovelace', 1)
    await press(PUT)
    await termsAsked()
    await said(/^Ada Lovelace changed this draft/)
    expect(document.querySelectorAll('.facts')).toHaveLength(2)
  })
})

it('what is typed while the first terms are put is kept beside them, and the form stays', async () => {
  const draft = givenDraft(false)
  type(draft, 'Painter', 'Dana Whitfield', 0)
  let release = () => {}
  draft.before = new Promise<void>(done => {
    release = done
  })
  openDraft()
  await role()
  await press(PUT)
  await write('Painter of boats')
  release()
  await kept(draft, 'Painter of boats')
  expect(draft.puts).toEqual([{ seen: { terms: 0, typed: 1 }, role: 'Painter' }])
  expect(draft.typed).toMatchObject({ terms_version: 1 })
  expect((await role()).value).toBe('Painter of boats')
  await press(PUT)
  await said(/^The contract to read$/)
  expect(draft.puts).toHaveLength(2)
  expect(draft.typed).toBeUndefined()
})

describe('two versions differ', () => {
  const typed = ENTRY as unknown as Parameters<typeof differences>[0]
  it.each([
    [
      'in nothing that the server takes for the same',
      { hourly_rate: '65', scheduled_hours: ' 80.0 ', role: ' Painter', effective_date: '' },
      [],
    ],
    [
      'in an exhibit that one of them has',
      { exhibit_a: 'Boats', exhibit_format: 'MARKDOWN' },
      ['exhibit_a'],
    ],
    [
      'in whether they are paid, and in what goes with it',
      { engagement: 'unpaid' },
      ['engagement', 'pay_policy_uuid', 'currency', 'hourly_rate', 'scheduled_hours'],
    ],
    ['in what cannot be read, as it was typed', { hourly_rate: 'sixty ' }, ['hourly_rate']],
    [
      'in days and clauses',
      { contract_end_date: '2027-01-01', country_clauses: 'CA' },
      ['contract_end_date', 'country_clauses'],
    ],
  ])('%s', (_what, change, fields) => {
    const found = differences(typed, { ...typed, ...change } as typeof typed)
    expect(found.map(({ field }) => field)).toEqual(fields)
  })

  it('in the form of an exhibit that says the same', () => {
    const plain = { ...typed, exhibit_a: '- Boats' }
    const found = differences(plain, { ...plain, exhibit_format: 'MARKDOWN' })
    expect(found).toEqual([{ field: 'exhibit_format', saved: 'PLAIN', here: 'MARKDOWN' }])
  })

  it('in no rate where neither is paid', () => {
    const unpaid = { ...typed, engagement: 'unpaid' } as const
    expect(differences(unpaid, { ...unpaid, hourly_rate: '1', currency: 'USD' })).toEqual([])
  })
})
