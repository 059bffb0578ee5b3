/**
 * Why something on an invoice is taxed or not, in the codes of EN 16931 (UNTDID 5305): what a European tax office reads from an invoice
 * beside its rate. Of an invoice what is taxed is `S`; all that is not has one reason.
 */
import { type CountedInvoice, totalsOf } from './totals.ts'

/**
 * Reverse charge, exempt, outside the scope of value added tax, zero rate. Those of goods that leave a country are no codes for work.
 */
export const UNTAXED_CATEGORIES = ['AE', 'E', 'O', 'Z'] as const
export type UntaxedCategory = (typeof UNTAXED_CATEGORIES)[number]
export type TaxCategory = UntaxedCategory | 'S'

/** An invoice as far as it says why it is not taxed; null where its contractor did not. */
export type CategorisedInvoice = CountedInvoice & { readonly tax_category: UntaxedCategory | null }

/** What has one category of tax, in smallest units. */
export type TaxGroup = {
  readonly category: TaxCategory
  readonly tax_bps: number
  readonly basis_minor: bigint
  readonly tax_minor: bigint
}

type Taxable = Pick<CategorisedInvoice, 'tax_bps' | 'tax_category'> & {
  readonly items: readonly { readonly apply_taxes: boolean }[]
}

/** Whether an invoice asks for tax on any of its items. */
export function asksForTax({ items, tax_bps }: Omit<Taxable, 'tax_category'>): boolean {
  return tax_bps > 0 && items.some(item => item.apply_taxes)
}

/**
 * The category of what is not taxed: as chosen; of an invoice that asks for no tax else outside the scope, and beside something that is taxed
 * exempt, because nothing taxed may stand beside what is outside the scope (EN 16931, BR-O-11).
 */
export function untaxedCategoryOf(invoice: Taxable): UntaxedCategory {
  return invoice.tax_category ?? (asksForTax(invoice) ? 'E' : 'O')
}

/** The category of one item. */
export function categoryOf(item: { readonly apply_taxes: boolean }, of: Taxable): TaxCategory {
  return of.tax_bps > 0 && item.apply_taxes ? 'S' : untaxedCategoryOf(of)
}

/**
 * What an invoice comes to by category, what is taxed first: bases and taxes of all are its net, fee and tax, exactly. The fee that a client
 * pays is not taxed.
 */
export function taxGroupsOf(invoice: CategorisedInvoice): TaxGroup[] {
  const { net_minor, taxed_minor, tax_minor, fee_minor } = totalsOf(invoice)
  const { tax_bps } = invoice
  const asked = asksForTax(invoice)
  const category = untaxedCategoryOf(invoice)
  const others = invoice.items.some(item => categoryOf(item, invoice) !== 'S') || fee_minor > 0n
  const basis_minor = net_minor + fee_minor - (asked ? taxed_minor : 0n)
  const untaxed = { category, tax_bps: 0, basis_minor, tax_minor: 0n }
  return [
    ...(asked ? [{ category: 'S', tax_bps, basis_minor: taxed_minor, tax_minor } as const] : []),
    ...(others ? [untaxed] : []),
  ]
}
