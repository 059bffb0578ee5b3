import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Locks the cycles, as approving does, and answers the items that wait in them, unedited, of a contract or of the one that it supersedes, with what prorating needs. */
export async function listWaitingOfContract(tx: Tx, contract_uuid: string) {
  const { rows } = await sql<{
    line_item_uuid: string
    employer_uuid: string
    currency: string
    hourly_rate_minor: bigint
    hours_hundredths: number
    contract_hours_hundredths: number
    contract_start_date: string
    contract_end_date: string | null
    start_date: string
    end_date: string
    country_code: string
    subdivision_code: string | null
  }>`
    select i.line_item_uuid, i.employer_uuid, i.currency, i.hourly_rate_minor, i.hours_hundredths,
        k.scheduled_hours_hundredths contract_hours_hundredths, greatest(k.contract_start_date, k.effective_date) contract_start_date,
        k.contract_end_date, c.start_date, c.end_date, e.country_code, e.subdivision_code
      from contract this join contract k on k.contract_uuid in (this.contract_uuid, this.supersedes_uuid)
        join line_item i on i.contract_uuid = k.contract_uuid join pay_cycle c on c.cycle_uuid = i.cycle_uuid
        join employer e on e.employer_uuid = i.employer_uuid
      where this.contract_uuid = ${contract_uuid}::uuid and i.status = 'PENDING_APPROVAL' and i.edited_at is null
      order by c.cycle_uuid for update of c, i`.execute(tx)
  return rows
}

/** Sets an item's share of the period; answers whether it still waited. */
export async function refitItem(
  tx: Tx,
  line_item_uuid: string,
  share: { hours_hundredths: number; amount_minor: bigint; proration: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('line_item')
    .set(row => ({
      ...share,
      scheduled_hours_hundredths: share.hours_hundredths,
      version: row('version', '+', 1),
    }))
    .where('line_item_uuid', '=', line_item_uuid)
    .where('status', '=', 'PENDING_APPROVAL')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
