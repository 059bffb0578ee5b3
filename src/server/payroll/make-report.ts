/**
 * The job that makes the report of a cycle with many people: each slice is read in a short transaction and becomes pages outside of any,
 * so that what it takes in memory does not grow with the company but by some hundred bytes of PDF for each. Killed half-way it begins
 * again; run twice the second finds it made.
 */
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { REPORT_DAYS, REPORT_SLICE } from '#domain/payroll/report.ts'
import { removeFiles, storeFile } from '../documents/index.ts'
import { GatewayError } from '../gateways/gateway-error.ts'
import type { CycleReportData } from '../gateways/pdf/pdf-templates.ts'
import { SYSTEM_ACTOR } from '../kernel/actor.ts'
import { newRequestId } from '../kernel/ids.ts'
import { type Ctx, unitOfWork } from '../kernel/unit-of-work.ts'
import type { JobContext } from '../worker.ts'
import { type CycleRecord, findCycle } from './cycle.report.store.ts'
import { countsOf } from './cycle-count.store.ts'
import { fileName, itemsAfter, printed } from './cycle-items.ts'
import { amountsOf, reportHead, rowsOf } from './cycle-report.ts'
import {
  deleteOld,
  deleteOthers,
  endReport,
  findMaking,
  lockMaking,
  moveReport,
  type ReportRow,
} from './report.store.ts'

/** A piece of the finished document in the file store. */
const PIECE_BYTES = 4 * 1024 * 1024
const DAY_MS = 24 * 60 * 60 * 1000
const FORGOTTEN_AT_ONCE = 20

/** The job `make_report`. */
export async function makeReport(
  { report_uuid, policy_uuid }: Record<string, unknown>,
  job: JobContext,
): Promise<void> {
  const report = await job.unit(ctx => findMaking(ctx.tx, String(report_uuid)))
  if (!report) return
  const cycle = await job.unit(ctx => findCycle(ctx.tx, String(policy_uuid), report.cycle_uuid))
  try {
    if (cycle) await keep(job, report, cycle, await pdfOf(job, report, cycle))
  } catch (error) {
    if (!(error instanceof GatewayError) || error.retriable) throw error
    job.kernel.log.error({ err: error, report_uuid }, 'a report cannot be made')
    await job.unit(ctx =>
      endReport(ctx.tx, report.report_uuid, { ...ENDED, moved_at: ctx.now, status: 'FAILED' }),
    )
  }
}

const ENDED = { done: 0, file_uuids: [] } as const

type Made = { readonly bytes: Uint8Array; readonly people: number }

/** The rows in parts of their own, and in front of them the page that says what they come to: of exactly these rows. */
async function pdfOf(job: JobContext, report: ReportRow, cycle: CycleRecord): Promise<Made> {
  const { pdf } = job.kernel.gateways
  const { report_uuid, employer_uuid, cycle_uuid } = report
  const head = await readAs(job, employer_uuid, async ctx =>
    reportHead(ctx, cycle, await countsOf(ctx.tx, cycle_uuid)),
  )
  const parts: Uint8Array[] = []
  let totals: Money[] = []
  let [people, first_page, simulated] = [0, 2, false]
  let after: string | undefined
  do {
    const { items, last } = await readAs(job, employer_uuid, ctx =>
      itemsAfter(ctx.tx, cycle_uuid, after, REPORT_SLICE),
    )
    const slice = rowsOf(items)
    totals = totalsByCurrency([...totals, ...amountsOf(items)])
    people += slice.contractors
    simulated ||= slice.simulated
    const data: CycleReportData = {
      ...{ ...head, ...slice, shows: 'rows', first_page },
      totals: last ? [] : totals.map(printed),
    }
    const part = await pdf.renderPart('cycle-report', data)
    parts.push(part.bytes)
    first_page += part.pages
    after = last
    await job.unit(ctx => moveReport(ctx.tx, report_uuid, people, ctx.now))
  } while (after !== undefined)
  const summary = await pdf.render('cycle-report', {
    ...{ ...head, rows: [], contractors: people, simulated, shows: 'summary', first_page: 1 },
    totals: totals.map(printed),
  })
  return { bytes: await pdf.join([summary, ...parts]), people }
}

/** Reads in one unit of work what people of an employer see: of who left, as they were at the end. */
function readAs<T>(
  { kernel }: JobContext,
  employer_uuid: string,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const from = { request_id: newRequestId(), address: 'worker' }
  const scope = { role: 'employer', sub: null, employer_uuid } as const
  return unitOfWork(kernel, SYSTEM_ACTOR, from, work, { scope, readonly: true })
}

/** Keeps the document in pieces; the one that the cycle had before goes. */
async function keep(
  { unit }: JobContext,
  { report_uuid, employer_uuid, cycle_uuid }: ReportRow,
  cycle: CycleRecord,
  { bytes, people }: Made,
): Promise<void> {
  await unit(async ctx => {
    if (!(await lockMaking(ctx.tx, report_uuid))) return
    const file_uuids: string[] = []
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      file_uuids.push(
        await storeFile(ctx, {
          ...{ kind: 'report', employer_uuid, contractor_sub: null },
          file_name: `${fileName(cycle)}.pdf`,
          mime_type: 'application/pdf',
          bytes: bytes.subarray(at, at + PIECE_BYTES),
        }),
      )
    const end = { status: 'READY', done: people, file_uuids, moved_at: ctx.now } as const
    await endReport(ctx.tx, report_uuid, end)
    await removeFiles(ctx, await deleteOthers(ctx.tx, { cycle_uuid, report_uuid }))
  })
}

/** Gives up some reports that were kept for long enough; answers how many. */
export async function forgetReports(ctx: Ctx): Promise<number> {
  const until = new Date(ctx.now.getTime() - REPORT_DAYS * DAY_MS)
  const { reports, file_uuids } = await deleteOld(ctx.tx, until, FORGOTTEN_AT_ONCE)
  await removeFiles(ctx, file_uuids)
  return reports
}
