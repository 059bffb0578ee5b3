/** What companies' machines are told of their batches: reactions to what was approved, funded, settled and cancelled. */
import type { ToldData } from '#contract/events.ts'
import {
  type BatchProgress,
  type BatchState,
  batchState,
  progressOfRows,
  type ToldState,
} from '#domain/batches/batch.ts'
import type { ToldType } from '#domain/integrations/told-events.ts'
import { tell } from '../integrations/index.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  type BatchRecord,
  countRows,
  listBatchesByIds,
  listBatchesOfItems,
  listFunded,
  listNotPaid,
  listWaitingBatches,
} from './batch.report.store.ts'
import { holdBatches, saveSettledTold, saveUnsettled } from './batch.store.ts'

/** So many rows that are not paid are told. */
const MOST_TOLD = 100

type Whose = Parameters<typeof tell>[1]
type BatchEvent = Extract<ToldType, `batch.${string}`>

/** Payments were approved: of a batch that is told, and that its money is there where that is so. */
export async function tellApproved(
  ctx: Ctx,
  { cycle_uuid }: Events['payroll.pay_approved'],
): Promise<void> {
  await tellEach(ctx, 'batch.approved', await listBatchesByIds(ctx.tx, [cycle_uuid]))
  await tellFunded(ctx, { cycle_uuids: [cycle_uuid] })
}

/** Money was set aside for payments that lacked it: told of batches of which none that was approved lacks it any more. */
export async function tellFunded(
  ctx: Ctx,
  { cycle_uuids }: Events['payments.cycles_funded'],
): Promise<void> {
  await tellEach(ctx, 'batch.funded', await listFunded(ctx.tx, cycle_uuids))
}

/** What nobody had approved of a batch was cancelled: of one of which all else arrived by then, that it is settled as well. */
export async function tellCancelled(
  ctx: Ctx,
  { batch_uuid }: Events['batches.batch_cancelled'],
): Promise<void> {
  await tellEach(ctx, 'batch.cancelled', await listBatchesByIds(ctx.tx, [batch_uuid]))
  await tellOver(ctx, [batch_uuid])
}

/** Rows of a batch were taken back one by one, or wait again: told where it is over by that, or is not any more. */
export async function tellBatchChanged(
  ctx: Ctx,
  { cycle_uuid }: Events['payroll.items_changed'],
): Promise<void> {
  await tellOver(ctx, [cycle_uuid])
  await tellAnew(ctx, [cycle_uuid])
}

/** Pay arrived: told of each batch of which nothing is left to be paid, once. */
export async function tellBatchSettled(
  ctx: Ctx,
  { line_item_uuids }: Events['payments.items_settled'],
): Promise<void> {
  await tellOver(ctx, await idsOfItems(ctx, line_item_uuids))
}

/** Somebody declined: told of each batch that waited for them alone, as settled, or as cancelled where nobody of it is paid. */
export async function tellBatchDeclined(
  ctx: Ctx,
  { invitation_uuid, employer_uuid, status }: Events['people.invitation_answered'],
): Promise<void> {
  if (status !== 'REJECTED') return
  await tellOver(ctx, await listWaitingBatches(ctx.tx, employer_uuid, invitation_uuid))
}

/** As what a batch is over, and what tells of it. */
const OVER = [
  ['SETTLED', 'batch.settled'],
  ['CANCELLED', 'batch.cancelled'],
] as const

async function tellOver(ctx: Ctx, batch_uuids: readonly string[]): Promise<void> {
  const stand = await heldStanding(ctx, batch_uuids)
  // What people cancelled as a whole was told as that.
  const over = stand.filter(
    ({ state, cancelled_at }) =>
      state === 'SETTLED' || (state === 'CANCELLED' && cancelled_at === null),
  )
  for (const [state, type] of OVER) {
    const own = over.filter(of => of.state === state)
    const ids = own.map(({ batch_uuid }) => batch_uuid)
    const first = new Set(await saveSettledTold(ctx.tx, ids, state, ctx.now))
    await tellEach(
      ctx,
      type,
      own.filter(({ batch_uuid }) => first.has(batch_uuid)),
    )
  }
}

