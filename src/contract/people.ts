/** Contractors as their employers see them, and inviting them. */
import { z } from 'zod'
import { CONTRACT_KINDS } from '#domain/contracts/contract.ts'
import { words } from '#domain/kernel/words.ts'
import type { InviteState } from '#domain/people/invitation.ts'
import { InvitationStatus } from './invitations.ts'
import {
  Invite,
  InviteField,
  InviteRow,
  JudgedInvite,
  MAX_LIST_CHARACTERS,
  MAX_LIST_ROWS,
  TypedInvite,
} from './invite-list.ts'
import { Address } from './kernel/address.ts'
import { Instant, Ok, PageQuery, PlainDate, page, Said, Uuid } from './kernel/codecs.ts'
import { BODY_BYTES, endpoint } from './kernel/endpoint.ts'
import { PayrollConfiguration } from './payroll-configuration.ts'
import { VerificationStatus } from './verification.ts'

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
      /** How many invitations end within a week, or did. */
      ending: z.int(),
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
      /** The columns of the text with what each is taken for, and what told so; `head` is what stands above it, or its first cell. */
      columns: z.array(
        z.object({
          head: z.string(),
          field: InviteField.nullable(),
          told_by: z.enum(['head', 'content', 'chosen']),
        }),
      ),
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
      left_out: z.array(
        z.object({ row: z.int(), email: z.string(), said: Said, reason: z.string() }),
      ),
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
}
