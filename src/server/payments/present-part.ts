import type { z } from 'zod'
import type { PaymentPart } from '#contract/payments.ts'
import { dateOf } from '#domain/kernel/plain-date.ts'
import { arrivalOn } from '#domain/payments/arrival.ts'
import { daysLate } from '#domain/payments/lateness.ts'
import { isKept } from '#domain/payments/lost.ts'
import { hasNotLeft } from '#domain/payments/payment.ts'
import { saidBeside, sayText } from '../kernel/words.ts'
import { isBankingDayIn, isBookingDay } from '../reference/holidays.ts'
import type { PaymentFactsRow } from './payment-facts.report.store.ts'
import type { PlannedPayment } from './plan-payments.ts'

export type Part = z.output<typeof PaymentPart>

/**
 * A stored payment as one part of a pay: what was promised beside what was delivered. Of what has not left `leaves` says when it does at the
 * earliest; null where nobody can.
 */
export function presentPart(row: PaymentFactsRow, leaves: string | null): Part {
  const left =
    hasNotLeft(row.status) || row.amount_minor === null
      ? null
      : { currency: row.currency, minor: row.amount_minor }
  return {
    payment_uuid: row.payment_uuid,
    destination_uuid: row.destination_uuid,
    label: row.destination_label,
    network: row.network,
    percentage: row.percentage_bps,
    source: { currency: row.source_currency, minor: row.source_minor },
    promised:
      row.promised_minor === null ? null : { currency: row.currency, minor: row.promised_minor },
    left,
    delivered: row.status === 'SETTLED' ? left : null,
    rate: row.rate,
    rate_source: row.rate_source,
    rate_as_of: row.rate_source === 'at par' ? null : (row.rate_as_of?.toISOString() ?? null),
    status: row.status,
    hold_reason: row.hold_reason,
    failure_reason: row.failure_reason,
    held_until:
      row.hold_reason === 'DESTINATION_COOLING' && row.destination_usable_from
        ? row.destination_usable_from.toISOString()
        : null,
    note: row.note,
    note_said: saidBeside(row.note, row.note_said),
    arrives: arrivalOfStored(row, leaves),
    country_code: row.country_code,
    settled_at: row.settled_at,
    days_late: lateness(row),
    reference: hasNotLeft(row.status) ? null : row.reference,
    simulated: row.simulated,
    outside: row.outside,
    given_back: row.given_back_at !== null,
  }
}

/** A planned payment as one part of a pay that nobody approved yet, and leaves then at the earliest; null where nobody can say. */
export function presentPlanned(planned: PlannedPayment, leaves: string | null): Part {
  const cooling = planned.blockers.find(blocker => blocker.code === 'DESTINATION_COOLING')
  return {
    payment_uuid: null,
    destination_uuid: planned.destination_uuid,
    label: planned.destination_label,
    network: planned.network,
    percentage: planned.percentage_bps,
    source: { currency: planned.source_currency, minor: planned.source_minor },
    promised:
      planned.promised_minor === null
        ? null
        : { currency: planned.currency, minor: planned.promised_minor },
    left: null,
    delivered: null,
    rate: planned.rate,
    rate_source: planned.rate_source,
    rate_as_of: planned.rate_source === 'at par' ? null : planned.rate_as_of,
    status: null,
    hold_reason: planned.hold_reason,
    failure_reason: null,
    held_until: cooling?.until ?? null,
    note: planned.note && sayText(planned.note),
    note_said: planned.note,
    arrives: leaves && arrivalOf(planned, leaves),
    country_code: planned.country_code,
    settled_at: null,
    days_late: 0,
    reference: null,
    simulated: false,
    outside: false,
    given_back: false,
  }
}

/** Counted from the day on which it left, whatever its pay date was; what did not arrive has none until it is sent again. */
function arrivalOfStored(row: PaymentFactsRow, leaves: string | null): string | null {
  if (isKept(row.status) || row.status === 'CANCELLED') return null
  if (hasNotLeft(row.status)) return leaves && arrivalOf(row, leaves)
  return arrivalOf(row, row.left_at ? dateOf(row.left_at) : row.pay_date)
}

function lateness({ settled_at, pay_date, ...to }: PaymentFactsRow): number {
  if (settled_at === null) return 0
  return daysLate(pay_date, { due: arrivalOf(to, pay_date), on: dateOf(settled_at) })
}

/** What of a payment says when it is there. */
type Way = {
  readonly network: string
  readonly currency: string
  readonly country_code: string | null
}

/** When a payment that leaves on a day is there: a chain the same day, a bank on the next day on which those of its country and of its currency are open. */
export function arrivalOf({ network, currency, country_code }: Way, leaves: string): string {
  const [there, between] = [isBankingDayIn(country_code), isBookingDay(currency)]
  return arrivalOn(network, leaves, day => there(day) && between(day))
}
