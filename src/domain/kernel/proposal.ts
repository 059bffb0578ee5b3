/** What one operator proposes and another confirms by which the company pays or is paid: an account, a channel to a bank. */
import { dateOf, daysBetween, type PlainDateString } from './plain-date.ts'

/** For so many days what one operator proposes can be confirmed by another; as long as an invitation of an operator. */
export const PROPOSAL_DAYS = 7

export type Proposed = {
  readonly proposed_at: Date
  /** Which role who proposed it has today; null for who is suspended, or no operator any more. */
  readonly proposer_role: string | null
}

/** Whether a proposal can still be confirmed: its time is not over, and who made it could make it today. */
export function proposalStands(
  { proposed_at, proposer_role }: Proposed,
  proposers: readonly string[],
  today: PlainDateString,
): boolean {
  return (
    proposer_role !== null &&
    proposers.includes(proposer_role) &&
    daysBetween(dateOf(proposed_at), today) <= PROPOSAL_DAYS
  )
}
