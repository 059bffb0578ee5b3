/** What Corridor charges employers: prices, which operators keep, and receipts (the specification's billing invoices). */
import { z } from 'zod'
import { MOST_MARGIN_BPS, MOST_PRICE_MINOR, MOST_TAX_BPS } from '#domain/billing/fees.ts'
import { NETWORK_NAMES } from '#domain/kernel/network.ts'
import { words } from '#domain/kernel/words.ts'
import {
  ById,
  CurrencyCode,
  Instant,
  Money,
  PageQuery,
  Percentage,
  PlainDate,
  page,
  Seen,
  Uuid,
} from './kernel/codecs.ts'
import { endpoint, fileInPieces } from './kernel/endpoint.ts'

const Price = z
  .int(words('kernel.problems.wholeAmount'))
  .min(0, words('billing.problems.priceNegative'))
  .max(MOST_PRICE_MINOR, words('billing.problems.priceTooHigh'))
const upTo = (bps: number) =>
  Percentage.refine(value => value <= bps, words('billing.problems.rateTooHigh'))

/** In the smallest unit of `currency`. A network that is not named costs nothing. */
export const PriceList = z.strictObject({
  currency: CurrencyCode,
  per_contractor: Price,
  per_payment: z.partialRecord(z.enum(NETWORK_NAMES), Price),
  /** Of what is exchanged, in its currency. */
  margin: upTo(MOST_MARGIN_BPS),
  /** On top of each fee. */
  tax: upTo(MOST_TAX_BPS),
})

const PriceListInForce = z.object({ ...PriceList.shape, set_at: Instant })

/** A billing invoice as the specification has it (section 3), with what it says. */
export const BillingInvoice = z.object({
  invoice_uuid: Uuid,
  invoice_date: PlainDate,
  number: z.string(),
  /** The first day of the month that it bills. */
  month: PlainDate,
  net: Money,
  tax: Money,
  total: Money,
  /** What of it had been taken from the balance on its day; the rest is taken as soon as the balance covers it. */
  taken: Money,
})

export const billing = {
  listBillingInvoices: endpoint({
    method: 'GET',
    path: '/employer/billing_invoices',
    summary:
      'The receipts of an employer, newest first, with the prices in force and what is not billed yet',
    access: ['employer'],
    scope: 'reports:read',
    gates: ['terms_signed', 'profile_complete', 'payroll_info_complete'],
    query: PageQuery,
    response: page(BillingInvoice).extend({
      /** Null while nothing costs anything. */
      prices: PriceListInForce.nullable(),
      /** Earned since the last receipt, with tax. */
      unbilled: z.array(Money),
      /** Earned and not taken from the balance, which does not cover it, with tax. */
      owed: z.array(Money),
    }),
  }),
  getBillingInvoice: endpoint({
    method: 'GET',
    path: '/employer/billing_invoices/:uuid',
    summary: 'A receipt as PDF',
    access: ['employer'],
    params: z.object({ uuid: Uuid }),
    response: fileInPieces('application/pdf'),
    problems: ['NOT_FOUND'],
  }),
  listPrices: endpoint({
    method: 'GET',
    path: '/operations/prices',
    summary: 'What each employer is charged, by domain; null for whom nothing costs anything',
    access: ['operator'],
    query: PageQuery.extend({ search: z.string().max(200).optional() }),
    response: page(
      z.object({
        employer_uuid: Uuid,
        domain: z.string(),
        company_name: z.string(),
        prices: PriceListInForce.nullable(),
        /** What `putPrices` takes as `seen`. */
        version: z.string(),
      }),
    ),
  }),
  putPrices: endpoint({
    method: 'PUT',
    path: '/operations/employers/:id/prices',
    summary: 'Sets what an employer is charged from now on; what was earned before keeps its price',
    access: ['operator'],
    touches: 'money',
    params: ById,
    body: PriceList.extend({ seen: Seen }),
    response: PriceListInForce,
    problems: ['NOT_FOUND', 'CONFLICT'],
  }),
}
