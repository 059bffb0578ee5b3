/** What happens to destinations that others act on later. */
export type DestinationEvents = {
  /** A contractor changed where their pay goes; `what` says it to people. Its name is older than this context: see events.test. */
  'payments.destination_changed': {
    readonly destination_uuid: string
    readonly contractor_sub: string
    readonly what: string
    /** Of a new split: each destination that has a share, which a mail names as it is called then. */
    readonly split?: readonly (readonly [destination_uuid: string, percentage: string])[]
  }
  /** Somebody of a company added an account or a wallet that it funds from and is refunded to. */
  'destinations.company_account_added': { readonly account_uuid: string }
}
