import type { events } from '#contract/events.ts'
import type { integrations } from '#contract/integrations.ts'
import type { Handlers } from '../kernel/http.ts'
import { listApiKeys, makeApiKey, replaceApiKey, revokeApiKey } from './api-keys.ts'
import { listEvents } from './list-events.ts'
import {
  listDeliveries,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  replaceWebhookSecret,
  replayDelivery,
  replayWebhook,
} from './webhooks.ts'

/** Handlers of what machines connect by. */
export const integrationHandlers: Handlers<typeof integrations & typeof events> = {
  listApiKeys: (_input, ctx) => listApiKeys(ctx),
  makeApiKey: ({ body }, ctx) => makeApiKey(ctx, body),
  replaceApiKey: ({ params }, ctx) => replaceApiKey(ctx, params.id),
  revokeApiKey: ({ params }, ctx) => revokeApiKey(ctx, params.id),
  listEvents: ({ query }, ctx) => listEvents(ctx, query),
  listWebhooks: (_input, ctx) => listWebhooks(ctx),
  makeWebhook: ({ body }, ctx) => makeWebhook(ctx, body),
  replaceWebhookSecret: ({ params, query }, ctx) =>
    replaceWebhookSecret(ctx, params.id, query.seen),
  removeWebhook: ({ params }, ctx) => removeWebhook(ctx, params.id),
  replayWebhook: ({ params }, ctx) => replayWebhook(ctx, params.id),
  listDeliveries: ({ query }, ctx) => listDeliveries(ctx, query),
  replayDelivery: ({ params }, ctx) => replayDelivery(ctx, params.id),
}
