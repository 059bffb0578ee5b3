/** Contracts between an employer and a contractor, from draft to both signatures. */

import { z } from 'zod'
import {
  CONTRACT_KINDS,
  CONTRACT_STATUSES,
  EXHIBIT_FORMATS,
  MAX_EXHIBIT_LENGTH,
} from '#domain/contracts/contract.ts'
import { TERMS } from '#domain/contracts/contract-text.ts'
import { COUNTRY_CLAUSES } from '#domain/contracts/country-clauses.ts'
import { EXHIBIT_BLOCKS } from '#domain/contracts/exhibit.ts'
import { SHARE_STATES } from '#domain/contracts/share.ts'
import { MAX_ROLE_LENGTH } from '#domain/kernel/names.ts'
import { words } from '#domain/kernel/words.ts'
import {
  ById,
  Digest,
  DocumentUpload,
  Email,
  Hours,
  Instant,
  line,
  Money,
  PlainDate,
  paragraphs,
  requiredLine,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, file } from './kernel/endpoint.ts'

export const ContractStatus = z.enum(CONTRACT_STATUSES)

export const Signature = z.object({
  party: z.enum(['employer', 'contractor']),
  name: z.string(),
  title: z.string(),
  email: z.string(),
  signed_at: Instant,
  pdf_sha256: Digest,
})

/** Somebody who was sent a link to read a contract, and what became of it. */
export const Viewer = z.object({
  share_uuid: Uuid,
  email: z.string(),
  state: z.enum(SHARE_STATES),
  shared_at: Instant,
  /** When the newest link was sent, which alone works. */
  link_sent_at: Instant,
  expires_at: Instant,
  /** How often it was opened, and its PDF saved, by the links of all times. */
  views: z.int(),
  /** The latest of these, newest first. */
  viewed_at: z.array(Instant),
  allowed_actions: z.array(z.enum(['share', 'revoke'])),
})

export const ContractView = z.object({
  contract_uuid: Uuid,
  employer_name: z.string(),
  contractor_sub: z.string(),
  contractor_name: z.string(),
  contractor_email: z.string(),
  revision: z.int(),
  /** OUTSIDE: its agreement was signed elsewhere, and the contractor confirms these terms. */
  kind: z.enum(CONTRACT_KINDS),
  status: ContractStatus,
  role: z.string(),
  effective_date: PlainDate,
  contract_start_date: PlainDate,
  contract_end_date: PlainDate.nullable(),
  /** Whether the employer has signed. */
  approved: z.boolean(),
  /** Whether it is a paid engagement; an unpaid one has no rate, hours or policy, and a draft may lack them. */
  paid: z.boolean(),
  currency: z.string(),
  hourly_rate: Money.nullable(),
  scheduled_hours: Hours.nullable(),
  pay_policy_uuid: Uuid.nullable(),
  pay_policy_label: z.string(),
  period_type: z.string(),
  exhibit_a: z.string(),
  exhibit_format: z.enum(EXHIBIT_FORMATS),
  /** The clauses for work in a country that it has, with their version. */
  country_clauses: z.enum(COUNTRY_CLAUSES).nullable(),
  /** The agreement that was signed elsewhere, where its file was attached. */
  agreement: z.object({ file_name: z.string(), size_bytes: z.int(), sha256: Digest }).nullable(),
  /** SHA-256 of the PDF as it stands: what a signature binds to. Null until the PDF was made. */
  pdf_sha256: Digest.nullable(),
  signatures: z.array(Signature),
  /** Who else was sent a link to read it, newest first. Its contractor sees them as well, from the offer on. */
  shared_with: z.array(Viewer),
  /** What it earned, newest first: the last two dozen line items. */
  line_items: z.array(
    z.object({
      line_item_uuid: Uuid,
      policy_uuid: Uuid,
      cycle_uuid: Uuid,
      start_date: PlainDate,
      end_date: PlainDate,
      amount: Money,
      status: z.string(),
    }),
  ),
  allowed_actions: z.array(
    z.enum(['edit', 'approve', 'sign', 'decline', 'complete', 'discard', 'share']),
  ),
})

