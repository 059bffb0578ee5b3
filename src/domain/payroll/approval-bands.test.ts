import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ApprovalBand,
  type BandFault,
  bandFault,
  bandFor,
  bandsOf,
  twoAbove,
  USUAL_BAND,
} from './approval-bands.ts'

const band = (of: Partial<ApprovalBand>): ApprovalBand => ({ ...USUAL_BAND, ...of })
const two = band({ above_minor: 500n, approvers: 2 })
const owner = band({ above_minor: 900n, approvers: 2, among: 'OWNER' })

describe('the band of a sum', () => {
  it.each<[string, readonly ApprovalBand[], bigint | undefined, ApprovalBand]>([
    ['one person where there are none', [], 10n ** 12n, USUAL_BAND],
    ['one person up to the first, and at it', [two, owner], 500n, USUAL_BAND],
    ['the first above it', [two, owner], 501n, two],
    ['the last above that', [two, owner], 901n, owner],
    ['the strictest where the sum has no rate', [two, owner], undefined, owner],
    ['every pay from 0 on', [band({ among: 'OWNER' })], 1n, band({ among: 'OWNER' })],
  ])('%s', (_, bands, worth, found) => {
    expect(bandFor(bands, worth)).toEqual(found)
  })
})

describe('a list of bands', () => {
  const team = ['dana', 'lee']
  it.each<[string, ApprovalBand[], Omit<BandFault, 'at'> | undefined]>([
    ['may be empty', [], undefined],
    ['rises', [two, owner], undefined],
    ['names who approves', [band({ among: 'NAMED', named: ['lee'] })], undefined],
    ['is in order', [two, band({ ...two })], { field: 'above', why: 'ORDER' }],
    [
      'has no sums below nothing',
      [band({ above_minor: -1n })],
      { field: 'above', why: 'NEGATIVE' },
    ],
    [
      'never asks for fewer above',
      [two, band({ above_minor: 501n })],
      { field: 'approvers', why: 'FEWER' },
    ],
    [
      'never asks for anybody above those whom it asks for below',
      [band({ among: 'OWNER' }), band({ above_minor: 1n })],
      { field: 'among', why: 'LOOSER' },
    ],
    ['names somebody', [band({ among: 'NAMED' })], { field: 'named', why: 'NOBODY' }],
    ['names nobody for nothing', [band({ named: ['lee'] })], { field: 'named', why: 'NOT_NAMED' }],
    [
      'names those who may',
      [band({ among: 'NAMED', named: ['gone'] })],
      { field: 'named', why: 'NOT_APPROVER' },
    ],
  ])('%s', (_, bands, fault) => {
    expect(bandFault(bands, team)).toEqual(fault && { at: bands.length - 1, ...fault })
  })

  it('asks for two only where there are two', () => {
    expect(bandFault([two], ['dana'])).toMatchObject({ field: 'approvers', why: 'NO_SECOND' })
  })

  it('without a fault never asks for less of a larger sum', () => {
    const any = fc.record({
      above_minor: fc.bigInt({ min: -1n, max: 20n }),
      approvers: fc.constantFrom(1 as const, 2 as const),
      among: fc.constantFrom('ANYONE' as const, 'OWNER' as const),
      named: fc.constant([]),
    })
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 5 }),
        fc.bigInt(0n, 20n),
        fc.bigInt(0n, 20n),
        (bands, a, b) => {
          if (bandFault(bands, team)) return
          const [small, large] = a < b ? [a, b] : [b, a]
          const [less, more] = [bandFor(bands, small), bandFor(bands, large)]
          expect(more.approvers).toBeGreaterThanOrEqual(less.approvers)
          if (less.among === 'OWNER') expect(more.among).toBe('OWNER')
        },
      ),
    )
  })
})

it('the release before keeps its rule, and is stricter rather than laxer than what it does not know', () => {
  expect(bandsOf(null, null)).toEqual([])
  expect(bandsOf(null, 500n)).toEqual([two])
  expect(twoAbove(bandsOf(null, 500n))).toBe(500n)
  expect(twoAbove([band({ above_minor: 3n, among: 'OWNER' }), two])).toBe(3n)
  expect(twoAbove([])).toBeNull()
  expect(bandsOf([{ ...owner, above_minor: 900 }], 500n)).toEqual([owner])
  expect(bandsOf([], 500n)).toEqual([])
})
