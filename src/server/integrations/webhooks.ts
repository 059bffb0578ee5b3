/** Where companies have events sent, and what became of it (decision 0101). */
import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { type Delivery, events, type Webhook } from '#contract/events.ts'
import { MOST_WEBHOOKS, webhookState } from '#domain/integrations/told-events.ts'
import { assert } from '#domain/kernel/assert.ts'
import { invalidFields, Problem } from '#domain/kernel/problem.ts'
import { holdCaller } from '../identity/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { decodeCursor, InstantKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sendAgain } from './delivery.store.ts'
import { isSandbox, presentTold } from './list-events.ts'
import { sendSoon } from './tell-events.ts'
import { type DeliveryRow, listHooks, listSent, type WebhookRow } from './webhook.report.store.ts'
import {
  holdWebhook,
  insertWebhook,
  lockWebhook,
  lockWebhooks,
  saveGivenUp,
  saveRemoval,
  saveSecret,
} from './webhook.store.ts'

type Contract = typeof events
type Wanted = z.output<Contract['makeWebhook']['body']>
type NewSecret = z.output<Contract['makeWebhook']['response']>
type View = z.output<typeof Webhook>
type Sent = z.output<typeof Delivery>

const DAY_MS = 24 * 60 * 60 * 1000

/** The acting company's webhooks. */
export async function listWebhooks(ctx: Ctx): Promise<{ webhooks: View[] }> {
  const rows = await listHooks(ctx.tx, employerOf(ctx.actor), { since: yesterday(ctx) })
  return { webhooks: rows.map(present) }
}

/** Has events sent to an address; CONFLICT where there are as many as may be, VALIDATION for an address that leads inside. */
export async function makeWebhook(ctx: Ctx, wanted: Wanted): Promise<NewSecret> {
  await holdCaller(ctx, events.makeWebhook)
  const employer_uuid = employerOf(ctx.actor)
  const { url, sandbox } = wanted
  if (!ctx.gateways.webhooks.mayBe(url)) {
    const loc = ['body', 'url']
    throw invalidFields([{ text: 'integrations.problems.url', loc, type: 'value_error' }])
  }
  if ((await lockWebhooks(ctx.tx, { employer_uuid, sandbox })) >= MOST_WEBHOOKS)
    throw new Problem('CONFLICT', 'integrations.problems.tooManyWebhooks', {
      params: { most: MOST_WEBHOOKS },
    })
  const webhook_uuid = newUuid()
  const patterns = [...new Set(wanted.events)].sort()
  const secret = newSecret()
  await insertWebhook(ctx, {
    webhook_uuid,
    employer_uuid,
    sandbox,
    url,
    events: patterns,
    secret,
    created_by: ctx.actor.sub,
    created_at: ctx.now,
  })
  record(ctx, 'make', webhook_uuid, { url, events: patterns, sandbox })
  return { webhook: await viewOf(ctx, webhook_uuid), secret }
}

/**
 * Gives a webhook another secret; for a day the one before signs as well. CONFLICT where it was given one since it was `seen`: the one that receivers
 * still hold would sign no more.
 */
export async function replaceWebhookSecret(
  ctx: Ctx,
  webhook_uuid: string,
  seen?: Date,
): Promise<NewSecret> {
  await holdCaller(ctx, events.replaceWebhookSecret)
  const before = await getWebhook(ctx, webhook_uuid)
  if (before.removed_at) throw new Problem('NOT_FOUND', 'integrations.problems.noSuchWebhook')
  if (seen && seen.getTime() !== before.secret_since.getTime())
    throw new Problem('CONFLICT', 'integrations.problems.secretReplaced')
  const secret = newSecret()
  await saveSecret(ctx, webhook_uuid, { secret, previous: before.secret, since: ctx.now })
  record(ctx, 'replace_secret', webhook_uuid, {})
  return { webhook: await viewOf(ctx, webhook_uuid), secret }
}

