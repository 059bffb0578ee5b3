/** The verification of companies and contractors by operators: who waits, what they handed in, and what is decided. */
import { z } from 'zod'
import { READ_PURPOSES } from '#domain/documents/read-purpose.ts'
import { DOCUMENT_REASONS } from '#domain/people/document-review.ts'
import { VERIFICATION_STATUSES } from '#domain/people/verification.ts'
import { CompanyDetails } from './company-details.ts'
import { EmployerAccount } from './destinations.ts'
import { Address } from './kernel/address.ts'
import {
  ById,
  Digest,
  Instant,
  Ok,
  PageQuery,
  PlainDate,
  page,
  requiredLine,
  sentence,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint, file } from './kernel/endpoint.ts'

export const VerificationStatus = z.enum(VERIFICATION_STATUSES)
/** Of how many people at most it is told that they used a paper. */
export const MOST_USED_BY = 100
const StandingChange = z.enum(['verify', 'unverify', 'suspend', 'reinstate', 'erase'])

/** Who opened a file, when and why, newest first: what its owner is shown. */
export const FileReads = z.array(
  z.object({
    reader_role: z.string(),
    reader_name: z.string(),
    purpose: z.enum(READ_PURPOSES),
    read_at: Instant,
    /** Whether it was who asks. */
    mine: z.boolean(),
  }),
)

export const DocumentRecord = z.object({
  document_uuid: Uuid,
  file_uuid: Uuid,
  kind: z.string(),
  document_type: z.string().nullable(),
  /** Of an identity document: how its holder lives where they do, and where they are a citizen. */
  residency: z.string().nullable(),
  citizenship: z.string().nullable(),
  issuing_country: z.string().nullable(),
  expires_on: PlainDate.nullable(),
  /** The end of its number; the whole is shown to who reviews it. */
  number_label: z.string().nullable(),
  /** Counts up with each change of what it says and how it was decided. */
  version: z.int(),
  sha256: Digest,
  file_name: z.string(),
  mime_type: z.string(),
  size_bytes: z.int(),
  status: VerificationStatus.exclude(['UNVERIFIED']),
  /** Why it was rejected: a standard reason, and what its owner reads. */
  reason_code: z.enum(DOCUMENT_REASONS).nullable(),
  reason: z.string().nullable(),
  uploaded_at: Instant,
  decided_at: Instant.nullable(),
  reads: FileReads,
})

/** Who of the operators looks at somebody; it ends by itself when they do nothing for a while. */
export const ReviewClaim = z.object({
  name: z.string(),
  since: Instant,
  until: Instant,
  mine: z.boolean(),
})

export const OperationsEmployer = z.object({
  employer_uuid: Uuid,
  domain: z.string().nullable(),
  corporation_name: z.string(),
  business_name: z.string(),
  country_code: z.string(),
  is_partner: z.boolean(),
  contact: z.object({ name: z.string(), email: z.string() }),
  verification_status: VerificationStatus,
  suspended: z.boolean(),
  waiting_since: Instant.nullable(),
  /** Counts up with each change of what is reviewed. */
  version: z.int(),
  /** The day by which it is looked at; null where nothing waits. */
  review_by: PlainDate.nullable(),
  /** What the company said of itself; null until it did. */
  details: CompanyDetails.nullable(),
  documents: z.array(DocumentRecord),
  claim: ReviewClaim.nullable(),
  contractors: z.int(),
  /** The kinds of documents that are needed and were not sent: as long as there is one nothing is ready to be verified. */
  missing: z.array(z.string()),
  allowed_actions: z.array(StandingChange),
})

export const OperationsContractor = z.object({
  sub: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  country_code: z.string().nullable(),
  permanent_address: Address.nullable(),
  employers: z.array(z.string()),
  verification_status: VerificationStatus,
  suspended: z.boolean(),
  waiting_since: Instant.nullable(),
  /** Counts up with each change of what is reviewed. */
  version: z.int(),
  /** The day by which it is looked at; null where nothing waits. */
  review_by: PlainDate.nullable(),
  documents: z.array(DocumentRecord),
  claim: ReviewClaim.nullable(),
  /** The day on which the first of the papers ends. */
  documents_expire_on: PlainDate.nullable(),
  /** The kinds of documents that are needed and were not sent: as long as there is one nothing is ready to be verified. */
  missing: z.array(z.string()),
  allowed_actions: z.array(StandingChange),
})

