/** Batches as who sent them sees them: where each stands, and where each of its rows does. */
import type { z } from 'zod'
import type { Batch, BatchRow, BatchSummary, batches } from '#contract/batches.ts'
import { batches as calls } from '#contract/batches.ts'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import {
  type BatchProgress,
  batchActions,
  batchState,
  ROW_STATES,
  type RowState,
} from '#domain/batches/batch.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { CycleCount } from '#domain/payroll/review-marks.ts'
import { employerOf } from '../kernel/actor.ts'
import { csvOf } from '../kernel/csv.ts'
import { mayCall } from '../kernel/may-call.ts'
import { decodeCursor, InstantKey, NumberKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { readCounts } from '../payroll/index.ts'
import {
  type BatchRecord,
  countJoining,
  countRows,
  findBatch,
  listBatchRecords,
  listLeftOut,
  listRows,
  type StandingRow,
} from './batch.report.store.ts'

type View = z.output<typeof Batch>
type Summary = z.output<typeof BatchSummary>
type Row = z.output<typeof BatchRow>
type PageQuery = { readonly limit: number; readonly cursor?: string | undefined }
type Answer<K extends keyof typeof batches> = z.output<
  Extract<(typeof batches)[K]['response'], z.ZodType>
>

/** A page of the batches of the company, newest first; a key of the sandbox sees the sandbox's alone. */
export async function listBatches(
  ctx: Ctx,
  { limit, cursor }: PageQuery,
): Promise<Answer<'listPaymentBatches'>> {
  const found = await listBatchRecords(ctx.tx, {
    employer_uuid: employerOf(ctx.actor),
    sandbox: ctx.actor.key?.sandbox ?? false,
    after: decodeCursor(cursor, InstantKey),
    limit: limit + 1,
  })
  const { rows, next_cursor } = pageOf(found, limit, row => [
    row.submitted_at.toISOString(),
    row.batch_uuid,
  ])
  const progressOf = await progressOfAll(ctx, rows)
  return { items: rows.map(row => present(row, progressOf(row))), next_cursor }
}

/** One batch with what of it stands where; NOT_FOUND for another company's. */
export async function getBatch(ctx: Ctx, batch_uuid: string): Promise<View> {
  const batch = await getOwnBatch(ctx, batch_uuid)
  const [progressOf, counts, left_out] = await Promise.all([
    progressOfAll(ctx, [batch]),
    countRows(ctx.tx, batch_uuid),
    batch.left_out > 0 ? listLeftOut(ctx.tx, batch_uuid) : [],
  ])
  const progress = progressOf(batch)
  const actions = batchActions(progress, { cancelled: batch.cancelled_at !== null })
  return {
    ...present(batch, progress),
    digest: batch.digest.toString('hex'),
    cancelled_at: batch.cancelled_at,
    counts: counts
      .toSorted((a, b) => ROW_STATES.indexOf(a.state) - ROW_STATES.indexOf(b.state))
      .map(({ state, rows, currency, amount_minor }) => ({
        ...{ state, rows },
        amount: { currency, minor: amount_minor },
      })),
    left_out_rows: left_out.flatMap(({ row_number, typed, wrong }) =>
      wrong.map(({ field, said }) => ({
        ...{ row: row_number, field, said },
        name: typed.name || typed.email,
        typed: typed[field],
      })),
    ),
    cycle: batch.sandbox ? null : { policy_uuid: batch_uuid, cycle_uuid: batch_uuid },
    allowed_actions: actions.filter(() => mayCall(ctx.actor, calls.cancelPaymentBatch)),
  }
}

/** A page of the rows of a batch, in the order of the file. */
export async function listBatchRows(
  ctx: Ctx,
  batch_uuid: string,
  { limit, cursor, state }: PageQuery & { readonly state?: RowState | undefined },
): Promise<Answer<'listPaymentBatchRows'>> {
  const [after] = decodeCursor(cursor, NumberKey) ?? []
  await getOwnBatch(ctx, batch_uuid)
  const found = await listRows(ctx.tx, batch_uuid, { after, limit: limit + 1, state })
  const { rows, next_cursor } = pageOf(found, limit, ({ row }) => [row])
  return { items: rows.map(presentRow), next_cursor }
}

const EXPORTED = 1_000
const COLUMNS = [
  ...['row', 'email', 'name', 'amount', 'currency', 'reference', 'words', 'state'],
  'line_item_uuid',
]

/** Every row of a batch with where it stands, as CSV, page by page. */
export async function exportBatch(ctx: Ctx, batch_uuid: string): Promise<FileInPieces> {
  const batch = await getOwnBatch(ctx, batch_uuid)
  const page = async ({ tx }: Ctx, after: number | undefined) => {
    const rows = await listRows(tx, batch_uuid, { after, limit: EXPORTED })
    const last = rows.length === EXPORTED ? rows.at(-1)?.row : undefined
    return { records: rows.map(recordOf), last }
  }
  return {
    file_name: `batch-${batch.pay_date}-${batch_uuid.slice(0, 8)}.csv`,
    mime_type: 'text/csv',
    rows: batch.row_count,
    pieces: csvOf<number>(after => ctx.readLater(later => page(later, after)), COLUMNS),
  }
}

/** A batch of the acting company, of the sandbox for its keys alone; NOT_FOUND for any other. */
export async function getOwnBatch(ctx: Ctx, batch_uuid: string): Promise<BatchRecord> {
  const batch = await findBatch(ctx.tx, batch_uuid)
  const { key } = ctx.actor
  const own = batch?.employer_uuid === employerOf(ctx.actor)
  if (!batch || !own || (key && key.sandbox !== batch.sandbox))
    throw new Problem('NOT_FOUND', 'batches.problems.noSuchBatch')
  return batch
}

/** How many rows of each batch stand where: what payroll counts of their items, and those that none pays yet. */
async function progressOfAll(ctx: Ctx, batches: readonly BatchRecord[]) {
  const ids = batches.map(({ batch_uuid }) => batch_uuid)
  const [counts, joining] = await Promise.all([readCounts(ctx.tx, ids), countJoining(ctx.tx, ids)])
  return ({ batch_uuid, cancelled_at }: BatchRecord): BatchProgress => {
    const own = counts.get(batch_uuid) ?? []
    const without = joining.get(batch_uuid) ?? 0
    const gone = itemsIn(own, 'ARCHIVED') + itemsIn(own, 'CANCELLED')
    return {
      joining: cancelled_at ? 0 : without,
      waiting: itemsIn(own, 'PENDING_APPROVAL'),
      paying: itemsIn(own, 'APPROVED'),
      settled: itemsIn(own, 'PAID'),
      cancelled: gone + (cancelled_at ? without : 0),
    }
  }
}

function itemsIn(counts: readonly CycleCount[], status: string): number {
  return counts
    .filter(({ mark }) => mark === `ITEM ${status}`)
    .reduce((sum, { items }) => sum + items, 0)
}

function present(batch: BatchRecord, progress: BatchProgress): Summary {
  const { sandbox, cancelled_at, submitted_by } = batch
  return {
    batch_uuid: batch.batch_uuid,
    file_name: batch.file_name,
    source: batch.source,
    sandbox,
    pay_date: batch.pay_date,
    words: batch.words,
    submitted_at: batch.submitted_at,
    submitted_by_name: batch.submitted_by_name,
    by_machine: submitted_by.startsWith('key:'),
    state: batchState(progress, { sandbox, cancelled: cancelled_at !== null }),
    rows: batch.row_count,
    left_out: batch.left_out,
    totals: batch.totals.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) })),
    progress,
  }
}

function presentRow({ currency, amount_minor, ...row }: StandingRow): Row {
  return { ...row, amount: { currency, minor: amount_minor } }
}

function recordOf({ amount_minor, line_item_uuid, ...row }: StandingRow) {
  return {
    ...row,
    amount: formatMinor(amount_minor, exponentOf(row.currency)),
    line_item_uuid: line_item_uuid ?? '',
  }
}
