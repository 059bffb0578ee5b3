/**
 * Periods and nominal pay dates of golden policies, found by walking through the days one by one and asking of each whether it is one: another
 * way than the domain's, which reckons months, and with whole days since 1970 alone.
 */
import type { PayPolicyTerms } from '#domain/payroll/pay-policy.ts'
import { LAST_DAY } from './terms.ts'

const DAY = 86_400_000
type Day = {
  readonly at: number
  readonly text: string
  readonly day: number
  readonly weekday: number
}

function dayOf(at: number): Day {
  const date = new Date(at * DAY)
  const [day, weekday] = [date.getUTCDate(), date.getUTCDay()]
  return { at, text: date.toISOString().slice(0, 10), day, weekday }
}

/** Whether it is the last of its month. */
function isLast({ at }: Day): boolean {
  return dayOf(at + 1).day === 1
}

type Rule = (day: Day, end: Day) => boolean

/** Start, end and nominal date of each period that ends by the last golden day. */
export function nominalDates(
  terms: PayPolicyTerms,
  isBusiness: (date: string) => boolean,
): string[][] {
  const first = Date.parse(terms.first_period_end_date) / DAY
  const last = Date.parse(LAST_DAY) / DAY
  const ends = Array.from({ length: last - first + 1 }, (_, at) => dayOf(first + at)).filter(day =>
    isEnd(terms, day, first),
  )
  const isPaid = paidOn(terms, isBusiness)
  return ends.map((end, at) => {
    const before = ends[at - 1]?.at ?? lastEndBefore(terms, end, first)
    let day = end
    while (!isPaid(day, end)) day = dayOf(day.at + 1)
    return [dayOf(before + 1).text, end.text, day.text]
  })
}

function lastEndBefore(terms: PayPolicyTerms, end: Day, first: number): number {
  let at = end.at - 1
  while (!isEnd(terms, dayOf(at), first)) at--
  return at
}

function isEnd({ period_type }: PayPolicyTerms, day: Day, first: number): boolean {
  if (period_type === 'WEEKLY') return (day.at - first) % 7 === 0
  if (period_type === 'BI_WEEKLY') return (day.at - first) % 14 === 0
  return isLast(day) || (period_type === 'SEMI_MONTHLY' && day.day === 15)
}

/** Of the golden policies, whose months end on their last day, so that a day named of a month is one of the month after. */
function paidOn(terms: PayPolicyTerms, isBusiness: (date: string) => boolean): Rule {
  const inNext: Rule = (day, end) => monthsSince(end, day) === 1
  switch (terms.pay_date_rule) {
    case 'END_OF_PAY_PERIOD':
    case 'SAME_DATE_EVERY_MONTH':
    case 'MIDDLE_AND_LAST':
      return (day, end) => day.at === end.at
    case 'DAY_OF_WEEK':
      return ({ weekday }) => weekday === 5
    case 'MIDDLE_AND_LAST_OF_NEXT_MONTH':
      return (day, end) => inNext(day, end) && (end.day === 15 ? day.day === 15 : isLast(day))
    case 'SPECIFIC_DAY_OF_MONTH':
      return (day, end) => inNext(day, end) && (day.day === 29 || (day.day < 29 && isLast(day)))
    case 'NTH_WEEKDAY':
      // The last Friday that may be: in the month's own end none is earlier than it.
      return (day, end) => inNext(day, end) && day.weekday === 5 && dayOf(day.at + 7).day <= 7
    case 'NTH_BUSINESS_DAY':
      return (day, end) =>
        inNext(day, end) && isBusiness(day.text) && countInMonth(day, isBusiness) === 3
  }
}

function monthsSince(end: Day, { text }: Day): number {
  const months = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7))
  return months(text) - months(end.text)
}

/** How many business days its month has up to a day. */
function countInMonth({ at, day }: Day, isBusiness: (date: string) => boolean): number {
  return Array.from({ length: day }, (_, before) => dayOf(at - before)).filter(({ text }) =>
    isBusiness(text),
  ).length
}
