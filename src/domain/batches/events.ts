/** What happens to batches of payments that others act on later. */
export type BatchEvents = {
  /** A batch was sent in: who of it is a stranger is invited. */
  'batches.batch_submitted': { readonly batch_uuid: string }
  /** What nobody had approved of a batch was cancelled. */
  'batches.batch_cancelled': { readonly batch_uuid: string }
}
