import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEFT, leftBy, owedOf, refundOf, type Settlement } from './settlement.ts'

const settlement: fc.Arbitrary<Settlement> = fc.bigInt({ min: 1n, max: 1000n }).chain(total_minor =>
  fc.record({
    total_minor: fc.constant(total_minor),
    paid_minor: fc.bigInt({ min: 0n, max: total_minor }),
    credited_minor: fc.bigInt({ min: 0n, max: total_minor }),
  }),
)

describe('what payments and credits leave of an invoice', () => {
  it('is owed, or to be given back, or neither, and adds up', () => {
    fc.assert(
      fc.property(settlement, of => {
        const standing = { ...of, kind: 'INVOICE' as const, status: LEFT[leftBy(of)] }
        const [owed, back] = [owedOf(standing), refundOf(standing)]
        expect(owed === 0n || back === 0n).toBe(true)
        expect(of.paid_minor + owed - back).toBe(of.total_minor - of.credited_minor)
      }),
    )
  })

  it('has one status: void where nothing is asked and nothing kept, paid where nothing is owed', () => {
    const left = (paid_minor: bigint, credited_minor: bigint) =>
      leftBy({ total_minor: 100n, paid_minor, credited_minor })
    expect(left(0n, 0n)).toBe('leave_all')
    expect(left(0n, 99n)).toBe('leave_all')
    expect(left(1n, 98n)).toBe('leave_part')
    expect(left(1n, 99n)).toBe('leave_none')
    expect(left(100n, 100n)).toBe('leave_none')
    expect(left(0n, 100n)).toBe('credit_all')
  })
})
