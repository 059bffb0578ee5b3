import type { z } from 'zod'
import type { Batch } from '#contract/batches.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { cancelWaiting, lockRun } from '../payroll/index.ts'
import { holdBatches, saveCancelled } from './batch.store.ts'
import { getBatch, getOwnBatch } from './get-batch.ts'
import { cancelSimulated } from './simulate-batch.ts'

/**
 * Cancels what of a batch nobody approved: nobody joins it any more, and what waits is taken back. What was approved goes on; where that is all,
 * TRANSITION_NOT_ALLOWED. Again changes nothing. The same payments can be sent in anew then.
 */
export async function cancelBatch(ctx: Ctx, batch_uuid: string): Promise<z.output<typeof Batch>> {
  const { employer_uuid, sandbox } = await getOwnBatch(ctx, batch_uuid)
  await (sandbox ? holdBatches(ctx.tx, [batch_uuid]) : lockRun(ctx, batch_uuid))
  const before = await getBatch(ctx, batch_uuid)
  if (before.allowed_actions.length === 0) {
    if (before.cancelled_at) return before
    throw new Problem('TRANSITION_NOT_ALLOWED', 'batches.problems.nothingWaits')
  }
  if (sandbox) await cancelSimulated(ctx, batch_uuid)
  else await cancelWaiting(ctx, { run_uuid: batch_uuid, employer_uuid })
  await saveCancelled(ctx.tx, batch_uuid, ctx.now)
  ctx.audit({
    action: 'cancel',
    entity: 'payment_batch',
    entity_uuids: [batch_uuid],
    employer_uuid,
  })
  ctx.announce('batches.batch_cancelled', { batch_uuid })
  return getBatch(ctx, batch_uuid)
}
