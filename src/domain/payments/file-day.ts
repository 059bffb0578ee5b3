/** On which day a bank pays what it is given now. */
import { addDays, type PlainDateString } from '../kernel/plain-date.ts'

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

/** The first day, Monday to Friday, on which a bank pays what is given to it now; after its hour it is tomorrow there. */
export function fileDay(now: Date, cut_off: CutOff | null): PlainDateString {
  const { date, time } = wallClock(now, cut_off?.zone ?? 'UTC')
  let day = cut_off && time >= cut_off.time ? addDays(date, 1) : date
  while ([0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())) day = addDays(day, 1)
  return day
}

/** The next instant at which a bank stops taking what it pays on that day: its hour on the day of `fileDay`. An hour that a clock change skips is the one after it. */
export function nextCutOff(now: Date, { time, zone: timeZone }: CutOff): Date {
  const day = Temporal.PlainDate.from(fileDay(now, { time, zone: timeZone }))
  const at = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
  return new Date(at.epochMilliseconds)
}