/** A part of a sentence, and what is special about it. */
const Run = z.object({ as: z.enum(['text', 'name', 'strong', 'amount']), text: z.string() })
const ExhibitRuns = z.array(
  z.object({
    as: z.enum(['text', 'strong', 'link', 'break']),
    text: z.string(),
    /** Of a link: https or mailto. */
    href: z.string().optional(),
  }),
)
const ExhibitBlock = z.object({
  kind: z.enum(EXHIBIT_BLOCKS),
  level: z.int(),
  marker: z.string(),
  runs: ExhibitRuns,
  rows: z.array(z.array(ExhibitRuns)),
})
const Lines = z.array(z.string())
const Rows = z.array(z.object({ term: z.string(), value: z.string() }))

/** A contract as it is read: what the PDF is made of, whole and in its order. */
export const ContractText = z.object({
  title: z.string(),
  reference: z.string(),
  heading: z.string(),
  between: z.array(Run),
  signed: z.enum(['nobody', 'employer', 'both']),
  state: z.string(),
  parties: z.array(z.object({ label: z.string(), name: z.string(), lines: Lines })),
  terms_title: z.string(),
  terms: z.array(
    z.object({ id: z.enum(TERMS), term: z.string(), value: z.string(), note: z.string() }),
  ),
  sections: z.array(
    z.object({
      number: z.string(),
      title: z.string(),
      clauses: z.array(z.object({ number: z.string(), text: z.array(Run) })),
    }),
  ),
  signatures: z.array(
    z.object({
      party: z.enum(['employer', 'contractor']),
      title: z.string(),
      name: z.string(),
      rows: Rows,
      missing: z.string(),
    }),
  ),
  exhibit: z.object({
    title: z.string(),
    paragraphs: z.array(Lines),
    /** Where it is in rich text, instead of paragraphs. */
    blocks: z.array(ExhibitBlock).optional(),
  }),
  /** The page of what happened, once both have signed. */
  certificate: z
    .object({
      title: z.string(),
      lead: z.string(),
      steps: z.array(z.object({ what: z.string(), name: z.string(), rows: Rows })),
      seal_title: z.string(),
      seal: Lines,
      page_lead: z.string(),
      page: z.string(),
    })
    .nullish(),
})

export const ContractPages = z.object({
  /** SHA-256 of the PDF whose text this is. */
  pdf_sha256: Digest,
  pages: z.int(),
  size_bytes: z.int(),
  /** Null of a PDF that was made before texts were kept: it is read as a file. */
  text: ContractText.nullable(),
  /** Until when an offer may be signed. */
  sign_by: Instant.nullable(),
  /** Against the revision that it takes the place of. */
  since: z
    .object({
      revision: z.int(),
      changed: z.array(z.object({ id: z.enum(TERMS), was: z.string().nullable() })),
      /** Terms of before that are none any more. */
      gone: z.array(z.object({ term: z.string(), was: z.string() })),
      /** The first day on which these terms hold. */
      effective_date: PlainDate,
      /** The exhibit word by word; empty where it is the same. */
      exhibit: z.array(z.object({ kind: z.enum(['same', 'new', 'gone']), text: z.string() })),
      same_clauses: z.boolean(),
      same_exhibit: z.boolean(),
    })
    .nullable(),
})

/** That a typed name which is not the account's is the signer's as well. */
const NameIsMine = z.boolean().optional()

