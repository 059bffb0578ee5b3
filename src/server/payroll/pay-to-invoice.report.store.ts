import { sql } from 'kysely'
import type { WrittenEntry } from '#domain/payroll/entries.ts'
import type { Tx } from '../kernel/db.ts'
import { ARRIVED } from './arrived.report.store.ts'

export type PayToInvoiceRow = {
  readonly line_item_uuid: string
  readonly employer_uuid: string
  readonly employer_name: string
  /** Who signed for the employer; null where the agreement was signed elsewhere. */
  readonly signer_name: string | null
  readonly signer_email: string | null
  readonly status: 'APPROVED' | 'PAID'
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
  readonly paid_at: Date | null
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
}

/** A contractor's pays whose amount is decided, the latest pay date first: some of them, or the newest. */
export async function listDecidedPayRows(
  tx: Tx,
  contractor_sub: string,
  {
    line_item_uuids,
    limit,
  }: { readonly line_item_uuids?: readonly string[]; readonly limit: number },
): Promise<PayToInvoiceRow[]> {
  const { rows } = await sql<PayToInvoiceRow>`
    select i.line_item_uuid, i.employer_uuid, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name, s.name signer_name,
        s.email signer_email, i.status, i.role, i.currency, i.hourly_rate_minor, i.scheduled_hours_hundredths, i.hours_hundredths, i.entries,
        i.back_pay, i.edited_by, i.edited_at, i.amount_minor, ${ARRIVED} arrived_minor, i.paid_at, c.start_date, c.end_date, c.pay_date
      from line_item i join pay_cycle c on c.cycle_uuid = i.cycle_uuid join employer e on e.employer_uuid = i.employer_uuid
        left join contract_signature s on s.contract_uuid = i.contract_uuid and s.party = 'employer'
      where i.contractor_sub = ${contractor_sub} and i.status in ('APPROVED', 'PAID') and i.amount_minor > 0
        and (${!line_item_uuids} or i.line_item_uuid = any(${[...(line_item_uuids ?? [])]}::uuid[]))
      order by c.pay_date desc, i.line_item_uuid desc limit ${limit}`.execute(tx)
  return rows
}
