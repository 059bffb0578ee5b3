/** The jobs that give events to their later reactions, each by itself, and forget them afterwards. */

import { claimEvent, deleteDelivered, saveDelivery, saveFailure } from './kernel/outbox.store.ts'
import type { Ctx, DomainEvent } from './kernel/unit-of-work.ts'
import type { JobContext } from './worker.ts'

/**
 * Gives waiting events to their later reactions, each in a unit of work of its own. One that fails is passed over and tried again
 * later; after bounded attempts it stays as a dead letter.
 */
export async function deliverEvents({ kernel, unit }: JobContext): Promise<void> {
  const failed: string[] = []
  let failure: unknown
  for (;;) {
    let current: string | undefined
    try {
      const delivered = await unit(async ctx => {
        const event = await claimEvent(ctx.tx, failed)
        if (!event) return false
        current = event.event_uuid
        // A reaction that this version does not know any more has nobody to wait for it.
        for (const react of kernel.reactions.later[event.type] ?? [])
          if (event.reaction === null || event.reaction === react.name)
            await react(ctx, openEvent(ctx, event))
        await saveDelivery(ctx.tx, event, ctx.now)
        return true
      })
      if (!delivered) break
    } catch (error) {
      failure = error
      if (!current) break
      failed.push(current)
      const event_uuid = current
      await unit(ctx => saveFailure(ctx.tx, event_uuid, String(error)))
    }
  }
  if (failure) throw failure
}

const KEPT_DAYS = 30
const BATCH = 1000

/** Forgets events 30 days after they were delivered, in batches that each hold their rows for a moment; answers how many. */
export async function forgetEvents({ unit }: Pick<JobContext, 'unit'>): Promise<number> {
  for (let forgotten = 0; ; ) {
    const batch = await unit(ctx => {
      const before = new Date(ctx.now.getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000)
      return deleteDelivered(ctx.tx, before, BATCH)
    })
    forgotten += batch
    if (batch < BATCH) return forgotten
  }
}

function openEvent(
  { fields }: Ctx,
  { event_uuid, payload, secret }: { event_uuid: string; payload: unknown; secret: string | null },
): DomainEvent {
  const event = payload as DomainEvent
  if (!secret) return event
  return { ...event, secret: fields.open('outbox_event.secret', event_uuid, secret) }
}
