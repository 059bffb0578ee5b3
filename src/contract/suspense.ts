/** What came in and names no employer. */
import { z } from 'zod'
import { SUGGESTED_BY, SUSPENSE_STATUSES } from '#domain/ledger/suspense.ts'
import { WaitingStep } from './approvals.ts'
import { TREASURY } from './funding.ts'
import {
  ById,
  Instant,
  line,
  Money,
  PageQuery,
  PlainDate,
  page,
  sentence,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint } from './kernel/endpoint.ts'
import { DoubtfulReceipt } from './ledger.ts'

const Owner = z.object({ employer_domain: z.string(), company_name: z.string() })

export const SuspenseReceipt = z.object({
  receipt_uuid: Uuid,
  /** The bank's. */
  reference: z.string(),
  amount: Money,
  received_on: PlainDate,
  /** Who paid, as the bank says it; empty where it does not. */
  payer: z.object({ name: z.string(), account: z.string(), words: z.string() }),
  status: z.enum(SUSPENSE_STATUSES),
  /** Whose it may be, the likeliest first. */
  suggestions: z.array(Owner.extend({ why: z.array(z.enum(SUGGESTED_BY)) })),
  matched_to: Owner.nullable(),
  refund_reference: z.string().nullable(),
  /** Whether its parts took its place; a process of before does not say it. */
  apart: z.boolean().optional(),
  words: z.string(),
  /** Of one that waits and came by a chain: from which address, where the chain says that. A process of before does not say it. */
  chain: z.object({ sender: z.string().nullable() }).nullable().optional(),
  closed_at: Instant.nullable(),
  allowed_actions: z.array(z.enum(['match', 'refund'])),
})

const Answer = z.object({
  receipt: SuspenseReceipt.nullable(),
  /** Nothing was done: it takes a second operator. */
  waiting: WaitingStep.optional(),
})

export const suspense = {
  previewFunding: endpoint({
    method: 'POST',
    path: '/operations/balances/preview',
    summary:
      'What a funding CSV or a bank statement (camt.053, camt.054) would book, and for whom; nothing is booked',
    ...TREASURY,
    touches: { neither: 'nothing is booked by looking' },
    bodyLimit: BODY_BYTES.file,
    upload: 'funding_csv',
    response: z.object({
      /** The first two hundred. */
      receipts: z.array(
        z.object({
          reference: z.string(),
          amount: Money,
          received_on: PlainDate,
          payer_name: z.string(),
          owner: Owner.nullable(),
          becomes: z.enum(['BOOKED', 'SUSPENSE', 'KNOWN']),
        }),
      ),
      doubts: z.array(DoubtfulReceipt).optional(),
      counts: z.object({ booked: z.int(), suspense: z.int(), known: z.int() }),
    }),
    problems: ['FUNDING_FILE_NOT_VALID', 'PAYLOAD_TOO_LARGE'],
  }),
  listSuspense: endpoint({
    method: 'GET',
    path: '/operations/suspense',
    summary: 'What came in and names no employer, newest first, with whose it may be',
    access: ['operator'],
    query: PageQuery.extend({ view: z.enum(['open', 'closed']).default('open') }),
    response: page(SuspenseReceipt),
  }),
  matchReceipt: endpoint({
    method: 'POST',
    path: '/operations/suspense/:id/match',
    summary: 'Says whose a receipt is: it is booked for that employer',
    ...TREASURY,
    touches: 'money',
    params: ById,
    body: z.strictObject({ employer_domain: z.string().min(1).max(255) }),
    response: Answer,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  refundReceipt: endpoint({
    method: 'POST',
    path: '/operations/suspense/:id/refund',
    summary:
      'Records that a receipt was sent back to the account that paid, with the reference of that order; always by two operators',
    ...TREASURY,
    touches: 'money',
    params: ById,
    body: z.strictObject({
      /** Of the order by which it went; none of one that is taken apart. */
      reference: line(100).default(''),
      words: sentence(500).default(''),
      /** Of what came by a chain, to which account it went; the one that sent it, where none is named. */
      account: line(200).optional(),
      /** Its network can say nothing of that transaction by now, and it is recorded all the same. */
      unseen: z.boolean().optional(),
      /** No money went: the bank takes it apart, and its parts are booked in its place, from the file that tells of them (decision 0162). */
      apart: z.boolean().optional(),
    }),
    response: Answer,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
}