/** Where somebody stands among those who wait, and who is before and after them whom nobody else looks at. */
const ReviewPlace = z.object({
  at: z.int().nullable(),
  of: z.int(),
  previous: z.string().nullable(),
  next: z.string().nullable(),
})

const AsItStands = {
  /** When they last changed what is reviewed of them: what was held against their papers before is held against them again. */
  changed_at: Instant.nullable(),
  /** The documents that who asks has to open, as things stand, before they verify the whole. */
  to_open: z.array(Uuid),
}

/** Since when they are suspended, the note of who did it, and what they are told; null of who is not. */
const Suspension = z
  .object({ since: Instant, reason: z.string().nullable(), told: z.string().nullable() })
  .nullable()

/** Since when a possible match on a list of sanctions waits for an answer, of them or of who acts for the company or owns it. */
const MatchSince = Instant.nullable()

const EmployerReview = OperationsEmployer.extend({
  ...AsItStands,
  match_since: MatchSince,
  suspension: Suspension,
  /** What the company funds from and is refunded to. */
  accounts: z.array(EmployerAccount),
  place: ReviewPlace,
})
const ContractorReview = OperationsContractor.extend({
  ...AsItStands,
  match_since: MatchSince,
  suspension: Suspension,
  middle_name: z.string(),
  /** As they said with their identity document; of who did not, and for who may not open it, null. */
  birth_date: PlainDate.nullable(),
  mailing_address: Address.nullable(),
  documents: z.array(
    DocumentRecord.extend({
      number: z.string().nullable(),
      /** Who else handed in a paper of this number and country, or this file. */
      used_by: z.array(z.object({ sub: z.string(), name: z.string() })),
    }),
  ),
  place: ReviewPlace,
})

/** A document as it was opened: the one of this content, as it stood. */
const OpenedDocument = z.strictObject({ document_uuid: Uuid, sha256: Digest, version: z.int() })

const Reviewed = z.object({
  userTypes: z.enum(['employers', 'contractors']),
  sub: z.string().max(255),
})

const ReviewCounts = {
  counts: z.record(z.string(), z.int()),
  /** Of those that wait for review, those that should have been looked at before today, and the day by which the first should have. */
  overdue: z.object({ count: z.int(), since: PlainDate.nullable() }),
}

const OperationsQuery = PageQuery.extend({
  search: z.string().max(200).optional(),
  verification: VerificationStatus.optional(),
})

