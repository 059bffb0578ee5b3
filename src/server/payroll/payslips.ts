/** What a contractor was paid and is to be paid: payslips, and the next pay with what is in its way. */

import type { z } from 'zod'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import type { NextPay, Payslip } from '#contract/payslip-shapes.ts'
import { shareText } from '#domain/kernel/allocate.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { dateOf, formatDate, formatPeriod } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { approvalStanding } from '#domain/payments/approval-standing.ts'
import { toContractor } from '#domain/payments/blockers.ts'
import { byUrgency } from '#domain/payments/pay-state.ts'
import { isBegun, type PaymentStatus } from '#domain/payments/payment.ts'
import { approvalDue } from '#domain/payroll/deadlines.ts'
import type SaidPayroll from '#messages/en/payroll.json'
import type { PayslipData } from '../gateways/pdf/pdf-templates.ts'
import { DateKey, decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say, sayText, withReason } from '../kernel/words.ts'
import { listPaymentsOfItems, type Part, presentPart } from '../payments/index.ts'
import { getEmployerRecord } from '../people/index.ts'
import { givenBackText, printed, rateText, rendered } from './cycle-items.ts'
import { presentDeductions } from './deductions.ts'
import { entryLines } from './entry-lines.ts'
import { standingsOf, unsentOf } from './pay-standings.ts'
import {
  findPayslipRow,
  listComingRows,
  listPayslipRows,
  type PayslipRow,
  paidInYear,
} from './payslip.report.store.ts'
import { presentEntries } from './present-entries.ts'
import { printedParties } from './printed-parties.ts'
import { numberOf } from './verify-payslip.ts'

type Shown = z.output<typeof Payslip>
type Coming = z.output<typeof NextPay>

/** A part in these has left. */
const LEFT: readonly PaymentStatus[] = ['SENT', 'SETTLED', 'RETURNED']
/** So long a pay that arrived is still news. */
const ARRIVED_SHOWN_MS = 3 * 86_400_000

/** A page of the acting contractor's payslips, newest first; of a pay of which a part came back with where it stands. */
export async function listPayslips(
  ctx: Ctx,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: Shown[]; next_cursor: string | null }> {
  const [pay_date, line_item_uuid] = decodeCursor(cursor, DateKey) ?? []
  const after = pay_date && line_item_uuid ? { pay_date, line_item_uuid } : undefined
  const found = await listPayslipRows(ctx.tx, ctx.actor.sub, after, limit + 1)
  const { rows, next_cursor } = pageOf(found, limit, row => [row.pay_date, row.line_item_uuid])
  const parts = await partsOf(ctx, rows)
  const entries = await presentEntries(ctx, rows)
  const back = rows.filter(({ status }) => status !== 'PAID')
  const standingOf = back.length > 0 ? await standingsOf(ctx, back) : undefined
  return {
    items: rows.map(row => ({
      payslip_uuid: row.line_item_uuid,
      ...common(row),
      entries: entries(row),
      parts: parts.get(row.line_item_uuid) ?? [],
      came_back: row.status === 'PAID' ? null : (standingOf?.(row).pay_state ?? null),
    })),
    next_cursor,
  }
}

