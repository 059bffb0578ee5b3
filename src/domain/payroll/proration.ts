/** Proration: a contract that starts or ends inside a period earns its share of the business days (docs/rules/pay-dates.md). */

import { formatHours } from '#domain/kernel/hours.ts'
import { divideHalfEven } from '#domain/kernel/money.ts'
import { addDays, formatDate, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { type IsHoliday, isBusinessDay } from './pay-dates.ts'

export type Proration = {
  readonly hours_hundredths: number
  readonly worked_business_days: number
  readonly period_business_days: number
  readonly prorated: boolean
  /** How the hours came about, in a sentence for the payslip. */
  readonly said: Text
}

export type ProrationFacts = {
  readonly scheduled_hours_hundredths: number
  readonly period: { readonly start_date: PlainDateString; readonly end_date: PlainDateString }
  readonly contract_start_date: PlainDateString
  readonly contract_end_date: PlainDateString | null
  readonly isHoliday: IsHoliday
}

/**
 * The hours of a period that a contract earns: scheduled hours x its business days / the period's, rounded half-even once.
 * A contract that covers every business day earns all of them; one outside the period earns none.
 */
export function prorate(facts: ProrationFacts): Proration {
  const { period, scheduled_hours_hundredths: scheduled } = facts
  const start = later(period.start_date, facts.contract_start_date)
  const end = earlier(period.end_date, facts.contract_end_date ?? period.end_date)
  const days = countedDays(period.start_date, period.end_date, facts.isHoliday)
  const worked = days.filter(day => day >= start && day <= end).length
  const prorated = worked < days.length
  const hours = prorated
    ? Number(divideHalfEven(BigInt(scheduled) * BigInt(worked), BigInt(days.length)))
    : scheduled
  return {
    hours_hundredths: hours,
    worked_business_days: worked,
    period_business_days: days.length,
    prorated,
    said: prorated
      ? textOf('payroll.proration.inPart', {
          hours: formatHours(hours),
          scheduled: formatHours(scheduled),
          worked,
          days: days.length,
          reason: reason(facts),
        })
      : textOf('payroll.proration.whole', { hours: formatHours(scheduled) }),
  }
}

/** The business days of a period; where a feast leaves none, its calendar days, so that a share can still be taken. */
function countedDays(start: PlainDateString, end: PlainDateString, isHoliday: IsHoliday): string[] {
  const all: string[] = []
  for (let day = start; day <= end; day = addDays(day, 1)) all.push(day)
  const business = all.filter(day => isBusinessDay(day, isHoliday))
  return business.length > 0 ? business : all
}

function reason({
  period,
  contract_start_date: from,
  contract_end_date: to,
}: ProrationFacts): Text {
  const begins = { from: formatDate(from) }
  if (to === null || to >= period.end_date) return textOf('payroll.proration.begins', begins)
  const ends = { to: formatDate(to) }
  return from > period.start_date
    ? textOf('payroll.proration.beginsAndEnds', { ...begins, ...ends })
    : textOf('payroll.proration.ends', ends)
}

function later(a: string, b: string): string {
  return a > b ? a : b
}

function earlier(a: string, b: string): string {
  return a < b ? a : b
}
