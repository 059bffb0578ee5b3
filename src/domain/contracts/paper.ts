/** What became of a contract that both signed, as whoever holds its paper is told (decision 0055). */
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { ContractStatus } from './contract.ts'

export const PAPER_STATES = ['COMING', 'IN_FORCE', 'REPLACED', 'COMPLETED'] as const
export type PaperState = (typeof PAPER_STATES)[number]

/** The terms of a signed contract that say when it holds. */
export type SignedTerms = {
  readonly status: ContractStatus
  readonly effective_date: PlainDateString
  readonly contract_start_date: PlainDateString
  readonly contract_end_date: PlainDateString | null
  /** The first day on which another revision holds instead. */
  readonly superseded_from: PlainDateString | null
}

/** Where a signed contract stands on a day. One that a later revision took the place of was replaced, whenever it would have ended. */
export function paperState(terms: SignedTerms, today: PlainDateString): PaperState {
  const { superseded_from, contract_end_date: end } = terms
  if (superseded_from !== null && superseded_from <= today) return 'REPLACED'
  if (terms.status === 'COMPLETED') return superseded_from === null ? 'COMPLETED' : 'REPLACED'
  if (end !== null && end < today) return 'COMPLETED'
  return holdsFrom(terms) > today ? 'COMING' : 'IN_FORCE'
}

/** The first day on which the terms hold. */
export function holdsFrom({
  effective_date,
  contract_start_date,
}: Pick<SignedTerms, 'effective_date' | 'contract_start_date'>): PlainDateString {
  return effective_date > contract_start_date ? effective_date : contract_start_date
}
