/** What is typed of a timesheet, and what of it is sent. Hours are hundredths inside and decimals on the wire. */
import { payFor } from '#domain/kernel/hours.ts'
import { type Money, parseMinor } from '#domain/kernel/money.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import type { Unsent } from '#web/kernel/unsent.ts'

export type TimePeriod = ClientOutput<'listTimesheets'>[number]
export type NextPay = ClientOutput<'listNextPays'>[number]
type Body = ClientInput<'reportTime'>['body']

export type TimeEntry = {
  readonly mode: 'days' | 'sum'
  /** By date, as typed. */
  readonly days: Readonly<Record<string, string>>
  readonly sum: string
  readonly notes: string
}

/** What a period begins with: what waits to be sent, what was reported, or what is scheduled. */
export function entryOf(period: TimePeriod, unsent: Unsent | undefined): TimeEntry {
  const { timesheet, schedule, scheduled_hours } = period
  const said = unsent?.input.body ?? reportedOf(timesheet)
  const byDate = new Map(said?.days?.map(({ date, hours }) => [date, hours]))
  return {
    mode: said && said.days === null ? 'sum' : 'days',
    days: Object.fromEntries(
      schedule.map(({ date, hours }) => [
        date,
        textOfHours(said?.days ? (byDate.get(date) ?? 0) : hours),
      ]),
    ),
    sum: textOfHours(said?.hours ?? scheduled_hours),
    notes: said?.notes ?? '',
  }
}

function reportedOf({ hours, days, notes }: TimePeriod['timesheet']) {
  return hours === null ? undefined : { hours, days, notes }
}

/** What is sent of an entry; undefined while something of it is no time. */
export function bodyOf(entry: TimeEntry, version: number): Body | undefined {
  const total = totalOf(entry)
  if (total === undefined) return undefined
  const notes = entry.notes.replace(/\s+/g, ' ').trim()
  const days = Object.entries(entry.days).flatMap(([date, typed]) => {
    const hours = hundredthsOf(typed) ?? 0
    return hours > 0 ? [{ date, hours: hours / 100 }] : []
  })
  return { version, hours: total / 100, days: entry.mode === 'days' ? days : null, notes }
}

/** All hours of an entry in hundredths; undefined while something of it is no time. */
export function totalOf(entry: TimeEntry): number | undefined {
  return entry.mode === 'sum' ? hundredthsOf(entry.sum) : sumOf(Object.values(entry.days))
}

/** The sum of typed hours in hundredths; undefined where one is none. */
export function sumOf(typed: readonly string[]): number | undefined {
  return typed.reduce<number | undefined>((sum, text) => {
    const hours = hundredthsOf(text)
    return sum === undefined || hours === undefined ? undefined : sum + hours
  }, 0)
}

/** Typed hours in hundredths: none for an empty field, undefined for what is no time. */
export function hundredthsOf(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.').replace(/\.$/, '')
  if (text === '') return 0
  const hours = Number(parseMinor(text, 2) ?? -1n)
  return hours >= 0 ? hours : undefined
}

/** Hours of the wire as they are typed: `8.00`. */
export function textOfHours(hours: number): string {
  return hours.toFixed(2)
}

const HALF_AN_HOUR = 50
const A_DAY = 2400

/** Half an hour more or less, within a day. */
export function stepped(typed: string, direction: 1 | -1): string {
  const next = (hundredthsOf(typed) ?? 0) + direction * HALF_AN_HOUR
  return textOfHours(Math.min(A_DAY, Math.max(0, next)) / 100)
}

/** The weeks of a period, from Monday to Sunday, each with its dates. */
export function weeksOf(dates: readonly string[]): string[][] {
  const weeks: string[][] = []
  for (const date of dates) {
    const last = weeks.at(-1)
    const isMonday = new Date(`${date}T00:00:00Z`).getUTCDay() === 1
    if (!last || isMonday) weeks.push([date])
    else last.push(date)
  }
  return weeks
}

/** What hours of a period pay, with what is written of money beside them on its pay, which is undefined while there is none. */
export function payOf(
  { contract_uuid, start_date, end_date, hourly_rate }: TimePeriod,
  pays: readonly NextPay[] | undefined,
  hundredths: number,
): {
  readonly pay: NextPay | undefined
  readonly time: Money
  readonly beside: NextPay['entries']
  readonly whole: Money
} {
  const pay = pays?.find(
    of =>
      of.contract_uuid === contract_uuid &&
      of.start_date === start_date &&
      of.end_date === end_date &&
      // What pays days of earlier periods stands beside it in the same cycle.
      of.entries[0]?.kind !== 'BACK_PAY',
  )
  const { currency, amount_in_smallest_unit: rate } = hourly_rate
  const time = payFor({ currency, minor: BigInt(rate) }, hundredths)
  const beside = (pay?.entries ?? []).filter(({ hours }) => hours === null)
  const minor = beside.reduce(
    (sum, { amount }) => sum + BigInt(amount.amount_in_smallest_unit),
    time.minor,
  )
  return { pay, time, beside, whole: { currency, minor } }
}
