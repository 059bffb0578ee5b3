/** The door to clients and invoices of contractors. */
export { sentInvoiceOf } from './invoice-mail.ts'
export { newestOf } from './newest.ts'
export { remindClients } from './remind-client.ts'
export { invoicingHandlers } from './routes.ts'
