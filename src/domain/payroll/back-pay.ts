/** Back pay: what days are worth that a contract earns and that no cycle paid. */
import { formatDate } from '#domain/kernel/plain-date.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
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
      return share ? [{ ...share, proration: reasonOf(earned, share.proration) }] : []
    }),
  )
}

function reasonOf(earned: Days, part: Text | null): Text {
  const days = { first: formatDate(earned.first), last: formatDate(earned.last) }
  return part
    ? textOf('payroll.proration.backPayInPart', { ...days, part })
    : textOf('payroll.proration.backPay', days)
}
