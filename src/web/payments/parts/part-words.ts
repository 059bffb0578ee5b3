/** How one part of a pay is told: its share, its conversion, and what became of it. Amounts are the server's. */

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { bpsOf, shareText } from '#domain/kernel/allocate.ts'
import { daysBetween } from '#domain/kernel/plain-date.ts'
import type { WireMoney } from '#web/kernel/types.ts'
import type { PaymentPart } from '../queries.ts'

type Translator = ReturnType<typeof useTranslations<'payments.part'>>

/** The share of a part, in percent without the sign. */
export function shareOf({ percentage }: Pick<PaymentPart, 'percentage'>): string {
  return shareText(bpsOf(percentage))
}

/** How a part is told. */
export function partWords(t: Translator) {
  return {
    /** `at 88.2140`, `at par` between currencies of one value; undefined where none is converted. */
    rate: (part: Pick<PaymentPart, 'rate' | 'promised'>) => {
      const kind = conversion(part)
      return kind === 'none' ? undefined : t(`rate.${kind}`, { rate: shortRate(part.rate) })
    },
    /** `70%, 1876.00 USD at 88.2140`, where the amount is drawn. */
    share: (part: PaymentPart, amount: ReactNode) =>
      t.rich(`share.${conversion(part)}`, {
        percentage: shareOf(part),
        amount: () => amount,
        rate: shortRate(part.rate),
      }),
    /** `1 day late`, or undefined until it arrived. */
    arrival: (part: PaymentPart) => {
      const arrival = arrivalOf(part)
      return arrival && t(`arrival.${arrival.kind}`, { days: arrival.days })
    },
    /** A moment, and how punctual the part was once it arrived: `Nov 27, 1 day late`. */
    arrivedAt: (part: PaymentPart, when: string) => {
      const arrival = arrivalOf(part)
      return arrival ? t(`arrivedAt.${arrival.kind}`, { when, days: arrival.days }) : when
    },
  }
}

/** `partWords` in the reader's language. */
export function usePartWords() {
  return partWords(useTranslations('payments.part'))
}

const SHORT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6, useGrouping: false })

/** A rate as it is published, or in six digits where it was reckoned of others; papers have all of them. */
function shortRate(rate: string | null): string {
  const isPublished = (rate ?? '').replace(/^0\.0*|\./, '').length <= 8
  return rate === null || isPublished ? (rate ?? '') : SHORT.format(Number(rate))
}

function conversion({
  rate,
  promised,
}: Pick<PaymentPart, 'rate' | 'promised'>): 'toCome' | 'par' | 'at' | 'none' {
  if (rate === null) return promised === null ? 'toCome' : 'none'
  return Number(rate) === 1 ? 'par' : 'at'
}

/** What tells the parts of a pay apart: two that are planned for one destination differ in their amounts. */
export function partId({
  payment_uuid,
  destination_uuid,
  label,
  source,
}: Pick<PaymentPart, 'payment_uuid' | 'destination_uuid' | 'label' | 'source'>): string {
  return payment_uuid ?? `${destination_uuid ?? label} ${source.amount_in_smallest_unit}`
}

/** What arrives, or did not: what left once that is known, as mails and books say it, else what was promised, else the part before conversion. */
export function arriving({
  left,
  promised,
  source,
}: Pick<PaymentPart, 'promised' | 'source'> & Partial<Pick<PaymentPart, 'left'>>): WireMoney {
  return left ?? promised ?? source
}

/** What was delivered beyond (or, negative, below) the promise, in the promise's currency; undefined while unknown. */
export function difference(part: PaymentPart): WireMoney | undefined {
  const { promised, delivered } = part
  if (!promised || !delivered || promised.currency !== delivered.currency) return undefined
  const amount = delivered.amount_in_smallest_unit - promised.amount_in_smallest_unit
  return { currency: delivered.currency, amount_in_smallest_unit: amount }
}

/** Whether a part arrived after the promised day. */
export function isLate(part: PaymentPart): boolean {
  return arrivalOf(part)?.kind === 'late'
}

/** How punctual it was: late as the server says, else by how much it came before the promised day; undefined until it arrived. */
function arrivalOf({ settled_at, arrives, days_late }: PaymentPart) {
  if (!settled_at) return undefined
  if (!arrives) return { kind: 'unpromised', days: 0 } as const
  if (days_late > 0) return { kind: 'late', days: days_late } as const
  const days = daysBetween(settled_at.slice(0, 10), arrives)
  return { kind: days > 0 ? 'early' : 'sameDay', days } as const
}
