import type { batches } from '#contract/batches.ts'
import type { Handlers } from '../kernel/http.ts'
import { cancelBatch } from './cancel-batch.ts'
import { exportBatch, getBatch, listBatches, listBatchRows } from './get-batch.ts'
import { previewBatch, submitBatch } from './submit-batch.ts'

/** Handlers of batches of payments. */
export const batchHandlers: Handlers<typeof batches> = {
  previewPaymentBatch: ({ body }, ctx) => previewBatch(ctx, body),
  submitPaymentBatch: ({ params, body }, ctx) => submitBatch(ctx, params.batch_uuid, body),
  listPaymentBatches: ({ query }, ctx) => listBatches(ctx, query),
  getPaymentBatch: ({ params }, ctx) => getBatch(ctx, params.batch_uuid),
  listPaymentBatchRows: ({ params, query }, ctx) => listBatchRows(ctx, params.batch_uuid, query),
  cancelPaymentBatch: ({ params }, ctx) => cancelBatch(ctx, params.batch_uuid),
  exportPaymentBatch: ({ params }, ctx) => exportBatch(ctx, params.batch_uuid),
}
