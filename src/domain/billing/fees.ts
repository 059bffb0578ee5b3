/** What Corridor charges an employer: a price list, and what a pay that arrived costs by it (decision 0068). */
import { divideHalfEven, type Money } from '#domain/kernel/money.ts'

export const FEE_KINDS = ['CONTRACTOR', 'PAYMENT', 'CONVERSION'] as const
export type FeeKind = (typeof FEE_KINDS)[number]

/** No price is higher, in smallest units; a margin and a tax in basis points. */
export const MOST_PRICE_MINOR = 1_000_000_000
export const MOST_MARGIN_BPS = 1000
export const MOST_TAX_BPS = 5000

/** Prices in the smallest unit of `currency`; the margin is taken in the currency that is converted, the tax on top of each fee. */
export type PriceList = {
  readonly currency: string
  /** For each contractor who was paid in a month. */
  readonly contractor_minor: bigint
  /** For each payment, by network. */
  readonly payment_prices: Readonly<Record<string, number>>
  readonly margin_bps: number
  readonly tax_bps: number
}

/** A payment that arrived as a part of a pay, as a fee is worked out of it. */
export type ChargedPayment = {
  readonly payment_uuid: string
  readonly contractor_sub: string
  readonly network: string
  readonly source: Money
  /** Whether it was exchanged at a rate; tokens at par were not. */
  readonly converted: boolean
}

export type Fee = {
  readonly kind: FeeKind
  readonly contractor_sub: string
  readonly payment_uuid: string
  readonly network: string
  readonly currency: string
  readonly price_minor: bigint
  readonly margin_bps: number
  readonly base_minor: bigint
  readonly net_minor: bigint
  readonly tax_bps: number
  readonly tax_minor: bigint
}

/** The tax on a fee, rounded half up to the smallest unit. */
export function taxOn(net_minor: bigint, tax_bps: number): bigint {
  return (net_minor * BigInt(tax_bps) + 5000n) / 10_000n
}

/** The margin on what is converted, rounded half to even, in its smallest unit. */
export function marginOn(source_minor: bigint, margin_bps: number): bigint {
  return divideHalfEven(source_minor * BigInt(margin_bps), 10_000n)
}

/**
 * What payments that arrived cost. Each contractor's month is named once, by the first of their payments: whoever keeps the fees keeps the one of a
 * month that is there. What costs nothing is no fee.
 */
export function feesOf(prices: PriceList, payments: readonly ChargedPayment[]): Fee[] {
  const counted = new Set<string>()
  return payments.flatMap(payment => {
    const { contractor_sub, source } = payment
    const ofMonth = counted.has(contractor_sub) ? 0n : prices.contractor_minor
    counted.add(contractor_sub)
    const price = BigInt(prices.payment_prices[payment.network] ?? 0)
    const margin = payment.converted ? marginOn(source.minor, prices.margin_bps) : 0n
    return [
      priced(prices, payment, 'CONTRACTOR', ofMonth),
      priced(prices, payment, 'PAYMENT', price),
      {
        ...base(prices, payment, 'CONVERSION', margin),
        currency: source.currency,
        margin_bps: prices.margin_bps,
        base_minor: source.minor,
      },
    ].filter(fee => fee.net_minor > 0n)
  })
}

function priced(prices: PriceList, payment: ChargedPayment, kind: FeeKind, price_minor: bigint) {
  return { ...base(prices, payment, kind, price_minor), price_minor }
}

function base(
  { currency, tax_bps }: PriceList,
  { contractor_sub, payment_uuid, network }: ChargedPayment,
  kind: FeeKind,
  net_minor: bigint,
): Fee {
  return {
    ...{ kind, contractor_sub, payment_uuid, network, currency },
    ...{ price_minor: 0n, margin_bps: 0, base_minor: 0n },
    ...{ net_minor, tax_bps, tax_minor: taxOn(net_minor, tax_bps) },
  }
}

/** What payments of these kinds would cost with their tax: what a dry run can say. A margin, and a contractor's month, are said beside. */
export function plannedFees(
  prices: PriceList,
  kinds: readonly { readonly network: string; readonly payments: number }[],
): Money {
  const minor = kinds.reduce((sum, { network, payments }) => {
    const price = BigInt(prices.payment_prices[network] ?? 0)
    return sum + (price + taxOn(price, prices.tax_bps)) * BigInt(payments)
  }, 0n)
  return { currency: prices.currency, minor }
}

/** What a contractor's month costs with its tax, by the first pay of theirs that arrives in it; null where it costs nothing. */
export function contractorMonth({ currency, contractor_minor, tax_bps }: PriceList): Money | null {
  const minor = contractor_minor + taxOn(contractor_minor, tax_bps)
  return minor > 0n ? { currency, minor } : null
}

/** What one pay costs that arrives whole at a bank, unconverted, as the first of its contractor's month: with its tax, in the currency of the list. */
export function feeOfOnePay(prices: PriceList): Money {
  const { currency } = prices
  const pay = { payment_uuid: '', contractor_sub: '', network: 'fiat', converted: false }
  const fees = feesOf(prices, [{ ...pay, source: { currency, minor: 0n } }])
  const minor = fees.reduce((sum, { net_minor, tax_minor }) => sum + net_minor + tax_minor, 0n)
  return { currency, minor }
}

/** The number that a receipt carries: `2026-0007`, gapless per employer and year. */
export function receiptNumber(year: number, number: number): string {
  return `${year}-${String(number).padStart(4, '0')}`
}
