/** Lists: the batches of a company, and of one its rows and those that were left out. */
import type { z } from 'zod'
import type { BatchRow, batches } from '#contract/batches.ts'
import { employerOf } from '../kernel/actor.ts'
import { decodeCursor, InstantKey, NumberKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  listBatchRecords,
  listLeftOutRows,
  listRows,
  type StandingRow,
} from './batch.report.store.ts'
import { getOwnBatch, presentAll } from './get-batch.ts'
import { presentTold } from './read-batch.ts'

type Query<K extends keyof typeof batches> = (typeof batches)[K] extends {
  readonly query: infer Q extends z.ZodType
}
  ? z.output<Q>
  : never
type Answer<K extends keyof typeof batches> = z.output<
  Extract<(typeof batches)[K]['response'], z.ZodType>
>

/** A page of the batches of the company, newest first; a key sees those of its kind alone, people those that they ask for. */
export async function listBatches(
  ctx: Ctx,
  { limit, cursor, state, search, sandbox }: Query<'listPaymentBatches'>,
): Promise<Answer<'listPaymentBatches'>> {
  const found = await listBatchRecords(ctx.tx, {
    ...{ employer_uuid: employerOf(ctx.actor), state, search },
    sandbox: ctx.actor.key?.sandbox ?? sandbox === 'true',
    after: decodeCursor(cursor, InstantKey),
    limit: limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, limit, row => [
    row.submitted_at.toISOString(),
    row.batch_uuid,
  ])
  return { items: await presentAll(ctx, rows), next_cursor }
}

/** A page of the rows of a batch, in the order of the file. */
export async function listBatchRows(
  ctx: Ctx,
  batch_uuid: string,
  { limit, cursor, state, search }: Query<'listPaymentBatchRows'>,
): Promise<Answer<'listPaymentBatchRows'>> {
  const [after] = decodeCursor(cursor, NumberKey) ?? []
  await getOwnBatch(ctx, batch_uuid)
  const found = await listRows(ctx.tx, batch_uuid, {
    ...{ after, limit: limit + 1, search },
    states: state && [state],
  })
  const { rows, next_cursor } = pageOf(found, limit, ({ row }) => [row])
  return { items: rows.map(presentRow), next_cursor }
}

/** A page of the rows that were left out of a batch, in the order of the file. */
export async function listLeftOut(
  ctx: Ctx,
  batch_uuid: string,
  { limit, cursor }: Query<'listPaymentBatchLeftOut'>,
): Promise<Answer<'listPaymentBatchLeftOut'>> {
  const [after] = decodeCursor(cursor, NumberKey) ?? []
  await getOwnBatch(ctx, batch_uuid)
  const found = await listLeftOutRows(ctx.tx, batch_uuid, { after, limit: limit + 1 })
  const { rows, next_cursor } = pageOf(found, limit, ({ row }) => [row])
  return { items: rows.map(presentTold), next_cursor }
}

function presentRow({ currency, amount_minor, ...row }: StandingRow): z.output<typeof BatchRow> {
  return { ...row, amount: { currency, minor: amount_minor } }
}
