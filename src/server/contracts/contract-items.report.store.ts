import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type ContractItem = {
  readonly contract_uuid: string
  readonly line_item_uuid: string
  readonly policy_uuid: string
  readonly cycle_uuid: string
  readonly start_date: string
  readonly end_date: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly status: string
}

const MOST = 24

/** The newest line items of each contract, with the periods of their cycles. */
export async function listContractItems(
  tx: Tx,
  contract_uuids: readonly string[],
): Promise<ContractItem[]> {
  const { rows } = await sql<ContractItem>`
    select k.contract_uuid, i.line_item_uuid, c.policy_uuid, c.cycle_uuid, c.start_date, c.end_date, i.currency, i.amount_minor, i.status
      from unnest(${[...contract_uuids]}::uuid[]) k(contract_uuid)
        join lateral (select line_item_uuid, cycle_uuid, currency, amount_minor, status from line_item
          where contract_uuid = k.contract_uuid order by line_item_uuid desc limit ${MOST}) i on true
        join pay_cycle c on c.cycle_uuid = i.cycle_uuid
      order by c.start_date desc`.execute(tx)
  return rows
}
