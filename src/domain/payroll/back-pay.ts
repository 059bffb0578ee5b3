/** Back pay: what days are worth that a contract earns and that no cycle paid. */
import { formatDate } from '#domain/kernel/plain-date.ts'
import { type Days, type FitContract, type Share, shareOf } from './fit.ts'
import { type IsHoliday, periodsTouching } from './pay-dates.ts'
import type { PayPolicyTerms } from './pay-policy.ts'

/**
 * The shares that pay for the days, one for each period of the policy's calendar that they touch, reckoned as if its cycle had
 * been opened. Days that are worth nothing, such as a weekend, have none.
 */
export function backPay(
  contract: FitContract,
  unpaid: readonly Days[],
  terms: PayPolicyTerms,
  isHoliday: IsHoliday,
): Share[] {
  return unpaid.flatMap(({ first, last }) =>
    periodsTouching(terms, first, last).flatMap(period => {
      const earned = {
        first: first > period.start_date ? first : period.start_date,
        last: last < period.end_date ? last : period.end_date,
      }
      const share = shareOf(contract, earned, period, isHoliday)
      return share ? [{ ...share, proration: `${reasonOf(earned)} ${share.proration}`.trim() }] : []
    }),
  )
}

function reasonOf({ first, last }: Days): string {
  return `Back pay for ${formatDate(first)} to ${formatDate(last)}, which no cycle paid.`
}
