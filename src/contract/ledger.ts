/** Balances of employers, and the funding that fills them. */
import { z } from 'zod'
import { WaitingStep } from './approvals.ts'
import { FundingNotice } from './funding.ts'
import { Instant, Minor, Money, PlainDate, Uuid } from './kernel/codecs.ts'
import { BODY_BYTES, endpoint } from './kernel/endpoint.ts'

export const Balance = z.object({
  employer_uuid: Uuid,
  domain: z.string(),
  company_name: z.string(),
  currency: z.string(),
  available: Minor,
  reserved: Minor,
  in_flight: Minor,
  /** Of payments that failed or came back: it waits for another account of the contractor's. */
  kept: Minor,
  /** What the pay dates of the coming seven days still need from the available balance. */
  need: Minor,
  short: Minor,
})

export const FundingRecord = z.object({
  funding_uuid: Uuid,
  employer_domain: z.string(),
  company_name: z.string(),
  amount: Money,
  reference: z.string(),
  received_on: PlainDate,
  booked_at: Instant,
})

/** A receipt that was taken for one that is booked, of another day or of the same file. A process of before does not say it. */
export const DoubtfulReceipt = z.object({
  reference: z.string(),
  received_on: PlainDate,
  booked_on: PlainDate,
})

/** Wallets whose chain cannot be followed, that pay nothing new, differ from the books, by which they stand still or not, lack coins for fees or hold more than they may, receipts that are nobody's yet, or deposits of a chain that are in doubt. */
const FundsWork = z.object({
  kind: z.enum([
    ...(['CHAINS', 'WALLETS', 'WALLETS_DIFFER', 'WALLETS_MORE', 'COINS_MISSING'] as const),
    ...(['FULL_WALLETS', 'RECEIPTS', 'DEPOSITS'] as const),
  ]),
  count: z.int(),
  /** Since when the oldest waits; of full wallets and of coins, when the oldest of them was read. */
  since: Instant,
  totals: z.array(Money),
})

export const ledger = {
  getBalances: endpoint({
    method: 'GET',
    path: '/operations/balances',
    summary: 'Balances of every employer per currency, against what this week needs',
    access: ['operator'],
    response: z.object({
      read_at: Instant,
      balances: z.array(Balance),
      fundings: z.array(FundingRecord),
      /** What employers say is on its way, the oldest first. */
      notices: z.array(FundingNotice),
      /** What somebody has to look at, by its kind, the worst first. A process of before does not say it. */
      work: z.array(FundsWork).optional(),
    }),
  }),
  putBalances: endpoint({
    method: 'PUT',
    path: '/operations/balances',
    summary:
      'Books a funding CSV (employer_domain, currency, amount, reference, received_on) or a bank statement (camt.053, camt.054). A reference is booked once; one bad row refuses the whole file; what names no employer is put aside',
    access: ['operator'],
    operators: ['admin', 'treasurer'],
    touches: 'money',
    bodyLimit: BODY_BYTES.file,
    upload: 'funding_csv',
    response: z.object({
      booked: z.array(FundingRecord),
      already_booked: z.array(z.string()),
      doubts: z.array(DoubtfulReceipt).optional(),
      /** How many name no employer and were put aside until it is known whose they are. */
      suspended: z.int(),
      /** Nothing was booked: the sum takes a second operator. */
      waiting: WaitingStep.optional(),
    }),
    problems: ['FUNDING_FILE_NOT_VALID', 'PAYLOAD_TOO_LARGE'],
  }),
  getFundingSummary: endpoint({
    method: 'GET',
    path: '/operations/employers/funding-summary',
    summary: 'Need, missing and spare per employer and currency for the coming seven days',
    access: ['operator'],
    response: z.array(Balance),
  }),
  getEmployerBalances: endpoint({
    method: 'GET',
    path: '/employer/balances',
    summary: "The employer's own balances and fundings",
    access: ['employer'],
    scope: 'funding:read',
    response: z.object({ balances: z.array(Balance), fundings: z.array(FundingRecord) }),
  }),
}
