/** Contractors and the invitations to them. */
import { z } from 'zod'
import { CONTRACT_KINDS } from '#domain/contracts/contract.ts'
import { words } from '#domain/kernel/words.ts'
import { ID_DOCUMENT_TYPES, RESIDENCIES } from '#domain/people/identity-documents.ts'
import { INVITATION_STATUSES, type InviteState } from '#domain/people/invitation.ts'
import { PhoneNumber } from './identity.ts'
import {
  Invite,
  InviteField,
  InviteRow,
  JudgedInvite,
  MAX_LIST_CHARACTERS,
  MAX_LIST_ROWS,
  TypedInvite,
} from './invite-list.ts'
import { Address, AddressInput } from './kernel/address.ts'
import {
  ById,
  CountryCode,
  DocumentUpload,
  Instant,
  name,
  Ok,
  PageQuery,
  PlainDate,
  page,
  requiredLine,
  requiredName,
  Said,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, file } from './kernel/endpoint.ts'
import { PayrollConfiguration } from './payroll-configuration.ts'
import { DocumentRecord, VerificationStatus } from './verification.ts'

export const InvitationStatus = z.enum(INVITATION_STATUSES)

/** A row of the employer's contractors; a person who has not answered yet has no `contractor_sub`. */
export const ContractorRow = z.object({
  invitation_uuid: Uuid,
  contractor_sub: z.string().nullable(),
  contractor_email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.string(),
  iso_3166_2_code: z.string().nullable(),
  country_code: z.string().nullable(),
  status: InvitationStatus,
  verification_status: VerificationStatus,
  /** The day on which the first of the papers ends that say who they are; null where none says so. */
  documents_expire_on: PlainDate.nullable(),
  avatar_color: z.string(),
  datetime_invited: Instant,
  expires_at: Instant,
  contract: z
    .object({
      contract_uuid: Uuid,
      status: z.string(),
      currency: z.string(),
      hourly_rate_minor: z.int(),
    })
    .nullable(),
  allowed_actions: z.array(
    z.enum(['resend', 'delete', 'prepare_offboarding', 'offboard', 'draft_contract']),
  ),
})

export const Contractor = ContractorRow.extend({
  phone_number: z.string(),
  preferred_name: z.string(),
  permanent_address: Address.nullable(),
  mailing_address: Address.nullable(),
  contracts: z.array(
    z.object({
      contract_uuid: Uuid,
      revision: z.int(),
      kind: z.enum(CONTRACT_KINDS),
      status: z.string(),
      /** The words of the contractor who declined it; empty for any other. */
      decline_reason: z.string(),
      /** When an offer was taken back while it waited; null of any other. */
      withdrawn_at: Instant.nullable(),
      role: z.string(),
      /** Whether it is a paid engagement; an unpaid one has a rate and hours of 0, and so has a draft that says none yet. */
      paid: z.boolean(),
      currency: z.string(),
      hourly_rate_minor: z.int(),
      scheduled_hours: z.number(),
      pay_policy_label: z.string(),
      contract_start_date: z.string(),
      /** The first and the last day that it holds, other terms that take its place counted. */
      start_date: PlainDate,
      end_date: PlainDate.nullable(),
      contract_end_date: z.string().nullable(),
    }),
  ),
  /** The terms by which they are paid: those that hold today, else the next ones; null without a contract. */
  payroll_configuration: PayrollConfiguration.nullable(),
})

export const Invitation = z.object({
  invitation_uuid: Uuid,
  employer_domain_name: z.string(),
  employer_name: z.string(),
  role: z.string(),
  status: InvitationStatus,
  datetime_invited: Instant,
  expires_at: Instant,
  expired: z.boolean(),
  /** Why it cannot be accepted as it waits: its company has no name yet, or is suspended. */
  blocked: z.object({ reason: z.string(), said: Said }).nullable(),
})

export const ContractorSelf = z.object({
  sub: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.string(),
  preferred_name: z.string(),
  email: z.string(),
  phone_number: z.string(),
  country_code: z.string().nullable(),
  subdivision_code: z.string().nullable(),
  permanent_address: Address.nullable(),
  mailing_address: Address.nullable(),
  verification_status: VerificationStatus,
  verification_reason: z.string().nullable(),
  documents: z.array(DocumentRecord),
})

