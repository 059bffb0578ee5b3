/** Lists of cycles: those that run with the next ones to come, those that are over, and those that have a report. */
import type { z } from 'zod'
import { payroll } from '#contract/payroll.ts'
import type { CycleRow, Report } from '#contract/payroll-shapes.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { approveBy, fundBy } from '#domain/payroll/deadlines.ts'
import { cycleStatus, isLive, type LineItemStatus } from '#domain/payroll/line-item.ts'
import {
  allItems,
  type CycleCount,
  liveItems,
  statusesIn,
  totalsOf,
  unusualItems,
} from '#domain/payroll/review-marks.ts'
import { estimatesOf } from '../contracts/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import { DateKey, decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  type BatchOfCycle,
  type CycleFilter,
  type CycleRecord,
  findCycle,
  listBatchesOf,
  listCyclesOf,
  listCycles as readCycles,
} from './cycle.report.store.ts'
import { lastOpened } from './cycle.store.ts'
import { cycleActions } from './cycle-actions.ts'
import { cyclePath, mayAct, payStatesOf, toldOfCycle } from './cycle-pay-states.ts'
import { reportProgress } from './cycle-report.ts'
import { isNear } from './open-cycles.ts'
import { listPayeesAsked } from './payee-reminder.store.ts'
import { comingPeriods } from './policies.ts'
import { findPolicy, listApprovedPolicies } from './policy.report.store.ts'
import { newestReports } from './report.store.ts'
import { shortageOfPlanned } from './shortages.ts'

type Row = z.output<typeof CycleRow>
type Query = { readonly limit: number; readonly cursor?: string | undefined }
/** So many periods to come of each policy: beside those that run, and by themselves. */
const UPCOMING = 3
const UPCOMING_ALONE = 12

type View = 'run' | 'current' | 'upcoming' | 'historical'

/**
 * A page of the employer's cycles: those that run, of which the last page ends with the next three to come of each policy; only those, or only
 * what is to come; what is over; or, newest first, all whose status is the one named.
 */
export async function listCycles(
  ctx: Ctx,
  query: Query & { view: View; status?: LineItemStatus | undefined },
) {
  const employer_uuid = employerOf(ctx.actor)
  const { view, status } = query
  if (status) return cyclesOf(ctx, { employer_uuid, status, newest_first: true }, query)
  if (view === 'upcoming') return { items: await upcoming(ctx, UPCOMING_ALONE), next_cursor: null }
  if (view === 'historical')
    return cyclesOf(ctx, { employer_uuid, view, newest_first: true }, query)
  const running = cyclesOf(ctx, { employer_uuid, view: 'run', newest_first: false }, query)
  if (view === 'current') return running
  const [page, coming] = await Promise.all([running, upcoming(ctx, UPCOMING)])
  if (page.next_cursor) return page
  const isOpen = page.items.some(row => row.contractors > 0)
  return {
    ...page,
    items: [...page.items, ...(isOpen ? coming : await withFirstShortage(ctx, coming))],
  }
}

/** Where no pay is open the next one is what money is sent for: the first that pays anybody says what it lacks. */
async function withFirstShortage(ctx: Ctx, coming: readonly Row[]): Promise<Row[]> {
  const first = coming.find(row => row.contractors > 0)
  if (!first) return [...coming]
  const shortage = await shortageOfPlanned(ctx.tx, employerOf(ctx.actor), first.totals)
  return coming.map(row => (row === first ? { ...row, ...shortage } : row))
}

/** A page of one policy's cycles, newest first. */
export async function listPolicyCycles(ctx: Ctx, policy_uuid: string, query: Query) {
  const employer_uuid = employerOf(ctx.actor)
  if (!(await findPolicy(ctx.tx, policy_uuid, employer_uuid)))
    throw new Problem('NOT_FOUND', 'payroll.problems.noSuchPolicy')
  return cyclesOf(ctx, { employer_uuid, policy_uuid, newest_first: true }, query)
}

/** These cycles of the acting employer as rows, by their id. */
export async function cycleRowsOf(
  ctx: Ctx,
  cycle_uuids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  if (cycle_uuids.length === 0) return new Map()
  const rows = await present(ctx, await listCyclesOf(ctx.tx, cycle_uuids))
  return new Map(rows.map(row => [row.cycle_uuid ?? '', row]))
}

/** One cycle as a row. */
export async function cycleRow(ctx: Ctx, policy_uuid: string, cycle_uuid: string): Promise<Row> {
  const cycle = await findCycle(ctx.tx, policy_uuid, cycle_uuid)
  const [row] = cycle ? await present(ctx, [cycle]) : []
  if (!row) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchCycle')
  return row
}

