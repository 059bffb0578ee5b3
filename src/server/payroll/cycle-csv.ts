/** A cycle's CSV. It says of every part where it went, at which rate, and where that came from. */
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { formatMinor, type Money } from '#domain/kernel/money.ts'
import { csvOf } from '../kernel/csv.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { Part } from '../payments/index.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { fileName, itemsAfter, type PaidItem, percent } from './cycle-items.ts'
import { getOwnCycle } from './get-cycle.ts'
import type { ReviewRow } from './review.report.store.ts'
import { nameOf } from './review.ts'

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

const PAGE = 500

/** The cycle as CSV, a row for every part (or for the item, while it has none), page by page. Formulas in texts are escaped. */
export async function cycleCsv(ctx: Ctx, id: CycleId): Promise<FileInPieces> {
  const cycle = await getOwnCycle(ctx, id)
  const page = async ({ tx }: Ctx, after: string | undefined) => {
    const { items, last } = await itemsAfter(tx, cycle.cycle_uuid, after, PAGE)
    return { records: items.flatMap(item => recordsOf(cycle, item)), last }
  }
  return {
    file_name: `${fileName(cycle)}.csv`,
    mime_type: 'text/csv',
    pieces: csvOf<string>(after => ctx.readLater(later => page(later, after))),
  }
}

function recordsOf(cycle: CycleRecord, { row, parts }: PaidItem) {
  const item = itemColumns(cycle, row)
  return parts.length > 0
    ? parts.map(part => ({ ...item, ...partColumns(part) }))
    : [{ ...item, ...NO_PART }]
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
