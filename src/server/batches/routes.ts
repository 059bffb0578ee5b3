import type { batches } from '#contract/batches.ts'
import type { Handlers } from '../kernel/http.ts'
import { cancelBatch } from './cancel-batch.ts'
import { exportBatch } from './export-batch.ts'
import { getBatch } from './get-batch.ts'
import { listBatches, listBatchRows, listLeftOut } from './list-batches.ts'
import { previewBatch } from './read-batch.ts'
import { simulateBatch } from './simulate-batch.ts'
import { submitBatch } from './submit-batch.ts'

/** Handlers of batches of payments. */
export const batchHandlers: Handlers<typeof batches> = {
  previewPaymentBatch: ({ body }, ctx) => previewBatch(ctx, body),
  submitPaymentBatch: ({ params, body }, ctx) => submitBatch(ctx, params.batch_uuid, body),
  listPaymentBatches: ({ query }, ctx) => listBatches(ctx, query),
  getPaymentBatch: ({ params }, ctx) => getBatch(ctx, params.batch_uuid),
  listPaymentBatchRows: ({ params, query }, ctx) => listBatchRows(ctx, params.batch_uuid, query),
  listPaymentBatchLeftOut: ({ params, query }, ctx) => listLeftOut(ctx, params.batch_uuid, query),
  cancelPaymentBatch: ({ params }, ctx) => cancelBatch(ctx, params.batch_uuid),
  simulatePaymentBatch: ({ params, body }, ctx) => simulateBatch(ctx, params.batch_uuid, body.step),
  exportPaymentBatch: ({ params, query }, ctx) => exportBatch(ctx, params.batch_uuid, query.rows),
}
