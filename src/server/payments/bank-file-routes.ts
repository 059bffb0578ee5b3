import type { bankFiles } from '#contract/bank-files.ts'
import type { Handlers } from '../kernel/http.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { discardBatch, getBatchFile, releaseBatch, remakeBatch } from './answer-batch.ts'
import { listAnswers } from './bank-answer.report.store.ts'
import { listBatches } from './bank-batch.report.store.ts'
import { closeChannel, confirmChannel, listBankChannels, proposeChannel } from './bank-channels.ts'
import { getBatch, presentBatch } from './present-batch.ts'
import { previewAnswer, takeAnswer } from './take-answer.ts'

/** The handlers of files for banks. */
export const bankFileHandlers: Handlers<typeof bankFiles> = {
  listBankChannels: (_input, ctx) => listBankChannels(ctx),
  proposeBankChannel: ({ body }, ctx) => thenChannels(ctx, proposeChannel(ctx, body)),
  confirmBankChannel: ({ params }, ctx) => thenChannels(ctx, confirmChannel(ctx, params.id)),
  closeBankChannel: ({ params }, ctx) => thenChannels(ctx, closeChannel(ctx, params.id)),
  listBatches: (_input, ctx) => batches(ctx),
  getBatch: ({ params }, ctx) => getBatch(ctx, params.id),
  releaseBatch: async ({ params, body }, ctx) => {
    await releaseBatch(ctx, params.id, body.file_sha256)
    return getBatch(ctx, params.id)
  },
  remakeBatch: async ({ params }, ctx) => {
    await remakeBatch(ctx, params.id)
    return batches(ctx)
  },
  discardBatch: async ({ params, body }, ctx) => {
    await discardBatch(ctx, params.id, body.words)
    return getBatch(ctx, params.id)
  },
  getBatchFile: ({ params }, ctx) => getBatchFile(ctx, params.id),
  previewAnswer: ({ params, body }, ctx) => previewAnswer(ctx, params.id, body),
  takeAnswer: ({ params, query, body }, ctx) => takeAnswer(ctx, params.id, body, query.digest),
}

async function thenChannels(ctx: Ctx, change: Promise<void>) {
  await change
  return listBankChannels(ctx)
}

async function batches(ctx: Ctx) {
  const { waiting, others } = await listBatches(ctx)
  return {
    waiting: waiting.map(row => presentBatch(ctx, row)),
    others: others.map(row => presentBatch(ctx, row)),
    answers: await listAnswers(ctx),
  }
}
