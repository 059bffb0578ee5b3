import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { BankRecord } from '#server/destinations/destination.store.ts'
import type { StoredAddress } from '#server/reference/addresses.ts'
import {
  abbreviatedName,
  attemptReference,
  type PayeeAccount,
  type PayeeAddress,
} from './payment-order.ts'

describe('an order', () => {
  it('carries accounts and addresses as they are kept', () => {
    expectTypeOf<BankRecord>().toExtend<PayeeAccount>()
    expectTypeOf<StoredAddress>().toExtend<PayeeAddress>()
  })

  it('is known by the end of its attempt', () => {
    const attempt = '0192f1c0-7a1b-7c3d-8e4f-00000000abcd'
    expect(attemptReference(attempt, 32)).toBe('0192F1C07A1B7C3D8E4F00000000ABCD')
    expect(attemptReference(attempt, 15)).toBe('E4F00000000ABCD')
  })

  it.each([
    ['Ana Li', 6, 'Ana Li'],
    ['Maria Fernanda Gonzalez', 17, 'Maria F Gonzalez'],
    ['Maria Fernanda Gonzalez', 12, 'M F Gonzalez'],
    ['Maria Fernanda Gonzalez', 11, undefined],
    ['Wolfeschlegelsteinhausen', 22, undefined],
  ])('abbreviates %s to %i letters', (name, most, short) => {
    expect(abbreviatedName(name, most)).toBe(short)
  })

  it('never cuts the last name', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[A-Z][a-z]{0,12}$/), { minLength: 1 }),
        fc.nat(40),
        (parts, most) => {
          const short = abbreviatedName(parts.join(' '), most)
          if (short === undefined) return
          expect(short.length).toBeLessThanOrEqual(most)
          expect(short.split(' ').length).toBe(parts.length)
          expect(short.split(' ').at(-1)).toBe(parts.at(-1))
        },
      ),
    )
  })
})
