/** When papers of somebody who left are erased, and how long the law has them kept. */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'

/**
 * For so many years after the last business with somebody the papers that they were verified by stay: five, by section 148 of Canada's
 * Proceeds of Crime (Money Laundering) and Terrorist Financing Regulations and by Article 40 of Directive (EU) 2015/849.
 */
export const YEARS_KEPT = 5

/** How somebody stands to everybody here: whether they work for anyone, whether pay is still to come, and the last day on which they did business. */
export type Ended = {
  readonly engaged: boolean
  readonly owed: boolean
  readonly last_day: PlainDateString
}

/** A paper whose file is still there. */
export type KeptPaper = { readonly document_uuid: string; readonly was_verified: boolean }

export type Erasure =
  | { readonly kind: 'engaged' }
  | { readonly kind: 'nothing'; readonly kept_until: PlainDateString | null }
  | {
      readonly kind: 'erase'
      readonly document_uuids: readonly string[]
      /** Until when the others stay; null where there are none. */
      readonly kept_until: PlainDateString | null
    }

/** What may be erased of somebody on a day. Nothing of who works for somebody or is owed pay. */
export function erasureOf(
  { engaged, owed, last_day }: Ended,
  papers: readonly KeptPaper[],
  today: PlainDateString,
): Erasure {
  if (engaged || owed) return { kind: 'engaged' }
  const kept_until = yearsLater(last_day, YEARS_KEPT)
  const erased = papers.filter(({ was_verified }) => !was_verified || kept_until < today)
  const others = erased.length < papers.length ? kept_until : null
  if (erased.length === 0) return { kind: 'nothing', kept_until: others }
  return {
    kind: 'erase',
    document_uuids: erased.map(({ document_uuid }) => document_uuid),
    kept_until: others,
  }
}

/** Who did their last business before this day has no papers any more. */
export function keptSince(today: PlainDateString): PlainDateString {
  return yearsLater(today, -YEARS_KEPT)
}

/** The same day of another year; of February 29 the last of February. */
function yearsLater(date: PlainDateString, years: number): PlainDateString {
  const year = String(Number(date.slice(0, 4)) + years).padStart(4, '0')
  const leap = new Date(Date.UTC(Number(year), 1, 29)).getUTCMonth() === 1
  return `${year}${date.slice(4) === '-02-29' && !leap ? '-02-28' : date.slice(4)}` as PlainDateString
}
