import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MOST_ITEM_MINOR, MOST_ITEMS } from './invoice.ts'
import { type CountedInvoice, taxOf, totalsOf } from './totals.ts'

const amount = fc.bigInt({ min: 0n, max: MOST_ITEM_MINOR })
const invoice: fc.Arbitrary<CountedInvoice> = fc.record({
  items: fc.array(fc.record({ amount_minor: amount, apply_taxes: fc.boolean() }), {
    maxLength: MOST_ITEMS,
  }),
  tax_bps: fc.integer({ min: 0, max: 10_000 }),
  fee_minor: amount,
  client_pays_transaction_fees: fc.boolean(),
})

/** A fraction of whole numbers, so that nothing is rounded on the way. */
type Ratio = { readonly over: bigint; readonly under: bigint }
const ratio = (over: bigint, under = 1n): Ratio => ({ over, under })
const plus = (a: Ratio, b: Ratio) => ratio(a.over * b.under + b.over * a.under, a.under * b.under)
const times = (a: Ratio, b: Ratio) => ratio(a.over * b.over, a.under * b.under)
const minus = (a: Ratio, b: Ratio) => plus(a, ratio(-b.over, b.under))
const isLess = (a: Ratio, b: Ratio) => a.over * b.under < b.over * a.under

describe('the totals of an invoice', () => {
  it('are those of exact fractions, the tax rounded once and half up', () => {
    fc.assert(
      fc.property(invoice, given => {
        const totals = totalsOf(given)
        const half = ratio(1n, 2n)
        // Item by item and never rounded: what the tax is before it becomes units.
        const exact = given.items
          .filter(item => item.apply_taxes)
          .map(item => times(ratio(item.amount_minor), ratio(BigInt(given.tax_bps), 10_000n)))
          .reduce(plus, ratio(0n))
        const off = minus(ratio(totals.tax_minor), exact)
        expect(isLess(off, ratio(-1n, 2n)), 'at most half a unit below').toBe(false)
        expect(isLess(half, off), 'at most half a unit above').toBe(false)
        // Half a unit goes up, never down.
        expect(off.over * 2n === -off.under).toBe(false)
        expect(totals.net_minor + totals.tax_minor + totals.fee_minor).toBe(totals.total_minor)
        expect(totals.receives_minor).toBe(
          given.client_pays_transaction_fees
            ? totals.net_minor + totals.tax_minor
            : totals.net_minor + totals.tax_minor - given.fee_minor,
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('do not depend on the order of items, nor on how a sum is split', () => {
    fc.assert(
      fc.property(invoice, amount, (given, more) => {
        const reversed = { ...given, items: given.items.toReversed() }
        expect(totalsOf(reversed)).toEqual(totalsOf(given))
        const one = [{ amount_minor: more + more, apply_taxes: true }]
        const two = [
          { amount_minor: more, apply_taxes: true },
          { amount_minor: more, apply_taxes: true },
        ]
        expect(totalsOf({ ...given, items: one })).toEqual(totalsOf({ ...given, items: two }))
      }),
    )
  })

  it('fit the wire, whatever is in them', () => {
    const items = Array.from({ length: MOST_ITEMS }, () => ({
      amount_minor: MOST_ITEM_MINOR,
      apply_taxes: true,
    }))
    const most = totalsOf({
      items,
      tax_bps: 10_000,
      fee_minor: MOST_ITEM_MINOR,
      client_pays_transaction_fees: true,
    })
    expect(most.total_minor < 2n ** 53n).toBe(true)
  })

  it('round as accountants do', () => {
    expect(taxOf(50n, 100)).toBe(1n)
    expect(taxOf(49n, 100)).toBe(0n)
    expect(taxOf(350_000n, 2300)).toBe(80_500n)
    expect(taxOf(333n, 1950)).toBe(65n)
  })
})
