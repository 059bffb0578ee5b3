import type { messages } from '#contract/messages.ts'
import type { Handlers } from '../kernel/http.ts'
import { listMessages, listMessagesTo, readMessage, sendMessage } from './messages.ts'

/** Handlers of messages to contractors. */
export const messageHandlers: Handlers<typeof messages> = {
  sendMessage: ({ params, body }, ctx) => sendMessage(ctx, params.sub, body),
  listMessagesTo: ({ params, query }, ctx) => listMessagesTo(ctx, params.sub, query),
  listMessages: ({ query }, ctx) => listMessages(ctx, query),
  readMessage: ({ params }, ctx) => readMessage(ctx, params.id),
}
