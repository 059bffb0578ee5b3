/** Files for banks: the channels by which they leave, the files that wait for a second person, and what the banks answer. */
import { z } from 'zod'
import {
  ANSWER_DID,
  ANSWER_OUTCOMES,
  BANK_FORMATS,
  BATCH_STATUSES,
  CHANNEL_PAYS,
} from '#domain/payments/bank-batch.ts'
import { ProposedChannel } from './bank-setup-shapes.ts'
import { ById, Digest, Instant, Money, PlainDate, requiredSentence, Uuid } from './kernel/codecs.ts'
import { BODY_BYTES, endpoint, file } from './kernel/endpoint.ts'

const Who = z.object({ name: z.string(), is_me: z.boolean() })

export const BankChannel = z.object({
  channel_uuid: Uuid,
  currency: z.string(),
  pays: z.enum(CHANNEL_PAYS),
  format: z.enum(BANK_FORMATS),
  label: z.string(),
  cut_off: z.object({ time: z.string(), zone: z.string() }).nullable(),
  /** What its files are written with, line by line; the numbers of accounts to their last four digits. */
  setup: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Whether the bank's own lists are read. */
  reads_lists: z.boolean(),
  proposed_by: Who,
  proposed_at: Instant,
  confirmed_by: z.string().nullable(),
  confirmed_at: Instant.nullable(),
  /** Of a proposal whether it can still be confirmed. A server of before the field does not say. */
  stands: z.boolean().optional(),
  allowed_actions: z.array(z.enum(['confirm', 'close'])),
})

/** What stands, and what waits for another operator. */
export const BankChannels = z.object({
  channels: z.array(BankChannel),
  proposals: z.array(BankChannel),
})

export const Batch = z.object({
  batch_uuid: Uuid,
  status: z.enum(BATCH_STATUSES),
  format: z.enum(BANK_FORMATS),
  label: z.string(),
  file_name: z.string(),
  file_sha256: z.string(),
  number: z.int(),
  due_on: PlainDate,
  payments: z.int(),
  total: Money,
  execution_uuid: Uuid,
  made_by: Who,
  /** Whether who had it made may still have payments leave; a file of who may not is made anew. A process of before does not say it. */
  maker_may: z.boolean().optional(),
  made_at: Instant,
  answered_by: z.string().nullable(),
  answered_at: Instant.nullable(),
  words: z.string(),
  allowed_actions: z.array(z.enum(['release', 'remake', 'discard', 'download'])),
})

const BatchLine = z.object({
  payment_uuid: Uuid,
  contractor_name: z.string(),
  company_name: z.string(),
  destination: z.string(),
  reference: z.string(),
  amount: Money,
  status: z.string(),
  /** Why it may not leave any more; null where it may. */
  stopped: z.string().nullable(),
})

/** A file with its payments: the first two hundred, those that may not leave any more before all others. */
export const BatchDetail = Batch.extend({
  lines: z.array(BatchLine),
  stopped: z.int(),
  /** Whether the day on which its bank was to pay it is over. */
  is_late: z.boolean(),
  downloads: z.array(z.object({ name: z.string(), at: Instant })),
})

const AnswerLine = z.object({
  reference: z.string(),
  outcome: z.enum(ANSWER_OUTCOMES),
  did: z.enum(ANSWER_DID),
  payment_uuid: Uuid.nullable(),
  contractor_name: z.string().nullable(),
  amount: Money.nullable(),
  reason: z.string().nullable(),
})

const Counts = {
  lines: z.int(),
  settled: z.int(),
  failed: z.int(),
  returned: z.int(),
  nothing: z.int(),
  contradicts: z.int(),
  unknown: z.int(),
}

/** What an answer of a bank says, or said; the first two hundred of its lines, those that somebody has to look at before all others. */
export const Answer = z.object({
  file_name: z.string(),
  file_sha256: z.string(),
  /** Of what it would do: it is sent back to have it done. */
  digest: z.string(),
  /** When it was taken, and by whom; null of one that is only looked at. */
  given_at: Instant.nullable(),
  given_by: z.string().nullable(),
  ...Counts,
  shown: z.array(AnswerLine),
})

const TakenAnswer = z.object({
  answer_uuid: Uuid,
  label: z.string(),
  file_name: z.string(),
  given_at: Instant,
  given_by: z.string(),
  ...Counts,
})

export const Batches = z.object({
  /** What waits for a second person, the oldest first. */
  waiting: z.array(Batch),
  /** The last fifty that do not. */
  others: z.array(Batch),
  /** The last twenty files that banks answered with. */
  answers: z.array(TakenAnswer),
})

