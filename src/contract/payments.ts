/** Where contractors are paid, and the payments to there, up to what the operators execute. */
import { z } from 'zod'
import { TOKENS } from '#domain/kernel/currency.ts'
import { BLOCKCHAINS } from '#domain/kernel/network.ts'
import { WHO_ACTS } from '#domain/payments/blockers.ts'
import { ACCOUNT_TYPES, DESTINATION_STATUSES } from '#domain/payments/destination.ts'
import { PAYMENT_STATUSES } from '#domain/payments/payment.ts'
import { WaitingStep } from './approvals.ts'
import {
  Instant,
  line,
  Minor,
  Money,
  PageQuery,
  Percentage,
  PlainDate,
  page,
  requiredLine,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, file } from './kernel/endpoint.ts'

export const PaymentStatus = z.enum(PAYMENT_STATUSES)

/** Why a payment does not leave: who must act, and where. The executor, and all three roles, read the same answer. */
export const Blocker = z.object({
  code: z.string(),
  reason: z.string(),
  who: z.enum(WHO_ACTS),
  link: z.string(),
  since: z.string().nullable(),
  until: z.string().nullable(),
})

/** One destination's part of a pay, planned or paid. `source` is in the contract's currency. */
export const PaymentPart = z.object({
  payment_uuid: Uuid.nullable(),
  destination_uuid: Uuid.nullable(),
  label: z.string(),
  network: z.string(),
  percentage: Percentage,
  source: Money,
  promised: Money.nullable(),
  delivered: Money.nullable(),
  rate: z.string().nullable(),
  rate_source: z.string().nullable(),
  rate_as_of: z.string().nullable(),
  status: PaymentStatus.nullable(),
  hold_reason: z.string().nullable(),
  failure_reason: z.string().nullable(),
  held_until: z.string().nullable(),
  note: z.string().nullable(),
  arrives: PlainDate.nullable(),
  settled_at: Instant.nullable(),
  reference: z.string().nullable(),
  simulated: z.boolean(),
})

export const BankDetails = z.object({
  account_number: z.string(),
  account_name: z.string(),
  currency: z.string(),
  account_type: z.enum(ACCOUNT_TYPES).nullable(),
  transit_number: z.string().nullable(),
  institution_number: z.string().nullable(),
  swift_code: z.string().nullable(),
  iban: z.string().nullable(),
  interac_email: z.string().nullable(),
})

/** A place where a contractor is paid. Account numbers leave the server masked. */
export const Destination = z.object({
  destination_uuid: Uuid,
  identifier: z.string(),
  kind: z.enum(['bank', 'wallet']),
  network: z.string(),
  currency: z.string(),
  label: z.string(),
  address: z.string().nullable(),
  bank: BankDetails.nullable(),
  percentage: Percentage,
  status: z.enum(DESTINATION_STATUSES),
  /** Payments to it wait until then (24 hours after it was added or its share was changed). */
  usable_from: Instant,
  held: z.boolean(),
  created_at: Instant,
  allowed_actions: z.array(z.enum(['deactivate', 'reactivate'])),
})

export const Destinations = z.object({
  destinations: z.array(Destination),
  changes: z.array(z.object({ text: z.string(), at: Instant })),
})

const BankInput = z.strictObject({
  account_name: requiredLine(140, 'Account name is required'),
  account_number: line(34).default(''),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Choose a currency'),
  account_type: z.enum(ACCOUNT_TYPES).optional(),
  transit_number: line(10).optional(),
  institution_number: line(10).optional(),
  swift_code: line(11).optional(),
  iban: line(42).optional(),
  interac_email: line(254).optional(),
})

export const UnpaidPayment = z.object({
  payment_uuid: Uuid,
  employer_domain: z.string(),
  company_name: z.string(),
  contractor_name: z.string(),
  contractor_sub: z.string(),
  contractor_verification_status: z.string(),
  contractor_avatar_color: z.string(),
  pay_date: PlainDate,
  amount: Money.nullable(),
  source: Money,
  network: z.string(),
  /** What the employer has available in the currency that pays. */
  funds_available: Money,
  /** The same in dollars at the latest rate, with its time; null without a rate. */
  funds_available_usd: z.object({ amount: Money, as_of: Instant.nullable() }).nullable(),
  source_account: z.string(),
  source_platform: z.string(),
  destination_account: z.string(),
  requested_on: Instant,
  status: PaymentStatus,
  attempt: z.int(),
  reference: z.string().nullable(),
  failure_reason: z.string().nullable(),
  simulated: z.boolean(),
  line_item_uuid: Uuid,
  cycle_uuid: Uuid,
  policy_uuid: Uuid,
  blockers: z.array(Blocker),
  allowed_actions: z.array(z.enum(['execute', 'settle', 'retry'])),
})