/** A page of the cycles that were approved or paid, newest first. */
export async function listReports(
  ctx: Ctx,
  query: Query,
): Promise<{ items: z.output<typeof Report>[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await readPage(
    ctx,
    { employer_uuid: employerOf(ctx.actor), view: 'reported', newest_first: true },
    query,
  )
  const judge = await payStatesOf(ctx, employerOf(ctx.actor), rows)
  const reports = await newestReports(
    ctx.tx,
    rows.map(row => row.cycle_uuid),
  )
  const items = rows.map(row => {
    const { counts, behind } = judge(row)
    return {
      label: row.policy_label,
      pay_date: row.pay_date,
      start_date: row.start_date,
      end_date: row.end_date,
      cycle_uuid: row.cycle_uuid,
      policy_uuid: row.policy_uuid,
      status: cycleStatus(statusesIn(counts)),
      totals: totalsOf(counts, isLive),
      behind,
      pdf: reportProgress(counts, reports.get(row.cycle_uuid), ctx.now),
    }
  })
  return { items, next_cursor }
}

type PageFilter = Omit<CycleFilter, 'limit' | 'after' | 'today'>

async function readPage(ctx: Ctx, filter: PageFilter, { limit, cursor }: Query) {
  const [pay_date, cycle_uuid] = decodeCursor(cursor, DateKey) ?? []
  const after = pay_date && cycle_uuid ? { pay_date, cycle_uuid } : undefined
  const found = await readCycles(ctx.tx, { ...filter, today: ctx.today, after, limit: limit + 1 })
  return pageOf(found, limit, row => [row.pay_date, row.cycle_uuid])
}

async function cyclesOf(
  ctx: Ctx,
  filter: PageFilter,
  query: Query,
): Promise<{ items: Row[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await readPage(ctx, filter, query)
  return { items: await present(ctx, rows), next_cursor }
}

/** Cycles as rows, with what the balance lacks once those that are paid before took their part, whatever the order of the page. */
async function present(ctx: Ctx, rows: readonly CycleRecord[]): Promise<Row[]> {
  const [judge, batches, asked] = await Promise.all([
    payStatesOf(ctx, employerOf(ctx.actor), rows),
    listBatchesOf(ctx.tx, rows),
    listPayeesAsked(
      ctx.tx,
      rows.map(row => row.cycle_uuid),
    ),
  ])
  return rows.map(row => {
    const { counts, payments, waiting, shortage, places, ...judged } = judge(row)
    const statuses = statusesIn(counts)
    const status = cycleStatus(statuses)
    const allowed_actions = cycleActions(ctx.actor, statuses, payments, row.kind)
    const pay_states = toldOfCycle(ctx, judged.pay_states, {
      ...{ reader: 'EMPLOYER', pay_date: row.pay_date, shortage },
      places: { ...places, cycle: cyclePath({ ...row, status }) },
      may: mayAct(ctx, { approves: allowed_actions.includes('approve'), shortage }),
      asked_at: asked.get(row.cycle_uuid) ?? null,
    })
    return {
      cycle_uuid: row.cycle_uuid,
      policy_uuid: row.policy_uuid,
      policy_label: row.policy_label,
      kind: row.kind,
      start_date: row.start_date,
      end_date: row.end_date,
      pay_date: row.pay_date,
      status,
      contractors: liveItems(counts),
      totals: totalsOf(counts, isLive),
      batch: batchOf(batches.get(row.cycle_uuid), counts),
      timesheets_waiting: unusualItems(counts, 'TIME_UNANSWERED'),
      ...shortage,
      fund_by: fundBy(row.pay_date, ctx.today),
      approve_by: approveBy(row.pay_date, ctx.today),
      waiting,
      pay_states,
      pay_state: pay_states[0] ?? null,
      estimate: false,
      allowed_actions,
    }
  })
}

/** A batch as it was sent in. Each of its rows has its one item, or waits for its person; for nobody once it is cancelled, and for nobody who declined. */
function batchOf(batch: BatchOfCycle | undefined, counts: readonly CycleCount[]): Row['batch'] {
  if (!batch) return null
  const { rows, totals, cancelled, declined } = batch
  return { rows, totals, joining: cancelled ? 0 : rows - allItems(counts) - declined, declined }
}

/** The next periods of the approved policies, with what signed contracts would pay in them. */
async function upcoming(ctx: Ctx, count: number): Promise<Row[]> {
  const employer_uuid = employerOf(ctx.actor)
  const [policies, opened] = await Promise.all([
    listApprovedPolicies(ctx.tx, employer_uuid),
    lastOpened(ctx.tx, employer_uuid),
  ])
  const mayOpen = mayCall(ctx.actor, payroll.openCycle)
  const coming = policies.flatMap(policy => {
    const { policy_uuid, label } = policy
    const last = opened.get(policy_uuid)
    const from = last ? addDays(last, 1) : ctx.today
    return comingPeriods(policy, policy, from, count).map(
      ({ start_date, end_date, pay_date }, at) => ({
        ...{ policy_uuid, policy_label: label, start_date, end_date, pay_date },
        // Cycles follow each other: only the next one can be opened ahead.
        mayOpen: at === 0 && mayOpen && isNear(ctx, { end_date }),
      }),
    )
  })
  const estimates = await estimatesOf(
    ctx,
    coming.map(({ policy_uuid, start_date, end_date }) => ({ policy_uuid, start_date, end_date })),
  )
  return coming
    .map(({ mayOpen: open, ...period }): Row => {
      const own = estimates.filter(
        of => of.policy_uuid === period.policy_uuid && of.start_date === period.start_date,
      )
      return {
        ...period,
        cycle_uuid: null,
        kind: 'CALENDAR',
        status: 'UPCOMING',
        contractors: own.reduce((sum, of) => sum + of.contracts, 0),
        totals: own.map(({ currency, pay_minor }) => ({ currency, minor: pay_minor })),
        ...{ batch: null, timesheets_waiting: 0, short: [], on_its_way: [], to_send: [] },
        fund_by: fundBy(period.pay_date, ctx.today),
        approve_by: approveBy(period.pay_date, ctx.today),
        ...{ waiting: { count: 0, totals: [] }, pay_states: [], pay_state: null },
        estimate: true,
        allowed_actions: open ? ['open'] : [],
      }
    })
    .sort((a, b) => (a.pay_date < b.pay_date ? -1 : 1))
}
