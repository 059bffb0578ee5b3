/**
 * Sends what is due for one webhook. Each event is taken first and sent then, outside of any transaction: a process that is killed in between
 * leaves it to be sent again under the same id, so that a receiver has every event at least once.
 */
import { randomInt } from 'node:crypto'
import { Webhook as Signer } from 'standardwebhooks'
import { afterTry, SECRETS_OVERLAP_MS } from '#domain/integrations/told-events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import {
  claimDeliveries,
  type DueDelivery,
  type Outcome,
  saveOutcomes,
  webhooksWithDue,
} from './delivery.store.ts'
import { presentTold } from './list-events.ts'
import { sendSoon } from './tell-events.ts'
import { findSigning, holdWebhook, type Signing, saveGivenUp, saveHealth } from './webhook.store.ts'

/** As many are sent to one receiver at once. */
const AT_ONCE = 10
/** Longer than a receiver is waited for. */
const HELD_MS = 2 * 60_000

/** The job of one webhook: sends until nothing is due. */
export async function sendWebhook(
  payload: Record<string, unknown>,
  { kernel, unit }: JobContext,
): Promise<void> {
  const webhook_uuid = String(payload.webhook_uuid)
  for (;;) {
    const taken = await unit(async ctx => {
      if (!(await holdWebhook(ctx.tx, { webhook_uuid }))) return undefined
      const overlap_since = new Date(ctx.now.getTime() - SECRETS_OVERLAP_MS)
      const signing = await findSigning(ctx, webhook_uuid, overlap_since)
      if (!signing) return undefined
      const held_until = new Date(ctx.now.getTime() + HELD_MS)
      const claim = { now: ctx.now, held_until, limit: AT_ONCE }
      const due = await claimDeliveries(ctx.tx, webhook_uuid, claim)
      return due.length > 0 ? { signing, due } : undefined
    })
    if (!taken) return
    const { signing, due } = taken
    const outcomes = await Promise.all(due.map(one => sendOne(kernel, signing, one)))
    await unit(async ctx => {
      const there = await holdWebhook(ctx.tx, { webhook_uuid })
      const counted = await saveOutcomes(ctx.tx, outcomes)
      if (!there || counted.length === 0) return
      const missed = counted.find(({ status }) => status !== 'DELIVERED')
      await saveHealth(ctx.tx, webhook_uuid, missed ? missed.tried_at : null)
      if (await saveGivenUp(ctx.tx, webhook_uuid, ctx.now))
        ctx.announce('integrations.webhook_given_up', { webhook_uuid })
    })
  }
}

async function sendOne(
  { gateways, clock }: JobContext['kernel'],
  { url, secrets }: Signing,
  due: DueDelivery,
): Promise<Outcome> {
  const body = JSON.stringify(presentTold(due))
  // Receivers compare this with their own clock.
  const sent_at = new Date()
  const signatures = secrets.map(secret => new Signer(secret).sign(due.event_uuid, sent_at, body))
  const tried_at = clock.now()
  const { status, text, took_ms } = await gateways.webhooks.send(
    url,
    {
      'content-type': 'application/json',
      'user-agent': 'Corridor-Webhooks/1',
      'webhook-id': due.event_uuid,
      'webhook-timestamp': String(Math.floor(sent_at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
  )
  const taken = status !== null && status >= 200 && status < 300
  return {
    ...{ delivery_uuid: due.delivery_uuid, round: due.round, tries: due.tries },
    ...afterTry(taken, due.tries, clock.now(), randomInt(11)),
    tried_at,
    took_ms,
    answer_status: status,
    answer: text,
  }
}

/** Asks for what is due to be sent, each webhook by a job of its own: a receiver that is slow keeps no other waiting. */
export async function sendDueWebhooks(ctx: Ctx): Promise<void> {
  await sendSoon(ctx, await webhooksWithDue(ctx.tx, ctx.now))
}