export const Execution = z.object({
  execution_uuid: Uuid,
  pay_date: PlainDate,
  requested_at: Instant,
  payments: z.int(),
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
  unknown: z.int(),
  finished: z.boolean(),
  /** How many of those that were sent wait for their confirmation; once it has finished, when the last of them was sent. */
  unsettled: z.int(),
  sent_until: Instant.nullable(),
  by_rail: z.array(
    z.object({
      network: z.string(),
      currency: z.string(),
      payments: z.int(),
      sent: z.int(),
      failed: z.int(),
      total: Minor,
    }),
  ),
})

/** What leaves, by rail, and what stays and why: the checklist before executing. */
export const Checklist = z.object({
  pay_date: PlainDate,
  ready: z.array(
    z.object({ network: z.string(), currency: z.string(), payments: z.int(), total: Minor }),
  ),
  ready_payments: z.int(),
  ready_totals: z.array(Money),
  /** Of all that is ready, payment by payment: executing names it. */
  digest: z.string(),
  /** The earliest 20000 that are ready. */
  payment_uuids: z.array(Uuid),
  blocked: z.array(
    z.object({
      code: z.string(),
      reason: z.string(),
      who: z.string(),
      payments: z.int(),
      held: z.array(Money),
      payment_uuids: z.array(Uuid),
    }),
  ),
  /** Payments that were sent and wait for the rail's confirmation or the operator's, and when the last of them was sent. */
  sent: z.int(),
  sent_until: Instant.nullable(),
})

/** Payments by their ids, as many as a body holds. */
const Named = z
  .array(Uuid)
  .min(1, 'Choose at least one payment')
  .max(20_000, 'At most 20000 payments at once')
/** All that a checklist showed to be ready, in its own words. */
const ReadySeen = z.strictObject({
  payments: z.int().min(1, 'Nothing is ready'),
  totals: z.array(Money).min(1).max(100),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
})
/** All that was shown to wait for its confirmation, of one execution or of all. */
const SentSeen = z.strictObject({
  execution_uuid: Uuid.optional(),
  payments: z.int().min(1, 'Nothing waits'),
  until: Instant,
})
const ONE_OF = 'Name payments, or all that you saw'
/** Exactly one of these fields, for whoever reads the contract. */
const either = (...fields: readonly string[]) => ({
  oneOf: fields.map(field => ({ required: [field] })),
})

const WalletRef = z.strictObject({ destination_uuid: Uuid })
const Settle = z.strictObject({ amount_in_smallest_unit: Minor, reference: line(140).default('') })

