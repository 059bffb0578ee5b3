/** What happens in payroll that others act on later. */
export type PayrollEvents = {
  /** A pay cycle opened, with its line items. */
  'payroll.cycle_opened': { readonly cycle_uuid: string }
  /** A pay waits for its approval on the day by which that is due, or on its pay date. */
  'payroll.approval_due': { readonly cycle_uuid: string }
  /** Pay of a cycle has not left: its company is told, in a round of `late-pay.ts`. */
  'payroll.pay_late': { readonly cycle_uuid: string; readonly round: number }
  /** Pay of these people of a cycle has not left: they are told; where their employer `asked`, those for whom it waits. */
  'payroll.pay_of_people_late': {
    readonly cycle_uuid: string
    readonly subs: readonly string[]
    readonly asked?: boolean
  }
  /** Somebody asks the others to approve what waits: they edited it, or said the first of two yeses, or it takes others. */
  'payroll.approval_asked': {
    readonly cycle_uuid: string
    readonly line_item_uuid: string | null
    /** The first yes to a selection, which names its items; what an older process announced has none. */
    readonly selection?: string | null
    readonly by: string
    readonly first_yes: boolean
    readonly asked: readonly string[]
    /** Neither: by its sum the pay is not theirs to approve. */
    readonly others?: boolean
  }
  /** Somebody rejected the first of two yeses. */
  'payroll.yes_rejected': { readonly step_uuid: string }
  /** A contractor's approved items of a cycle wait again, because their pay goes elsewhere than was approved. */
  'payroll.approval_void': {
    readonly cycle_uuid: string
    readonly contractor_sub: string
    readonly line_item_uuids: readonly string[]
  }
  /** Payments of a cycle were approved. */
  'payroll.pay_approved': { readonly cycle_uuid: string }
  /** Pay was approved that its contractor has an invoice of, or began one: it may be for another sum. */
  'payroll.invoiced_pay_approved': { readonly line_item_uuids: readonly string[] }
  /** Items of a cycle were archived or cancelled, or wait again. */
  'payroll.items_changed': { readonly cycle_uuid: string }
  /** Pay that had arrived did not after all. */
  'payroll.items_unsettled': { readonly line_item_uuids: readonly string[] }
  /** An employer pays other hours than a contractor reported. */
  'payroll.time_corrected': { readonly timesheet_uuid: string }
  /** A contractor is to report the time of a line item. */
  'payroll.time_due': { readonly line_item_uuid: string }
  /** Timesheets of a cycle wait for an answer, and its approval is due. */
  'payroll.time_waits': { readonly cycle_uuid: string }
  /** An employer asked a contractor for a deduction. */
  'payroll.deduction_asked': { readonly deduction_uuid: string }
  /** A contractor agreed to a deduction: it becomes an entry of their pay. */
  'payroll.deduction_agreed': { readonly deduction_uuid: string }
  /** A deduction was entered, or declined, or agreed to too late. */
  'payroll.deduction_ended': { readonly deduction_uuid: string }
}
