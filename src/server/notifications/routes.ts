import type { messages } from '#contract/messages.ts'
import type { notifications } from '#contract/notifications.ts'
import type { Handlers } from '../kernel/http.ts'
import { listMessages, listMessagesTo, readMessage, sendMessage } from './messages.ts'
import {
  getPreferences,
  listNotifications,
  putPreferences,
  readNotification,
  readNotifications,
} from './notifications.ts'

/** Handlers of messages to contractors. */
export const messageHandlers: Handlers<typeof messages> = {
  sendMessage: ({ params, body }, ctx) => sendMessage(ctx, params.sub, body),
  listMessagesTo: ({ params, query }, ctx) => listMessagesTo(ctx, params.sub, query),
  listMessages: ({ query }, ctx) => listMessages(ctx, query),
  readMessage: ({ params }, ctx) => readMessage(ctx, params.id),
}

/** Handlers of what people are told. */
export const notificationHandlers: Handlers<typeof notifications> = {
  listNotifications: ({ query }, ctx) => listNotifications(ctx, query),
  readNotification: ({ params }, ctx) => readNotification(ctx, params.id),
  readNotifications: ({ body }, ctx) => readNotifications(ctx, body.until),
  getNotificationPreferences: (_input, ctx) => getPreferences(ctx),
  putNotificationPreferences: ({ body }, ctx) => putPreferences(ctx, body),
}
