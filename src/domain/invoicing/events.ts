/** What happens to invoices that others act on later. */
export type InvoicingEvents = {
  /** A client is to be sent the link to an invoice. */
  'invoicing.invoice_sent': {
    readonly invoice_uuid: string
    readonly link_uuid: string
    readonly secret: string
  }
  /** A copy of an invoice was written by itself and waits for its contractor to send it. */
  'invoicing.copy_written': { readonly invoice_uuid: string; readonly contractor_sub: string }
  /** A client says that they sent what an invoice asks for: its contractor is to be told. */
  'invoicing.client_says_sent': { readonly invoice_uuid: string; readonly contractor_sub: string }
  /** An invoice that a client was mailed was made void. */
  'invoicing.invoice_voided': { readonly invoice_uuid: string }
  /** A contractor wrote down what arrived of an invoice. */
  'invoicing.payment_recorded': { readonly invoice_uuid: string; readonly payment_uuid: string }
  /** A contractor took back what a client had a receipt of. */
  'invoicing.receipt_mistaken': { readonly invoice_uuid: string; readonly payment_uuid: string }
  /** A client is to be told that an invoice waits. */
  'invoicing.client_reminded': {
    readonly invoice_uuid: string
    readonly link_uuid: string
    readonly secret: string
  }
}
