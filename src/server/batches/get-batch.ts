/** Batches as who sent them sees them: where each stands, its money, and who said yes to it. */
import type { z } from 'zod'
import type { Batch, BatchSummary } from '#contract/batches.ts'
import { batches as calls } from '#contract/batches.ts'
import {
  type BatchProgress,
  batchActions,
  batchState,
  batchSteps,
  progressOfRows,
  ROW_STATES,
  type RowCount,
} from '#domain/batches/batch.ts'
import { simulatedSteps } from '#domain/batches/simulation.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { CycleCount } from '#domain/payroll/review-marks.ts'
import { employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { cycleRowsOf, readCounts } from '../payroll/index.ts'
import {
  type BatchRecord,
  countRows,
  findBatch,
  listApprovals,
  listReturning,
} from './batch.report.store.ts'

type View = z.output<typeof Batch>
type Summary = z.output<typeof BatchSummary>

/** One batch with what of it stands where; NOT_FOUND for another company's. */
export async function getBatch(ctx: Ctx, batch_uuid: string): Promise<View> {
  const batch = await getOwnBatch(ctx, batch_uuid)
  const [[summary], counts, approvals, returning] = await Promise.all([
    presentAll(ctx, [batch]),
    countRows(ctx.tx, [batch_uuid]),
    batch.sandbox ? [] : listApprovals(ctx.tx, { batch_uuid, now: ctx.now }),
    batch.sandbox ? listReturning(ctx.tx, batch_uuid) : [],
  ])
  if (!summary) throw new Problem('NOT_FOUND', 'batches.problems.noSuchBatch')
  const { progress, sandbox } = summary
  const funds = fundsOf(summary, counts)
  return {
    ...summary,
    digest: batch.digest.toString('hex'),
    cancelled_at: batch.cancelled_at,
    steps: batchSteps(progress, {
      failed: counts.reduce((sum, { state, rows }) => sum + (state === 'FAILED' ? rows : 0), 0),
      short: funds.some(({ missing }) => missing.minor > 0n),
    }),
    counts: counts
      .toSorted((a, b) => ROW_STATES.indexOf(a.state) - ROW_STATES.indexOf(b.state))
      .map(({ state, rows, currency, amount_minor }) => ({
        ...{ state, rows },
        amount: { currency, minor: amount_minor },
      })),
    funds,
    approvals: approvals.map(({ sub, ...of }) => ({ ...of, is_me: sub === ctx.actor.sub })),
    allowed_actions: batchActions(progress).filter(() =>
      mayCall(ctx.actor, calls.cancelPaymentBatch),
    ),
    simulates:
      sandbox && mayCall(ctx.actor, calls.simulatePaymentBatch)
        ? [...simulatedSteps([...counts.map(({ state }) => ({ state, email: '' })), ...returning])]
        : [],
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

/** Batches of the acting company as rows of its list. */
export async function presentAll(ctx: Ctx, batches: readonly BatchRecord[]): Promise<Summary[]> {
  const idsOf = (real: boolean) =>
    batches.filter(({ sandbox }) => sandbox !== real).map(({ batch_uuid }) => batch_uuid)
  const [counts, cycles, simulated] = await Promise.all([
    readCounts(ctx.tx, idsOf(true)),
    cycleRowsOf(ctx, idsOf(true)),
    countRows(ctx.tx, idsOf(false)),
  ])
  const simulatedOf = Map.groupBy(simulated, ({ batch_uuid }) => batch_uuid)
  return batches.map(batch => {
    const { sandbox, cancelled_at, submitted_by } = batch
    const cycle = cycles.get(batch.batch_uuid) ?? null
    const declined = cycle?.batch?.declined ?? 0
    const joining = cycle?.batch?.joining ?? (cancelled_at ? 0 : batch.row_count)
    const progress = sandbox
      ? progressOfRows(simulatedOf.get(batch.batch_uuid) ?? [])
      : progressOf(batch, { joining, declined }, counts.get(batch.batch_uuid) ?? [])
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
      state: batchState(progress),
      rows: batch.row_count,
      left_out: batch.left_out,
      totals: batch.totals.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) })),
      progress,
      cycle,
    }
  })
}

/** How many rows of a batch stand where: each has its one item, or none pays it yet. Payroll counts both. */
function progressOf(
  { row_count }: BatchRecord,
  { joining, declined }: Pick<BatchProgress, 'joining' | 'declined'>,
  counts: readonly CycleCount[],
): BatchProgress {
  const items = (status: string) =>
    counts.filter(({ mark }) => mark === `ITEM ${status}`).reduce((sum, of) => sum + of.items, 0)
  const [waiting, paying, settled] = [items('PENDING_APPROVAL'), items('APPROVED'), items('PAID')]
  const standing = joining + waiting + paying + settled + declined
  return { joining, waiting, paying, settled, cancelled: row_count - standing, declined }
}

/** Rows that have a place to go to, and are not paid or taken back. */
const NEEDS_MONEY = ['FAILED', 'HELD', 'WAITING', 'APPROVED', 'SENT', 'SETTLED']

/** Rows of the sandbox for which money is still to come. */
const LACKS_MONEY = ['HELD', 'WAITING']

/** By currency what those who joined are paid, and what of it is there, or was. */
function fundsOf({ cycle }: Summary, counts: readonly RowCount[]): View['funds'] {
  const minorOf = (of: readonly { currency: string; minor: bigint }[], currency: string) =>
    of.find(sum => sum.currency === currency)?.minor ?? 0n
  const joined = counts.filter(({ state }) => NEEDS_MONEY.includes(state))
  return [...Map.groupBy(joined, ({ currency }) => currency)].map(([currency, rows]) => {
    const needed = rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
    const lacking = rows.filter(({ state }) => LACKS_MONEY.includes(state))
    const missing = cycle
      ? minorOf(cycle.short, currency)
      : lacking.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
    return {
      needed: { currency, minor: needed },
      arrived: { currency, minor: needed - missing },
      missing: { currency, minor: missing },
      on_its_way: { currency, minor: minorOf(cycle?.on_its_way ?? [], currency) },
    }
  })
}
