/** How one part of a pay is told: its share, its conversion, and what became of it. Amounts are the server's. */

import type { WireMoney } from '#web/kernel/types.ts'
import { moneyText } from '#web/parts/money.tsx'
import { daysBetween } from '#web/parts/times.ts'
import type { PaymentPart } from '../queries.ts'

/** `at 88.2140`, `at par` between currencies of one value, or nothing where none is converted. */
export function rateWords(part: PaymentPart): string {
  const to = part.promised?.currency
  if (part.rate === null) return to === undefined ? 'rate to come' : ''
  return Number(part.rate) === 1 ? 'at par' : `at ${part.rate}`
}

/** `70%, 1876.00 USD at 88.2140`. */
export function shareWords(part: PaymentPart): string {
  return `${part.percentage}%, ${moneyText(part.source)} ${rateWords(part)}`.trim()
}

/** What arrives: delivered once it is known, else promised, else the part before conversion. */
export function arriving(part: PaymentPart): WireMoney {
  return part.delivered ?? part.promised ?? part.source
}

/** What was delivered beyond (or, negative, below) the promise, in the promise's currency; undefined while unknown. */
export function difference(part: PaymentPart): WireMoney | undefined {
  const { promised, delivered } = part
  if (!promised || !delivered || promised.currency !== delivered.currency) return undefined
  const amount = delivered.amount_in_smallest_unit - promised.amount_in_smallest_unit
  return { currency: delivered.currency, amount_in_smallest_unit: amount }
}

/** How the day of arrival compares with the promised one; undefined until it arrived. */
export function punctuality(part: PaymentPart): { text: string; late: boolean } | undefined {
  if (!part.settled_at) return undefined
  if (!part.arrives) return { text: 'Arrived', late: false }
  const days = daysBetween(part.arrives, part.settled_at.slice(0, 10))
  if (days === 0) return { text: 'Same day', late: false }
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  return days > 0 ? { text: `${count} late`, late: true } : { text: `${count} early`, late: false }
}
