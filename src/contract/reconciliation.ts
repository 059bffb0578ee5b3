/** The statements of our banks, day by day against the books, and every difference as work. */
import { z } from 'zod'
import { TRANSFER_CODES } from '#domain/ledger/transfer-codes.ts'
import {
  BOOKED_AS,
  DIFFERENCE_ACTIONS,
  DIFFERENCE_KINDS,
} from '#domain/reconciliation/difference.ts'
import { WaitingStep } from './approvals.ts'
import { TREASURY } from './funding.ts'
import {
  ById,
  CurrencyCode,
  Instant,
  Minor,
  Money,
  PageQuery,
  PlainDate,
  page,
  requiredSentence,
  Uuid,
} from './kernel/codecs.ts'
import { BODY_BYTES, endpoint } from './kernel/endpoint.ts'

export const BankStatement = z.object({
  statement_uuid: Uuid,
  account: z.string(),
  report_id: z.string(),
  from_day: PlainDate,
  to_day: PlainDate,
  opening: Money,
  closing: Money,
  entries: z.int(),
  read_at: Instant,
})

/** A day at whose end the bank says what it has: beside it what the books say by then, and what is between them. */
export const BankDay = z.object({
  currency: z.string(),
  day: PlainDate,
  bank: Money,
  books: Money,
  difference: Money,
  /** What the bank shows and the books have not, and the other way round, each with what two operators explained. */
  only_bank: Money,
  only_books: Money,
  /** The same money, on another day in the books. */
  other_day: Money,
  /** Where the first statements began otherwise than the books, and where one does not follow on another. */
  of_statements: Money,
})

