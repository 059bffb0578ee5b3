/** The door to clients and invoices of contractors. */

export {
  holdInvoice,
  linkMailed,
  mistakenReceiptOf,
  receiptMailed,
  receiptOf,
  saidSentOf,
  sentInvoiceOf,
  voidedInvoiceOf,
  waitingCopyOf,
} from './invoice-mail.ts'
export { differingInvoicesOf, followPays } from './invoice-pay.ts'
export { newestOf } from './newest.ts'
export { remindClients } from './remind-client.ts'
export { repeatInvoices, sendCopy } from './repeat-invoice.ts'
export { invoicingHandlers } from './routes.ts'
