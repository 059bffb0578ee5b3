/** What happens to the machines of a company that others act on later. */
export type IntegrationEvents = {
  /** A receiver did not take an event as often as it is tried, the first since somebody last replayed what it missed. */
  'integrations.webhook_given_up': { readonly webhook_uuid: string }
}