export const Difference = z.object({
  /** What it is about; with its amount it is what an explanation is of. */
  subject: z.string(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** Above zero what the bank has more than the books; of what the books have alone, what they moved. */
  amount: Money,
  day: PlainDate,
  days_old: z.int(),
  /** What it means, and what to do, in words. */
  title: z.string(),
  text: z.string(),
  account: z.string(),
  bank_reference: z.string().nullable(),
  reference: z.string().nullable(),
  party: z.object({ name: z.string(), account: z.string(), words: z.string() }).nullable(),
  /** What the books say instead. */
  books_say: Money.nullable(),
  statement_uuid: Uuid.nullable(),
  entry_uuid: Uuid.nullable(),
  payment: z
    .object({
      payment_uuid: Uuid,
      contractor_name: z.string(),
      company_name: z.string(),
      employer_domain: z.string(),
      status: z.string(),
    })
    .nullable(),
  /** What of the books is open and of exactly this sum. */
  alike: z.array(
    z.object({
      transfer_uuid: Uuid,
      day: PlainDate,
      code: z.enum(TRANSFER_CODES),
      reference: z.string(),
    }),
  ),
  allowed_actions: z.array(z.enum(DIFFERENCE_ACTIONS)),
})

const Waiting = { waiting: WaitingStep.optional() }

export const reconciliation = {
  readBankStatement: endpoint({
    method: 'PUT',
    path: '/operations/bank-statements',
    summary:
      'Reads a bank statement (camt.053) whole and once, and holds it against the books; nothing is booked by it',
    ...TREASURY,
    // Nothing is booked by it, and what it says is held against the books from then on.
    touches: 'money',
    bodyLimit: BODY_BYTES.file,
    upload: 'statement',
    response: z.object({
      statements: z.array(BankStatement),
      /** Whether it was read before: then nothing changed. */
      again: z.boolean(),
      /** Entries and movements that found each other now. */
      matched: z.int(),
    }),
    problems: ['CONFLICT', 'PAYLOAD_TOO_LARGE', 'VALIDATION'],
  }),
  listBankDays: endpoint({
    method: 'GET',
    path: '/operations/bank-days',
    summary:
      'What the bank says it has at the end of each day beside what the books say, newest first',
    access: ['operator'],
    query: PageQuery.extend({ currency: CurrencyCode }),
    response: page(BankDay),
  }),
  listBankStatements: endpoint({
    method: 'GET',
    path: '/operations/bank-statements',
    summary: 'The statements that were read, newest first',
    access: ['operator'],
    query: PageQuery.extend({ currency: CurrencyCode.optional() }),
    response: page(BankStatement),
  }),
  listDifferences: endpoint({
    method: 'GET',
    path: '/operations/bank-differences',
    summary:
      'What bank and books say differently, by age or amount, with what it means and what to do',
    access: ['operator'],
    query: PageQuery.extend({
      currency: CurrencyCode.optional(),
      sort: z.enum(['age', 'amount']).default('age'),
    }),
    response: page(Difference),
  }),
  listExplained: endpoint({
    method: 'GET',
    path: '/operations/bank-differences/explained',
    summary: 'Differences that two operators explained, newest first',
    access: ['operator'],
    query: PageQuery,
    response: page(
      z.object({
        explanation_uuid: Uuid,
        kind: z.enum(DIFFERENCE_KINDS),
        amount: Money,
        words: z.string(),
        asked_by: z.string(),
        explained_by: z.string(),
        explained_at: Instant,
      }),
    ),
  }),
  countDifferences: endpoint({
    method: 'GET',
    path: '/operations/bank-differences/count',
    summary: 'How many differences there are in each currency that is compared, and since when',
    access: ['operator'],
    response: z.object({
      currencies: z.array(
        z.object({
          currency: z.string(),
          differences: z.int(),
          since_on: PlainDate.nullable(),
          /** The sum of what they come to, whichever way. */
          total: Money,
          read_through: PlainDate.nullable(),
        }),
      ),
    }),
  }),
  compareBank: endpoint({
    method: 'POST',
    path: '/operations/bank-differences/compare',
    summary: 'Holds what is open of bank and books against each other again',
    ...TREASURY,
    touches: { neither: 'nothing is booked by comparing' },
    response: z.object({ matched: z.int() }),
  }),
  bookStatementReceipts: endpoint({
    method: 'POST',
    path: '/operations/bank-statements/:id/receipts',
    summary:
      'Books what came in by a statement that was read, as its file would be booked: what names no employer is put aside',
    ...TREASURY,
    touches: 'money',
    params: ById,
    response: z.object({ booked: z.int(), suspended: z.int(), ...Waiting }),
    problems: ['FUNDING_FILE_NOT_VALID', 'NOT_FOUND'],
  }),
  matchBankEntry: endpoint({
    method: 'POST',
    path: '/operations/bank-entries/:id/match',
    summary: 'Says that an entry of the bank is a movement of the books of the same sum',
    ...TREASURY,
    touches: 'money',
    params: ById,
    body: z.strictObject({ transfer_uuid: Uuid }),
    response: z.object({ matched: z.int() }),
    problems: ['AMOUNT_MISMATCH', 'NOT_FOUND', 'TRANSITION_NOT_ALLOWED'],
  }),
  bookBankEntry: endpoint({
    method: 'POST',
    path: '/operations/bank-entries/:id/booking',
    summary:
      "Books an entry that no other book is for: the bank's own charge or interest, or an exchange made there; always by two operators",
    ...TREASURY,
    touches: 'money',
    params: ById,
    body: z.strictObject({
      booked_as: z.enum(BOOKED_AS),
      words: requiredSentence(500, 'reconciliation.problems.sayWhy'),
    }),
    response: z.object({ booked: z.boolean(), ...Waiting }),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  explainDifference: endpoint({
    method: 'POST',
    path: '/operations/bank-differences/explain',
    summary: 'Explains a difference of an amount in words; always by two operators',
    ...TREASURY,
    touches: 'money',
    body: z.strictObject({
      subject: z.string().min(1).max(200),
      amount_in_smallest_unit: Minor,
      words: requiredSentence(500, 'reconciliation.problems.sayWhy'),
    }),
    response: z.object({ explained: z.boolean(), ...Waiting }),
    problems: ['NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
}
