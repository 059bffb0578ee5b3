/** Rows become items once their person works with the company: at once for those who do, later for those whom the batch invites. */

import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { addToRun, lockRun } from '../payroll/index.ts'
import { inviteAll } from '../people/index.ts'
import { findBatch, listJoined, listStrangers, listWaitingBatches } from './batch.report.store.ts'
import { saveItems } from './batch.store.ts'
import { tellAnew } from './tell-batches.ts'

/** So many people are invited at once. */
const SLICE = 1_000

/** Gives every row of a batch whose person has joined an item that waits for approval; again adds none twice. */
export async function joinRows(ctx: Ctx, batch_uuid: string): Promise<void> {
  if (!(await lockRun(ctx, batch_uuid))) return
  const batch = await findBatch(ctx.tx, batch_uuid)
  if (!batch || batch.cancelled_at || batch.sandbox) return
  const rows = await listJoined(ctx.tx, batch_uuid)
  if (rows.length === 0) return
  const { employer_uuid, submitted_by } = batch
  const items = await addToRun(ctx, { run_uuid: batch_uuid, employer_uuid }, rows, submitted_by)
  const paid = rows.map(({ row_number }, at) => ({ row_number, line_item_uuid: items[at] ?? '' }))
  await saveItems(ctx.tx, batch_uuid, paid)
}

/**
 * A later reaction: strangers whom a batch pays are invited, in the name of who sent it in, as far as the day's share goes; the clock goes on
 * with the others. Who joined between reading and keeping the batch gets their item.
 */
export async function inviteRecipients(
  ctx: Ctx,
  { batch_uuid }: Events['batches.batch_submitted'],
): Promise<void> {
  await joinRows(ctx, batch_uuid)
  const batch = await findBatch(ctx.tx, batch_uuid)
  if (!batch || batch.cancelled_at || batch.sandbox) return
  const strangers = await listStrangers(ctx.tx, batch_uuid, SLICE)
  if (strangers.length === 0) return
  const { employer_uuid, inviter_sub } = batch
  const invites = strangers.map(({ email, name }) => ({ email, name, role: '' }))
  const { invited } = await inviteAll(ctx, { employer_uuid, inviter_sub }, invites)
  // What was left out is stopped or above the share: asking again at once would ask for the same.
  if (strangers.length === SLICE && invited === SLICE)
    ctx.announce('batches.batch_submitted', { batch_uuid })
}

/** A later reaction: who accepted an invitation is paid by every batch that waited for them, once people approve it. */
export async function joinBatches(
  ctx: Ctx,
  { invitation_uuid, employer_uuid, status }: Events['people.invitation_answered'],
): Promise<void> {
  if (status !== 'ACCEPTED') return
  const ids = await listWaitingBatches(ctx.tx, employer_uuid, invitation_uuid)
  for (const batch_uuid of ids) await joinRows(ctx, batch_uuid)
  // Who had declined first was waited for no more.
  await tellAnew(ctx, ids)
}
