/** Batches of payments that a company, or its machine, sends in (decision 0110). People approve and pay them like every other pay. */
import { z } from 'zod'
import {
  BATCH_ACTIONS,
  BATCH_FIELDS,
  BATCH_STATES,
  BATCH_STEPS,
  MAX_ROW_WORDS,
  MOST_BATCH_ROWS,
  ROW_STATES,
  STEP_STATES,
} from '#domain/batches/batch.ts'
import { SIMULATED_STEPS } from '#domain/batches/simulation.ts'
import { words } from '#domain/kernel/words.ts'
import {
  Digest,
  Instant,
  line,
  Money,
  PageQuery,
  PlainDate,
  page,
  requiredLine,
  Said,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, fileInPieces } from './kernel/endpoint.ts'
import { CycleRow } from './payroll-shapes.ts'

/** The text of a file of ten thousand rows, and of a few words in each. */
export const MAX_BATCH_CHARACTERS = 4_000_000

const Cell = z.string().max(500, words('kernel.problems.tooManyCharacters'))
const Field = z.enum(BATCH_FIELDS)
/** A row as an editor counts the lines of its file, the head being 1; of rows that are sent as such the first is 1. */
const RowNumber = z.int().min(1)

/** A payment as a machine sends it: the same fields as a file has, spelled the same. */
const SentRow = z.strictObject({
  email: Cell,
  amount: Cell,
  currency: Cell,
  reference: Cell,
  name: Cell.default(''),
  words: Cell.default(''),
})

/** What is to be paid: a CSV file as text, or rows; with what was mended of it, and which rows are left out. */
const Sent = z.strictObject({
  text: z.string().max(MAX_BATCH_CHARACTERS, words('kernel.problems.tooManyCharacters')).optional(),
  rows: z
    .array(SentRow)
    .min(1)
    .max(MOST_BATCH_ROWS, words('people.problems.listTooLong'))
    .optional(),
  mends: z
    .array(z.strictObject({ row: RowNumber, field: Field, typed: Cell }))
    .max(MOST_BATCH_ROWS, words('people.problems.listTooLong'))
    .default([]),
  without: z
    .array(RowNumber)
    .max(MOST_BATCH_ROWS, words('people.problems.listTooLong'))
    .default([]),
})

/** A row of which something is said: what stands in it, and what is said of which field. */
export const ToldRow = z.object({
  row: z.int(),
  typed: z.object({
    email: z.string(),
    amount: z.string(),
    currency: z.string(),
    reference: z.string(),
    name: z.string(),
    words: z.string(),
  }),
  /** What is said of which field: a sentence, and the same as data. */
  said: z.array(z.object({ field: Field, reason: z.string(), said: Said })),
})

export const RowState = z.enum(ROW_STATES)

/** How many rows stand where: they wait for their person, for a yes, for their day or arrival; arrived; were taken back; or are of people who declined, whom nothing waits for. */
export const BatchProgress = z.object({
  joining: z.int(),
  waiting: z.int(),
  paying: z.int(),
  settled: z.int(),
  cancelled: z.int(),
  declined: z.int(),
})

export const BatchSummary = z.object({
  batch_uuid: Uuid,
  file_name: z.string(),
  source: z.enum(['FILE', 'API']),
  sandbox: z.boolean(),
  pay_date: PlainDate,
  words: z.string(),
  submitted_at: Instant,
  submitted_by_name: z.string(),
  /** Whether a machine sent it. */
  by_machine: z.boolean(),
  state: z.enum(BATCH_STATES),
  rows: z.int(),
  left_out: z.int(),
  totals: z.array(Money),
  progress: BatchProgress,
  /** The cycle as which it is looked at, approved and paid, and where its pays stand; null of the sandbox's. */
  cycle: CycleRow.nullable(),
})

export const Batch = BatchSummary.extend({
  /** SHA-256 of what is paid to whom: who approves says yes to no other payments. */
  digest: Digest,
  cancelled_at: Instant.nullable(),
  /** Its way, step by step; empty where nothing of it is to be paid. */
  steps: z.array(
    z.object({
      key: z.enum(BATCH_STEPS),
      state: z.enum(STEP_STATES),
      done: z.int(),
      of: z.int(),
    }),
  ),
  /** By state and currency, in the order of what needs somebody first. */
  counts: z.array(z.object({ state: RowState, rows: z.int(), amount: Money })),
  /** By currency, what is to be paid to those who joined, and what lacks of it; of that what was said to be on its way. */
  funds: z.array(z.object({ needed: Money, arrived: Money, missing: Money, on_its_way: Money })),
  /** Who said yes, to how many of its payments that stand so now, the first first. */
  approvals: z.array(
    z.object({ name: z.string(), is_me: z.boolean(), at: Instant, rows: z.int() }),
  ),
  allowed_actions: z.array(z.enum(BATCH_ACTIONS)),
  /** Which steps of the sandbox would move something of it now; none of a real one. */
  simulates: z.array(z.enum(SIMULATED_STEPS)),
})

export const BatchRow = z.object({
  row: z.int(),
  email: z.string(),
  name: z.string(),
  amount: Money,
  reference: z.string(),
  words: z.string(),
  state: RowState,
  line_item_uuid: Uuid.nullable(),
})

const ById = z.object({ batch_uuid: Uuid })
const READS = { access: ['employer'], scope: 'batches:read' } as const
const SENDS = {
  access: ['employer'],
  members: ['owner', 'admin', 'approver'],
  // Whom it pays and who has not joined is invited by it.
  gates: ['terms_signed', 'company_named'],
} as const
const Searched = PageQuery.extend({ search: z.string().max(200).optional() })

