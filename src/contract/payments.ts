/** Payments, from what is planned to what the operators execute. */
import { z } from 'zod'
import { NETWORK_NAMES } from '#domain/kernel/network.ts'
import { words } from '#domain/kernel/words.ts'
import { BLOCKER_CODES, REFUSAL_CODES, STAY_CODES, WHO_ACTS } from '#domain/payments/blockers.ts'
import { WRONG_STATUSES } from '#domain/payments/lost.ts'
import { PAYMENT_STATUSES } from '#domain/payments/payment.ts'
import { WaitingStep } from './approvals.ts'
import {
  ById,
  DocumentUpload,
  Instant,
  line,
  Minor,
  Money,
  PageQuery,
  Percentage,
  PlainDate,
  page,
  Said,
  sentence,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, fileInPieces } from './kernel/endpoint.ts'
import { ChainCost } from './on-chain.ts'
import { Payees, ReadyRail } from './ready-rail.ts'

export const PaymentStatus = z.enum(PAYMENT_STATUSES)

/** Why a payment does not leave: who must act, and where. The executor, and all three roles, read the same answer. */
export const Blocker = z.object({
  code: z.enum(BLOCKER_CODES),
  reason: z.string(),
  said: Said,
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
  /** What left with its last attempt, whether or not it arrived; null of what is still to leave. */
  left: Money.nullable(),
  delivered: Money.nullable(),
  rate: z.string().nullable(),
  rate_source: z.string().nullable(),
  rate_as_of: z.string().nullable(),
  status: PaymentStatus.nullable(),
  hold_reason: z.string().nullable(),
  failure_reason: z.string().nullable(),
  held_until: z.string().nullable(),
  note: z.string().nullable(),
  note_said: Said.nullable(),
  arrives: PlainDate.nullable(),
  /** By the banking days of which country; null where none is known. */
  country_code: z.string().nullable(),
  settled_at: Instant.nullable(),
  /** Of what arrived: how late it is, by the one rule; 0 in time, and for what has not arrived. */
  days_late: z.int(),
  reference: z.string().nullable(),
  simulated: z.boolean(),
  /** Whether others than Corridor paid it, and whether its money went back to its employer. */
  outside: z.boolean(),
  given_back: z.boolean(),
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
  /** Whether others than Corridor paid it, and whether its money went back to its employer. */
  outside: z.boolean(),
  given_back: z.boolean(),
  line_item_uuid: Uuid,
  cycle_uuid: Uuid,
  policy_uuid: Uuid,
  blockers: z.array(Blocker),
  /** Where its own account is out of use the other one of its contractor to which it may be sent. A process of before does not say it. */
  elsewhere: z.object({ destination_uuid: Uuid, label: z.string() }).nullable().optional(),
  /** When its contractor was asked again, last, whether the small first payment that it waits for arrived. A process of before does not say it. */
  asked_first_at: Instant.nullable().optional(),
  allowed_actions: z.array(
    z.enum(['execute', 'settle', 'retry', 'return', 'lose', 'forgo', 'ask_first']),
  ),
})

/** All that was shown to wait for its confirmation, of one execution or of all: it is sent back as it was shown. */
const SentSeen = z.strictObject({
  execution_uuid: Uuid.optional(),
  payments: z.int().min(1, words('payments.problems.nothingWaits')),
  /** When the last of them was sent. */
  until: Instant,
  /** Which they are, in whatever order. */
  fingerprint: z.string().regex(/^-?\d{1,40}$/),
  /** The networks that they went by; what is sent back need not say so. */
  networks: z.array(z.string().max(40)).max(40).optional(),
})

export const Execution = z.object({
  execution_uuid: Uuid,
  pay_date: PlainDate,
  requested_at: Instant,
  payments: z.int(),
  sent: z.int(),
  waiting: z.int(),
  /** How many stand in files that wait for a second person. */
  to_release: z.int(),
  failed: z.int(),
  unknown: z.int(),
  finished: z.boolean(),
  /** How many of those that were sent wait for their confirmation; once it has finished, which of them no chain tells by itself. */
  unsettled: z.int(),
  sent_seen: SentSeen.nullable(),
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
  /** Banks first, then chains, each by its currencies. */
  ready: z.array(ReadyRail),
  /** Of what is ready, what the chains would take that are paid by us. A process of before does not say it. */
  chains: z.array(ChainCost).optional(),
  ready_payments: z.int(),
  ready_totals: z.array(Money),
  /** Of what is ready, what should have left on a day before: how many, since which pay date, and what they come to. */
  late: z.object({ payments: z.int(), since: PlainDate, totals: z.array(Money) }).nullable(),
  /** Of all that is ready, payment by payment: executing names it. */
  digest: z.string(),
  /** The earliest 20000 that are ready. */
  payment_uuids: z.array(Uuid),
  blocked: z.array(
    z.object({
      code: z.enum(STAY_CODES),
      reason: z.string(),
      said: Said,
      who: z.enum(WHO_ACTS),
      payments: z.int(),
      held: z.array(Money),
      payees: Payees,
      payment_uuids: z.array(Uuid),
    }),
  ),
  /** Payments that were sent and wait for the operator's confirmation: what a chain tells by itself waits for nobody. */
  sent: z.int(),
  sent_seen: SentSeen.nullable(),
  /** Files for banks that wait for a second operator: none of their payments leaves before. A process of before does not say it. */
  files: z
    .object({ count: z.int(), since: Instant, totals: z.array(Money) })
    .nullable()
    .optional(),
})