export const contracts = {
  putContract: endpoint({
    method: 'PUT',
    path: '/contracts/:id',
    summary: 'Creates or changes a draft; the id is minted by the client',
    access: ['employer'],
    touches: { neither: 'a draft binds nobody until both signed' },
    gates: ['terms_signed', 'profile_complete', 'payroll_info_complete'],
    params: ById,
    body: z.strictObject({
      contractor_sub: z.string().max(255),
      effective_date: PlainDate,
      role: requiredLine(MAX_ROLE_LENGTH, 'contracts.problems.roleRequired'),
      pay_policy_uuid: Uuid.nullable().default(null),
      currency: z.string().regex(/^[A-Z]{3,4}$/, words('contracts.problems.chooseCurrency')),
      contract_start_date: PlainDate,
      contract_end_date: PlainDate.nullable().default(null),
      paid: z.boolean().default(true),
      hourly_rate: Money.nullable().default(null),
      scheduled_hours: Hours.nullable().default(null),
      exhibit_a: paragraphs(MAX_EXHIBIT_LENGTH).default(''),
      /** Left out: plain text. */
      exhibit_format: z.enum(EXHIBIT_FORMATS).optional(),
      /** Left out: none. */
      country_clauses: z.enum(COUNTRY_CLAUSES).nullable().optional(),
    }),
    response: ContractView,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  configurePayroll: endpoint({
    method: 'POST',
    path: '/employer/contractors/:id/payroll-configuration',
    summary:
      "Writes a contractor's terms: the next revision of the contract that runs in the role, or terms of an agreement signed elsewhere, which the contractor confirms",
    access: ['employer'],
    touches: 'money',
    gates: ['terms_signed', 'profile_complete', 'payroll_info_complete'],
    params: z.object({ id: z.string().max(255) }),
    bodyLimit: BODY_BYTES.documents,
    body: z.strictObject({
      pay_policy_uuid: Uuid,
      start_date: PlainDate,
      end_date: PlainDate.nullable().default(null),
      hourly_rate: Money,
      role: requiredLine(MAX_ROLE_LENGTH, 'contracts.problems.roleRequired'),
      currency: z.string().regex(/^[A-Z]{3,4}$/, words('contracts.problems.chooseCurrency')),
      scheduled_hours: Hours,
      /** Left out: as the contract that runs in the role was; without one, elsewhere. */
      signed_elsewhere: z.boolean().optional(),
      /** The agreement that was signed elsewhere. */
      agreement: DocumentUpload.extend({
        mime_type: z.literal('application/pdf', words('contracts.problems.agreementPdf')),
      }).optional(),
    }),
    response: ContractView,
    problems: [
      'NOT_FOUND',
      'TRANSITION_NOT_ALLOWED',
      'VALIDATION',
      'DOCUMENT_NOT_READABLE',
      'DOCUMENT_REFUSED',
      'STORAGE_FULL',
      'UNAVAILABLE',
    ],
  }),
  listCountryClauses: endpoint({
    method: 'GET',
    path: '/employer/contract-clauses',
    summary: 'Templates of clauses for work in a country, each with its version; no legal advice',
    access: ['employer'],
    response: z.array(
      z.object({ code: z.enum(COUNTRY_CLAUSES), title: z.string(), clauses: Lines }),
    ),
  }),
  getAgreement: endpoint({
    method: 'GET',
    path: '/contracts/:id/agreement',
    summary: 'The agreement that was signed elsewhere, as its employer attached it',
    access: ['employer', 'contractor'],
    params: ById,
    response: file('application/pdf'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
  getContract: endpoint({
    method: 'GET',
    path: '/contracts/:id',
    summary: 'One contract, for its employer or its contractor',
    access: ['employer', 'contractor'],
    params: ById,
    response: ContractView,
    problems: ['NOT_FOUND'],
  }),
  makeContractPdf: endpoint({
    method: 'PUT',
    path: '/contracts/:id/pdf',
    summary:
      "Makes the draft's PDF and answers the contract with the digest that signatures bind to",
    access: ['employer'],
    touches: { neither: 'a draft binds nobody until both signed' },
    params: ById,
    response: ContractView,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  getContractPdf: endpoint({
    method: 'GET',
    path: '/contracts/:id/pdf',
    summary: "The contract's PDF as it stands: draft, signed by one, or final",
    access: ['employer', 'contractor'],
    params: ById,
    response: file('application/pdf'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
  getContractText: endpoint({
    method: 'GET',
    path: '/contracts/:id/text',
    summary: "The contract's text as its PDF has it, and what changed since the revision before",
    access: ['employer', 'contractor'],
    params: ById,
    response: ContractPages,
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
  approveContract: endpoint({
    method: 'PUT',
    path: '/contracts/:id/approve',
    summary: 'Signs for the employer and sends the contract to the contractor',
    access: ['employer'],
    touches: 'money',
    gates: ['terms_signed', 'profile_complete', 'payroll_info_complete'],
    params: ById,
    body: z.strictObject({
      employer_signer_email: Email,
      employer_signer_name: requiredLine(200, 'contracts.problems.signerName'),
      employer_signer_title: requiredLine(200, 'contracts.problems.signerTitle'),
      name_is_mine: NameIsMine,
      /** Of the PDF that was read; left out, the PDF as it stands now is signed, and answered. */
      pdf_sha256: Digest.optional(),
    }),
    response: ContractView,
    problems: [
      'NOT_FOUND',
      'TRANSITION_NOT_ALLOWED',
      'CONTRACT_CHANGED',
      'NAME_DIFFERS',
      'VALIDATION',
    ],
  }),
  signContract: endpoint({
    method: 'PUT',
    path: '/contracts/:id/sign',
    summary: 'Signs for the contractor; the contract is active from then',
    access: ['contractor'],
    touches: 'money',
    params: ById,
    body: z.strictObject({
      name: requiredLine(200, 'contracts.problems.fullName'),
      name_is_mine: NameIsMine,
      pdf_sha256: Digest,
    }),
    response: ContractView,
    problems: [
      'NOT_FOUND',
      'TRANSITION_NOT_ALLOWED',
      'CONTRACT_CHANGED',
      'NAME_DIFFERS',
      'VALIDATION',
    ],
  }),
  declineContract: endpoint({
    method: 'PUT',
    path: '/contracts/:id/decline',
    summary: 'Declines to sign, with a reason that the employer reads',
    access: ['contractor'],
    touches: { neither: 'it only declines' },
    params: ById,
    body: z.strictObject({ reason: line(500).default('') }),
    response: ContractView,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  discardContract: endpoint({
    method: 'PUT',
    path: '/contracts/:id/discard',
    summary: 'Discards a contract that nobody earns on',
    access: ['employer'],
    touches: { neither: 'nobody earns on what is discarded' },
    params: ById,
    response: ContractView,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  completeContract: endpoint({
    method: 'PUT',
    path: '/contracts/:id/complete',
    summary: 'Closes an active contract and mails the contractor',
    access: ['employer'],
    touches: { neither: 'it only ends pay' },
    params: ById,
    body: z.strictObject({
      contractor_first_name: line(100).optional(),
      company_contact_name: line(200).optional(),
      company_name: line(200).optional(),
      contract_effective_date: PlainDate.optional(),
      desired_completion_date: PlainDate,
      reason: line(1000).default(''),
    }),
    response: ContractView,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  shareContract: endpoint({
    method: 'POST',
    path: '/contracts/:id/share-for-viewing',
    summary:
      'Mails a link to read the contract to each address; a new link replaces an earlier one',
    access: ['employer'],
    touches: { neither: 'the link reads one contract, which who shares it could send as a file' },
    params: ById,
    body: z.strictObject({
      /** Free text with addresses in it, or a list of such texts. */
      viewer_emails: z.union([
        z.string().max(10_000, words('kernel.problems.tooManyCharacters')),
        z.array(z.string().max(1000, words('kernel.problems.tooManyCharacters'))).max(100),
      ]),
    }),
    response: ContractView,
    problems: [
      'NOT_FOUND',
      'TRANSITION_NOT_ALLOWED',
      'ADDRESS_STOPPED',
      'TOO_MANY_REQUESTS',
      'VALIDATION',
    ],
  }),
  revokeShare: endpoint({
    method: 'DELETE',
    path: '/contracts/:id/shares/:share_uuid',
    summary: 'Stops the link of one address; again changes nothing',
    access: ['employer'],
    touches: { neither: 'it takes access away' },
    params: z.object({ id: Uuid, share_uuid: Uuid }),
    response: ContractView,
    problems: ['NOT_FOUND'],
  }),
  listContractorContracts: endpoint({
    method: 'GET',
    path: '/contractor/contracts',
    summary: "The contractor's contracts, those to sign first",
    access: ['contractor'],
    gates: ['terms_signed'],
    response: z.array(ContractView),
  }),
  getContractorContractPdf: endpoint({
    method: 'GET',
    path: '/contractor/contracts/:id/pdf',
    summary: "The PDF of one of the contractor's contracts",
    access: ['contractor'],
    params: ById,
    response: file('application/pdf'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
}
