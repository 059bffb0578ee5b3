/** Verification of a person or a company, and of each of their documents (design: States, Verification). */
import { machine } from '#domain/kernel/machine.ts'
import { addDays, nextWorkingDay, type PlainDateString } from '#domain/kernel/plain-date.ts'

export const VERIFICATION_STATUSES = [
  'UNVERIFIED',
  'PENDING_REVIEW',
  'VERIFIED',
  'REJECTED',
] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/**
 * `submit`: the documents are complete (again). `change`: a legal name, a country or an identity document changed.
 * `unverify`: an operator takes a verification back; the documents are there, so it waits for review and not for the
 * person. `erase`: their papers were erased after they left.
 */
export type VerificationAction = 'submit' | 'verify' | 'reject' | 'change' | 'unverify' | 'erase'

export const verificationMachine = machine<VerificationStatus, VerificationAction>({
  UNVERIFIED: { submit: 'PENDING_REVIEW' },
  PENDING_REVIEW: { verify: 'VERIFIED', reject: 'REJECTED', erase: 'UNVERIFIED' },
  VERIFIED: {
    reject: 'REJECTED',
    change: 'PENDING_REVIEW',
    unverify: 'PENDING_REVIEW',
    erase: 'UNVERIFIED',
  },
  REJECTED: { submit: 'PENDING_REVIEW', verify: 'VERIFIED', erase: 'UNVERIFIED' },
})

/** The day by which documents that were handed in on a day are looked at: Corridor reviews within a working day. */
export function reviewBy(handed_in_on: PlainDateString): PlainDateString {
  return nextWorkingDay(handed_in_on)
}

/** What was handed in before this day is overdue today; what was handed in on it or later is not. */
export function overdueBefore(today: PlainDateString): PlainDateString {
  const before = addDays(today, -1)
  return reviewBy(before) < today ? today : earliest(before, today)
}

function earliest(day: PlainDateString, today: PlainDateString): PlainDateString {
  const before = addDays(day, -1)
  return reviewBy(before) < today ? day : earliest(before, today)
}

export type LegalFacts = {
  readonly legal_name: string
  readonly country: string
  /** The identity documents, as ids or digests of what was sent, in a fixed order. */
  readonly identity_documents: readonly string[]
  /** What a company said of itself and its owners, spelled; null where it did not yet. */
  readonly details?: string | null
}

/** Whether a change touches what was verified, so that a VERIFIED one goes back to review. */
export function reopensVerification(before: LegalFacts, after: LegalFacts): boolean {
  return (
    before.legal_name !== after.legal_name ||
    before.country !== after.country ||
    // What is said for the first time was not looked at before, and takes nothing back.
    (before.details != null && before.details !== after.details) ||
    before.identity_documents.length !== after.identity_documents.length ||
    before.identity_documents.some((id, i) => id !== after.identity_documents[i])
  )
}
