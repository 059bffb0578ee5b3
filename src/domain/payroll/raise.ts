/** A raise that was signed late: what days that were paid at a lower rate are worth more by the terms that hold for them now. */
import { payFor } from '#domain/kernel/hours.ts'
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Days, FitContract } from './fit.ts'
import type { IsHoliday } from './pay-dates.ts'
import { prorate } from './proration.ts'

/** What of a contract is unpaid: days, or their raise. */
export const UNPAID_KINDS = ['DAYS', 'RAISE'] as const

/** What was added already: these days, from one rate to another. No two of an item have a day and a step of its rate in common. */
export type AddedRaise = Days & { readonly before_minor: number; readonly rate_minor: number }

/** An item at a lower rate, and the days of it for which a contract now gives more. */
export type RaisedItem = {
  readonly line_item_uuid: string
  readonly status: string
  readonly earned: Days
  readonly raised: Days
  readonly hours_hundredths: number
  readonly hourly_rate_minor: number
  readonly added: readonly AddedRaise[]
}

export type Raise = {
  readonly line_item_uuid: string
  readonly days: Days
  readonly hours_hundredths: number
  /** From which rate to which they are brought, in the smallest unit. */
  readonly before_minor: bigint
  readonly rate_minor: bigint
  /** In the smallest unit of the contract's currency; more than 0. */
  readonly amount_minor: bigint
}

/**
 * What each item lacks: the hours that it paid for on those days, at the new rate less at the one that they have by now: its own, or that of
 * raises that were added. Of an item that the raise covers in part these are its hours by business days, as a share of a period is. However it is cut,
 * by days or by steps, the pieces come to what they come to at once, and with the item to its hours at the new rate: each is what is worth more by its
 * end than by its beginning. What is not paid yet lacks nothing: it takes the new terms by itself, once its approval is taken back.
 */
export function raisesOwed(
  { currency, hourly_rate_minor: to }: Pick<FitContract, 'currency' | 'hourly_rate_minor'>,
  items: readonly RaisedItem[],
  isHoliday: IsHoliday,
): Raise[] {
  const pay = (minor: bigint, hours: number) => payFor({ currency, minor }, hours).minor
  return items
    .filter(({ status }) => status === 'PAID')
    .flatMap(item =>
      stretchesOf(item).flatMap(days => {
        const before = hoursUntil(item, addDays(days.first, -1), isHoliday)
        const until = hoursUntil(item, days.last, isHoliday)
        return missingSteps(item, days, to).flatMap(([before_minor, rate_minor]) => {
          const more = (hours: number) => pay(rate_minor, hours) - pay(before_minor, hours)
          const amount_minor = more(until) - more(before)
          const raise = {
            ...{ line_item_uuid: item.line_item_uuid, days, before_minor, rate_minor },
            hours_hundredths: until - before,
          }
          return amount_minor > 0n ? [{ ...raise, amount_minor }] : []
        })
      }),
    )
}

/** The raised days of an item, cut where something that was added begins or ends. */
function stretchesOf({ raised, added }: RaisedItem): Days[] {
  const cuts = added.flatMap(({ first, last }) => [first, addDays(last, 1)])
  const firsts = [...new Set([raised.first, ...cuts])]
    .filter(day => day >= raised.first && day <= raised.last)
    .toSorted()
  return firsts.map((first, at) => {
    const next = firsts[at + 1]
    return { first, last: next ? addDays(next, -1) : raised.last }
  })
}

/** From which rate to which a stretch lacks something, the lowest first: what of the way up nothing added covers. */
function missingSteps(
  { hourly_rate_minor, added }: RaisedItem,
  { first, last }: Days,
  to: bigint,
): (readonly [before: bigint, rate: bigint])[] {
  const covering = added
    .filter(of => of.first <= first && of.last >= last)
    .toSorted((a, b) => a.before_minor - b.before_minor)
  const steps: (readonly [bigint, bigint])[] = []
  let at = BigInt(hourly_rate_minor)
  for (const { before_minor, rate_minor } of [
    ...covering,
    { before_minor: Number(to), rate_minor: Number(to) },
  ]) {
    const until = BigInt(before_minor) < to ? BigInt(before_minor) : to
    if (until > at) steps.push([at, until])
    if (BigInt(rate_minor) > at) at = BigInt(rate_minor)
  }
  return steps
}

/** The hours of an item from its first day to a day, which is in it or the one before. */
function hoursUntil(
  { earned, hours_hundredths }: RaisedItem,
  day: PlainDateString,
  isHoliday: IsHoliday,
): number {
  return prorate({
    scheduled_hours_hundredths: hours_hundredths,
    period: { start_date: earned.first, end_date: earned.last },
    contract_start_date: earned.first,
    contract_end_date: day,
    isHoliday,
  }).hours_hundredths
}
