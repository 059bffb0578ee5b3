/** What happens to the ledger that others act on later. */
export type LedgerEvents = {
  /** Operators asked an employer to send money. */
  'ledger.funds_requested': { readonly request_uuid: string }
}
