/** The door to employers, contractors and the invitations between them. */
import type { Ctx } from '../kernel/unit-of-work.ts'
import { shareEmployer } from './employer.store.ts'
import { holdRelation } from './invitation.store.ts'

export { announceExpiring } from './announce-expiring.ts'
export { isInvited, listInvitations } from './answer-invitation.ts'
export { selectDetails } from './company-details.store.ts'
export { selectContractors } from './contractor-list.report.store.ts'
export { getContractorRecord } from './contractor-profile.ts'
export { selectBirthDates } from './document.report.store.ts'
export { indexNumbers } from './document.store.ts'
export {
  type EmployerRecord,
  establishedIn,
  getEmployerRecord,
  homeOf,
} from './employer-profile.ts'
export { eraseOutlived } from './erase-papers.ts'
export { findFormer } from './former-details.store.ts'
export { inviteAll } from './invite-many.ts'
export { getContractorRow } from './list-contractors.ts'
export { FIRST_INVITED, remindInvited } from './remind-invited.ts'
export { remindOnboarding } from './remind-onboarding.ts'
export { retireDocuments } from './retire-documents.ts'
export {
  countByVerification,
  selectContractorsForReview,
  selectEmployersForReview,
} from './review-list.report.store.ts'
export { peopleHandlers } from './routes.ts'
export { createContractor, createEmployer } from './sign-up.ts'

/**
 * How an employer stands to a contractor, held until the transaction ends, so that nobody is offboarded meanwhile; undefined
 * for strangers.
 */
export function relationTo(ctx: Ctx, employer_uuid: string, contractor_sub: string) {
  return holdRelation(ctx.tx, employer_uuid, contractor_sub)
}

/** Lets nobody rename, suspend or reinstate a company until the transaction ends. */
export function holdEmployer(ctx: Ctx, employer_uuid: string): Promise<void> {
  return shareEmployer(ctx.tx, employer_uuid)
}
