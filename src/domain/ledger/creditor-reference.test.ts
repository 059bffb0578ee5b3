import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  creditorReference,
  idEndOf,
  isCreditorReference,
  nearReferences,
  printedReference,
  referencesIn,
} from './creditor-reference.ts'

describe('the reference of an employer', () => {
  it('is one that banks take, the same each time', () => {
    fc.assert(
      fc.property(fc.uuid(), id => {
        const reference = creditorReference(id)
        expect(reference).toMatch(/^RF\d{2}[0-9A-HJKMNP-TV-Z]{12}$/)
        expect(isCreditorReference(reference)).toBe(true)
        expect(isCreditorReference(printedReference(reference).toLowerCase())).toBe(true)
        expect(creditorReference(id)).toBe(reference)
      }),
    )
  })

  it('shows every digit that was taken for another, and every letter', () => {
    const reference = creditorReference('01a204f4-b051-7139-a89f-6be80da55a05')
    for (let at = 2; at < reference.length; at++)
      for (const char of '0123456789ABCDEFGHJKMNPQRSTVWXYZ')
        if (char !== reference[at] && /\d/.test(char) === /\d/.test(reference[at] ?? ''))
          expect(isCreditorReference(reference.slice(0, at) + char + reference.slice(at + 1))).toBe(
            false,
          )
  })

  it('is found in what a bank passes on, and says whose it is', () => {
    fc.assert(
      fc.property(fc.uuid(), id => {
        const reference = creditorReference(id)
        const said = `/ROC/invoice 7 ${printedReference(reference).toLowerCase()} thank you`
        expect(referencesIn(said)).toEqual([reference])
        expect(id.replaceAll('-', '').endsWith(idEndOf(reference))).toBe(true)
      }),
    )
  })

  it('is found near what was typed with one slip', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.integer({ min: 2, max: 15 }),
        fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
        (id, at, char) => {
          const reference = creditorReference(id)
          const slip = reference.slice(0, at) + char + reference.slice(at + 1)
          fc.pre(slip !== reference && (at > 3 || /\d/.test(char)))
          expect(nearReferences(`for ${slip}, pay`)).toContain(reference)
          const swapped =
            reference.slice(0, at - 1) +
            (reference[at] ?? '') +
            (reference[at - 1] ?? '') +
            reference.slice(at + 1)
          if (at > 3 && swapped !== reference && at !== 4)
            expect(nearReferences(swapped)).toContain(reference)
        },
      ),
    )
    expect(nearReferences('nothing like it')).toEqual([])
  })

  it('is checked as the standard’s own examples are', () => {
    // EACT's recommendation of the standard.
    expect(isCreditorReference('RF18 5390 0754 7034')).toBe(true)
    expect(isCreditorReference('RF19 5390 0754 7034')).toBe(false)
    expect(isCreditorReference('RF18')).toBe(false)
  })
})
