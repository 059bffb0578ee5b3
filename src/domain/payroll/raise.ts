/** A raise that was signed late: what days that were paid at a lower rate are worth more by the terms that hold for them now. */
import { payFor } from '#domain/kernel/hours.ts'
import type { Days, FitContract } from './fit.ts'
import type { IsHoliday } from './pay-dates.ts'
import { prorate } from './proration.ts'

/** What of a contract is unpaid: days, or their raise. */
export const UNPAID_KINDS = ['DAYS', 'RAISE'] as const

/** An item at a lower rate, and the days of it for which a contract now gives more. */
export type RaisedItem = {
  readonly line_item_uuid: string
  readonly status: string
  readonly earned: Days
  readonly raised: Days
  readonly hours_hundredths: number
  readonly hourly_rate_minor: number
}

export type Raise = {
  readonly line_item_uuid: string
  readonly days: Days
  readonly hours_hundredths: number
  /** In the smallest unit of the contract's currency; more than 0. */
  readonly amount_minor: bigint
}

/**
 * What each item lacks: the hours that it paid for on those days, at the new rate less at the old one. Of an item that the raise covers in
 * part these are its hours by business days, as a share of a period is. What is not paid yet lacks nothing: it takes the new terms by itself, once its
 * approval is taken back.
 */
export function raisesOwed(
  { currency, hourly_rate_minor: minor }: Pick<FitContract, 'currency' | 'hourly_rate_minor'>,
  items: readonly RaisedItem[],
  isHoliday: IsHoliday,
): Raise[] {
  return items.flatMap(({ line_item_uuid, status, earned, raised, ...paid }) => {
    if (status !== 'PAID') return []
    const { hours_hundredths } = prorate({
      scheduled_hours_hundredths: paid.hours_hundredths,
      period: { start_date: earned.first, end_date: earned.last },
      contract_start_date: raised.first,
      contract_end_date: raised.last,
      isHoliday,
    })
    const before = payFor(
      { currency, minor: BigInt(paid.hourly_rate_minor) },
      hours_hundredths,
    ).minor
    const amount_minor = payFor({ currency, minor }, hours_hundredths).minor - before
    return amount_minor > 0n
      ? [{ line_item_uuid, days: raised, hours_hundredths, amount_minor }]
      : []
  })
}
