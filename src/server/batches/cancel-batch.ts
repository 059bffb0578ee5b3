import type { z } from 'zod'
import type { Batch } from '#contract/batches.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { cancelRun, lockRun } from '../payroll/index.ts'
import { saveCancelled } from './batch.store.ts'
import { getBatch, getOwnBatch } from './get-batch.ts'

/** Cancels a batch with all its items, while none was approved; again changes nothing. The same file can be sent in anew then. */
export async function cancelBatch(ctx: Ctx, batch_uuid: string): Promise<z.output<typeof Batch>> {
  const { employer_uuid, sandbox } = await getOwnBatch(ctx, batch_uuid)
  if (!sandbox) await lockRun(ctx, batch_uuid)
  const { cancelled_at } = await getOwnBatch(ctx, batch_uuid)
  if (cancelled_at) return getBatch(ctx, batch_uuid)
  if (!sandbox) await cancelRun(ctx, { run_uuid: batch_uuid, employer_uuid })
  await saveCancelled(ctx.tx, batch_uuid, ctx.now)
  ctx.audit({
    action: 'cancel',
    entity: 'payment_batch',
    entity_uuids: [batch_uuid],
    employer_uuid,
  })
  return getBatch(ctx, batch_uuid)
}
