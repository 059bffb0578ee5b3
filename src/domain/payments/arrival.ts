/** When money that left is there: a rail's own time, and the days on which banks of the country that it goes to are open. */
import { assert } from '#domain/kernel/assert.ts'
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'

/** Whether banks of a country book what comes in on a day. */
export type IsBankingDay = (date: PlainDateString) => boolean

/** No country's banks are closed for so long; a search beyond it would never end. */
const LONGEST_CLOSURE_DAYS = 60

/** The day on which money that leaves on a day has arrived: a chain pays the same day, a bank on the next day on which it is open there. */
export function arrivalOn(
  network: string,
  leaves: PlainDateString,
  isBankingDay: IsBankingDay,
): PlainDateString {
  return network === 'fiat' ? firstBankingDay(addDays(leaves, 1), isBankingDay) : leaves
}

/** The first day from one on, and it itself, on which banks are open. */
export function firstBankingDay(
  from: PlainDateString,
  isBankingDay: IsBankingDay,
): PlainDateString {
  for (let days = 0; days < LONGEST_CLOSURE_DAYS; days++) {
    const date = addDays(from, days)
    if (isBankingDay(date)) return date
  }
  assert(false, `no banking day within two months of ${from}`)
}
