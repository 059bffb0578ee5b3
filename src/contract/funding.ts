/** How employers fund: the platform's accounts, each company's reference, and what it says is on its way. */
import { z } from 'zod'
import { REQUEST_STATUSES } from '#domain/ledger/funding-request.ts'
import { WaitingStep } from './approvals.ts'
import {
  ById,
  CurrencyCode,
  Instant,
  line,
  Minor,
  Money,
  PageQuery,
  PlainDate,
  page,
  requiredLine,
  requiredPaperName,
  sentence,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const Details = z.strictObject({
  currency: CurrencyCode,
  account_name: requiredPaperName(140, 'ledger.account.needsName'),
  bank_name: requiredLine(140, 'ledger.account.needsBank'),
  bank_address: line(200).default(''),
  iban: line(42).default(''),
  account_number: line(34).default(''),
  routing_number: line(34).default(''),
  swift_code: line(11).default(''),
})

/** An account of the platform; what its bank does not have is empty. */
export const FundingAccount = z.object({
  account_uuid: Uuid,
  currency: z.string(),
  account_name: z.string(),
  bank_name: z.string(),
  bank_address: z.string(),
  iban: z.string(),
  account_number: z.string(),
  routing_number: z.string(),
  swift_code: z.string(),
})

export const FundingAccounts = z.object({
  accounts: z.array(FundingAccount),
  /** What waits for a second operator. Employers see the account that stands until then. */
  proposals: z.array(
    FundingAccount.extend({
      proposed_by: z.object({ name: z.string(), is_me: z.boolean() }),
      proposed_at: Instant,
      /** Whether it can still be confirmed by another admin. */
      stands: z.boolean(),
      allowed_actions: z.array(z.enum(['confirm', 'withdraw'])),
    }),
  ),
})

/** What a company says is on its way. */
export const FundingNotice = z.object({
  notice_uuid: Uuid,
  employer_domain: z.string(),
  company_name: z.string(),
  reference: z.string(),
  amount: Money,
  sent_on: PlainDate,
  announced_at: Instant,
  announced_by: z.string(),
})

/** What operators asked a company to send, under its own reference, and how much of it arrived. */
export const FundingRequest = z.object({
  request_uuid: Uuid,
  employer_domain: z.string(),
  company_name: z.string(),
  reference: z.string(),
  amount: Money,
  received: Money,
  needed_on: PlainDate,
  words: z.string(),
  status: z.enum(REQUEST_STATUSES),
  asked_at: Instant,
  asked_by: z.string(),
  closed_at: Instant.nullable(),
  allowed_actions: z.array(z.enum(['withdraw'])),
})

export const WaysToFund = z.object({
  /** Why no account is told: the company is not verified, or there is none yet; null where there are. */
  missing: z.enum(['UNVERIFIED', 'NO_ACCOUNT']).nullable(),
  /** The reference under which this company's wires are known, always the same (ISO 11649); null while no account is told. */
  reference: z.string().nullable(),
  accounts: z.array(FundingAccount),
  notices: z.array(FundingNotice),
  /** What operators asked for and has not arrived, the first needed first. */
  requests: z.array(FundingRequest),
})

/** Books money, moves it or asks for it: the roles that do. */
export const TREASURY = { access: ['operator'], operators: ['admin', 'treasurer'] } as const

export const funding = {
  listFundingAccounts: endpoint({
    method: 'GET',
    path: '/operations/funding-accounts',
    summary: 'The accounts into which employers pay, and what waits for a second operator',
    access: ['operator'],
    response: FundingAccounts,
  }),
  proposeFundingAccount: endpoint({
    method: 'POST',
    path: '/operations/funding-accounts',
    summary: 'Proposes the account of a currency. Employers see it once another admin confirmed it',
    access: ['operator'],
    touches: 'money',
    body: Details,
    response: FundingAccounts,
    problems: ['CONFLICT', 'VALIDATION'],
  }),
  confirmFundingAccount: endpoint({
    method: 'POST',
    path: '/operations/funding-accounts/:id/confirm',
    summary: 'Says yes to an account that another admin proposed: employers see it from now',
    access: ['operator'],
    touches: 'money',
    params: ById,
    response: FundingAccounts,
    problems: ['NOT_FOUND', 'SECOND_PERSON_NEEDED', 'TRANSITION_NOT_ALLOWED'],
  }),
  withdrawFundingAccount: endpoint({
    method: 'POST',
    path: '/operations/funding-accounts/:id/withdraw',
    summary: 'Takes a proposal back, or says no to it',
    access: ['operator'],
    touches: { neither: 'the account that stands stays' },
    params: ById,
    response: FundingAccounts,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  closeFundingNotice: endpoint({
    method: 'POST',
    path: '/operations/funding-notices/:id/close',
    summary:
      'Closes what an employer said is on its way, such as one that was booked with another sum',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: { neither: 'a notice moves nothing' },
    params: ById,
    response: z.object({ notices: z.array(FundingNotice) }),
    problems: ['NOT_FOUND'],
  }),
  requestFunds: endpoint({
    method: 'PUT',
    path: '/operations/employers/:domain/request-funds',
    summary:
      'Asks a company to send money by a day: mailed with its reference, open until what is booked covers it',
    ...TREASURY,
    touches: 'money',
    params: z.object({ domain: z.string().min(1).max(255) }),
    body: z.strictObject({
      currency: CurrencyCode,
      amount_in_smallest_unit: Minor,
      needed_on: PlainDate,
      words: sentence(500).default(''),
    }),
    response: z.object({
      request: FundingRequest.nullable(),
      /** Nothing was asked: the sum takes a second operator. */
      waiting: WaitingStep.optional(),
    }),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  listFundingRequests: endpoint({
    method: 'GET',
    path: '/operations/funding-requests',
    summary: 'What companies were asked to send, newest first: what is open, or what is over',
    access: ['operator'],
    query: PageQuery.extend({ view: z.enum(['open', 'closed']).default('open') }),
    response: page(FundingRequest),
  }),
  withdrawFundingRequest: endpoint({
    method: 'POST',
    path: '/operations/funding-requests/:id/withdraw',
    summary: 'Takes back what a company was asked to send',
    ...TREASURY,
    touches: { neither: 'a request moves nothing' },
    params: ById,
    response: FundingRequest,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  getWaysToFund: endpoint({
    method: 'GET',
    path: '/employer/ways-to-fund',
    summary: 'Where the company sends money, under which reference, and what it said is on its way',
    access: ['employer'],
    scope: 'funding:read',
    response: WaysToFund,
  }),
  announceFunding: endpoint({
    method: 'POST',
    path: '/employer/funding-notices',
    summary: 'Says that money is on its way. It is booked when it arrives',
    access: ['employer'],
    touches: { neither: 'a notice moves nothing' },
    body: z.strictObject({
      currency: CurrencyCode,
      amount_in_smallest_unit: Minor,
      sent_on: PlainDate,
    }),
    response: WaysToFund,
    problems: ['TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  withdrawFundingNotice: endpoint({
    method: 'POST',
    path: '/employer/funding-notices/:id/withdraw',
    summary: 'Takes back that money is on its way',
    access: ['employer'],
    touches: { neither: 'a notice moves nothing' },
    params: ById,
    response: WaysToFund,
    problems: ['NOT_FOUND'],
  }),
}
