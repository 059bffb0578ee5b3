import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changesOf, withChanges } from './draft-changes.ts'
import {
  draftPlace,
  draftsBelongTo,
  draftsBelongToNobody,
  forgetDrafts,
  handedOver,
  hasDrafts,
  keepOpenForms,
  notHandedOver,
  openForm,
  readDraft,
  writeDraft,
} from './drafts.ts'

const DAY = 24 * 60 * 60 * 1000
const place = draftPlace('company')

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:00Z') })
  draftsBelongTo('ana')
})
afterEach(() => {
  forgetDrafts()
  draftsBelongToNobody()
  vi.useRealTimers()
})

describe('what was typed', () => {
  it('is there again for whom it was typed by, for a week', () => {
    writeDraft(place, { name: 'Acme' })
    draftsBelongToNobody()
    draftsBelongTo('ana')
    expect(readDraft(place)).toEqual({ name: 'Acme' })
    draftsBelongToNobody()
    vi.setSystemTime(Date.now() + 7 * DAY + 1)
    draftsBelongTo('ana')
    expect(readDraft(place)).toBeUndefined()
  })

  it('is never shown to somebody else, and is gone once they have logged in', () => {
    writeDraft(place, { name: 'Acme' })
    draftsBelongToNobody()
    expect(readDraft(place)).toBeUndefined()
    draftsBelongTo('ben')
    expect([readDraft(place), hasDrafts(place.path)]).toEqual([undefined, false])
    expect(localStorage.length).toBe(0)
  })

  it('without a log-in belongs to the tab, until somebody logs in there', () => {
    draftsBelongToNobody()
    writeDraft(place, { email: 'ana@acme.test' })
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 1])
    expect(readDraft(place)).toEqual({ email: 'ana@acme.test' })
    draftsBelongTo('ana')
    expect(sessionStorage.length).toBe(0)
  })

  it('leaves with who logs out, but for what another tab holds', () => {
    writeDraft(place, { name: 'Acme' })
    forgetDrafts()
    expect(readDraft(place)).toBeUndefined()
    const close = openForm({
      place,
      write: () => writeDraft(place, { name: 'Acme' }),
      handed: false,
    })
    keepOpenForms()
    expect(readDraft(place)).toEqual({ name: 'Acme' })
    close()
  })

  it('is forgotten when it arrived, and kept when it did not', () => {
    const form = { place, write: () => {}, handed: true }
    const close = openForm(form)
    writeDraft(place, { name: 'Acme' })
    notHandedOver()
    handedOver()
    expect(readDraft(place)).toEqual({ name: 'Acme' })
    form.handed = true
    handedOver()
    expect(readDraft(place)).toBeUndefined()
    close()
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
})