export const verification = {
  listOperationsEmployers: endpoint({
    method: 'GET',
    path: '/operations/employers',
    summary: 'Employers, those who wait for review first',
    access: ['operator'],
    query: OperationsQuery,
    response: page(OperationsEmployer).extend(ReviewCounts),
  }),
  listOperationsContractors: endpoint({
    method: 'GET',
    path: '/operations/contractors',
    summary: 'Contractors, those who wait for review first',
    access: ['operator'],
    query: OperationsQuery.extend({ expiring: z.literal('true').optional() }),
    /** `expiring`: how many have papers that end within 30 days, or did. */
    response: page(OperationsContractor).extend({ ...ReviewCounts, expiring: z.int() }),
  }),
  getOperationsEmployer: endpoint({
    method: 'GET',
    path: '/operations/employers/:id',
    summary: 'A company as it is reviewed, with its place among those who wait',
    access: ['operator'],
    params: ById,
    response: EmployerReview,
    problems: ['NOT_FOUND'],
  }),
  getOperationsContractor: endpoint({
    method: 'GET',
    path: '/operations/contractors/:sub',
    summary:
      'A contractor as they are reviewed; who may open their papers reads the numbers as well',
    access: ['operator'],
    params: z.object({ sub: z.string().max(255) }),
    response: ContractorReview,
    problems: ['NOT_FOUND'],
  }),
  claimReview: endpoint({
    method: 'PUT',
    path: '/operations/:userTypes/:sub/claim',
    summary: 'Says that the operator looks at somebody, so that no other does',
    access: ['operator'],
    operators: ['admin', 'verifier'],
    touches: { neither: 'it decides nothing' },
    params: Reviewed,
    body: z
      .strictObject({
        /** Also where another operator has the claim: they are told by what the list says. */
        take_over: z.boolean().default(false),
      })
      .prefault({}),
    response: ReviewClaim,
    problems: ['CONFLICT', 'NOT_FOUND'],
  }),
  releaseReview: endpoint({
    method: 'DELETE',
    path: '/operations/:userTypes/:sub/claim',
    summary: 'Gives the claim back; without one nothing happens',
    access: ['operator'],
    operators: ['admin', 'verifier'],
    touches: { neither: 'it decides nothing' },
    params: Reviewed,
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
  decideDocument: endpoint({
    method: 'PUT',
    path: '/operations/:userTypes/:sub/documents/:document/decision',
    summary: 'Verifies or rejects one document, of the version that was opened',
    access: ['operator'],
    operators: ['admin', 'verifier'],
    touches: 'access',
    params: Reviewed.extend({ document: Uuid }),
    body: z.strictObject({
      decision: z.enum(['verify', 'reject']),
      /** The content and the version that were opened. */
      sha256: Digest,
      version: z.int(),
      /** Rejecting needs one. */
      reason_code: z.enum(DOCUMENT_REASONS).optional(),
      /** What its owner reads; the words of the standard reason where it is left out. */
      reason: sentence(500).optional(),
    }),
    response: z.object({
      document_status: VerificationStatus,
      verification_status: VerificationStatus,
    }),
    problems: ['CONFLICT', 'NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  getEmployerDocument: endpoint({
    method: 'GET',
    path: '/operations/employers/:id/documents/:doc/file',
    summary: 'Opens a company document; the company sees who opened it',
    access: ['operator'],
    operators: ['admin', 'verifier'],
    params: z.object({ id: Uuid, doc: Uuid }),
    response: file('application/pdf', 'image/png', 'image/jpeg'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
  getContractorFile: endpoint({
    method: 'GET',
    path: '/operations/contractors/:sub/:file/file',
    summary: 'Opens an identity document; the contractor sees who opened it',
    access: ['operator'],
    operators: ['admin', 'verifier'],
    params: z.object({ sub: z.string().max(255), file: Uuid }),
    response: file('application/pdf', 'image/png', 'image/jpeg'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
  changeStanding: endpoint({
    method: 'PATCH',
    path: '/operations/:userTypes/:sub/:operation',
    summary:
      'Verifies, unverifies, suspends or reinstates a company or a contractor; erases the papers of who left',
    access: ['operator'],
    operators: ['admin', 'verifier'],
    touches: 'access',
    params: z.object({
      userTypes: z.enum(['employers', 'contractors']),
      sub: z.string().max(255),
      operation: StandingChange,
    }),
    body: z
      .strictObject({
        reason: sentence(500).optional(),
        /** Suspending: what who is suspended is told; the reason is for operators alone. */
        told: sentence(500).optional(),
        /** The one that was looked at, as the list said: what changed since is not decided about unseen. */
        version: z.int().optional(),
        /** Verifying: the documents as they were opened. Of others that are not decided, and of newer ones, nothing is said: CONFLICT. */
        documents: z.array(OpenedDocument).max(20).optional(),
        /** Which of what they entered differs from the papers and is right all the same. */
        differences: z.array(requiredLine(40, 'people.problems.whatIsWrong')).max(30).optional(),
        /** Of whom else the same papers are, as the review said: nobody is verified while it is somebody's who is not named here. */
        used_by: z.array(z.string().max(255)).max(MOST_USED_BY).optional(),
      })
      .default({}),
    response: z.object({ verification_status: VerificationStatus, suspended: z.boolean() }),
    problems: ['CONFLICT', 'NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
}
