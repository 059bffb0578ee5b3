/** Words of who declined that lie in clear: of before they were sealed, and of processes of before. */
import { sql } from 'kysely'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { rowsOf } from '../kernel/rows.ts'
import { DECLINED } from './contract.report.store.ts'

/** Seals at most so many of them; answers how many, none when there are no more. Nothing else of a contract changes. */
export async function sealDeclines({ tx, fields }: PrivateTx, limit: number): Promise<number> {
  const { rows } = await sql<{ contract_uuid: string; decline_reason: string }>`
    select contract_uuid, decline_reason from contract where decline_reason <> '' order by contract_uuid limit ${limit} for update`.execute(
    tx,
  )
  if (rows.length === 0) return 0
  const sealed = rows.map(({ contract_uuid, decline_reason }) => ({
    contract_uuid,
    sealed: fields.seal(DECLINED, contract_uuid, decline_reason),
  }))
  await sql`update contract k set sealed_decline_reason = n.sealed, decline_reason = ''
    from ${rowsOf('n', sealed, { contract_uuid: 'uuid', sealed: 'text' })} where k.contract_uuid = n.contract_uuid`.execute(
    tx,
  )
  return rows.length
}
