/** What one operator may not do alone: it waits until a second one saw the same and said yes. */
import { z } from 'zod'
import { STEP_STATUSES, WORK_KINDS } from '#domain/approvals/approval-step.ts'
import {
  ById,
  Digest,
  Instant,
  Money,
  PageQuery,
  PlainDate,
  page,
  requiredSentence,
  sentence,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const Kind = z.enum(WORK_KINDS)

/** Says that something was not done: it waits for a second operator. */
export const WaitingStep = z.object({
  step_uuid: Uuid,
  expires_at: Instant,
  /** Why one person may not do it, and what comes next. */
  reason: z.string(),
})

export const ApprovalStep = z.object({
  step_uuid: Uuid,
  kind: Kind,
  /** What it is, such as the name of the file. */
  title: z.string(),
  /** Whether it is of a receipt that the bank takes apart, of which nothing moves (decision 0162). A process of before does not say it. */
  apart: z.boolean().optional(),
  status: z.enum(STEP_STATUSES),
  /** What a yes is to: SHA-256 of every line. */
  digest: Digest,
  totals: z.array(Money),
  lines: z.int(),
  asked_by: z.object({ name: z.string(), is_me: z.boolean() }),
  asked_at: Instant,
  expires_at: Instant,
  /** Whether who asked may still ask; a no is all that is left otherwise. */
  asker_may: z.boolean(),
  answered: z
    .object({ name: z.string(), is_me: z.boolean(), at: Instant, reason: z.string().nullable() })
    .nullable(),
  outcome: z
    .object({ execution_uuid: Uuid.nullable(), done: z.int(), refused: z.int() })
    .nullable(),
  allowed_actions: z.array(z.enum(['approve', 'reject', 'withdraw'])),
})

/** One line of what was asked: a receipt, or a payment. */
export const StepLine = z.object({
  /** The reference of a receipt, the id of a payment. */
  line_id: z.string(),
  employer_name: z.string(),
  employer_domain: z.string(),
  contractor_name: z.string().nullable(),
  label: z.string(),
  date: PlainDate,
  amount: Money,
})

const TREASURY = { access: ['operator'], operators: ['admin', 'treasurer'] } as const

export const approvals = {
  listApprovalSteps: endpoint({
    method: 'GET',
    path: '/operations/approval-steps',
    summary: 'What waits for a second operator, newest first; or what was answered or expired',
    access: ['operator'],
    query: PageQuery.extend({
      view: z.enum(['waiting', 'closed']).default('waiting'),
      kind: Kind.optional(),
    }),
    response: page(ApprovalStep),
  }),
  getApprovalStep: endpoint({
    method: 'GET',
    path: '/operations/approval-steps/:id',
    summary: 'One step, and a page of exactly what was asked, line by line',
    access: ['operator'],
    params: ById,
    query: PageQuery,
    response: z.object({
      step: ApprovalStep,
      /** Whether what would be done now is no longer what was asked: then it cannot be approved. */
      changed: z.boolean(),
      items: z.array(StepLine),
      next_cursor: z.string().nullable(),
    }),
    problems: ['NOT_FOUND'],
  }),
  approveStep: endpoint({
    method: 'POST',
    path: '/operations/approval-steps/:id/approve',
    summary: 'Says yes to what was seen: it is done at once, and once. Never by who asked',
    ...TREASURY,
    touches: 'money',
    params: ById,
    body: z.strictObject({ digest: Digest }),
    response: ApprovalStep,
    problems: [
      'NOT_FOUND',
      'SECOND_PERSON_NEEDED',
      'STEP_CLOSED',
      'STEP_STALE',
      'EXECUTION_HALTED',
      'EXECUTION_STALE',
      'FUNDING_FILE_NOT_VALID',
    ],
  }),
  rejectStep: endpoint({
    method: 'POST',
    path: '/operations/approval-steps/:id/reject',
    summary: 'Says no, with a reason; nothing is done',
    ...TREASURY,
    touches: { neither: 'a no keeps money where it is' },
    params: ById,
    body: z.strictObject({ reason: requiredSentence(500, 'approvals.problems.sayWhy') }),
    response: ApprovalStep,
    problems: ['NOT_FOUND', 'SECOND_PERSON_NEEDED', 'STEP_CLOSED', 'VALIDATION'],
  }),
  withdrawStep: endpoint({
    method: 'POST',
    path: '/operations/approval-steps/:id/withdraw',
    summary: 'Takes back what one asked for, before anybody answered',
    ...TREASURY,
    touches: { neither: 'who asked takes their question back' },
    params: ById,
    body: z.strictObject({ reason: sentence(500).default('') }).default({ reason: '' }),
    response: ApprovalStep,
    problems: ['NOT_FOUND', 'FORBIDDEN', 'STEP_CLOSED'],
  }),
}
