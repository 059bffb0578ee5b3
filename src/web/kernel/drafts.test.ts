import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changesOf, merged, withChanges } from './draft-changes.ts'

const DAY = 24 * 60 * 60 * 1000
const place = { path: '/company', name: 'company', dialog: false }

/** A page that was just opened: the module with a memory of its own. */
async function page(sub?: string) {
  vi.resetModules()
  const drafts = await import('./drafts.ts')
  if (sub) drafts.draftsBelongTo(sub)
  return drafts
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:00Z') })
})
afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
})

describe('what was typed', () => {
  it('is there again for whom it was typed by, long after their log-in expired, and not for ever', async () => {
    const { writeDraft } = await page('ana')
    writeDraft(place, { name: 'Acme' })
    // A session that nobody uses ends after a week: whoever comes back then logs in first.
    for (const days of [0, 8, 60]) {
      vi.setSystemTime(Date.parse('2026-11-21T09:00:00Z') + days * DAY)
      expect((await page()).readDraft(place)).toBeUndefined()
      expect((await page('ana')).readDraft(place)).toEqual({ name: 'Acme' })
    }
    vi.setSystemTime(Date.parse('2026-11-21T09:00:00Z') + 90 * DAY + 1)
    expect((await page('ana')).readDraft(place)).toBeUndefined()
  })

  it('is never shown to somebody else, and is gone once they have logged in', async () => {
    const { writeDraft } = await page('ana')
    writeDraft(place, { name: 'Acme' })
    expect((await page()).readDraft(place)).toBeUndefined()
    const { readDraft, hasDrafts } = await page('ben')
    expect([readDraft(place), hasDrafts(place.path)]).toEqual([undefined, false])
    expect(localStorage.length).toBe(0)
  })

  it('without a log-in belongs to the tab, until somebody logs in there', async () => {
    const { writeDraft, readDraft, draftsBelongTo } = await page()
    writeDraft(place, { email: 'ana@acme.test' })
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 1])
    expect(readDraft(place)).toEqual({ email: 'ana@acme.test' })
    draftsBelongTo('ana')
    expect(sessionStorage.length).toBe(0)
  })

  it('leaves with who logs out, but for what another tab holds', async () => {
    const { writeDraft, readDraft, openForm, forgetDraft, forgetDrafts, keepOpenForms } =
      await page('ana')
    writeDraft(place, { name: 'Acme' })
    forgetDrafts()
    expect(readDraft(place)).toBeUndefined()
    openForm({
      place,
      write: () => writeDraft(place, { name: 'Acme' }),
      forget: () => forgetDraft(place),
      changed: () => false,
      handed: false,
    })
    keepOpenForms()
    expect(readDraft(place)).toEqual({ name: 'Acme' })
  })

  it('that cannot be read is forgotten, and keeps nobody from logging in', async () => {
    const { writeDraft } = await page('ana')
    writeDraft(place, { name: 'Acme' })
    const [key = ''] = Object.keys(localStorage)
    for (const text of ['', '{', 'null', '7', '"x"']) {
      localStorage.setItem(key, text)
      expect((await page('ana')).readDraft(place)).toBeUndefined()
      expect(localStorage.length).toBe(0)
    }
    for (const name of ['', '{', 'null', '[]']) {
      localStorage.setItem(`corridor.draft ${name}`, JSON.stringify({ at_ms: Date.now() }))
      expect((await page('ana')).hasDrafts(place.path)).toBe(false)
    }
    expect(localStorage.length).toBe(0)
  })

  it('is forgotten when it arrived, and kept when it did not', async () => {
    const { writeDraft, readDraft, forgetDraft, openForm, handedOver } = await page('ana')
    const form = {
      place,
      write: () => {},
      forget: () => forgetDraft(place),
      changed: () => false,
      handed: true,
    }
    openForm(form)
    writeDraft(place, { name: 'Acme' })
    handedOver(false)
    handedOver(true)
    expect(readDraft(place)).toEqual({ name: 'Acme' })
    form.handed = true
    handedOver(true)
    expect(readDraft(place)).toBeUndefined()
  })
})

describe('what is kept of a form', () => {
  it('is what differs from its beginning, and no secret', () => {
    const was = { name: 'A', home: { city: 'Berlin', street: '' }, password: '', iban: '' }
    const now = { name: 'A', home: { city: 'Berlin', street: 'Weg 1' }, password: 'x', iban: 'DE' }
    expect(changesOf(was, now)).toEqual({ home: { street: 'Weg 1' } })
    expect(changesOf(was, { ...was, password: 'x' })).toBeUndefined()
  })

  it('comes back over what the server says by now, where it still fits', () => {
    const kept = { home: { street: 'Weg 1', floor: '3' }, shares: ['50'], name: 4 }
    expect(
      withChanges({ name: 'B', home: { city: 'Bonn', street: '' }, shares: ['60', '40'] }, kept),
    ).toEqual({ name: 'B', home: { city: 'Bonn', street: 'Weg 1' }, shares: ['60', '40'] })
    expect(withChanges('', undefined)).toBe('')
  })

  it('comes back with rows that were added and taken away', () => {
    const row = { what: '', amount: '' }
    const typed = [
      { ...row, what: 'Bonus' },
      { what: 'Trip', amount: '12' },
    ]
    expect(withChanges([row], changesOf([row], typed))).toEqual(typed)
    expect(withChanges({ mends: [] }, changesOf({ mends: [] }, { mends: typed }))).toEqual({
      mends: typed,
    })
    expect(withChanges(typed, changesOf(typed, [row]))).toEqual([row])
    expect(withChanges([row], ['no row'])).toEqual([row])
  })

  it('comes back into an open record, whatever was put there', () => {
    expect(withChanges({}, changesOf({}, { bic: 'X', name: 'Y' }))).toEqual({ bic: 'X', name: 'Y' })
    expect(withChanges({ asked: {} }, { asked: { bic: 'X' } })).toEqual({ asked: { bic: 'X' } })
  })
})

describe('what two tabs type', () => {
  it('is laid over each other, field by field and row by row', () => {
    const was = { name: '', home: { city: '', zip: '' }, owners: [{ name: '', share: '' }] }
    const theirs = { ...was, home: { city: 'Bonn', zip: '' }, owners: [{ name: 'Ana', share: '' }] }
    const now = { ...was, name: 'Acme', owners: [{ name: '', share: '60' }] }
    const both = { ...theirs, name: 'Acme', owners: [{ name: 'Ana', share: '60' }] }
    expect(merged(theirs, was, now)).toEqual(both)
    expect(merged(theirs, was, was)).toEqual(theirs)
    // What is given back here is given back, whoever typed it.
    expect(merged(both, now, { ...now, name: '' })).toEqual({ ...both, name: '' })
  })

  it('is the whole list of who added or took away a row last', () => {
    expect(merged(['a', 'b'], ['a'], ['a', 'c'])).toEqual(['a', 'c'])
    expect(merged(['a', 'b'], ['a'], ['a'])).toEqual(['a', 'b'])
  })

  it('is what either put into an open record, without what was taken out of it', () => {
    expect(merged({ a: 1, b: 2 }, { a: 1 }, { a: 1, c: 3 })).toEqual({ a: 1, b: 2, c: 3 })
    expect(merged({ a: 1, b: 2 }, { a: 1 }, {})).toEqual({ b: 2 })
  })
})
