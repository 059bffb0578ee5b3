/** What a change of a policy does to its calendar, before it is made: which dates move, and how many stay. */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { PayPeriod } from './pay-dates.ts'

type Period = Pick<PayPeriod, 'start_date' | 'end_date' | 'pay_date'>

/** A period whose pay date is another; `was` or `becomes` is null where only one of the calendars has the period. */
export type MovedDate = {
  readonly start_date: PlainDateString
  readonly end_date: PlainDateString
  readonly was: PlainDateString | null
  readonly becomes: PlainDateString | null
}

/** The periods of two calendars that are not paid on the same day in both, in order, and how many are. A period is its days. */
export function compareCalendars(
  before: readonly Period[],
  after: readonly Period[],
): { moved: MovedDate[]; same: number } {
  const keyOf = ({ start_date, end_date }: Period) => `${start_date} ${end_date}`
  const was = new Map(before.map(period => [keyOf(period), period.pay_date]))
  const becomes = new Map(after.map(period => [keyOf(period), period.pay_date]))
  const all = new Map([...before, ...after].map(period => [keyOf(period), period]))
  const moved = [...all]
    .filter(([key]) => was.get(key) !== becomes.get(key))
    .map(([key, { start_date, end_date }]) => ({
      ...{ start_date, end_date },
      was: was.get(key) ?? null,
      becomes: becomes.get(key) ?? null,
    }))
    .sort((a, b) => (`${a.end_date} ${a.start_date}` < `${b.end_date} ${b.start_date}` ? -1 : 1))
  return { moved, same: all.size - moved.length }
}
