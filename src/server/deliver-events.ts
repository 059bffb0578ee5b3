/** The jobs that give events to their later reactions, each by itself, and forget them afterwards. */

import type { Events, EventType } from './kernel/events.ts'
import {
  claimEvent,
  deleteDelivered,
  hasUntried,
  saveDelivery,
  saveFailure,
} from './kernel/outbox.store.ts'
import type { Ctx, Reaction, Reactions } from './kernel/unit-of-work.ts'
import type { JobContext } from './worker.ts'

/** For how long an event or a reaction that this version does not know is left to a newer process beside it. */
const UNKNOWN_FOR_MS = 24 * 60 * 60 * 1000
/** After that long without a try, an event was passed over. */
const UNTRIED_FOR_MS = 60 * 1000

/**
 * Gives waiting events to their later reactions, each in a unit of work of its own. One that fails is passed over and tried again
 * later; after bounded attempts it stays as a dead letter. What this version does not know is a newer one's for a day: releases roll.
 * After that nobody waits for it any more.
 */
export async function deliverEvents({ kernel, unit }: JobContext): Promise<void> {
  const failed: string[] = []
  const known = knownTo(kernel.reactions)
  let failure: unknown
  for (;;) {
    let current: string | undefined
    try {
      const delivered = await unit(async ctx => {
        const older_than = new Date(ctx.now.getTime() - UNKNOWN_FOR_MS)
        const event = await claimEvent(ctx.tx, { known, older_than, except: failed })
        if (!event) return false
        current = event.event_uuid
        if (isKnown(kernel.reactions, event.type))
          await give(ctx, kernel.reactions, event.type, event)
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

/** Everything that a version delivers, as `type reaction`. */
function knownTo(reactions: Reactions): string[] {
  return Object.entries(reactions).flatMap(([type, of]) =>
    [...of.map(({ name }) => name), ''].map(reaction => `${type} ${reaction}`),
  )
}

/** Has events delivered that lie there untried: an older process took the job that they came with, and knew nothing of them. */
export async function deliverUntried({ kernel, unit }: JobContext): Promise<void> {
  const known = knownTo(kernel.reactions)
  await unit(async ctx => {
    const older_than = new Date(ctx.now.getTime() - UNTRIED_FOR_MS)
    if (await hasUntried(ctx.tx, { known, older_than }))
      await ctx.enqueue('deliver_events', {}, { job_key: 'deliver_events' })
  })
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

function isKnown(reactions: Reactions, type: string): type is EventType {
  return Object.hasOwn(reactions, type)
}

type Row = NonNullable<Awaited<ReturnType<typeof claimEvent>>>

/** Gives a row to its one reaction; rows of before each reaction had its own name none, and go to all. */
async function give<K extends EventType>(
  ctx: Ctx,
  reactions: Reactions,
  type: K,
  { event_uuid, reaction, payload, secret }: Row,
): Promise<void> {
  const opened = secret && { secret: ctx.fields.open('outbox_event.secret', event_uuid, secret) }
  // `announce` held it to this type before it was kept.
  const event = { ...(payload as Events[K]), ...opened }
  const listeners: readonly Reaction<K>[] = reactions[type]
  for (const react of listeners)
    if (reaction === null || reaction === react.name) await react(ctx, event)
}
