/** On which day a bank pays what it is given now. */
import { addDays, type PlainDateString } from '../kernel/plain-date.ts'
import { firstBankingDay, type IsBankingDay } from './arrival.ts'
import type { BankFormat } from './bank-batch.ts'

/** An hour of the day, as `HH:MM`, in a zone of the IANA list. */
export type CutOff = { readonly time: string; readonly zone: string }

/** The date and the time, `HH:MM`, that a clock on the wall of a zone shows. */
export function wallClock(
  at: Date,
  zone: string,
): { readonly date: PlainDateString; readonly time: string } {
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(at)
    .split(' ')
  return { date: date as PlainDateString, time }
}

/**
 * In which country the bank is that takes a format's files, beside the banks of the currency that it pays: of a national format its own, of
 * SWIFT that of the account it pays from. SEPA has the days of its currency alone (EPC rulebook, section 4.2.4).
 */
export function bankCountryOf(format: BankFormat, paying: string | null): string | null {
  const of = {
    PAIN_001_SEPA: null,
    PAIN_001_SWIFT: paying,
    CPA_005: 'CA',
    NACHA: 'US',
    INTERAC_CSV: 'CA',
  } as const
  return of[format]
}

/** The first day on which a bank pays what is given to it now: one on which it books, after its hour tomorrow there at the earliest. */
export function fileDay(
  now: Date,
  cut_off: CutOff | null,
  isBankingDay: IsBankingDay,
): PlainDateString {
  const { date, time } = wallClock(now, cut_off?.zone ?? 'UTC')
  return firstBankingDay(cut_off && time >= cut_off.time ? addDays(date, 1) : date, isBankingDay)
}

/** The next instant at which a bank stops taking what it pays on that day: its hour on the day of `fileDay`. An hour that a clock change skips is the one after it. */
export function nextCutOff(
  now: Date,
  { time, zone: timeZone }: CutOff,
  isBankingDay: IsBankingDay,
): Date {
  const day = Temporal.PlainDate.from(fileDay(now, { time, zone: timeZone }, isBankingDay))
  const at = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
  return new Date(at.epochMilliseconds)
}
