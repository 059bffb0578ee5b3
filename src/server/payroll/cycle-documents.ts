/** A cycle's CSV and its report as PDF. Both say of every part where it went, at which rate, and where that came from. */

import { stringify } from 'csv-stringify/sync'
import type { FileContent } from '#contract/kernel/endpoint.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { formatMinor, type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { shortRate } from '#domain/kernel/rate.ts'
import { cycleStatus, isLive } from '#domain/payroll/line-item.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { listPaymentsOfItems, type Part, presentPart } from '../payments/index.ts'
import { getEmployerRecord } from '../people/index.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { getOwnCycle } from './get-cycle.ts'
import { listReview, type ReviewRow } from './review.report.store.ts'
import { amountOf, nameOf } from './review.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }
type Paid = { readonly row: ReviewRow; readonly parts: readonly Part[] }

/** The cycle as CSV, a row for every part (or for the item, while it has none). Formulas in texts are escaped. */
export async function cycleCsv(ctx: Ctx, id: CycleId): Promise<FileContent> {
  const cycle = await getOwnCycle(ctx, id)
  const records = (await itemsOf(ctx, cycle)).flatMap(({ row, parts }) => {
    const item = itemColumns(cycle, row)
    return parts.length > 0
      ? parts.map(part => ({ ...item, ...partColumns(part) }))
      : [{ ...item, ...NO_PART }]
  })
  const text = stringify(records, { header: true, escape_formulas: true, bom: true })
  return { file_name: `${fileName(cycle)}.csv`, mime_type: 'text/csv', bytes: Buffer.from(text) }
}

/** The cycle's report as PDF. */
export async function cycleReport(ctx: Ctx, id: CycleId): Promise<FileContent> {
  const cycle = await getOwnCycle(ctx, id)
  const employer = await getEmployerRecord(ctx, cycle.employer_uuid)
  const items = await itemsOf(ctx, cycle)
  const live = items.filter(({ row }) => isLive(row.status))
  const bytes = await ctx.gateways.pdf.render('cycle-report', {
    employer: { name: employer.legal_name, address_lines: employer.address_lines },
    policy: cycle.policy_label,
    period: { start_date: cycle.start_date, end_date: cycle.end_date },
    pay_date: cycle.pay_date,
    status: labelOfCycle(items.map(({ row }) => row)),
    rows: live.map(({ row, parts }) => ({
      name: nameOf(row),
      role: row.role,
      hours: formatHours(row.hours_hundredths),
      rate: printed({ currency: row.currency, minor: row.hourly_rate_minor }),
      amount: printed(amountOf(row)),
      status: say(`payroll.status.${row.status}`),
      parts: parts.map(part => ({
        percentage: `${percent(part.percentage)}%`,
        destination: part.label,
        amount: printed(part.delivered ?? part.promised ?? part.source),
        rate: rateText(part),
        status: part.status ? say(`payments.status.${part.status}`) : 'Planned',
        reference: part.reference,
      })),
    })),
    totals: totalsByCurrency(live.map(({ row }) => amountOf(row))).map(printed),
    generated_at: ctx.now.toISOString(),
    simulated: items.some(({ parts }) => parts.some(part => part.simulated)),
  })
  return { file_name: `${fileName(cycle)}.pdf`, mime_type: 'application/pdf', bytes }
}

/** An amount ready to print. */
export function printed({ currency, minor }: Money): { amount: string; currency: string } {
  return { amount: formatMinor(minor, exponentOf(currency)), currency }
}

/** Basis points as a percentage without needless zeros: `70`, `33.33`. */
export function percent(bps: number): string {
  return formatMinor(bps, 2).replace(/\.00$/, '')
}

/** How a part was converted, in words. */
export function rateText(part: Pick<Part, 'rate' | 'rate_source' | 'source' | 'promised'>): string {
  if (part.rate === null || !part.promised) return 'No conversion'
  if (part.rate_source === 'at par')
    return `1 ${part.source.currency} = 1 ${part.promised.currency}, at par`
  return `1 ${part.source.currency} = ${shortRate(part.rate)} ${part.promised.currency}`
}

async function itemsOf(ctx: Ctx, cycle: CycleRecord): Promise<Paid[]> {
  const rows = await listReview(ctx.tx, cycle.cycle_uuid)
  const payments = Map.groupBy(
    await listPaymentsOfItems(
      ctx.tx,
      rows.map(row => row.line_item_uuid),
    ),
    payment => payment.line_item_uuid,
  )
  return rows.map(row => ({
    row,
    parts: (payments.get(row.line_item_uuid) ?? []).map(presentPart),
  }))
}

function itemColumns(cycle: CycleRecord, row: ReviewRow) {
  return {
    policy: cycle.policy_label,
    period_start: cycle.start_date,
    period_end: cycle.end_date,
    pay_date: cycle.pay_date,
    contractor_name: nameOf(row),
    contractor_email: row.contractor_email,
    role: row.role,
    contract_uuid: row.contract_uuid,
    contract_revision: row.contract_revision,
    hours: formatHours(row.hours_hundredths),
    scheduled_hours: formatHours(row.scheduled_hours_hundredths),
    proration: row.proration,
    hourly_rate: formatMinor(row.hourly_rate_minor, exponentOf(row.currency)),
    amount: formatMinor(row.amount_minor, exponentOf(row.currency)),
    currency: row.currency,
    status: row.status,
  }
}

function partColumns(part: Part) {
  const text = (money: Money | null) =>
    money ? formatMinor(money.minor, exponentOf(money.currency)) : ''
  return {
    part_percentage: percent(part.percentage),
    part_amount: text(part.source),
    destination: part.label,
    network: part.network,
    rate: part.rate ?? '',
    rate_source: part.rate_source ?? '',
    rate_as_of: part.rate_as_of ?? '',
    promised: text(part.promised),
    delivered: text(part.delivered),
    destination_currency: part.promised?.currency ?? part.source.currency,
    payment_status: part.status ?? '',
    reference: part.reference ?? '',
    note: [part.note, part.failure_reason].filter(Boolean).join(' '),
    simulated: part.simulated ? 'simulated' : '',
  }
}

const NO_PART = {
  part_percentage: '',
  part_amount: '',
  destination: '',
  network: '',
  rate: '',
  rate_source: '',
  rate_as_of: '',
  promised: '',
  delivered: '',
  destination_currency: '',
  payment_status: '',
  reference: '',
  note: '',
  simulated: '',
}

function labelOfCycle(rows: readonly ReviewRow[]): string {
  const status = cycleStatus(rows.map(row => row.status))
  return status === 'EMPTY' ? 'No line items' : say(`payroll.status.${status}`)
}

function fileName(cycle: CycleRecord): string {
  return `${cycle.policy_label.replace(/[^\p{L}\p{N}]+/gu, '-')}-${cycle.pay_date}`
}
