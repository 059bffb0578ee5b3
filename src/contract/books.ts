/** The ledger as people read it: what lies where at any instant, what moved, and an employer's own statement. */
import { z } from 'zod'
import { ACCOUNT_KINDS, TRANSFER_CODES } from '#domain/ledger/transfer-codes.ts'
import { WaitingStep } from './approvals.ts'
import { TREASURY } from './funding.ts'
import {
  CurrencyCode,
  Instant,
  Money,
  PageQuery,
  PlainDate,
  page,
  requiredSentence,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint } from './kernel/endpoint.ts'

const Kind = z.enum(ACCOUNT_KINDS)
const Code = z.enum(TRANSFER_CODES)

const Side = z.object({ kind: Kind, company_name: z.string(), employer_domain: z.string() })

export const LedgerTransfer = z.object({
  transfer_uuid: Uuid,
  at: Instant,
  code: Code,
  from: Side,
  to: Side,
  amount: Money,
  allowed_actions: z.array(z.enum(['reverse'])),
})

const OF = { employer_domain: z.string().max(255).optional(), currency: CurrencyCode.optional() }

export const books = {
  getTrialBalance: endpoint({
    method: 'GET',
    path: '/operations/ledger/trial-balance',
    summary:
      'What lies in accounts of each kind by currency, now or at an instant; each currency sums to zero',
    access: ['operator'],
    query: z.object({ at: Instant.optional() }),
    response: z.object({
      at: Instant,
      currencies: z.array(
        z.object({
          currency: z.string(),
          kinds: z.array(z.object({ kind: Kind, balance: Money })),
          /** The sum of all: zero, or the books do not hold. */
          total: Money,
        }),
      ),
    }),
  }),
  listLedgerAccounts: endpoint({
    method: 'GET',
    path: '/operations/ledger/accounts',
    summary:
      'Accounts with their balances, now or at an instant, in the order in which they were opened',
    access: ['operator'],
    query: PageQuery.extend({ ...OF, at: Instant.optional() }),
    response: page(Side.extend({ account_id: z.int(), balance: Money })),
  }),
  listTransfers: endpoint({
    method: 'GET',
    path: '/operations/ledger/transfers',
    summary: 'What moved, newest first',
    access: ['operator'],
    query: PageQuery.extend({
      ...OF,
      code: Code.optional(),
      /** Nothing after this day. */
      until: PlainDate.optional(),
    }),
    response: page(LedgerTransfer),
  }),
  reverseFunding: endpoint({
    method: 'POST',
    path: '/operations/ledger/transfers/:id/reverse',
    summary:
      'Takes back a receipt that was booked wrongly, by an entry the other way round; always by two operators',
    ...TREASURY,
    touches: 'money',
    params: z.object({ id: Uuid }),
    body: z.strictObject({
      reason: requiredSentence(500, 'ledger.books.sayWhy'),
      /** The bank takes it apart: its parts are booked in its place, from the file that tells of them (decision 0162). */
      apart: z.boolean().optional(),
    }),
    response: z.object({ reversed: z.boolean(), waiting: WaitingStep.optional() }),
    problems: ['FUNDS_SHORT', 'NOT_FOUND', 'TRANSITION_NOT_ALLOWED', 'VALIDATION'],
  }),
  getFundsStatement: endpoint({
    method: 'GET',
    path: '/employer/funds-statement',
    summary:
      'What came and went of the available balance in a currency and a month, with the balance after each',
    access: ['employer'],
    scope: 'funding:read',
    query: z.object({
      currency: CurrencyCode,
      /** Any day of the month. */
      month: PlainDate,
    }),
    response: z.object({
      opening: Money,
      closing: Money,
      lines: z.array(
        z.object({
          at: Instant,
          code: Code,
          /** How many receipts, line items or fees it is of. */
          count: z.int(),
          change: Money,
          balance: Money,
          /** The bank's reference of a receipt, or the other side of an exchange. */
          reference: z.string().nullable(),
          /** The cycle or batch that it was set aside for; null of all else. A process of before does not say it. */
          pay: z.object({ policy_label: z.string(), pay_date: PlainDate }).nullish(),
        }),
      ),
    }),
  }),
}