export const people = {
  listContractors: endpoint({
    method: 'GET',
    path: '/employer/contractors',
    summary: "The employer's contractors and open invitations",
    access: ['employer'],
    query: PageQuery.extend({
      status: InvitationStatus.optional(),
      search: z.string().max(200).optional(),
    }),
    response: page(ContractorRow).extend({
      counts: z.record(z.string(), z.int()),
      countries: z.int(),
    }),
  }),
  getContractor: endpoint({
    method: 'GET',
    path: '/employer/contractors/:id',
    summary: "One contractor, by `contractor_sub` or by the invitation's uuid",
    access: ['employer'],
    params: z.object({ id: z.string().max(255) }),
    response: Contractor,
    problems: ['NOT_FOUND'],
  }),
  inviteContractor: endpoint({
    method: 'POST',
    path: '/employer/contractors',
    summary: 'Invites a contractor by e-mail',
    access: ['employer'],
    touches: { neither: 'nobody is paid without a contract that both signed' },
    gates: ['terms_signed', 'company_named'],
    body: Invite,
    response: ContractorRow,
    problems: ['ADDRESS_STOPPED', 'ALREADY_INVITED', 'TOO_MANY_REQUESTS', 'VALIDATION'],
  }),
  previewInvitations: endpoint({
    method: 'POST',
    path: '/employer/invitations/preview',
    summary: 'What a list of people says, row by row, and what is wrong with it; invites nobody',
    access: ['employer'],
    touches: { neither: 'it only reads a list' },
    gates: ['terms_signed', 'company_named'],
    bodyLimit: BODY_BYTES.ids,
    body: z.strictObject({
      /** The text of a file, or what was pasted: with commas, semicolons or tabs between columns. */
      text: z
        .string()
        .max(MAX_LIST_CHARACTERS, words('kernel.problems.tooManyCharacters'))
        .optional(),
      /** What the columns of the text say, where that is not to be read off it. */
      columns: z.array(InviteField.nullable()).max(100).optional(),
      /** Rows as they were typed, instead of a text. */
      rows: z
        .array(TypedInvite)
        .max(MAX_LIST_ROWS, words('people.problems.listTooLong'))
        .optional(),
      /** What holds of rows that do not say it. */
      defaults: z
        .strictObject({
          role: z.string().max(500),
          country: z.string().max(200),
          pay_policy: z.string().max(200),
        })
        .partial()
        .default({}),
    }),
    response: z.object({
      /** The columns of the text with what each is taken for; `head` is what stands above it, or its first cell. */
      columns: z.array(z.object({ head: z.string(), field: InviteField.nullable() })),
      rows: z.array(JudgedInvite),
      counts: z.object({ MEND: z.int(), LEFT_OUT: z.int(), READY: z.int() } satisfies Record<
        InviteState,
        z.ZodInt
      >),
    }),
    problems: ['VALIDATION'],
  }),
  inviteMany: endpoint({
    method: 'POST',
    path: '/employer/invitations',
    summary:
      'Invites many; each row answers for itself, and who is invited already is not invited again',
    access: ['employer'],
    touches: { neither: 'nobody is paid without a contract that both signed' },
    gates: ['terms_signed', 'company_named'],
    bodyLimit: BODY_BYTES.ids,
    body: z.strictObject({
      invitations: z
        .array(InviteRow)
        .min(1, words('people.problems.listEmpty'))
        .max(MAX_LIST_ROWS, words('people.problems.listTooLong')),
    }),
    response: z.object({
      invited: z.int(),
      /** The rows that were not, in their order and counted from 0. */
      left_out: z.array(z.object({ row: z.int(), email: z.string(), said: Said })),
    }),
    problems: ['TOO_MANY_REQUESTS', 'VALIDATION'],
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/employer/contractors/:contractor_email/resend-invite',
    summary: 'Sends a new link; the old one dies. Takes the e-mail or the invitation uuid',
    access: ['employer'],
    touches: { neither: 'nobody is paid without a contract that both signed' },
    gates: ['company_named'],
    params: z.object({ contractor_email: z.string().max(255) }),
    response: ContractorRow,
    problems: [
      'NOT_FOUND',
      'ADDRESS_STOPPED',
      'INVITATION_TOO_SOON',
      'TOO_MANY_REQUESTS',
      'TRANSITION_NOT_ALLOWED',
    ],
  }),
  deleteContractor: endpoint({
    method: 'DELETE',
    path: '/employer/contractors/:contractor_email',
    summary:
      'Removes an unanswered invitation, or offboards a contractor without running contracts: what waits for their signature is withdrawn',
    access: ['employer'],
    touches: { neither: 'it ends a relation in which nothing is running' },
    params: z.object({ contractor_email: z.string().max(255) }),
    query: z.strictObject({
      /** How they stood when it was decided: INVITED removes an invitation, ACCEPTED offboards, and neither does the other. Left out: as they stand by now. */
      seen: z.enum(['INVITED', 'ACCEPTED']).optional(),
    }),
    response: Ok,
    problems: ['NOT_FOUND', 'CONFLICT', 'TRANSITION_NOT_ALLOWED'],
  }),
  findInvitation: endpoint({
    method: 'GET',
    path: '/contractor/invitations/by-link/:token',
    summary: "What an invitation's link is about, before signing up",
    access: 'public',
    byLink: true,
    params: z.object({ token: z.string().min(20).max(100) }),
    response: z.object({
      invitation_uuid: Uuid,
      email: z.string(),
      employer_name: z.string(),
      employer_domain_name: z.string(),
      role: z.string(),
      /** The name by which the employer invited, empty where it gave none: a beginning, which its owner corrects. */
      name: z.string(),
      /** The country that the employer named, if any: it stands first when the address is asked for. */
      country_code: z.string().nullable(),
      expires_at: Instant,
    }),
    problems: ['LINK_NOT_VALID', 'LINK_USED', 'LINK_EXPIRED', 'LINK_REPLACED'],
  }),
  askForInvitation: endpoint({
    method: 'POST',
    path: '/contractor/invitations/by-link/:token/send-again',
    summary: 'Has the newest mail of an invitation sent again, to who opened an older link of it',
    access: 'public',
    byLink: true,
    touches: { neither: 'the mail goes to the address that was invited' },
    params: z.object({ token: z.string().min(20).max(100) }),
    response: z.object({
      /** The address, all but its first letter hidden. */
      sent_to: z.string(),
      sent_at: Instant,
    }),
    problems: [
      'LINK_NOT_VALID',
      'LINK_USED',
      'LINK_EXPIRED',
      'INVITATION_TOO_SOON',
      'ADDRESS_STOPPED',
      'TOO_MANY_REQUESTS',
    ],
  }),
  listInvitations: endpoint({
    method: 'GET',
    path: '/contractor/invitations',
    summary: "Invitations to the contractor's verified e-mail",
    access: ['contractor'],
    response: z.array(Invitation),
  }),
  acceptInvitation: endpoint({
    method: 'PUT',
    path: '/contractor/invitations/:id/accept',
    summary: 'Accepts an invitation',
    access: ['contractor'],
    touches: { neither: 'nobody is paid without a contract that both signed' },
    params: ById,
    response: Invitation,
    problems: ['NOT_FOUND', 'INVITATION_NOT_VALID', 'TRANSITION_NOT_ALLOWED'],
  }),
  rejectInvitation: endpoint({
    method: 'PUT',
    path: '/contractor/invitations/:id/reject',
    summary: 'Rejects an invitation',
    access: ['contractor'],
    touches: { neither: 'it only declines' },
    params: ById,
    response: Invitation,
    problems: ['NOT_FOUND', 'INVITATION_NOT_VALID', 'TRANSITION_NOT_ALLOWED'],
  }),
  getContractorSelf: endpoint({
    method: 'GET',
    path: '/contractor',
    summary: "The contractor's own profile, with who opened which document",
    access: ['contractor'],
    response: ContractorSelf,
  }),
  putAddress: endpoint({
    method: 'PUT',
    path: '/contractor/address',
    summary: 'Changes the permanent or mailing address',
    access: ['contractor'],
    touches: { neither: 'an address decides nothing about pay' },
    body: AddressInput.extend({ kind: z.enum(['permanent', 'mailing']).default('permanent') }),
    response: ContractorSelf,
    problems: ['VALIDATION'],
  }),
  putPersonalInformation: endpoint({
    method: 'PUT',
    path: '/contractor/personal-information',
    summary:
      'Legal names, phone and addresses; changing a legal name or country asks for a new review',
    access: ['contractor'],
    touches: { neither: 'who changes a legal name or country is reviewed again' },
    body: z.strictObject({
      first_name: requiredName(100, 'people.problems.firstNameRequired'),
      last_name: requiredName(100, 'people.problems.lastNameRequired'),
      middle_name: name(100).default(''),
      preferred_name: requiredName(100, 'people.problems.preferredNameRequired'),
      phone_number: PhoneNumber,
      permanent_address: AddressInput,
      mailing_address: AddressInput.optional(),
    }),
    response: ContractorSelf,
    problems: ['VALIDATION'],
  }),
  putPersonalDocuments: endpoint({
    method: 'PUT',
    path: '/contractor/personal-documents',
    summary: 'Hands in identity documents; any one may be sent again by itself',
    access: ['contractor'],
    touches: { neither: 'an operator reviews them' },
    bodyLimit: BODY_BYTES.documents,
    body: z.strictObject({
      id_document_type: z.enum(ID_DOCUMENT_TYPES).optional(),
      residency: z.enum(RESIDENCIES).optional(),
      /** The country of which the person is a citizen. */
      citizenship: CountryCode.optional(),
      id_document_number: requiredLine(60, 'people.problems.documentNumber').optional(),
      id_document_country: CountryCode.optional(),
      id_document_expires_on: PlainDate.optional(),
      status_document_expires_on: PlainDate.optional(),
      identification_document: DocumentUpload.optional(),
      identification_document_back: DocumentUpload.optional(),
      permanent_address_document: DocumentUpload.optional(),
      mailing_address_document: DocumentUpload.optional(),
      status_document: DocumentUpload.optional(),
    }),
    response: ContractorSelf,
    problems: ['DOCUMENT_NOT_READABLE', 'DOCUMENT_REFUSED', 'STORAGE_FULL', 'VALIDATION'],
  }),
  listDocuments: endpoint({
    method: 'GET',
    path: '/contractor/documents',
    summary: "The contractor's documents and who opened them",
    access: ['contractor'],
    response: z.array(DocumentRecord),
  }),
  getDocument: endpoint({
    method: 'GET',
    path: '/contractor/documents/:id',
    summary: 'One of the own documents',
    access: ['contractor'],
    params: ById,
    response: file('application/pdf', 'image/png', 'image/jpeg'),
    problems: ['NOT_FOUND'],
    leavesTrace: true,
  }),
}