export const payments = {
  getBanking: endpoint({
    method: 'GET',
    path: '/user/banking',
    summary: "The contractor's bank accounts and wallets with their shares, and recent changes",
    access: ['contractor'],
    response: Destinations,
  }),
  putBankingInformation: endpoint({
    method: 'PUT',
    path: '/contractor/banking-information',
    summary: 'Adds a bank account; payments to it wait 24 hours',
    access: ['contractor'],
    touches: 'money',
    gates: ['terms_signed'],
    body: BankInput,
    response: Destinations,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  putCryptoWallet: endpoint({
    method: 'PUT',
    path: '/contractor/crypto-wallets',
    summary: 'Adds a wallet after checking its address; payments to it wait 24 hours',
    access: ['contractor'],
    touches: 'money',
    gates: ['terms_signed'],
    body: z.strictObject({
      currency: z.enum(TOKENS),
      blockchain: z.enum(BLOCKCHAINS),
      address: requiredLine(200, 'Wallet address is required'),
    }),
    response: Destinations,
    problems: ['DESTINATION_NOT_VALID', 'WALLET_ALREADY_EXISTS', 'VALIDATION'],
  }),
  putSetupPercentages: endpoint({
    method: 'PUT',
    path: '/contractor/setup-percentages',
    summary: 'Sets the share of every destination; they add up to exactly 100',
    access: ['contractor'],
    touches: 'money',
    gates: ['terms_signed'],
    body: z
      .array(
        z.strictObject({
          identifier: z.string().max(200),
          network: z.string().max(20).optional(),
          currency: z.string().max(4).optional(),
          percentage: Percentage,
        }),
      )
      .min(1, 'Name at least one destination')
      .max(20, 'At most 20 destinations'),
    response: Destinations,
    problems: ['PERCENTAGES_NOT_100', 'NOT_FOUND', 'VALIDATION'],
  }),
  deactivateDestination: endpoint({
    method: 'PUT',
    path: '/contractor/crypto-wallets/deactivate',
    summary: 'Takes a destination out of use; its share must be 0 first',
    access: ['contractor'],
    touches: 'money',
    body: WalletRef,
    response: Destinations,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  reactivateDestination: endpoint({
    method: 'PUT',
    path: '/contractor/crypto-wallets/reactivate',
    summary: 'Takes a destination into use again; payments to it wait 24 hours',
    access: ['contractor'],
    touches: 'money',
    body: WalletRef,
    response: Destinations,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  listUnpaid: endpoint({
    method: 'GET',
    path: '/operations/payments/unpaid',
    summary: 'Every payment that is neither settled nor cancelled, with its blockers, by pay date',
    access: ['operator'],
    query: PageQuery.extend({
      status: PaymentStatus.optional(),
      search: z.string().max(200).optional(),
      /** Only what one execution sent. */
      execution_uuid: Uuid.optional(),
    }),
    response: page(UnpaidPayment).extend({ counts: z.record(z.string(), z.int()) }),
  }),
  listPaymentHistory: endpoint({
    method: 'GET',
    path: '/operations/payments/history',
    summary: 'Settled and cancelled payments, newest first',
    access: ['operator'],
    query: PageQuery,
    response: page(UnpaidPayment),
  }),
  getPaymentHistoryCsv: endpoint({
    method: 'GET',
    path: '/operations/payments/history/csv',
    summary: 'The payment history as CSV',
    access: ['operator'],
    response: file('text/csv'),
  }),
  getChecklist: endpoint({
    method: 'GET',
    path: '/operations/payments/checklist',
    summary: 'What would leave on a day by rail, and what is blocked by reason',
    access: ['operator'],
    query: z.object({ pay_date: PlainDate.optional() }),
    response: Checklist,
  }),
  bulkExecute: endpoint({
    method: 'PUT',
    path: '/operations/payments/bulk-execute',
    summary:
      'Executes payments: each is queued, or refused with its blockers; nothing else is rolled back',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: 'money',
    bodyLimit: BODY_BYTES.ids,
    body: z
      .strictObject({
        pay_date: PlainDate,
        payment_uuids: Named.optional(),
        ready: ReadySeen.optional(),
      })
      .refine(body => (body.payment_uuids === undefined) !== (body.ready === undefined), ONE_OF)
      .meta(either('payment_uuids', 'ready')),
    response: z.object({
      execution_uuid: Uuid.nullable(),
      queued: z.int(),
      refused: z.int(),
      /** Of each payment that was named; of all that was seen, some of those that were refused. */
      results: z.array(
        z.object({
          payment_uuid: Uuid,
          result: z.enum(['queued', 'refused', 'waiting']),
          blockers: z.array(Blocker),
        }),
      ),
      /** Nothing was queued: the sum takes a second operator. */
      waiting: WaitingStep.optional(),
    }),
    problems: ['EXECUTION_HALTED', 'EXECUTION_STALE', 'VALIDATION'],
  }),
  getExecution: endpoint({
    method: 'GET',
    path: '/operations/payments/executions/:id',
    summary: "An execution's live progress",
    access: ['operator'],
    params: z.object({ id: Uuid }),
    response: Execution,
    problems: ['NOT_FOUND'],
  }),
  bulkSettle: endpoint({
    method: 'PUT',
    path: '/operations/payments/bulk-settle',
    summary: 'Records by hand that sent payments arrived, with a reference',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: 'money',
    bodyLimit: BODY_BYTES.ids,
    body: z
      .strictObject({
        payment_uuids: Named.optional(),
        sent: SentSeen.optional(),
        reference: line(140).default(''),
      })
      .refine(body => (body.payment_uuids === undefined) !== (body.sent === undefined), ONE_OF)
      .meta(either('payment_uuids', 'sent')),
    response: z.object({
      settled: z.int(),
      refused: z.array(z.object({ payment_uuid: Uuid, reason: z.string() })),
    }),
    problems: ['EXECUTION_STALE', 'VALIDATION'],
  }),
  retryPayment: endpoint({
    method: 'PUT',
    path: '/operations/payments/:id/retry',
    summary: 'Schedules a failed or returned payment again, as a new attempt',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: 'money',
    params: z.object({ id: Uuid }),
    response: z.object({ payment_uuid: Uuid, status: PaymentStatus }),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  markLineItem: endpoint({
    method: 'PATCH',
    path: '/operations/employers/:domain/pay-cycles/:policy_uuid/:cycle_uuid/:line_item_uuid/mark-:operation/:currency',
    summary: 'Marks what is owed of a line item in one currency paid, or unpaid again',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: 'money',
    params: z.object({
      domain: z.string().max(255),
      policy_uuid: Uuid,
      cycle_uuid: Uuid,
      line_item_uuid: Uuid,
      operation: z.enum(['paid', 'unpaid']),
      currency: z.string().max(4),
    }),
    body: Settle,
    response: z.object({ line_item_uuid: Uuid, status: z.string(), payments: z.int() }),
    problems: ['NOT_FOUND', 'AMOUNT_MISMATCH', 'TRANSITION_NOT_ALLOWED'],
  }),
}
