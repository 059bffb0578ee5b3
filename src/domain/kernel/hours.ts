/** Hours carry two decimals (design: Money): whole hundredths inside, a decimal number on the wire. */
import { divideHalfEven, formatMinor, type Money } from './money.ts'

/** Writes hundredths of an hour as `80.00`. */
export function formatHours(hundredths: number): string {
  return formatMinor(hundredths, 2)
}

/** Rate x hours, rounded half-even once at the end. `hundredths` are whole hundredths of an hour. */
export function payFor(hourlyRate: Money, hundredths: number): Money {
  return {
    currency: hourlyRate.currency,
    minor: divideHalfEven(hourlyRate.minor * BigInt(hundredths), 100n),
  }
}
