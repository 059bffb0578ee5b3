/** What happens in payroll that others act on later. */
export type PayrollEvents = {
  /** A pay cycle opened, with its line items. */
  'payroll.cycle_opened': { readonly cycle_uuid: string }
}
