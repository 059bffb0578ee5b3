/** A cycle's CSV, for accountants: of every part what it was before fees, at which rate it was exchanged, what arrived, and every id and reference. */
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { formatMinor, type Money } from '#domain/kernel/money.ts'
import { allItems } from '#domain/payroll/review-marks.ts'
import { listFeesOfPayments } from '../billing/index.ts'
import { csvOf } from '../kernel/csv.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { Part } from '../payments/index.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { countsOf } from './cycle-count.store.ts'
import { fileName, givenBackText, itemsAfter, type PaidItem, percent } from './cycle-items.ts'
import { ENTRY_COLUMNS, entryColumns } from './entry-lines.ts'
import { getOwnCycle } from './get-cycle.ts'
import type { ReviewRow } from './review.report.store.ts'
import { nameOf } from './review.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

const PAGE = 500
const ITEM = [
  ...(['policy', 'period_start', 'period_end', 'pay_date', 'status', 'contractor_name'] as const),
  ...(['contractor_email', 'role', 'contract_revision', 'hours', 'scheduled_hours'] as const),
  ...(['proration', 'hourly_rate', ...ENTRY_COLUMNS, 'gross', 'currency'] as const),
]
/** Of an item that has no part yet these are empty. */
const PART = [
  ...(['part_percentage', 'part_gross', 'fee', 'fee_currency', 'exchange_rate'] as const),
  ...(['exchange_rate_source', 'exchange_rate_as_of', 'promised', 'net', 'net_currency'] as const),
  ...(['destination', 'network', 'payment_status', 'settled_at', 'reference', 'note'] as const),
  ...(['simulated', 'payment_uuid'] as const),
]
const IDS = ['line_item_uuid', 'contractor_sub', 'contract_uuid', 'cycle_uuid', 'policy_uuid']

/**
 * The cycle as CSV, a row for every part (or for the item, while it has none), page by page. `part_gross` adds up to the gross of an item and `fee` to
 * what its employer was charged for it; `net` is what arrived in `net_currency`, or is to: nothing of what was given back. Formulas in texts are escaped.
 */
export async function cycleCsv(ctx: Ctx, id: CycleId): Promise<FileInPieces> {
  const cycle = await getOwnCycle(ctx, id)
  const rows = allItems(await countsOf(ctx.tx, cycle.cycle_uuid))
  const page = async ({ tx }: Ctx, after: string | undefined) => {
    const { items, last } = await itemsAfter(tx, cycle.cycle_uuid, after, PAGE)
    const feesOf = await feesByPayment(tx, items)
    return { records: items.flatMap(item => recordsOf(cycle, item, feesOf)), last }
  }
  return {
    file_name: `${fileName(cycle)}.csv`,
    mime_type: 'text/csv',
    rows,
    pieces: csvOf<string>(
      after => ctx.readLater(later => page(later, after)),
      [...ITEM, ...PART, ...IDS],
    ),
  }
}

type FeesOf = (part: Part) => readonly Money[]

async function feesByPayment(tx: Ctx['tx'], items: readonly PaidItem[]): Promise<FeesOf> {
  const ids = items.flatMap(({ parts }) => parts.flatMap(part => part.payment_uuid ?? []))
  const found = Map.groupBy(await listFeesOfPayments(tx, ids), fee => fee.payment_uuid)
  return ({ payment_uuid }) => found.get(payment_uuid ?? '') ?? []
}

function recordsOf(cycle: CycleRecord, { row, parts }: PaidItem, feesOf: FeesOf) {
  const item = itemColumns(cycle, row)
  const ids = {
    line_item_uuid: row.line_item_uuid,
    contractor_sub: row.contractor_sub,
    contract_uuid: row.contract_uuid,
    cycle_uuid: cycle.cycle_uuid,
    policy_uuid: cycle.policy_uuid,
  }
  return parts.length > 0
    ? parts.map(part => ({ ...item, ...partColumns(part, feesOf(part)), ...ids }))
    : [{ ...item, ...ids }]
}

function itemColumns(
  cycle: CycleRecord,
  row: ReviewRow,
): Record<(typeof ITEM)[number], string | number | null> {
  return {
    policy: cycle.policy_label,
    period_start: cycle.start_date,
    period_end: cycle.end_date,
    pay_date: cycle.pay_date,
    status: row.status,
    contractor_name: nameOf(row),
    contractor_email: row.contractor_email,
    role: row.role,
    contract_revision: row.contract_revision,
    hours: formatHours(row.hours_hundredths),
    scheduled_hours: formatHours(row.scheduled_hours_hundredths),
    proration: row.proration,
    hourly_rate: formatMinor(row.hourly_rate_minor, exponentOf(row.currency)),
    ...entryColumns(row),
    gross: formatMinor(row.amount_minor, exponentOf(row.currency)),
    currency: row.currency,
  }
}

function digits(money: Money | null): string {
  return money ? formatMinor(money.minor, exponentOf(money.currency)) : ''
}

function partColumns(part: Part, fees: readonly Money[]): Record<(typeof PART)[number], string> {
  const net = part.given_back ? null : (part.delivered ?? part.promised)
  return {
    part_percentage: percent(part.percentage),
    part_gross: digits(part.source),
    // Prices and a margin may be in two currencies: then both are said.
    fee: fees.map(digits).join(' + '),
    fee_currency: fees.map(({ currency }) => currency).join(' + '),
    exchange_rate: part.rate ?? '',
    exchange_rate_source: part.rate_source ?? '',
    exchange_rate_as_of: part.rate_as_of ?? '',
    promised: digits(part.promised),
    net: digits(net),
    net_currency: net?.currency ?? '',
    destination: part.label,
    network: part.network,
    payment_status: part.status ?? '',
    settled_at: part.settled_at?.toISOString() ?? '',
    reference: part.reference ?? '',
    note: [part.note, part.failure_reason, givenBackText(part)].filter(Boolean).join(' '),
    simulated: part.simulated ? 'simulated' : '',
    payment_uuid: part.payment_uuid ?? '',
  }
}