/** The payslip of one paid line item of a contractor whom the actor may see, as PDF: promised beside delivered. NOT_FOUND else. */
export async function payslipPdf(
  ctx: Ctx,
  contractor_sub: string,
  payslip_uuid: string,
): Promise<FileInPieces> {
  const row = await findPayslipRow(ctx.tx, contractor_sub, payslip_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchPayslip')
  const parts = (await partsOf(ctx, [row])).get(row.line_item_uuid) ?? []
  const year = await paidInYear(ctx.tx, row, contractor_sub)
  const employer = await getEmployerRecord(ctx, row.employer_uuid)
  const { payer, payee } = await printedParties(ctx, row, employer)
  const amount = (minor: bigint) => printed({ currency: row.currency, minor })
  const given_back = row.amount_minor - row.arrived_minor
  const earned = entryLines(row)
  const data: PayslipData = {
    number: numberOf(row),
    employer: payer,
    contractor: payee,
    contract: {
      role: row.role,
      revision: row.contract_revision,
      effective_date: row.effective_date,
      rate: amount(row.hourly_rate_minor),
      policy: row.policy_label,
    },
    period: { start_date: row.start_date, end_date: row.end_date },
    pay_date: row.pay_date,
    hours: earned.first?.hours ?? '',
    rate: amount(row.hourly_rate_minor),
    time: earned.first?.amount ?? null,
    entries: earned.more,
    proration: row.proration || say('payroll.documents.payslip.notProrated'),
    gross: amount(row.amount_minor),
    fee: amount(0n),
    fee_paid_by: row.employer_name,
    given_back: given_back > 0n ? amount(-given_back) : null,
    paid: amount(row.arrived_minor),
    parts: parts.map(payslipPart),
    year_to_date: {
      year: Number(row.pay_date.slice(0, 4)),
      payslips: year.payslips,
      paid: amount(year.minor),
    },
    verification: {
      code: ctx.gateways.payslipCodes.codeOf(row),
      page: `${ctx.gateways.publicUrl.replace(/\/$/, '')}/verify`,
      sealed_at: row.paid_at?.toISOString() ?? null,
    },
    simulated: parts.some(part => part.simulated),
  }
  return {
    file_name: `payslip-${row.pay_date}.pdf`,
    mime_type: 'application/pdf',
    pieces: rendered(ctx, 'payslip', data),
  }
}

/** What comes next to the acting contractor, with the path of each pay. */
export async function listNextPays(ctx: Ctx): Promise<Coming[]> {
  const since = new Date(ctx.now.getTime() - ARRIVED_SHOWN_MS)
  const found = await listComingRows(ctx.tx, ctx.actor.sub, since)
  const standingOf = await standingsOf(ctx, found)
  const entries = await presentEntries(ctx, found)
  const deductions = await presentDeductions(ctx, found)
  const pays = found.map((one): Coming => {
    const standing = standingOf(one)
    const { payments: stored, parts, blockers, leaves, pay_state, approved, lost } = standing
    const row = approved ? one : { ...one, status: 'PENDING_APPROVAL' as const, approved_at: null }
    const distinct = [
      ...new Map(blockers.map(blocker => [`${blocker.code} ${blocker.until}`, blocker])).values(),
    ].map(blocker => withReason(toContractor(blocker)))
    return {
      line_item_uuid: row.line_item_uuid,
      contract_uuid: row.contract_uuid,
      ...common(row),
      ...unsentOf(row, standing),
      last_day_on: row.last_day_on,
      approval: approvalStanding({
        ...{ approved, lost },
        asked: stored.length === 0 || stored.some(isBegun),
      }),
      entries: entries(row),
      deductions: (deductions.get(row.line_item_uuid) ?? []).filter(isAsked),
      parts: [...parts],
      blockers: distinct,
      pay_state,
      steps: stepsOf(row, parts, ctx.today, {
        leaves,
        left: lastLeft(stored),
        again: lost,
        kept: approved ? standing.ahead.filter(({ kept }) => kept).length : 0,
        late: !approved && ctx.today >= row.pay_date,
        acts: pay_state.acts,
      }),
    }
  })
  return pays.sort((a, b) => byUrgency(a.pay_state, b.pay_state))
}

function isApproved({ status }: Pick<PayslipRow, 'status'>): boolean {
  return status !== 'PENDING_APPROVAL'
}

function isAsked({ state }: { readonly state: string }): boolean {
  return state === 'ASKED'
}

function hasLeft({ status }: Part): boolean {
  return status !== null && LEFT.includes(status)
}

async function partsOf(ctx: Ctx, rows: readonly PayslipRow[]): Promise<Map<string, Part[]>> {
  const payments = await listPaymentsOfItems(
    ctx.tx,
    rows.map(row => row.line_item_uuid),
    { given_back: true },
  )
  return new Map(
    [...Map.groupBy(payments, payment => payment.line_item_uuid)].map(([id, group]) => [
      id,
      group.map(payment => presentPart(payment, null)),
    ]),
  )
}

function common(row: PayslipRow) {
  return {
    employer_name: row.employer_name,
    role: row.role,
    start_date: row.start_date,
    end_date: row.end_date,
    pay_date: row.pay_date,
    status: row.status,
    hours: row.hours_hundredths,
    hourly_rate: { currency: row.currency, minor: row.hourly_rate_minor },
    amount: { currency: row.currency, minor: row.amount_minor },
  }
}

function payslipPart(part: Part) {
  const promised = part.promised ?? part.source
  // What went back is not to come any more.
  const delivered = part.given_back ? { ...promised, minor: 0n } : part.delivered
  return {
    percentage: `${shareText(part.percentage)}%`,
    destination: part.label,
    rate: rateText(part),
    rate_source: part.rate_source === 'at par' ? null : part.rate_source,
    rate_at: part.rate_as_of,
    promised: printed(promised),
    delivered: delivered && printed(delivered),
    arrived: arrivedText(part),
    reference: part.reference,
    note: part.note,
  }
}

/** When a part arrived, whether others paid it, or that it went back to its employer. */
function arrivedText({ settled_at, outside, ...part }: Part): string | null {
  const back = givenBackText(part)
  if (back) return back
  const date = settled_at && formatDate(dateOf(settled_at))
  if (!date) return null
  return say(`payroll.documents.payslip.${outside ? 'outside' : 'arrived'}`, { date })
}

type Step = Coming['steps'][number]

function stepsOf(
  row: PayslipRow,
  parts: readonly Part[],
  today: string,
  of: {
    readonly leaves: string | null
    readonly left: string | null
    readonly again: boolean
    /** How many parts something keeps of what was approved. */
    readonly kept: number
    /** Whether its day came without a yes. */
    readonly late: boolean
    /** Who acts about it next. */
    readonly acts: Coming['pay_state']['acts']
  },
): Step[] {
  const closed = today > row.end_date
  const approved = isApproved(row)
  const sent = parts.length > 0 && parts.every(hasLeft)
  const wrong = parts.find(part => part.status === 'FAILED')
  const unknown = parts.some(part => part.status === 'UNKNOWN')
  const left = parts.filter(hasLeft).length
  const partly = left > 0 && !sent
  const state = (done: boolean, before: boolean) => (done ? 'done' : before ? 'now' : 'ahead')
  return [
    step(closed ? 'periodClosed' : approved ? 'periodSettled' : 'periodUnderWay', {
      text: textOf('payroll.steps.period', {
        period: formatPeriod(row.start_date, row.end_date),
        hours: formatHours(row.hours_hundredths),
      }),
      when: row.end_date,
      state: state(closed || approved, true),
    }),
    step(approved ? 'approved' : of.again ? 'waitingAgain' : 'waiting', {
      text: textOf('payroll.steps.by', { employer: row.employer_name }),
      when: row.approved_at ? dateOf(row.approved_at) : ahead(approvalDue(row.pay_date), today),
      state: state(approved, closed),
    }),
    step(
      leaving({
        wrong: wrong !== undefined,
        sent,
        unknown,
        partly,
        kept: of.kept > 0 && of.kept === parts.length,
        late: of.late,
      }),
      {
        text: wrong?.failure_reason ?? partsText({ count: parts.length, left, kept: of.kept }),
        when: (sent || wrong || unknown ? of.left : of.leaves) ?? '',
        state: wrong ? 'wrong' : state(sent, approved),
      },
    ),
    ...(wrong ? mending(of.acts) : []),
    ...parts.map(arrivalOf).sort(byDay),
    ...(!wrong && parts.some(part => part.status === 'RETURNED') ? mending(of.acts) : []),
  ]
}

/** In how many parts it leaves, and how many of them have left, or else are kept back, where not all are. */
function partsText({ count, left, kept }: Readonly<Record<'count' | 'left' | 'kept', number>>) {
  if (left > 0 && left < count) return textOf('payroll.steps.partsOf', { left, count })
  if (kept > 0 && kept < count) return textOf('payroll.steps.partsKept', { count, kept })
  return textOf('payroll.steps.parts', { count: Math.max(1, count) })
}

/** What is said of its leaving. */
function leaving(
  of: Readonly<Record<'wrong' | 'sent' | 'unknown' | 'partly' | 'kept' | 'late', boolean>>,
) {
  if (of.wrong) return 'notSent'
  if (of.sent) return 'sent'
  if (of.unknown) return 'unknown'
  if (of.partly) return 'partlySent'
  if (of.late) return 'onceApproved'
  return of.kept ? 'keptBack' : 'toSend'
}

/** What follows what did not arrive: its contractor's step or ours (decision 0172), and what comes of it. */
function mending(acts: Coming['pay_state']['acts']): Step[] {
  if (acts === 'CORRIDOR')
    return [
      step('weLook', { text: textOf('payroll.steps.nothingToDo'), when: '', state: 'now' }),
      step('sentAgain', { text: textOf('payroll.steps.onceFree'), when: '', state: 'ahead' }),
    ]
  return [
    step('otherAccount', { text: textOf('payroll.steps.asLong'), when: '', state: 'now' }),
    step('sentAgain', { text: textOf('payroll.steps.afterWait'), when: '', state: 'ahead' }),
  ]
}

/** What arrives first comes first; what has no day, such as what came back, after all. */
function byDay(a: Step, b: Step): number {
  if (a.when === '' || b.when === '') return Number(a.when === '') - Number(b.when === '')
  return a.when < b.when ? -1 : a.when > b.when ? 1 : 0
}

/** The day on which the last of them left, or was refused; null before. */
function lastLeft(stored: readonly { readonly left_at: Date | null }[]): string | null {
  return (
    stored
      .flatMap(({ left_at }) => (left_at ? dateOf(left_at) : []))
      .sort()
      .at(-1) ?? null
  )
}

/** A day by which something is to happen; none once that day is over. */
function ahead(day: string, today: string): string {
  return day < today ? '' : day
}

/** Whether a part arrived, when it will, or that it came back. What failed does not go to the account at which it did. */
function arrivalOf({ status, network, label, settled_at, arrives, failure_reason }: Part): Step {
  if (status === 'RETURNED')
    return step('cameBack', { text: failure_reason ?? label, when: '', state: 'wrong' })
  const expected = status === 'FAILED' ? '' : (arrives ?? '')
  return step(network === 'fiat' ? 'bank' : 'wallet', {
    text: status === 'FAILED' ? textOf('payroll.steps.chosen') : label,
    when: settled_at ? dateOf(settled_at) : expected,
    state: status === 'SETTLED' ? 'done' : status === 'SENT' ? 'now' : 'ahead',
  })
}

/** A step with its words; `text` is a key, or in words of others already. */
function step(
  title: keyof (typeof SaidPayroll)['steps'],
  { text, ...rest }: Pick<Step, 'when' | 'state'> & { text: Text | string },
): Step {
  const said = textOf(`payroll.steps.${title}`)
  const own = typeof text !== 'string'
  return {
    ...rest,
    title: sayText(said),
    said,
    text: own ? sayText(text) : text,
    text_said: own ? text : null,
  }
}