export const batches = {
  previewPaymentBatch: endpoint({
    method: 'POST',
    path: '/employer/partner/batches/preview',
    summary:
      'What a file of payments says: its sums, every row that is wrong and how to mend it, and what looks like a payment that was sent before; keeps nothing',
    ...SENDS,
    scope: 'batches:write',
    touches: { neither: 'it is looked at, and nothing of it is kept' },
    bodyLimit: BODY_BYTES.file,
    body: Sent,
    response: z.object({
      /** How many rows can be paid, how many are wrong, and how many of the good ones look like another. */
      good: z.int(),
      wrong: z.int(),
      twice: z.int(),
      without: z.int(),
      totals: z.array(Money),
      /** SHA-256 of what the good rows pay to whom, by the currencies that contracts have now. */
      paying: Digest,
      /** How many of whom it pays work with the company, wait for an invitation, declined one and are not paid, or are invited by it. */
      people: z.object({
        joined: z.int(),
        invited: z.int(),
        declined: z.int(),
        strangers: z.int(),
      }),
      wrong_rows: z.array(ToldRow),
      twice_rows: z.array(ToldRow),
      /** The batch that these payments were sent as. */
      already: z.object({ batch_uuid: Uuid, file_name: z.string() }).nullable(),
    }),
    problems: ['VALIDATION'],
  }),
  submitPaymentBatch: endpoint({
    method: 'PUT',
    path: '/employer/partner/batches/:batch_uuid',
    summary:
      'Sends a batch in. Its id is minted by the caller; the same content is one batch, however often it is sent. Who is a stranger is invited; people approve it before anything is paid',
    ...SENDS,
    scope: 'batches:write',
    touches: { neither: 'nothing leaves before people approved it' },
    params: ById,
    bodyLimit: BODY_BYTES.file,
    body: Sent.extend({
      file_name: requiredLine(120, 'batches.problems.fileName'),
      pay_date: PlainDate,
      words: line(MAX_ROW_WORDS).default(''),
      /** Whether the good rows are sent in without those that are wrong; else one of these refuses all. */
      leave_out_wrong: z.boolean().default(false),
      /** What was seen to be paid, as looking at it answers: where it is something else by now it is CONFLICT. Left out: whatever it is. */
      paying: Digest.optional(),
    }),
    response: Batch,
    problems: ['VALIDATION', 'CONFLICT'],
  }),
  listPaymentBatches: endpoint({
    method: 'GET',
    path: '/employer/partner/batches',
    summary:
      'The batches of the company, newest first, with what of each stands where; a key sees those of its kind alone',
    ...READS,
    query: Searched.extend({
      state: z.enum(BATCH_STATES).optional(),
      /** Those of the sandbox instead, for people: a key sees one kind. */
      sandbox: z.enum(['true', 'false']).default('false'),
    }),
    response: page(BatchSummary),
  }),
  getPaymentBatch: endpoint({
    method: 'GET',
    path: '/employer/partner/batches/:batch_uuid',
    summary: 'One batch: its way, its rows by state and currency, its money and its approvals',
    ...READS,
    params: ById,
    response: Batch,
    problems: ['NOT_FOUND'],
  }),
  listPaymentBatchRows: endpoint({
    method: 'GET',
    path: '/employer/partner/batches/:batch_uuid/rows',
    summary: 'The rows of a batch in the order of the file, of one state alone where that is asked',
    ...READS,
    params: ById,
    query: Searched.extend({ state: RowState.optional() }),
    response: page(BatchRow),
    problems: ['NOT_FOUND'],
  }),
  listPaymentBatchLeftOut: endpoint({
    method: 'GET',
    path: '/employer/partner/batches/:batch_uuid/left-out',
    summary: 'The rows that were left out of a batch, with all that is wrong with each',
    ...READS,
    params: ById,
    query: PageQuery,
    response: page(ToldRow),
    problems: ['NOT_FOUND'],
  }),
  cancelPaymentBatch: endpoint({
    method: 'POST',
    path: '/employer/partner/batches/:batch_uuid/cancel',
    summary:
      'Cancels what of a batch nobody approved; what was approved goes on. Again changes nothing',
    ...SENDS,
    // It invites nobody.
    gates: ['terms_signed'],
    touches: { neither: 'it only takes back what waits' },
    params: ById,
    response: Batch,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  simulatePaymentBatch: endpoint({
    method: 'POST',
    path: '/employer/partner/batches/:batch_uuid/simulate',
    summary:
      'Has a batch of the sandbox take a step, as people and banks make a real one: everybody joins, it is approved, funded, sent, settled; what did not arrive is mended or given back. Its events are told in the sandbox; nobody is mailed, and no money moves',
    ...SENDS,
    // It invites nobody.
    gates: ['terms_signed'],
    scope: 'batches:write',
    touches: { neither: 'nothing of the sandbox is money' },
    params: ById,
    body: z.strictObject({ step: z.enum(SIMULATED_STEPS) }),
    response: Batch,
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  exportPaymentBatch: endpoint({
    method: 'GET',
    path: '/employer/partner/batches/:batch_uuid/export',
    summary:
      'Every row of a batch with where it stands, or those that were left out as they were typed, as CSV',
    ...READS,
    params: ById,
    query: z.object({ rows: z.enum(['sent', 'left_out']).default('sent') }),
    response: fileInPieces('text/csv'),
    problems: ['NOT_FOUND'],
  }),
}
