/** Who is signed in: profile, sign-up details, agreements. Passwords and sessions are the identity provider's, below /api/auth. */

import { z } from 'zod'
import { LEGAL_DOCUMENT_KINDS } from '#domain/identity/legal.ts'
import { SIGN_UP_ROLES, SIGN_UP_TYPES } from '#domain/identity/sign-up.ts'
import { MEMBER_ROLES, OPERATOR_ROLES } from '#domain/identity/team.ts'
import { words } from '#domain/kernel/words.ts'
import { Destination, EmployerAccount } from './destinations.ts'
import { Client, Invoice } from './invoicing-shapes.ts'
import { Address, AddressInput } from './kernel/address.ts'
import {
  CountryCode,
  Email,
  Instant,
  name,
  Ok,
  requiredName,
  Said,
  Seen,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

export const LegalDocumentKind = z.enum(LEGAL_DOCUMENT_KINDS)

export const HOW_DID_YOU_HEAR = [
  'Ads',
  'Friends',
  'Google search',
  'Instagram',
  'Linkedin',
  'Networking event',
  'Referral',
  'Other',
] as const

export const PhoneNumber = z
  .string(words('identity.problems.phoneRequired'))
  .trim()
  .min(1, words('identity.problems.phoneRequired'))
  .regex(/^\+\d*$/, words('identity.problems.phoneForm'))
  .refine(text => text.replace(/\D/g, '').length >= 7, words('identity.problems.phoneShort'))
  .refine(text => text.length <= 20, words('identity.problems.phoneLong'))

const Flag = z.boolean()

/** Where a mailed link leads after it did what it is for: a page of this Corridor, by default the usual one. */
const ContinuationUrl = z.string().max(2000).optional()

/** A contractor's has its share, a company's has none. */
const PayMethod = z.union([Destination, EmployerAccount])

/** The user profile of the specification, with what the server decides about the next step. */
export const Me = z.object({
  sub: z.string(),
  type: z.enum(['employer', 'contractor', 'operator']).nullable(),
  email: z.string(),
  email_verified: Flag,
  first_name: z.string(),
  last_name: z.string(),
  middle_name: z.string(),
  preferred_name: z.string(),
  phone_number: z.string(),
  country: z.string().nullable(),
  subdivision: z.string().nullable(),
  /** Where the person lives, and where mail reaches them; an employer's person gives one for both. */
  address: Address.nullable(),
  mailing_address: Address.nullable(),
  /** Of names, phone, mailing address and authority: what `putContactDetails` takes as `seen`. */
  contact_version: z.string(),
  /** Where a contractor is paid, or what a company funds from: wallets, accounts in Canada (transit and institution), and all others. */
  crypto_wallets: z.array(PayMethod),
  bank_accounts: z.array(PayMethod),
  other_bank_accounts: z.array(PayMethod),
  /** Whom a contractor invoices, and for what: the newest of each. */
  clients: z.array(Client),
  invoices: z.array(Invoice),
  is_partner: Flag,
  has_authorization_to_act_for_employer: Flag,
  basic_info_completed: Flag,
  terms_of_service_accepted: Flag,
  data_privacy_policy_accepted: Flag,
  kyc_info_completed: Flag,
  corporation_name_completed: Flag,
  banking_info_completed: Flag,
  payment_method_added: Flag,
  contact_info_completed: Flag,
  documents_completed: Flag,
  payroll_info_completed: Flag,
  funding_info_completed: Flag,
  personal_info_completed: Flag,
  address_completed: Flag,
  detailed_business_information_completed: Flag,
  verified: Flag,
  /** What the person may do within the team; null for contractors, and for who belongs to none any more. */
  member_role: z.enum(MEMBER_ROLES).nullable(),
  operator_role: z.enum(OPERATOR_ROLES).nullable(),
  /** Whether the person must use a second factor, whether this session did, and whether it must to go on. */
  second_factor: z.object({ required: Flag, used: Flag, missing: Flag }),
  /**
   * As what the details step begins: as the invitation to the proven address asks, else as the account was begun, if that is known.
   * `invited_by` is whose invitation to work as a contractor waits. Null once the details are given.
   */
  sign_up: z
    .object({ role: z.enum(SIGN_UP_ROLES).nullable(), invited_by: z.string().nullable() })
    .nullable(),
  /** A change of the e-mail that waits for confirmations. */
  email_change: z
    .object({
      new_email: z.string(),
      old_confirmed: Flag,
      new_confirmed: Flag,
      expires_at: Instant,
    })
    .nullable(),
  /** The names of the calls that the person's type and role within the team allow. */
  allowed_calls: z.array(z.string()),
  /** Of these, the calls that wait for an onboarding step: which are refused until then, why, and where that step is. */
  held_calls: z.array(
    z.object({ name: z.string(), reason: z.string(), said: Said, link: z.string() }),
  ),
  organisation: z
    .object({ employer_uuid: Uuid, domain: z.string().nullable(), name: z.string() })
    .nullable(),
  gates: z.object({
    terms_signed: Flag,
    /** Whether the company has a name, by which whom it invites know it; true of a contractor. */
    company_named: Flag,
    profile_complete: Flag,
    payroll_info_complete: Flag,
    payroll_funded: Flag,
  }),
  onboarding: z.object({
    steps: z.array(
      z.object({ key: z.string(), title: z.string(), said: Said, done: Flag, link: z.string() }),
    ),
    /** The first step that is not done, or null when all are. */
    next: z.string().nullable(),
  }),
})

/** A device on which somebody is signed in. */
export const Session = z.object({
  session_id: z.string(),
  /** Whether it is the one that asks. */
  current: Flag,
  /** What it seems to be, by what it says of itself: such as 'Chrome on Windows'. */
  device: z.string(),
  address: z.string(),
  created_at: Instant,
  last_seen_at: Instant,
})

export const identity = {
  getMe: endpoint({
    method: 'GET',
    path: '/user/me',
    summary: 'The signed-in person, the completion flags and the next onboarding step',
    access: 'signed-in',
    response: Me,
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/user/signup',
    summary: 'The details step of the sign-up; operators never sign up',
    access: 'signed-in',
    touches: { neither: 'a new person has nothing yet' },
    body: z.strictObject({
      type: z.enum(SIGN_UP_TYPES, words('identity.problems.chooseType')),
      first_name: requiredName(100, 'identity.problems.firstNameRequired'),
      last_name: requiredName(100, 'identity.problems.lastNameRequired'),
      preferred_name: requiredName(100, 'identity.problems.preferredNameRequired'),
      country_code: CountryCode,
      subdivision_code: z.string().max(6).optional(),
      phone_number: PhoneNumber,
      how_did_you_hear_about_us: z.enum(HOW_DID_YOU_HEAR).optional(),
      is_partner: z.boolean().default(false),
      /** Said by who was invited to work as a contractor, and founds a business all the same. */
      as_business: z.boolean().optional(),
    }),
    response: Me,
    problems: ['CONFLICT', 'VALIDATION'],
  }),
  sendEmailVerificationLink: endpoint({
    method: 'POST',
    path: '/user/send-email-verification-link',
    summary: 'Mails a new verification link',
    access: 'signed-in',
    touches: { neither: 'the mail goes to the address itself' },
    body: z.strictObject({ continuation_url: ContinuationUrl }).default({}),
    response: Ok,
    problems: ['VALIDATION', 'TOO_MANY_REQUESTS'],
  }),
  sendPasswordResetLink: endpoint({
    method: 'POST',
    path: '/user/send-password-reset-link',
    summary: 'Mails a password-reset link; answers alike whether or not the account exists',
    access: 'public',
    touches: { neither: 'the mail goes to the address itself' },
    body: z.strictObject({ email: Email, continuation_url: ContinuationUrl }),
    response: Ok,
    problems: ['VALIDATION', 'TOO_MANY_REQUESTS'],
  }),
  sendLogInLink: endpoint({
    method: 'POST',
    path: '/user/send-log-in-link',
    summary:
      'Mails a link that logs in once, for who is locked out by guesses; answers alike for every address',
    access: 'public',
    touches: { neither: 'the mail goes to the address itself' },
    body: z.strictObject({ email: Email, continuation_url: ContinuationUrl }),
    response: Ok,
    problems: ['VALIDATION', 'TOO_MANY_REQUESTS'],
  }),
  stopInvitations: endpoint({
    method: 'PUT',
    path: '/user/invitation-mails',
    summary: 'Stops invitations to an address, or lets them through again, by the link of one',
    access: 'public',
    touches: { neither: 'who has the mail stops mails' },
    body: z.strictObject({ token: z.string().max(200), stopped: z.boolean() }),
    response: z.object({ stopped: z.boolean() }),
    problems: ['LINK_NOT_VALID', 'TOO_MANY_REQUESTS', 'VALIDATION'],
  }),
  stopDestinationChange: endpoint({
    method: 'PUT',
    path: '/user/destination-changes/stop',
    summary:
      'Holds what a mail said was changed of where a contractor is paid, by its link, and signs out everywhere',
    access: 'public',
    byLink: true,
    touches: { neither: 'who has the mail stops, and nothing is paid anywhere by it' },
    body: z.strictObject({ token: z.string().max(700) }),
    response: z.object({ held_until: Instant }),
    problems: ['LINK_NOT_VALID', 'TOO_MANY_REQUESTS', 'VALIDATION'],
  }),
  acceptAgreement: endpoint({
    method: 'PUT',
    path: '/user/agreement/:id',
    summary: 'Accepts the current version of the terms of service or the privacy policy',
    access: ['employer', 'contractor'],
    members: MEMBER_ROLES,
    touches: { neither: 'it records what was read' },
    params: z.object({ id: LegalDocumentKind }),
    /** Without a version the one in force is accepted; one that is named must be that. */
    body: z.strictObject({ version: z.string().max(20).optional() }).optional(),
    response: z.object({ kind: LegalDocumentKind, version: z.string(), accepted_at: Instant }),
    problems: ['AGREEMENT_ALREADY_ACCEPTED', 'VALIDATION'],
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    summary: 'The devices on which the person is signed in, the latest first',
    access: 'signed-in',
    response: z.array(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/sessions/:id',
    summary: 'Signs one device out; its tokens are refused within a second',
    access: 'signed-in',
    touches: { neither: 'it only ends access' },
    params: z.object({ id: z.string().min(1).max(200) }),
    response: Ok,
    problems: ['NOT_FOUND'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    summary: 'Signs every device out but this one, or this one too',
    access: 'signed-in',
    touches: { neither: 'it only ends access' },
    query: z.strictObject({ this_too: z.enum(['true', 'false']).default('false') }),
    response: z.object({ ended: z.int() }),
  }),
  changeEmail: endpoint({
    method: 'PUT',
    path: '/user/email',
    summary: 'Begins a change of the e-mail: both addresses get a link to confirm it',
    access: 'signed-in',
    touches: 'access',
    body: z.strictObject({ email: Email }),
    response: Ok,
    problems: [
      'CONFLICT',
      'DETAILS_MISSING',
      'EMAIL_NOT_VERIFIED',
      'FORBIDDEN',
      'VALIDATION',
      'TOO_MANY_REQUESTS',
      'STEP_UP_REQUIRED',
    ],
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/user/email',
    summary: 'Withdraws a change of the e-mail that waits',
    access: 'signed-in',
    touches: { neither: 'it only stops a change' },
    response: Ok,
  }),
  confirmEmailChange: endpoint({
    method: 'POST',
    path: '/user/email/confirm',
    summary: 'Confirms a change of the e-mail with the link of one address; done when both did',
    access: 'public',
    byLink: true,
    touches: { neither: 'the links of both addresses are the proof' },
    body: z.strictObject({ token: z.string().min(1).max(100) }),
    response: z.object({ confirmed: z.enum(['old', 'new']), done: Flag }),
    problems: ['LINK_NOT_VALID', 'LINK_USED', 'LINK_EXPIRED', 'VALIDATION'],
  }),
  putContactDetails: endpoint({
    method: 'PUT',
    path: '/user/contact-details',
    summary: 'Names, phone, mailing address and the authorisation to act for the employer',
    access: ['employer'],
    members: MEMBER_ROLES,
    touches: { neither: 'what people say of themselves gives them nothing' },
    body: z.strictObject({
      preferred_name: requiredName(100, 'identity.problems.preferredNameRequired'),
      first_name: requiredName(100, 'identity.problems.firstNameRequired'),
      last_name: requiredName(100, 'identity.problems.lastNameRequired'),
      middle_name: name(100).default(''),
      phone_number: PhoneNumber,
      /** Left out, the one that is there stays. */
      mailing_address: AddressInput.optional(),
      has_authorization: z.boolean(),
      seen: Seen,
    }),
    response: Me,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
}
