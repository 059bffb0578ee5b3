/** Verification of companies and contractors: when a change asks for a review, and what is told to others. */
import { provesStatus, type Residency } from '#domain/people/identity-documents.ts'
import type { VerificationStatus } from '#domain/people/verification.ts'
import { verificationMachine } from '#domain/people/verification.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { DocumentRow } from './document.report.store.ts'
import type { Owner } from './document.store.ts'

/** The documents that a company hands in; the articles alone say who it is. */
export const COMPANY_DOCUMENTS = [
  'articles_of_incorporation',
  'business_license',
  'names_and_owners',
] as const

/** Without which of these a company cannot be reviewed. */
export const NEEDED_OF_COMPANY = ['articles_of_incorporation']

/** The documents that a contractor hands in. */
export const PERSONAL_DOCUMENTS = [
  'identification_document',
  'identification_document_back',
  'permanent_address_document',
  'mailing_address_document',
  'status_document',
] as const

/**
 * The documents without which a contractor cannot be reviewed. Who says that they are no citizen shows by which right they live where they
 * do, unless an operator accepted the identity document without it.
 */
export function neededPersonalDocuments(
  mailing_address: object | null,
  documents: readonly Pick<DocumentRow, 'kind' | 'residency' | 'status'>[],
): string[] {
  const identity = documents.find(({ kind }) => kind === 'identification_document')
  const residency = identity?.status === 'VERIFIED' ? null : identity?.residency
  return [
    'identification_document',
    'permanent_address_document',
    // Without an address of its own for mail, the permanent one proves both.
    ...(mailing_address ? ['mailing_address_document'] : []),
    ...(residency && provesStatus(residency as Residency) ? ['status_document'] : []),
  ]
}

/** Those of the kinds that are needed of which there is no document. */
export function missingDocuments(
  documents: readonly Pick<DocumentRow, 'kind'>[],
  needed: readonly string[],
): string[] {
  return needed.filter(kind => !documents.some(document => document.kind === kind))
}

/** Whether documents of these kinds are there and none of them was rejected. */
export function documentsComplete(
  documents: readonly DocumentRow[],
  needed: readonly string[],
): boolean {
  return (
    missingDocuments(documents, needed).length === 0 &&
    documents.every(document => document.status !== 'REJECTED')
  )
}

/**
 * The status after a change: what was verified and changed goes back to review, and complete documents go to their first or
 * next review (design: States, Verification).
 */
export function verificationAfter(
  status: VerificationStatus,
  { changed, complete }: { changed: boolean; complete: boolean },
): VerificationStatus {
  const reopened = changed && verificationMachine.next(status, 'change')
  const submitted = complete && verificationMachine.next(status, 'submit')
  return reopened || submitted || status
}

/** The columns that change where somebody changed what operators review of them: what was opened before is opened again. */
export function changedColumns(ctx: Ctx, before: VerificationStatus, after: VerificationStatus) {
  return { changed_at: ctx.now, ...verificationColumns(ctx, before, after) }
}

/** The columns that change with a verification status; `documents_at` is since when it waits. */
export function verificationColumns(
  ctx: Ctx,
  before: VerificationStatus,
  after: VerificationStatus,
) {
  if (before === after) return {}
  return {
    verification: after,
    verification_reason: null,
    ...(after === 'PENDING_REVIEW' && { documents_at: ctx.now }),
  }
}

/** Has what is held of them looked at: their verification or suspension changed. */
export function lookAtHolds(ctx: Ctx, { employer_uuid, contractor_sub }: Owner): Promise<void> {
  return ctx.doors.payments.lookAtHolds(
    ctx,
    employer_uuid !== null ? { employer_uuid } : { contractor_sub },
  )
}
