/** What happens to payments that others act on later. */
export type PaymentEvents = {
  /** The rail refused a payment: its money waits for the contractor. */
  'payments.payment_failed': { readonly payment_uuid: string }
  /** Payments arrived, each by itself, whatever became of the other parts of its pay. */
  'payments.payments_settled': { readonly payment_uuids: readonly string[] }
  /** Of payments that were recorded as arrived it was taken back: they wait to be paid. */
  'payments.payments_unsettled': { readonly payment_uuids: readonly string[] }
  /** A small first payment arrived: its contractor is asked whether it is there. */
  'payments.first_payment_settled': { readonly payment_uuid: string }
  /** What others had paid of theirs is to be paid by Corridor after all. */
  'payments.payment_reopened': { readonly contractor_sub: string }
  /** Money held for a contractor went back to its employer. */
  'payments.payment_given_back': {
    readonly payment_uuid: string
    readonly line_item_uuid: string
    readonly contractor_sub: string
  }
  /** Money was set aside for payments that had lacked it: of these cycles no approved one lacks it any more. */
  'payments.cycles_funded': { readonly cycle_uuids: readonly string[] }
  /** Every part of these line items arrived. */
  'payments.items_settled': { readonly line_item_uuids: readonly string[] }
}
