/** What happens to tax forms that others act on later. */
export type TaxEvents = {
  /** Forms that a contractor gave expire after this day, or did. */
  'tax.forms_expiring': { readonly contractor_sub: string; readonly valid_through: string }
}
