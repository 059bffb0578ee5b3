/** What happens to payments that others act on later. */
export type PaymentEvents = {
  /** The rail refused a payment: its money waits for the contractor. */
  'payments.payment_failed': { readonly payment_uuid: string }
  /** Every part of these line items arrived. */
  'payments.items_settled': { readonly line_item_uuids: readonly string[] }
}
