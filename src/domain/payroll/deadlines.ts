/** By when money is sent and pay approved for a pay date: working days before it, and never in the past. */
import { addDays, isWeekend, type PlainDateString } from '#domain/kernel/plain-date.ts'

/** Of what those who approve are reminded: that it is to be approved by today, and that its pay date has come. */
export const APPROVAL_REMINDERS = ['SOON', 'TODAY'] as const

/** A wire takes two working days, and a day to be booked. */
const FUNDED_BEFORE = 3
const APPROVED_BEFORE = 2

/** The day by which money is sent so that it has arrived on the pay date. */
export function fundBy(pay_date: PlainDateString, today: PlainDateString): PlainDateString {
  return notBefore(workingDayBefore(pay_date, FUNDED_BEFORE), today)
}

/** Whether money that is sent today may come after the pay date: the day by which it was to be sent is over. */
export function isLateToFund(pay_date: PlainDateString, today: PlainDateString): boolean {
  return workingDayBefore(pay_date, FUNDED_BEFORE) < today
}

/** The day by which a pay is approved so that it leaves on its date; today once that is over. */
export function approveBy(pay_date: PlainDateString, today: PlainDateString): PlainDateString {
  return notBefore(approvalDue(pay_date), today)
}

/** The same day, also once it is over. */
export function approvalDue(pay_date: PlainDateString): PlainDateString {
  return workingDayBefore(pay_date, APPROVED_BEFORE)
}

/** The last pay date that is to be approved by a day, so that it leaves in time: the one of `approveBy`, read the other way round. */
export function approvedThrough(today: PlainDateString): PlainDateString {
  return through(today, APPROVED_BEFORE)
}

/** The last pay date for which money is to be sent by a day: the one of `fundBy`, read the other way round. */
export function fundedThrough(today: PlainDateString): PlainDateString {
  return through(today, FUNDED_BEFORE)
}

function through(today: PlainDateString, days: number): PlainDateString {
  const reaches = (date: PlainDateString): PlainDateString =>
    workingDayBefore(addDays(date, 1), days) <= today ? reaches(addDays(date, 1)) : date
  return reaches(today)
}

function notBefore(date: PlainDateString, today: PlainDateString): PlainDateString {
  return date < today ? today : date
}

function workingDayBefore(date: PlainDateString, days: number): PlainDateString {
  if (days === 0) return date
  const before = addDays(date, -1)
  return workingDayBefore(before, isWeekend(before) ? days : days - 1)
}