const BY = { access: ['operator'], operators: ['admin', 'treasurer'] } as const
const ANSWERED = ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED'] as const

export const bankFiles = {
  listBankChannels: endpoint({
    method: 'GET',
    path: '/operations/bank-channels',
    summary: 'By which files payments leave, and what waits for a second operator',
    access: ['operator'],
    response: BankChannels,
  }),
  proposeBankChannel: endpoint({
    method: 'POST',
    path: '/operations/bank-channels',
    summary: 'Proposes by which files a currency is paid. It is in force once another confirmed it',
    ...BY,
    touches: 'money',
    body: ProposedChannel,
    response: BankChannels,
    problems: ['CONFLICT', 'VALIDATION'],
  }),
  confirmBankChannel: endpoint({
    method: 'POST',
    path: '/operations/bank-channels/:id/confirm',
    summary: 'Says yes to a channel that another operator proposed: payments leave by it from now',
    ...BY,
    touches: 'money',
    params: ById,
    response: BankChannels,
    problems: [...ANSWERED, 'SECOND_PERSON_NEEDED'],
  }),
  closeBankChannel: endpoint({
    method: 'POST',
    path: '/operations/bank-channels/:id/close',
    summary: 'Takes a proposal back, or a channel out of use: its currency is paid by hand again',
    ...BY,
    touches: { neither: 'what stands in files stays there' },
    params: ById,
    response: BankChannels,
    problems: ['NOT_FOUND'],
  }),
  listBatches: endpoint({
    method: 'GET',
    path: '/operations/payments/batches',
    summary:
      'The files for banks, those that wait for a second person first, and what banks answered',
    access: ['operator'],
    response: Batches,
  }),
  getBatch: endpoint({
    method: 'GET',
    path: '/operations/payments/batches/:id',
    summary: 'A file with its payments, and which of them may not leave any more',
    access: ['operator'],
    params: ById,
    response: BatchDetail,
    problems: ['NOT_FOUND'],
  }),
  releaseBatch: endpoint({
    method: 'POST',
    path: '/operations/payments/batches/:id/release',
    summary:
      'Releases a file that another operator made: its payments are sent, and it may be downloaded',
    ...BY,
    touches: 'money',
    params: ById,
    /** The hash of the file that was looked at. */
    body: z.strictObject({ file_sha256: Digest }),
    response: BatchDetail,
    problems: [...ANSWERED, 'EXECUTION_HALTED', 'EXECUTION_STALE', 'SECOND_PERSON_NEEDED'],
  }),
  remakeBatch: endpoint({
    method: 'POST',
    path: '/operations/payments/batches/:id/remake',
    summary: 'Makes a file anew without what may not leave any more; somebody else releases it',
    ...BY,
    touches: 'money',
    params: ById,
    response: Batches,
    problems: [...ANSWERED, 'EXECUTION_HALTED'],
  }),
  discardBatch: endpoint({
    method: 'POST',
    path: '/operations/payments/batches/:id/discard',
    summary: 'Discards a file: its payments fail with the reason given, and may be retried',
    ...BY,
    touches: { neither: 'nothing leaves: the money stays with those whom it is for' },
    params: ById,
    body: z.strictObject({ words: requiredSentence(200, 'payments.problems.discardWords') }),
    response: BatchDetail,
    problems: ANSWERED,
  }),
  getBatchFile: endpoint({
    method: 'GET',
    path: '/operations/payments/batches/:id/file',
    summary: 'The file of a batch that was released; who took it is recorded',
    ...BY,
    params: ById,
    leavesTrace: true,
    response: file('application/xml', 'text/plain', 'text/csv'),
    problems: ANSWERED,
  }),
  previewAnswer: endpoint({
    method: 'POST',
    path: '/operations/bank-channels/:id/answers/preview',
    summary: 'What a file of the bank says of payments, and what it would do',
    ...BY,
    touches: { neither: 'it is looked at, and nothing is done' },
    params: ById,
    bodyLimit: BODY_BYTES.file,
    upload: 'answer',
    response: Answer,
    problems: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION'],
  }),
  takeAnswer: endpoint({
    method: 'POST',
    path: '/operations/bank-channels/:id/answers',
    summary: 'Takes a file of the bank as it was looked at: all of it, once',
    ...BY,
    touches: 'money',
    params: ById,
    query: z.strictObject({ digest: Digest }),
    bodyLimit: BODY_BYTES.file,
    upload: 'answer',
    response: Answer,
    problems: ['EXECUTION_STALE', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'VALIDATION'],
  }),
}
