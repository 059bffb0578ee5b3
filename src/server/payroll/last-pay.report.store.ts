/** What a contract is paid by and what of it is not paid yet; read over contracts, cycles and items. */
import { sql } from 'kysely'
import type { WrittenEntry } from '#domain/payroll/entries.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'

export type EndingContract = {
  readonly contract_uuid: string
  readonly employer_uuid: string
  readonly contractor_sub: string
  readonly pay_policy_uuid: string | null
}

/** A contract that runs or ran, or undefined. */
export async function findEnding(
  tx: Tx,
  contract_uuid: string,
): Promise<EndingContract | undefined> {
  const { rows } = await sql<EndingContract>`
    select contract_uuid, employer_uuid, contractor_sub, pay_policy_uuid from contract
      where contract_uuid = ${contract_uuid}::uuid and status in ('ACTIVE', 'COMPLETED')`.execute(
    tx,
  )
  return rows[0]
}

export type PayOfContract = {
  readonly line_item_uuid: string
  readonly cycle_uuid: string
  readonly policy_uuid: string
  readonly pay_date: string
  readonly start_date: string
  readonly end_date: string
  readonly status: LineItemStatus
  readonly currency: string
  readonly amount_minor: bigint
  /** What is paid besides the hours, and is when these change. */
  readonly entries: readonly WrittenEntry[] | null
}

/** The pays of a contract that wait for approval or payment, and all that fall into the period of a day; by pay date. */
export async function listPaysOfContract(
  tx: Tx,
  contract_uuid: string,
  day: string,
): Promise<PayOfContract[]> {
  const { rows } = await sql<PayOfContract>`
    select i.line_item_uuid, c.cycle_uuid, c.policy_uuid, c.pay_date, c.start_date, c.end_date, i.status, i.currency, i.amount_minor,
        app.entries_of_money(i.entries) entries
      from line_item i join pay_cycle c using (cycle_uuid)
      where i.contract_uuid = ${contract_uuid}::uuid
        and (i.status in ('PENDING_APPROVAL', 'APPROVED') or ${day}::date between c.start_date and c.end_date)
      order by c.pay_date, i.line_item_uuid`.execute(tx)
  return rows
}
