import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** That an offer was made in no relation that still is: the one in which it was made ended, whatever followed. */
const IS_STRANDED = sql`k.status = 'AWAITING_SIGNATURE' and not exists (select from invitation i
  where i.employer_uuid = k.employer_uuid and i.contractor_sub = k.contractor_sub and i.status = 'ACCEPTED' and i.removed_at is null
    and i.answered_at <= k.approved_at)`

/** The employer's offers that wait for somebody with whom the relation ended; of one person where they are named. */
export async function selectStrandedOffers(
  tx: Tx,
  of: { readonly employer_uuid: string; readonly contractor_sub: string | undefined },
): Promise<string[]> {
  const { rows } = await sql<{ contract_uuid: string }>`
    select k.contract_uuid from contract k where k.employer_uuid = ${of.employer_uuid}::uuid and ${IS_STRANDED}
      ${of.contractor_sub === undefined ? sql`` : sql`and k.contractor_sub = ${of.contractor_sub}`}`.execute(
    tx,
  )
  return rows.map(row => row.contract_uuid)
}

/** The employers who have such offers. */
export async function employersWithStranded(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select distinct k.employer_uuid from contract k where ${IS_STRANDED}`.execute(tx)
  return rows.map(row => row.employer_uuid)
}
