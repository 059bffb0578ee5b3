/**
 * Money: a whole number of the currency's smallest unit beside its currency. No floating point touches an amount.
 */
import { assert } from './assert.ts'
import { type CurrencyCode, exponentOf } from './currency.ts'

/** No receipt and no exchange is larger, in smallest units: sums of them stay whole numbers on the wire for long. */
export const MOST_RECEIPT_MINOR = 10n ** 14n

/** No pay, no entry of one and no row of a batch is larger, in smallest units: what many of them come to stays a whole number on the wire. */
export const MOST_PAY_MINOR = 10n ** 12n

/** The most that an answer carries exactly, in smallest units: 2^53 - 1. */
export const MOST_CARRIED_MINOR = BigInt(Number.MAX_SAFE_INTEGER)

export type Money = { readonly currency: CurrencyCode; readonly minor: bigint }

/** Money of `minor` smallest units. */
export function money(currency: CurrencyCode, minor: bigint): Money {
  return { currency, minor }
}

/** Sums amounts per currency, in the order of their codes, so that the same sums stand the same everywhere. */
export function totalsByCurrency(amounts: Iterable<Money>): Money[] {
  const totals = new Map<CurrencyCode, bigint>()
  for (const { currency, minor } of amounts)
    totals.set(currency, (totals.get(currency) ?? 0n) + minor)
  return [...totals]
    .map(([currency, minor]) => ({ currency, minor }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

/**
 * Writes smallest units as plain digits by moving the point in a string: no grouping, all decimals of the currency
 * (specification 9). `formatMinor(268000n, 2)` is `2680.00`.
 */
export function formatMinor(minor: bigint | number, exponent: number): string {
  const negative = minor < 0
  const digits = String(negative ? -minor : minor).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`
  return `${negative ? '-' : ''}${whole}${fraction}`
}

/** Most decimals that an amount is ever shown with (specification 9). */
const MOST_DECIMALS = 8

/**
 * An amount as it is shown, on screens as in documents and mails: at most 8 decimals, and of currencies of more than three decimals no
 * zeros at the end beyond two. `formatAmount(912_000_000n, 6)` is `912.00`.
 */
export function formatAmount(minor: bigint | number, exponent: number): string {
  const [whole = '', all = ''] = formatMinor(BigInt(minor), exponent).split('.')
  const decimals = all.slice(0, MOST_DECIMALS)
  const shown =
    exponent > 3 ? decimals.slice(0, 2) + decimals.slice(2).replace(/0+$/, '') : decimals
  return shown ? `${whole}.${shown}` : whole
}

/** The amount as it is shown, without its currency. */
export function amountText({ currency, minor }: Money): string {
  return formatAmount(minor, exponentOf(currency))
}

/** The amount as it is shown with its currency code, `2680.00 USD`. */
export function formatMoney(money: Money): string {
  return `${amountText(money)} ${money.currency}`
}

/** An amount in a sentence has the code of its currency behind it; a year or a reference has none. */
const AMOUNTS = /(?<![\d.])\d{4,}(?=(?:\.\d+)? [A-Z]{3,4}\b)/g

/**
 * Cuts a text where the thousands of its amounts are set apart, by a gap that a style draws and no copy carries (specification 9): every
 * piece but the first begins with three digits before which it stands. `amounts` finds the digits before the point.
 */
export function cutAtThousands(text: string, amounts: RegExp = AMOUNTS): string[] {
  const cuts = [0]
  for (const { 0: whole, index } of text.matchAll(amounts))
    for (let at = whole.length % 3 || 3; at < whole.length; at += 3) cuts.push(index + at)
  return cuts.map((cut, at) => text.slice(cut, cuts[at + 1]))
}

/**
 * Reads a decimal text such as `1234.5` into smallest units, exactly. Answers undefined for anything that is not plain
 * digits with an optional point, or has more decimals than the currency.
 */
export function parseMinor(text: string, exponent: number): bigint | undefined {
  const match = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/.exec(text)
  if (!match) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  if (fraction.length > exponent) return undefined
  const minor = BigInt(whole + fraction.padEnd(exponent, '0'))
  return sign ? -minor : minor
}

/** Divides two whole numbers and rounds half to even; `denominator` is positive. The one rounding used for money. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'a denominator is positive')
  const negative = numerator < 0n
  const n = negative ? -numerator : numerator
  const quotient = n / denominator
  const twice = 2n * (n % denominator)
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n)
  const rounded = up ? quotient + 1n : quotient
  return negative ? -rounded : rounded
}
