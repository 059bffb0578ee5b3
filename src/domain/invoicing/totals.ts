/**
 * What an invoice comes to: the one function by which the screen, the PDF and the XML inside it are filled (decision 0097). Whole smallest
 * units throughout; the tax is worked out once, on the sum of what is taxed, and rounded half up (EN 16931, BR-CO-17).
 */
import { WHOLE_BPS } from '#domain/kernel/allocate.ts'

/** An item as it counts: its amount before tax, not negative. */
export type CountedItem = { readonly amount_minor: bigint; readonly apply_taxes: boolean }

export type CountedInvoice = {
  readonly items: readonly CountedItem[]
  readonly tax_bps: number
  /** What the way to be paid costs. */
  readonly fee_minor: bigint
  /** Whether the client pays that on top. */
  readonly client_pays_transaction_fees: boolean
}

/** All in smallest units of the invoice's currency. */
export type Totals = {
  /** Of all items. */
  readonly net_minor: bigint
  /** Of the items that are taxed. */
  readonly taxed_minor: bigint
  readonly tax_minor: bigint
  /** What is added for the way to be paid; 0 where the contractor bears it. */
  readonly fee_minor: bigint
  /** What the client pays. */
  readonly total_minor: bigint
  /** What is left of it for the contractor; negative where the fee is more than all of it. */
  readonly receives_minor: bigint
}

/** The totals of an invoice: `total = net + tax + fee`, exactly. */
export function totalsOf(invoice: CountedInvoice): Totals {
  const net_minor = sumOf(invoice.items)
  const taxed_minor = sumOf(invoice.items.filter(item => item.apply_taxes))
  const tax_minor = taxOf(taxed_minor, invoice.tax_bps)
  const fee_minor = invoice.client_pays_transaction_fees ? invoice.fee_minor : 0n
  const total_minor = net_minor + tax_minor + fee_minor
  const receives_minor = total_minor - invoice.fee_minor
  return { net_minor, taxed_minor, tax_minor, fee_minor, total_minor, receives_minor }
}

/** The tax on an amount that is not negative, rounded half up to the smallest unit. */
export function taxOf(taxed_minor: bigint, tax_bps: number): bigint {
  const whole = BigInt(WHOLE_BPS)
  return (2n * taxed_minor * BigInt(tax_bps) + whole) / (2n * whole)
}

function sumOf(items: readonly CountedItem[]): bigint {
  return items.reduce((sum, item) => sum + item.amount_minor, 0n)
}
