/** What happens in payroll that others act on later. */
export type PayrollEvents = {
  /** A pay cycle opened, with its line items. */
  'payroll.cycle_opened': { readonly cycle_uuid: string }
  /** A pay waits for its approval on the day by which that is due, or on its pay date. */
  'payroll.approval_due': { readonly cycle_uuid: string }
  /** A contractor's approved items of a cycle wait again, because their pay goes elsewhere than was approved. */
  'payroll.approval_void': {
    readonly cycle_uuid: string
    readonly contractor_sub: string
    readonly line_item_uuids: readonly string[]
  }
}
