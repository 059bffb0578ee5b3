/** What happens to messages that others act on later. */
export type NotificationEvents = {
  /** An operator wrote to a contractor. */
  'notifications.message_written': { readonly message_uuid: string }
}
