import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryOf, taxGroupsOf, UNTAXED_CATEGORIES, untaxedCategoryOf } from './tax-category.ts'
import { totalsOf } from './totals.ts'

const invoice = fc.record({
  items: fc.array(
    fc.record({ amount_minor: fc.bigInt({ min: 0n, max: 10n ** 13n }), apply_taxes: fc.boolean() }),
    { minLength: 1, maxLength: 50 },
  ),
  tax_bps: fc.constantFrom(0, 1, 750, 2300, 10_000),
  fee_minor: fc.bigInt({ min: 0n, max: 10_000n }),
  client_pays_transaction_fees: fc.boolean(),
  tax_category: fc.constantFrom(null, ...UNTAXED_CATEGORIES),
})

describe('the categories of tax', () => {
  it('come to the invoice, each once, and only what is taxed has tax', () => {
    fc.assert(
      fc.property(invoice, of => {
        const groups = taxGroupsOf(of)
        const { net_minor, fee_minor, tax_minor } = totalsOf(of)
        const sum = (key: 'basis_minor' | 'tax_minor') =>
          groups.reduce((all, group) => all + group[key], 0n)
        expect(sum('basis_minor')).toBe(net_minor + fee_minor)
        expect(sum('tax_minor')).toBe(tax_minor)
        expect(new Set(groups.map(({ category }) => category)).size).toBe(groups.length)
        for (const { category, basis_minor, tax_minor: tax } of groups) {
          expect(category === 'S' || tax === 0n).toBe(true)
          const items = of.items.filter(item => categoryOf(item, of) === category)
          const fee = category === untaxedCategoryOf(of) ? fee_minor : 0n
          expect(basis_minor).toBe(items.reduce((all, item) => all + item.amount_minor, fee))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('are outside the scope where nobody said more, and exempt beside what is taxed', () => {
    const items = [{ apply_taxes: true }, { apply_taxes: false }]
    expect(untaxedCategoryOf({ items, tax_bps: 0, tax_category: null })).toBe('O')
    expect(untaxedCategoryOf({ items, tax_bps: 2300, tax_category: null })).toBe('E')
    expect(untaxedCategoryOf({ items, tax_bps: 2300, tax_category: 'Z' })).toBe('Z')
  })
})