/** Payments by their ids, as many as a body holds. */
const Named = z
  .array(Uuid)
  .min(1, words('payments.problems.chooseAPayment'))
  .max(20_000, words('payments.problems.tooManyPayments'))
/** All that a checklist showed to be ready, in its own words. */
const ReadySeen = z.strictObject({
  payments: z.int().min(1, words('payments.problems.nothingReady')),
  totals: z.array(Money).min(1).max(100),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
})
const ONE_OF = words('payments.problems.nameOrSeen')
/** Exactly one of these fields, for whoever reads the contract. */
const either = (...fields: readonly string[]) => ({
  oneOf: fields.map(field => ({ required: [field] })),
})

const Settle = z.strictObject({
  amount_in_smallest_unit: Minor,
  reference: line(140).default(''),
  /** Whether others than Corridor paid what was never sent: then its money is its employer's again. */
  outside: z.boolean().optional(),
  /** What more there is to say, and a document that proves it; both are kept for operators. */
  words: sentence(500).optional(),
  proof: DocumentUpload.optional(),
})

/** How the history of payments is narrowed. */
const HistoryFilter = z.object({
  /** Part of the name of a contractor or an employer, the beginning of a reference, or an amount such as `1,250.00 USD`. */
  search: z.string().max(200).optional(),
  status: z.enum(['SETTLED', 'CANCELLED']).optional(),
  network: z.enum(NETWORK_NAMES).optional(),
  /** Pay dates, both inclusive. */
  from: PlainDate.optional(),
  to: PlainDate.optional(),
})

export const payments = {
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
  countWrong: endpoint({
    method: 'GET',
    path: '/operations/payments/wrong',
    summary:
      'How many payments nobody knows of, came back, failed or are contradicted by their rail, since when, and their sums',
    access: ['operator'],
    response: z.array(
      z.object({
        status: z.enum([...WRONG_STATUSES, 'CONTRADICTED']),
        payments: z.int(),
        /** The earliest pay date among them. */
        since: PlainDate,
        /** In the currencies of their contracts. */
        totals: z.array(Money),
      }),
    ),
  }),
  listPaymentHistory: endpoint({
    method: 'GET',
    path: '/operations/payments/history',
    summary: 'Settled and cancelled payments, newest first',
    access: ['operator'],
    query: PageQuery.extend(HistoryFilter.shape),
    response: page(UnpaidPayment),
  }),
  getPaymentHistoryCsv: endpoint({
    method: 'GET',
    path: '/operations/payments/history/csv',
    summary: 'The payment history, narrowed as its list, as CSV',
    access: ['operator'],
    query: HistoryFilter,
    response: fileInPieces('text/csv'),
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
          blockers: z.array(Blocker.extend({ code: z.enum(REFUSAL_CODES) })),
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
    params: ById,
    response: Execution,
    problems: ['NOT_FOUND'],
  }),
  watchExecution: endpoint({
    method: 'GET',
    path: '/operations/payments/executions/:id/events',
    summary:
      "An execution's progress as server-sent events, each with all of it, until it has finished or some seconds are over",
    access: ['operator'],
    params: ById,
    response: fileInPieces('text/event-stream'),
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
        /** Each network's own, in place of the one of all. */
        references: z
          .array(z.strictObject({ network: z.string().min(1).max(40), reference: line(140) }))
          .max(40)
          .optional(),
      })
      .refine(body => (body.payment_uuids === undefined) !== (body.sent === undefined), ONE_OF)
      .meta(either('payment_uuids', 'sent')),
    response: z.object({
      settled: z.int(),
      refused: z.array(z.object({ payment_uuid: Uuid, reason: z.string(), said: Said })),
    }),
    problems: ['EXECUTION_STALE', 'VALIDATION'],
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
    bodyLimit: BODY_BYTES.documents,
    body: Settle,
    response: z.object({
      line_item_uuid: Uuid,
      status: z.string(),
      payments: z.int(),
      /** Nothing was marked: the sum takes a second operator. */
      waiting: WaitingStep.optional(),
    }),
    problems: [
      ...['NOT_FOUND', 'AMOUNT_MISMATCH', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
      ...['DOCUMENT_NOT_READABLE', 'DOCUMENT_REFUSED'],
    ] as const,
  }),
}
