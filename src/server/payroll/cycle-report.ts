/**
 * A cycle's report as PDF. Of few people it is made while it is sent; of more somebody asks for it, and a job makes it slice by slice
 * (make-report.ts).
 */
import type { z } from 'zod'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import type { ReportProgress } from '#contract/payroll-shapes.ts'
import { shareText } from '#domain/kernel/allocate.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { cycleStatus, isLive } from '#domain/payroll/line-item.ts'
import {
  REPORT_SLICE,
  REPORT_TAGGED,
  type ReportState,
  reportState,
} from '#domain/payroll/report.ts'
import { allItems, type CycleCount, liveItems, statusesIn } from '#domain/payroll/review-marks.ts'
import { readPieces } from '../documents/index.ts'
import type { CycleReportRow } from '../gateways/pdf/pdf-templates.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { getEmployerRecord } from '../people/index.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { countsOf } from './cycle-count.store.ts'
import {
  fileName,
  givenBackText,
  itemsAfter,
  type PaidItem,
  printed,
  rateText,
  rendered,
} from './cycle-items.ts'
import { entriesNote } from './entry-lines.ts'
import { getOwnCycle } from './get-cycle.ts'
import { beginReport, findReady, newestReports, type ReportRow } from './report.store.ts'
import { amountOf, nameOf } from './review.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }
type Progress = z.output<typeof ReportProgress>

/** The report as it is now, or as it was made last; NOT_FOUND for a large one that nobody asked for. */
export async function cycleReport(ctx: Ctx, id: CycleId): Promise<FileInPieces> {
  const cycle = await getOwnCycle(ctx, id)
  const counts = await countsOf(ctx.tx, cycle.cycle_uuid)
  const file = { file_name: `${fileName(cycle)}.pdf`, mime_type: 'application/pdf' }
  if (allItems(counts) <= REPORT_SLICE) {
    const { items } = await itemsAfter(ctx.tx, cycle.cycle_uuid, undefined, REPORT_SLICE)
    const head = await reportHead(ctx, cycle, counts)
    const totals = totalsByCurrency(amountsOf(items)).map(printed)
    const data = { ...head, ...rowsOf(items), totals }
    return {
      ...file,
      pieces: rendered(ctx, 'cycle-report', { ...data, shows: 'whole', first_page: 1 }),
    }
  }
  const ready = await findReady(ctx.tx, cycle.cycle_uuid)
  if (!ready) throw new Problem('NOT_FOUND', 'payroll.problems.reportNotMade')
  return { ...file, pieces: await readPieces(ctx, ready.file_uuids, 'report') }
}

/** Asks for the report: whoever asks again while it is being made asks for the same one. A small one needs no asking. */
export async function askForReport(ctx: Ctx, id: CycleId): Promise<Progress> {
  const cycle = await getOwnCycle(ctx, id)
  const { cycle_uuid, employer_uuid, policy_uuid } = cycle
  const counts = await countsOf(ctx.tx, cycle_uuid)
  const known = (await newestReports(ctx.tx, [cycle_uuid])).get(cycle_uuid)
  const progress = reportProgress(counts, known, ctx.now)
  if (progress.state === 'AT_ONCE' || progress.state === 'MAKING') return progress
  const people = liveItems(counts)
  const asked = { cycle_uuid, employer_uuid, people, asked_by: ctx.actor.sub, asked_at: ctx.now }
  const report_uuid = await beginReport(ctx.tx, { report_uuid: newUuid(), ...asked })
  const job_key = `report:${report_uuid}`
  await ctx.enqueue('make_report', { report_uuid, policy_uuid }, { job_key })
  ctx.audit({ action: 'ask', entity: 'report', entity_uuids: [report_uuid], employer_uuid })
  return { state: 'MAKING', done: 0, people, made_at: null }
}

/** How far the report of a cycle is. */
export function reportProgress(
  counts: readonly CycleCount[],
  report: ReportRow | undefined,
  now: Date,
): Progress {
  const state: ReportState = reportState(allItems(counts), report, now)
  const kept = state === 'AT_ONCE' || state === 'NOT_MADE' ? undefined : report
  return {
    state,
    done: kept?.done ?? 0,
    people: kept?.people ?? liveItems(counts),
    made_at: state === 'READY' && kept ? kept.moved_at.toISOString() : null,
  }
}

/** What a report says above its rows. */
export async function reportHead(ctx: Ctx, cycle: CycleRecord, counts: readonly CycleCount[]) {
  const employer = await getEmployerRecord(ctx, cycle.employer_uuid)
  return {
    employer: { name: employer.legal_name, address_lines: employer.address_lines },
    policy: cycle.policy_label,
    period: { start_date: cycle.start_date, end_date: cycle.end_date },
    pay_date: cycle.pay_date,
    status: labelOfCycle(counts),
    generated_at: ctx.now.toISOString(),
    tagged: allItems(counts) <= REPORT_TAGGED,
  }
}

/** The rows of a report: of the items that are a part of the cycle's pay. */
export function rowsOf(items: readonly PaidItem[]) {
  const live = items.filter(({ row }) => isLive(row.status))
  return {
    rows: live.map(reportRow),
    contractors: live.length,
    simulated: items.some(({ parts }) => parts.some(part => part.simulated)),
  }
}

/** What the items that are a part of the cycle's pay come to, one by one. */
export function amountsOf(items: readonly PaidItem[]): Money[] {
  return items.filter(({ row }) => isLive(row.status)).map(({ row }) => amountOf(row))
}

function reportRow({ row, parts }: PaidItem): CycleReportRow {
  return {
    name: nameOf(row),
    role: row.role,
    hours: formatHours(row.hours_hundredths),
    rate: printed({ currency: row.currency, minor: row.hourly_rate_minor }),
    amount: printed(amountOf(row)),
    entries: entriesNote(row),
    status: say(`payroll.status.${row.status}`),
    parts: parts.map(part => ({
      percentage: `${shareText(part.percentage)}%`,
      destination: part.label,
      amount: printed(part.delivered ?? part.promised ?? part.source),
      rate: rateText(part),
      status:
        givenBackText(part) ??
        (part.status
          ? say(`payments.status.${part.status}`)
          : say('payroll.documents.cycle-report.planned')),
      reference: part.reference,
    })),
  }
}

function labelOfCycle(counts: readonly CycleCount[]): string {
  const status = cycleStatus(statusesIn(counts))
  return status === 'EMPTY'
    ? say('payroll.documents.cycle-report.noLineItems')
    : say(`payroll.status.${status}`)
}
