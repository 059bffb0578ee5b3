/**
 * Exchange rates: a decimal string with its source and time. Converting rounds half-even once, in the target currency
 * (docs/rules/fx.md).
 */
import { assert } from './assert.ts'
import { exponentOf } from './currency.ts'
import { divideHalfEven, formatMinor, type Money } from './money.ts'

export type Rate = {
  readonly from_currency: string
  readonly to_currency: string
  /** Units of `to_currency` for one unit of `from_currency`, a decimal string such as `1.3647`. */
  readonly rate: string
  readonly source: string
  readonly as_of: string
}

/** The rate as a ratio of whole numbers; a text that is no positive decimal is a `Defect`. */
export function ratioOf(rate: string): { numerator: bigint; denominator: bigint } {
  const match = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(rate)
  assert(match, `${rate} is no decimal rate`)
  const [, whole = '', fraction = ''] = match
  const numerator = BigInt(whole + fraction)
  assert(numerator > 0n, 'a rate is positive')
  return { numerator, denominator: 10n ** BigInt(fraction.length) }
}

/** Converts an amount at a rate, rounding half-even in the target currency's smallest unit. */
export function convert(amount: Money, rate: Rate): Money {
  assert(
    amount.currency === rate.from_currency,
    `a ${rate.from_currency} rate for ${amount.currency}`,
  )
  const { numerator, denominator } = ratioOf(rate.rate)
  const up = 10n ** BigInt(exponentOf(rate.to_currency))
  const down = 10n ** BigInt(exponentOf(rate.from_currency))
  return {
    currency: rate.to_currency,
    minor: divideHalfEven(amount.minor * numerator * up, denominator * down),
  }
}

/** What has to be converted at a rate to come to an amount of its `to_currency`, rounding half-even in the smallest unit. */
export function convertBack(amount: Money, rate: Rate): Money {
  assert(amount.currency === rate.to_currency, `a rate into ${rate.to_currency}`)
  const { numerator, denominator } = ratioOf(rate.rate)
  const up = 10n ** BigInt(exponentOf(rate.from_currency))
  const down = 10n ** BigInt(exponentOf(rate.to_currency))
  return {
    currency: rate.from_currency,
    minor: divideHalfEven(amount.minor * denominator * up, numerator * down),
  }
}

/** What amounts are together in one currency, each converted by itself; undefined where a rate is not known. */
export function worthIn(
  currency: string,
  amounts: readonly Money[],
  rateFor: (from: string, to: string) => Rate | undefined,
): bigint | undefined {
  let sum = 0n
  for (const amount of amounts) {
    const rate = amount.currency === currency ? null : rateFor(amount.currency, currency)
    if (rate === undefined) return undefined
    sum += rate ? convert(amount, rate).minor : amount.minor
  }
  return sum
}

const CROSS_DECIMALS = 15

/**
 * The rate between two currencies that are both quoted against one base: `perTo / perFrom`, rounded half-even to fifteen decimals, so that a rate into bitcoin keeps its precision,
 * and written without trailing zeros.
 */
export function crossRate(perFrom: string, perTo: string): string {
  const from = ratioOf(perFrom)
  const to = ratioOf(perTo)
  const scale = 10n ** BigInt(CROSS_DECIMALS)
  const scaled = divideHalfEven(
    to.numerator * from.denominator * scale,
    to.denominator * from.numerator,
  )
  assert(scaled > 0n, 'a cross rate is positive')
  return formatMinor(scaled, CROSS_DECIMALS).replace(/\.?0+$/, '')
}

/** A rate for people to read: six significant digits, cut and not rounded; the exact one is in the CSV. */
export function shortRate(rate: string): string {
  const [whole = '', fraction = ''] = rate.split('.')
  const significant = whole.replace(/^0+/, '').length
  const zeros = significant > 0 ? 0 : fraction.length - fraction.replace(/^0+/, '').length
  const kept = fraction.slice(0, Math.max(0, 6 - significant + zeros)).replace(/0+$/, '')
  return kept ? `${whole}.${kept}` : whole
}
