import { sql } from 'kysely'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { Tx } from '../kernel/db.ts'
import { anyOf, type Columns, lookedUpBy } from '../kernel/rows.ts'

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

type Named = { readonly attempt_uuid: string; readonly reference: string }
const NAMED: Columns<Named> = { attempt_uuid: 'uuid', reference: 'text' }

/** Keeps by which reference attempts arrived, where it is another than the one by which they were sent. */
export async function keepReferences(tx: Tx, receipts: readonly Named[]): Promise<void> {
  if (receipts.length === 0) return
  const rows = receipts.map(({ attempt_uuid, reference }) => ({ attempt_uuid, reference }))
  await sql`
    update payment_attempt a set reference = s.reference from ${lookedUpBy('s', rows, NAMED)}
      where a.attempt_uuid = s.attempt_uuid and a.reference is distinct from s.reference`.execute(
    tx,
  )
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