/** Pay that had arrived did not after all: told of each batch that was told as settled, which is told so again once it is. */
export async function tellBatchUnsettled(
  ctx: Ctx,
  { line_item_uuids }: Events['payroll.items_unsettled'],
): Promise<void> {
  await tellAnew(ctx, await idsOfItems(ctx, line_item_uuids))
}

/** Of batches that were told as settled, or as cancelled since everybody declined, and of which something is to be paid after all, that is told. */
export async function tellAnew(ctx: Ctx, batch_uuids: readonly string[]): Promise<void> {
  const stand = await heldStanding(ctx, batch_uuids)
  const over = (state: BatchState) => OVER.some(([as]) => as === state)
  const open = stand.filter(({ state }) => !over(state)).map(({ batch_uuid }) => batch_uuid)
  const told = await saveUnsettled(ctx.tx, open)
  const as = (state: ToldState) => stand.filter(({ batch_uuid }) => told.get(batch_uuid) === state)
  await tellEach(ctx, 'batch.unsettled', as('SETTLED'))
  await tellEach(ctx, 'batch.reopened', as('CANCELLED'))
}

/** What processes announced that told of no such batch: it is told now. */
export async function forgetBatchSettled(
  ctx: Ctx,
  event: Events['payroll.items_unsettled'],
): Promise<void> {
  await tellBatchUnsettled(ctx, event)
}

async function tellEach(ctx: Ctx, type: BatchEvent, batches: readonly BatchRecord[]) {
  for (const of of await standing(ctx, batches))
    await tellBatch(ctx, { employer_uuid: of.employer_uuid, sandbox: of.sandbox }, type, of)
}

async function idsOfItems(ctx: Ctx, line_item_uuids: readonly string[]): Promise<string[]> {
  const batches = await listBatchesOfItems(ctx.tx, line_item_uuids)
  return batches.map(({ batch_uuid }) => batch_uuid)
}

/** Batches as they stand once nobody else tells of them: reactions come in any order, and what was told last is so. */
async function heldStanding(ctx: Ctx, batch_uuids: readonly string[]) {
  await holdBatches(ctx.tx, batch_uuids)
  return standing(ctx, await listBatchesByIds(ctx.tx, batch_uuids))
}

/** Batches with where each stands, whoever asks: nobody acts in a reaction. */
async function standing(ctx: Ctx, batches: readonly BatchRecord[]) {
  const ids = batches.map(({ batch_uuid }) => batch_uuid)
  const counts = Map.groupBy(await countRows(ctx.tx, ids), ({ batch_uuid }) => batch_uuid)
  return batches.map(batch => {
    const progress = progressOfRows(counts.get(batch.batch_uuid) ?? [])
    return { ...batch, rows: batch.row_count, progress, state: batchState(progress) }
  })
}

/** Tells where a batch stands now. */
export async function tellBatch(
  ctx: Ctx,
  told: Whose,
  type: BatchEvent,
  of: {
    readonly batch_uuid: string
    readonly file_name: string
    readonly pay_date: string
    readonly state: BatchState
    readonly rows: number
    readonly progress: BatchProgress
  },
): Promise<void> {
  const { batch_uuid, file_name, pay_date, state, rows, progress } = of
  const some = progress.declined + progress.cancelled > 0
  const left = some ? await listNotPaid(ctx.tx, batch_uuid, MOST_TOLD) : []
  const not_paid = left.map(({ row, reference, state }) => ({ batch_uuid, row, reference, state }))
  const data: ToldData<BatchEvent> = {
    ...{ batch_uuid, file_name, pay_date, state, rows, progress, not_paid },
  }
  await tell(ctx, told, type, [data])
}
