/** On which days the banks of a currency book. */
import { isBankingDayIn, isTargetDay } from '../reference/holidays.ts'

/** Days of TARGET for the euro; of any other currency those of the country whose code it begins with, as ISO 4217 makes them. */
export function isBookingDay(currency: string): (day: string) => boolean {
  return currency === 'EUR' ? isTargetDay : isBankingDayIn(currency.slice(0, 2))
}
