import { sql } from 'kysely'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { Tx } from '../kernel/db.ts'
import { anyOf } from '../kernel/rows.ts'

export type SentRow = { readonly payment_uuid: string; readonly attempt_uuid: string }

/** Payments that were sent by a rail on a chain and wait for its word, after one of them. */
export async function listSentBy(
  tx: Tx,
  of: { network: Blockchain; rail: string; after: string | undefined; limit: number },
): Promise<SentRow[]> {
  const { rows } = await sql<SentRow>`
    select p.payment_uuid, p.attempt_uuid from payment p join payment_attempt t on t.attempt_uuid = p.attempt_uuid
      where not p.is_over and p.network <> 'fiat' and p.network = ${of.network} and p.status = 'SENT' and t.rail = ${of.rail}
        ${of.after ? sql`and p.payment_uuid > ${of.after}::uuid` : sql``}
      order by p.payment_uuid limit ${sql.lit(of.limit)}`.execute(tx)
  return rows
}

/** Those of the attempts that were handed to one of the rails. */
export async function listSentByRails(
  tx: Tx,
  attempt_uuids: readonly string[],
  rails: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ attempt_uuid: string }>`
    select attempt_uuid from payment_attempt where attempt_uuid = ${anyOf(attempt_uuids)} and rail = any(${[...rails]}::text[])`.execute(
    tx,
  )
  return rows.map(row => row.attempt_uuid)
}
