/** What stands between an employer and a contractor: contracts, and pay that is not paid; read over both. */
import { sql } from 'kysely'
import type { ContractKind, ContractStatus } from '#domain/contracts/contract.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'

type Pair = { readonly employer_uuid: string; readonly contractor_sub: string }

/** The name of somebody who works with an employer, or undefined for anybody else, and for who left. */
export async function findWorking(
  tx: Tx,
  { employer_uuid, contractor_sub }: Pair,
): Promise<string | undefined> {
  const { rows } = await sql<{ contractor_name: string }>`
    select app.person_name(p.first_name, p.last_name, p.email) contractor_name
      from person_seen p where p.sub = ${contractor_sub} and exists (select from invitation i
        where i.employer_uuid = ${employer_uuid}::uuid and i.contractor_sub = p.sub and i.status = 'ACCEPTED')`.execute(
    tx,
  )
  return rows[0]?.contractor_name
}

export type OpenContract = {
  readonly contract_uuid: string
  readonly role: string
  readonly kind: ContractKind
  readonly status: ContractStatus
  readonly pay_policy_uuid: string | null
  /** The last day that it pays; null while it has none. */
  /** The days that it earns; both null for none. */
  readonly first_day_on: string | null
  readonly last_day_on: string | null
}

/** The contracts of a pair that can still be signed, that run, or that pay a day to come. */
export async function listOpenContracts(
  tx: Tx,
  { employer_uuid, contractor_sub }: Pair,
  today: string,
): Promise<OpenContract[]> {
  const { rows } = await sql<OpenContract>`
    select contract_uuid, role, kind, status, pay_policy_uuid, lower(earns) first_day_on, case when isempty(earns) then null else upper(earns) - 1 end last_day_on
      from contract where employer_uuid = ${employer_uuid}::uuid and contractor_sub = ${contractor_sub}
        and (status in ('DRAFT', 'AWAITING_SIGNATURE', 'ACTIVE') or (status = 'COMPLETED' and upper(earns) > ${today}::date))
      order by (status = 'ACTIVE') desc, role, contract_uuid`.execute(tx)
  return rows
}

export type OwedItem = {
  readonly policy_uuid: string
  readonly cycle_uuid: string
  readonly policy_label: string
  readonly pay_date: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly status: LineItemStatus
}

/** The line items of a pair that wait for approval or payment, by pay date. */
export async function listOwed(
  tx: Tx,
  { employer_uuid, contractor_sub }: Pair,
): Promise<OwedItem[]> {
  const { rows } = await sql<OwedItem>`
    select c.policy_uuid, c.cycle_uuid, y.label policy_label, c.pay_date, i.currency, i.amount_minor, i.status
      from line_item i join pay_cycle c using (cycle_uuid) join payroll_policy y on y.policy_uuid = c.policy_uuid
      where i.employer_uuid = ${employer_uuid}::uuid and i.contractor_sub = ${contractor_sub} and i.status in ('PENDING_APPROVAL', 'APPROVED')
      order by c.pay_date, i.line_item_uuid`.execute(tx)
  return rows
}
