import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Which of these wants no invitations. */
export async function selectStopped(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('stopped_address')
    .select('address_hash')
    .where(sql<boolean>`address_hash = any(${[...hashes]}::bytea[])`)
    .execute()
  return rows.map(row => row.address_hash)
}

/** Keeps an address as stopped, or lets invitations through again; twice is as once. */
export async function saveStopped(tx: Tx, address_hash: Buffer, stopped: boolean): Promise<void> {
  if (stopped)
    await tx
      .insertInto('stopped_address')
      .values({ address_hash })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  else await tx.deleteFrom('stopped_address').where('address_hash', '=', address_hash).execute()
}
