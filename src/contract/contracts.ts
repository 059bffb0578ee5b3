/** Contracts between an employer and a contractor, from draft to both signatures. */

import { z } from 'zod'
import { CONTRACT_KINDS, EXHIBIT_FORMATS, MAX_EXHIBIT_LENGTH } from '#domain/contracts/contract.ts'
import { COUNTRY_CLAUSES } from '#domain/contracts/country-clauses.ts'
import { looksLikeLink, NO_LINKS } from '#domain/identity/plain-name.ts'
import { imitatesAScript, ONE_ALPHABET } from '#domain/kernel/look-alikes.ts'
import { MAX_ROLE_LENGTH, plainLine } from '#domain/kernel/names.ts'
import { words } from '#domain/kernel/words.ts'
import {
  ContractDraft,
  ContractEntry,
  ContractPages,
  ContractStatus,
  ContractView,
} from './contract-shapes.ts'
import {
  ById,
  Digest,
  DocumentUpload,
  Email,
  Hours,
  line,
  Money,
  Ok,
  PlainDate,
  requiredLine,
  requiredPaperName,
  requiredSentence,
  sentence,
  signedParagraphs,
  TOO_LONG,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, file } from './kernel/endpoint.ts'

/** A role in one way of writing it: two that look alike are one, of which one contract runs. */
const Role = requiredLine(MAX_ROLE_LENGTH, 'contracts.problems.roleRequired')
  .overwrite(plainLine)
  .max(MAX_ROLE_LENGTH, TOO_LONG)
  .refine(role => !imitatesAScript(role), words(ONE_ALPHABET))
  .refine(role => !looksLikeLink(role), NO_LINKS)

const MOST_VERSIONS = 1_000_000_000
const SeenVersion = z.int().min(0).max(MOST_VERSIONS)

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
      role: Role,
      pay_policy_uuid: Uuid.nullable().default(null),
      currency: z.string().regex(/^[A-Z]{3,4}$/, words('contracts.problems.chooseCurrency')),
      contract_start_date: PlainDate,
      contract_end_date: PlainDate.nullable().default(null),
      paid: z.boolean().default(true),
      hourly_rate: Money.nullable().default(null),
      scheduled_hours: Hours.nullable().default(null),
      exhibit_a: signedParagraphs(MAX_EXHIBIT_LENGTH).default(''),
      /** Left out: plain text. */
      exhibit_format: z.enum(EXHIBIT_FORMATS).optional(),
      /** Left out: none. */
      country_clauses: z.enum(COUNTRY_CLAUSES).nullable().optional(),
      /**
       * What was seen of the draft: the version of its terms and of what was typed of it, 0 where there was none. Anything newer is
       * CONTRACT_CHANGED, and nothing is put. Left out: over whatever is there.
       */
      seen: z.strictObject({ terms: SeenVersion, typed: SeenVersion }).optional(),
    }),
    response: ContractView,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'CONTRACT_CHANGED', 'VALIDATION'],
  }),
  listContractDrafts: endpoint({
    method: 'GET',
    path: '/employer/contractors/:id/contract-drafts',
    summary: 'What was typed of contracts with one contractor and is not put yet, newest first',
    access: ['employer'],
    params: z.object({ id: z.string().max(255) }),
    response: z.array(ContractDraft),
    problems: ['NOT_FOUND'],
  }),
  putContractDraft: endpoint({
    method: 'PUT',
    path: '/contracts/:id/draft',
    summary:
      'Keeps what was typed of a contract, whole or not; the id is minted by the client, and `version` is the one that was changed',
    access: ['employer'],
    touches: { neither: 'what was typed binds nobody' },
    params: ById,
    body: z.strictObject({
      contractor_sub: z.string().max(255),
      /** 0: there is none yet. */
      version: SeenVersion,
      /** The version of the terms over which it was typed, 0 of a contract that has none yet. Left out: those of what was kept before, or of now. */
      terms: SeenVersion.optional(),
      entry: ContractEntry,
    }),
    response: ContractDraft,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'CONTRACT_CHANGED', 'VALIDATION'],
  }),
  discardContractDraft: endpoint({
    method: 'DELETE',
    path: '/contracts/:id/draft',
    summary: 'Throws away what was typed of a contract',
    access: ['employer'],
    touches: { neither: 'what was typed binds nobody' },
    params: ById,
    query: z.strictObject({
      /** The version that was seen: what a colleague typed since is CONTRACT_CHANGED, and stays. Left out: whatever is there. */
      seen: z.coerce.number<string>().int().min(0).max(MOST_VERSIONS).optional(),
    }),
    response: Ok,
    problems: ['NOT_FOUND', 'CONTRACT_CHANGED'],
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
      role: Role,
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
      z.object({
        code: z.enum(COUNTRY_CLAUSES),
        title: z.string(),
        clauses: z.array(z.string()),
      }),
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
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
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
      employer_signer_name: requiredPaperName(200, 'contracts.problems.signerName'),
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
      name: requiredPaperName(200, 'contracts.problems.fullName'),
      name_is_mine: NameIsMine,
      pdf_sha256: Digest,
    }),
    response: ContractView,
    problems: [
      'NOT_FOUND',
      'TRANSITION_NOT_ALLOWED',
      'CONFLICT',
      'CONTRACT_CHANGED',
      'NAME_DIFFERS',
      'VALIDATION',
    ],
  }),
  listFailedOffers: endpoint({
    method: 'GET',
    path: '/employer/failed-offers',
    summary:
      'The offers that were declined or ran out in the last sixty days and were not drafted anew, the newest twenty',
    access: ['employer'],
    response: z.array(
      z.object({
        contract_uuid: Uuid,
        contractor_sub: z.string(),
        contractor_name: z.string(),
        role: z.string(),
        kind: z.enum(CONTRACT_KINDS),
        status: z.enum(['REJECTED', 'EXPIRED']),
        /** What the contractor said; empty of one that ran out. */
        reason: z.string(),
      }),
    ),
  }),
  declineContract: endpoint({
    method: 'PUT',
    path: '/contracts/:id/decline',
    summary: 'Declines to sign, with a reason that the employer reads',
    access: ['contractor'],
    touches: { neither: 'it only declines' },
    params: ById,
    body: z.strictObject({ reason: requiredSentence(500, 'contracts.problems.declineWithWords') }),
    response: ContractView,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  discardContract: endpoint({
    method: 'PUT',
    path: '/contracts/:id/discard',
    summary: 'Discards a contract that nobody earns on',
    access: ['employer'],
    touches: { neither: 'nobody earns on what is discarded' },
    params: ById,
    query: z.strictObject({
      /** Where it stood when it was decided: what was a draft is not withdrawn as an offer that a colleague sent meanwhile. Left out: as it stands by now. */
      seen: ContractStatus.optional(),
    }),
    response: ContractView,
    problems: ['NOT_FOUND', 'CONFLICT', 'TRANSITION_NOT_ALLOWED'],
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
      reason: sentence(1000).default(''),
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