/** Sends nothing more to a webhook; one that was removed stays so. */
export async function removeWebhook(ctx: Ctx, webhook_uuid: string): Promise<{ ok: true }> {
  const { removed_at } = await getWebhook(ctx, webhook_uuid)
  if (removed_at) return { ok: true }
  await saveRemoval(ctx.tx, webhook_uuid, ctx.now)
  record(ctx, 'remove', webhook_uuid, {})
  return { ok: true }
}

/** Sends at once all that a webhook did not take; answers how many events. */
export async function replayWebhook(ctx: Ctx, webhook_uuid: string): Promise<{ replayed: number }> {
  await getWebhook(ctx, webhook_uuid)
  const again = await sendAgain(ctx.tx, employerOf(ctx.actor), { webhook_uuid }, ctx.now)
  await saveGivenUp(ctx.tx, webhook_uuid, ctx.now)
  await sendSoon(ctx, again)
  if (again.length > 0) record(ctx, 'replay', webhook_uuid, { events: again.length })
  return { replayed: again.length }
}

/** Sends one event again. */
export async function replayDelivery(ctx: Ctx, delivery_uuid: string): Promise<{ ok: true }> {
  await holdWebhook(ctx.tx, { delivery_uuid })
  const again = await sendAgain(ctx.tx, employerOf(ctx.actor), { delivery_uuid }, ctx.now)
  const [webhook_uuid] = again
  if (!webhook_uuid) throw new Problem('NOT_FOUND', 'integrations.problems.noSuchDelivery')
  await saveGivenUp(ctx.tx, webhook_uuid, ctx.now)
  await sendSoon(ctx, again)
  record(ctx, 'replay', webhook_uuid, { delivery_uuid })
  return { ok: true }
}

/** What was sent to the acting company's webhooks, the newest first. */
export async function listDeliveries(
  ctx: Ctx,
  query: z.output<Contract['listDeliveries']['query']>,
): Promise<{ items: Sent[]; next_cursor: string | null }> {
  const told = { employer_uuid: employerOf(ctx.actor), sandbox: isSandbox(ctx, query.sandbox) }
  const { limit } = query
  const rows = await listSent(ctx.tx, told, {
    failed: query.failed === 'true',
    before: decodeCursor(query.cursor, InstantKey) ?? null,
    limit: limit + 1,
  })
  const { rows: shown, next_cursor } = pageOf(rows, limit, row => [
    row.tried_at.toISOString(),
    row.delivery_uuid,
  ])
  return { items: shown.map(presentSent), next_cursor }
}

function presentSent(row: DeliveryRow): Sent {
  const { delivery_uuid, webhook_uuid, url, event_uuid, type, status, tries, tried_at } = row
  return {
    ...{ delivery_uuid, webhook_uuid, url, event_uuid, type, status, tries, tried_at },
    next_at: status === 'WAITING' ? row.next_at : null,
    took_ms: row.took_ms,
    answer_status: row.answer_status,
    answer: row.answer,
    body: JSON.stringify(presentTold(row)),
  }
}

/** As the Standard Webhooks scheme spells secrets: 32 random bytes. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

async function getWebhook(ctx: Ctx, webhook_uuid: string) {
  const hook = await lockWebhook(ctx, { webhook_uuid, employer_uuid: employerOf(ctx.actor) })
  if (!hook) throw new Problem('NOT_FOUND', 'integrations.problems.noSuchWebhook')
  return hook
}

async function viewOf(ctx: Ctx, webhook_uuid: string): Promise<View> {
  const since = yesterday(ctx)
  const [row] = await listHooks(ctx.tx, employerOf(ctx.actor), { since, webhook_uuid })
  assert(row, 'a webhook that was just changed is there')
  return present(row)
}

function present({ ever, ...row }: WebhookRow): View {
  return { ...row, state: webhookState(row, ever) }
}

function yesterday({ now }: Ctx): Date {
  return new Date(now.getTime() - DAY_MS)
}

function record(ctx: Ctx, action: string, webhook_uuid: string, after: object): void {
  ctx.audit({
    action,
    entity: 'webhook',
    entity_uuids: [webhook_uuid],
    employer_uuid: employerOf(ctx.actor),
    after,
  })
}
