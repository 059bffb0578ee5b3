import { sql } from 'kysely'
import type { WrittenEntry } from '#domain/payroll/entries.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'
import { ARRIVED } from './arrived.report.store.ts'
import { LAST_DAY } from './last-day.report.store.ts'

export type PayslipRow = {
  readonly line_item_uuid: string
  /** Null of what pays a row of a batch. */
  readonly contract_uuid: string | null
  readonly contractor_sub: string
  readonly employer_uuid: string
  readonly employer_name: string
  /** As who paid was registered when the pay had arrived; before that as it is now. */
  readonly corporation_name: string
  readonly employer_country: string
  readonly status: LineItemStatus
  readonly role: string
  readonly currency: string
  readonly hourly_rate_minor: bigint
  readonly scheduled_hours_hundredths: number
  readonly hours_hundredths: number
  readonly entries: readonly WrittenEntry[] | null
  readonly back_pay: boolean
  readonly edited_by: string | null
  readonly edited_at: Date | null
  readonly amount_minor: bigint
  /** What of it is for its contractor: all but what was given back to its employer. */
  readonly arrived_minor: bigint
  readonly proration: string
  readonly paid_at: Date | null
  readonly approved_at: Date | null
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
  readonly last_day_on: string | null
  readonly policy_label: string
  readonly contract_revision: number | null
  readonly effective_date: string | null
  readonly first_name: string
  readonly last_name: string
  /** Sealed. */
  readonly permanent_address: string | null
}

const PAYSLIP = sql`
  select i.line_item_uuid, i.contract_uuid, i.contractor_sub, i.employer_uuid, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
      app.legal_name_at(e.employer_uuid, i.paid_at) corporation_name,
      e.country_code employer_country, i.status, i.role, i.currency, i.hourly_rate_minor, i.scheduled_hours_hundredths, i.hours_hundredths, i.entries,
      i.back_pay, i.edited_by, i.edited_at, i.amount_minor, ${ARRIVED} arrived_minor, i.proration,
      i.paid_at, i.approved_at, c.start_date, c.end_date, c.pay_date, ${LAST_DAY} last_day_on, p.label policy_label, k.revision contract_revision, k.effective_date,
      person.first_name, person.last_name, contractor.permanent_address
    from line_item i
      join pay_cycle c on c.cycle_uuid = i.cycle_uuid
      join payroll_policy p on p.policy_uuid = c.policy_uuid
      left join contract k on k.contract_uuid = i.contract_uuid
      join employer e on e.employer_uuid = i.employer_uuid
      join person on person.sub = i.contractor_sub
      join contractor on contractor.sub = i.contractor_sub`

/** What was paid, and of the acting contractor's what had left and came back, until it is there after all. */
const PAID_ONCE = sql`(i.status = 'PAID' or i.status in ('APPROVED', 'PENDING_APPROVAL')
  and i.line_item_uuid in (select app.my_returned_items()))`

/** A page of the acting contractor's line items that are paid, or were and a part came back, newest pay date first. */
export async function listPayslipRows(
  tx: Tx,
  contractor_sub: string,
  after: { pay_date: string; line_item_uuid: string } | undefined,
  limit: number,
): Promise<PayslipRow[]> {
  const { rows } = await sql<PayslipRow>`${PAYSLIP}
    where i.contractor_sub = ${contractor_sub} and ${PAID_ONCE}
      ${after ? sql`and (c.pay_date, i.line_item_uuid) < (${after.pay_date}::date, ${after.line_item_uuid}::uuid)` : sql``}
    order by c.pay_date desc, i.line_item_uuid desc limit ${limit}`.execute(tx)
  return rows
}

/** One paid line item of a contractor, or undefined. */
export async function findPayslipRow(
  tx: Tx,
  contractor_sub: string,
  line_item_uuid: string,
): Promise<PayslipRow | undefined> {
  const { rows } = await sql<PayslipRow>`${PAYSLIP}
    where i.contractor_sub = ${contractor_sub} and i.line_item_uuid = ${line_item_uuid}::uuid and i.status = 'PAID'`.execute(
    tx,
  )
  return rows[0]
}

/** Paid line items whose ids are between two, of anyone: as many as one millisecond can have made alike. */
export async function listPaidBetween(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<PayslipRow[]> {
  const { rows } = await sql<PayslipRow>`${PAYSLIP}
    where i.line_item_uuid between ${from}::uuid and ${to}::uuid and i.status = 'PAID' limit 100`.execute(
    tx,
  )
  return rows
}

/** A contractor's line items that are not paid yet, or since an instant, the earliest pay date first. */
export async function listComingRows(
  tx: Tx,
  contractor_sub: string,
  paid_since: Date,
): Promise<PayslipRow[]> {
  const { rows } = await sql<PayslipRow>`${PAYSLIP}
    where i.contractor_sub = ${contractor_sub}
      and (i.status in ('PENDING_APPROVAL', 'APPROVED') or i.status = 'PAID' and i.paid_at >= ${paid_since})
    order by c.pay_date, i.line_item_uuid limit 20`.execute(tx)
  return rows
}

/** What a contractor was paid by an employer in a year and a currency, up to and with a pay date. */
export async function paidInYear(
  tx: Tx,
  row: PayslipRow,
  contractor_sub: string,
): Promise<{ payslips: number; minor: bigint }> {
  const { rows } = await sql<{ payslips: number; minor: bigint }>`
    select count(*)::int payslips, coalesce(sum(${ARRIVED}), 0)::bigint minor
      from line_item i join pay_cycle c on c.cycle_uuid = i.cycle_uuid
      where i.contractor_sub = ${contractor_sub} and i.employer_uuid = ${row.employer_uuid}::uuid and i.status = 'PAID' and i.currency = ${row.currency}
        and c.pay_date <= ${row.pay_date}::date and extract(year from c.pay_date) = extract(year from ${row.pay_date}::date)`.execute(
    tx,
  )
  return rows[0] ?? { payslips: 0, minor: 0n }
}
