/** What a first pay would cost a company, before there is one: by the contract that is furthest on, else by an example. */
import { payFor } from '#domain/kernel/hours.ts'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'

/** A period of one contractor: their hours in hundredths, and what one hour is paid. */
export type FirstTerms = { readonly hours_hundredths: number; readonly rate: Money }

export type FirstCost = FirstTerms & {
  /** Whether nobody agreed on these terms yet. */
  readonly example: boolean
  readonly pay: Money
  /** What Corridor charges for it, with the tax. */
  readonly fees: readonly Money[]
  /** What has to be with Corridor for both, by currency. */
  readonly funds: readonly Money[]
}

/** Two weeks of full days, in hundredths of an hour, and what an hour of them is paid: in the company's own currency about as much. */
const EXAMPLE_HOURS = 8_000
export const EXAMPLE_RATE: Money = { currency: 'USD', minor: 4_000n }

/** The terms of the example, of what `EXAMPLE_RATE` comes to in the company's currency: to the first figure, as people would say it. */
export function exampleTerms({ currency, minor }: Money): FirstTerms {
  const unit = 10n ** BigInt(Math.max(minor.toString().length - 1, 0))
  const rounded = ((minor + unit / 2n) / unit) * unit
  return { hours_hundredths: EXAMPLE_HOURS, rate: { currency, minor: rounded } }
}

/** The cost of one period by these terms; `fees` says what Corridor charges for a pay. */
export function firstCost(terms: FirstTerms, example: boolean, fees: readonly Money[]): FirstCost {
  const pay = payFor(terms.rate, terms.hours_hundredths)
  return { ...terms, example, pay, fees, funds: totalsByCurrency([pay, ...fees]) }
}
