/** What operators do about payments that failed, came back, or of which nobody knows. */
import { z } from 'zod'
import { NETWORK_NAMES } from '#domain/kernel/network.ts'
import { words } from '#domain/kernel/words.ts'
import { WRONG_STATUSES } from '#domain/payments/lost.ts'
import { MEND_ACTIONS, RETURN_REASONS } from '#domain/payments/mending.ts'
import { WaitingStep } from './approvals.ts'
import {
  ById,
  DocumentUpload,
  Instant,
  line,
  Money,
  PageQuery,
  PlainDate,
  page,
  Said,
  sentence,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, file, fileInPieces } from './kernel/endpoint.ts'
import { PaymentStatus } from './payments.ts'

/** What stands on the list: the three that went wrong, and what a rail says against the word of two operators. */
export const WORK_KINDS_OF = [...WRONG_STATUSES, 'CONTRADICTED'] as const

const Destination = z.object({
  label: z.string(),
  network: z.string(),
  /** From when payments may go there. */
  opens_at: Instant,
  open: z.boolean(),
})

export const WorkItem = z.object({
  payment_uuid: Uuid,
  kind: z.enum(WORK_KINDS_OF),
  status: PaymentStatus,
  /** Since when it stands so, for how many whole hours, and whether that is longer than promised. */
  since: Instant,
  hours: z.int(),
  overdue: z.boolean(),
  contractor_name: z.string(),
  contractor_sub: z.string(),
  company_name: z.string(),
  employer_domain: z.string(),
  pay_date: PlainDate,
  /** What was to arrive, and what its employer paid for it. */
  amount: Money,
  source: Money,
  network: z.string(),
  rail: z.string(),
  reference: z.string().nullable(),
  destination: z.string(),
  /** Why it stands so, in words. */
  reason: z.string(),
  said: Said,
  /** Where its money is. */
  money: z.enum(['HELD', 'IN_FLIGHT', 'OUT']),
  simulated: z.boolean(),
  /** What was sent to its contractor about it last, and when that left; null where nothing was. */
  told: z.object({ template: z.string(), at: Instant, sent: z.boolean() }).nullable(),
  /** Another account that its contractor has for it, since it went wrong or before. */
  mended: Destination.extend({
    /** A process of before does not say it. */
    destination_uuid: Uuid.optional(),
    since_wrong: z.boolean(),
  }).nullable(),
  attempts: z.array(
    z.object({
      number: z.int(),
      at: Instant,
      rail: z.string(),
      outcome: z.string().nullable(),
      reference: z.string().nullable(),
      reason: z.string().nullable(),
      ended_at: Instant.nullable(),
    }),
  ),
  /** What was written down by hand, the newest first. */
  records: z.array(
    z.object({
      record_uuid: Uuid,
      kind: z.string(),
      reference: z.string(),
      happened_on: PlainDate.nullable(),
      words: z.string(),
      proof: z.boolean(),
      by: z.string(),
      at: Instant,
    }),
  ),
  allowed_actions: z.array(z.enum(MEND_ACTIONS)),
})

const Filter = z.object({
  kind: z.enum(WORK_KINDS_OF).optional(),
  network: z.enum(NETWORK_NAMES).optional(),
  /** Part of the name of a contractor or a company. */
  search: z.string().max(200).optional(),
  sort: z.enum(['age', 'amount']).default('age'),
})

export const mending = {
  listWork: endpoint({
    method: 'GET',
    path: '/operations/payments/work-list',
    summary: 'Payments that failed, came back, or of which nobody knows, with what may be done',
    access: ['operator'],
    query: PageQuery.extend(Filter.shape),
    response: page(WorkItem).extend({
      /** Of all that went wrong, whatever is asked for: how many, what they come to, and how many wait longer than promised. */
      counts: z.array(
        z.object({
          kind: z.enum(WORK_KINDS_OF),
          payments: z.int(),
          totals: z.array(Money),
          overdue: z.int(),
          mended: z.int(),
        }),
      ),
    }),
  }),
  getWorkCsv: endpoint({
    method: 'GET',
    path: '/operations/payments/work-list/csv',
    summary: 'The work list, narrowed as its list, as CSV',
    access: ['operator'],
    query: Filter,
    response: fileInPieces('text/csv'),
  }),
  retryPayment: endpoint({
    method: 'PUT',
    path: '/operations/payments/:id/retry',
    summary: 'Schedules a failed or returned payment again, as a new attempt',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: 'money',
    params: z.object({ id: Uuid }),
    /** The account that was seen, where the payment's own is out of use: it goes to no other. */
    body: z.strictObject({ destination_uuid: Uuid.optional() }).optional(),
    response: z.object({ payment_uuid: Uuid, status: PaymentStatus }),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  askFirstPayment: endpoint({
    method: 'PUT',
    path: '/operations/payments/:id/ask-first',
    summary:
      'Asks a contractor once more, at most once a day, whether the small first payment arrived that a payment waits for',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: { neither: 'a mail asks, and nothing is sent' },
    params: z.object({ id: Uuid }),
    /** When they were asked: just now, or earlier on this day. */
    response: z.object({ asked_at: Instant }),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  mendPayments: endpoint({
    method: 'PUT',
    path: '/operations/payments/mend',
    summary:
      'Asks a rail again, says what became of payments, sends them again or gives them back: an answer for each',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: 'money',
    bodyLimit: BODY_BYTES.documents,
    body: z.strictObject({
      action: z.enum(MEND_ACTIONS),
      payment_uuids: z
        .array(Uuid)
        .min(1, words('payments.problems.chooseAPayment'))
        .max(200, words('payments.problems.tooManyToMend')),
      /** Of what goes to another account the accounts that were seen, of each: where a payment would go to one that was not, it goes nowhere (decision 0161). */
      seen: z
        .array(z.strictObject({ payment_uuid: Uuid, destination_uuid: Uuid }))
        .max(200, words('payments.problems.tooManyToMend'))
        .optional(),
      /** Of what came back. */
      reason: z.enum(RETURN_REASONS).optional(),
      /** What more there is to say. */
      words: sentence(500).default(''),
      reference: line(140).default(''),
      happened_on: PlainDate.optional(),
      proof: DocumentUpload.optional(),
    }),
    response: z.object({
      results: z.array(
        z.object({
          payment_uuid: Uuid,
          result: z.enum(['done', 'refused', 'waiting']),
          reason: z.string().nullable(),
          said: Said.nullable(),
        }),
      ),
      /** What takes a second operator. */
      waiting: WaitingStep.optional(),
    }),
    problems: ['VALIDATION', 'DOCUMENT_NOT_READABLE', 'DOCUMENT_REFUSED'],
  }),
  getPaymentProof: endpoint({
    method: 'GET',
    path: '/operations/payments/proofs/:id',
    summary:
      'The document that proves what was recorded of a payment; who opens it is written down',
    access: ['operator'],
    params: ById,
    leavesTrace: true,
    response: file('application/pdf', 'image/png', 'image/jpeg'),
    problems: ['NOT_FOUND'],
  }),
}
