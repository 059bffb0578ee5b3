/** The verification of companies and contractors by operators: who waits, what they handed in, and what is decided. */
import { z } from 'zod'
import { READ_PURPOSES } from '#domain/documents/read-purpose.ts'
import { VERIFICATION_STATUSES } from '#domain/people/verification.ts'
import { CompanyDetails } from './company-details.ts'
import { Address } from './kernel/address.ts'
import { Instant, line, PageQuery, PlainDate, page, Uuid } from './kernel/codecs.ts'
import { endpoint, file } from './kernel/endpoint.ts'

export const VerificationStatus = z.enum(VERIFICATION_STATUSES)
const StandingChange = z.enum(['verify', 'unverify', 'suspend', 'reinstate'])

export const DocumentRecord = z.object({
  document_uuid: Uuid,
  file_uuid: Uuid,
  kind: z.string(),
  document_type: z.string().nullable(),
  file_name: z.string(),
  mime_type: z.string(),
  size_bytes: z.int(),
  status: VerificationStatus.exclude(['UNVERIFIED']),
  reason: z.string().nullable(),
  uploaded_at: Instant,
  reads: z.array(
    z.object({
      reader_role: z.string(),
      reader_name: z.string(),
      purpose: z.enum(READ_PURPOSES),
      read_at: Instant,
    }),
  ),
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
  contractors: z.int(),
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
  allowed_actions: z.array(StandingChange),
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
    query: OperationsQuery,
    response: page(OperationsContractor).extend(ReviewCounts),
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
    summary: 'Verifies, unverifies, suspends or reinstates a company or a contractor',
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
        reason: line(500).optional(),
        /** The one that was looked at, as the list said: what changed since is not decided about unseen. */
        version: z.int().optional(),
      })
      .default({}),
    response: z.object({ verification_status: VerificationStatus, suspended: z.boolean() }),
    problems: ['CONFLICT', 'NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
}
