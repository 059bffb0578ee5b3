import type { billing } from '#contract/billing.ts'
import type { Handlers } from '../kernel/http.ts'
import { listPrices, putPrices } from './prices.ts'
import { listReceipts, receiptPdf } from './receipts.ts'

/** Handlers of what employers are charged. */
export const billingHandlers: Handlers<typeof billing> = {
  listBillingInvoices: ({ query }, ctx) => listReceipts(ctx, query),
  getBillingInvoice: ({ params }, ctx) => receiptPdf(ctx, params.uuid),
  listPrices: ({ query }, ctx) => listPrices(ctx, query),
  putPrices: ({ params, body }, ctx) => putPrices(ctx, params.id, body),
}
