/** On which days a source of rates publishes, so that its silence on other days makes no rate old. */
import { businessAge } from '#domain/exchange/business-time.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Rate } from '#domain/kernel/rate.ts'
import { BANK_OF_CANADA } from '../gateways/fx/bank-of-canada.ts'
import { SAMPLE_RATE } from '../gateways/fx/demo-rates.ts'
import { ECB } from '../gateways/fx/ecb.ts'
import { isBankingDayIn, isTargetDay } from '../reference/holidays.ts'

const everyDay = () => true
const weekdays = isBankingDayIn(null)

/** By the name of the source; of any other it is from Monday to Friday. */
const OPEN: Readonly<Record<string, (day: PlainDateString) => boolean>> = {
  [ECB]: isTargetDay,
  [BANK_OF_CANADA]: isBankingDayIn('CA'),
  [SAMPLE_RATE]: everyDay,
}

/** The age of a quotation at an instant in the business time of its source; milliseconds. */
export function ageOf({ source, as_of }: Pick<Rate, 'source' | 'as_of'>, now: Date): number {
  return businessAge(new Date(as_of), now, OPEN[source] ?? weekdays)
}
