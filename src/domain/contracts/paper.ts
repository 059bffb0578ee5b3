/** What became of a contract that both signed, as whoever holds its paper is told (decision 0055). */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'

export const PAPER_STATES = ['COMING', 'IN_FORCE', 'REPLACED', 'COMPLETED'] as const
export type PaperState = (typeof PAPER_STATES)[number]

/** The terms of a signed contract that say when it holds. */
export type SignedTerms = {
  readonly effective_date: PlainDateString
  readonly contract_start_date: PlainDateString
  readonly contract_end_date: PlainDateString | null
  /** The first day on which another revision holds instead. */
  readonly superseded_from: PlainDateString | null
}

/**
 * Where a signed contract stands on a day, by the days that it pays and nothing else: on its last day it is in force, also where it is closed that day. What
 * a later revision cut short was replaced; what ended before one began, or never was followed, completed. One that came to pay no day at all never comes.
 */
export function paperState(terms: SignedTerms, today: PlainDateString): PaperState {
  const { superseded_from, contract_end_date: end } = terms
  const first = holdsFrom(terms)
  const cut = superseded_from !== null && (end === null || superseded_from <= end)
  if (cut && (superseded_from <= today || superseded_from <= first)) return 'REPLACED'
  if (!cut && end !== null && (end < today || end < first)) return 'COMPLETED'
  return first > today ? 'COMING' : 'IN_FORCE'
}

/** The first day on which the terms hold. */
export function holdsFrom({
  effective_date,
  contract_start_date,
}: Pick<SignedTerms, 'effective_date' | 'contract_start_date'>): PlainDateString {
  return effective_date > contract_start_date ? effective_date : contract_start_date
}
