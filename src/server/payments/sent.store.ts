import { type RawBuilder, sql } from 'kysely'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
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

type Unsent = {
  readonly attempt_uuid: string
  readonly currency: CurrencyCode
  readonly amount_minor: bigint
}

/** Those of the attempts of which nobody knows whether a rail ever took them: their payments are UNKNOWN by them, and nobody said a word of that. */
export async function listNeverTaken(
  tx: Tx,
  attempt_uuids: readonly string[],
  rail: string,
): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`
    select a.attempt_uuid, a.currency, a.amount_minor from payment_attempt a join payment p on p.attempt_uuid = a.attempt_uuid
        join attempt_doubt d on d.attempt_uuid = a.attempt_uuid
      where a.attempt_uuid = ${anyOf(attempt_uuids)} and a.rail = ${rail} and p.status || '' = 'UNKNOWN' and not d.was_sent and d.word is null
      order by a.attempt_uuid`.execute(tx)
  return rows
}

type Named = { readonly attempt_uuid: string; readonly reference: string }
const NAMED: Columns<Named> = { attempt_uuid: 'uuid', reference: 'text' }

/** Keeps by which reference attempts of payments that are locked arrived, where it is another than the one by which they were sent. */
export async function keepReferences(tx: Tx, receipts: readonly Named[]): Promise<void> {
  if (receipts.length === 0) return
  const rows = receipts.map(({ attempt_uuid, reference }) => ({ attempt_uuid, reference }))
  await sql`
    with changed as (
      update payment_attempt a set reference = s.reference from ${lookedUpBy('s', rows, NAMED)}
        where a.attempt_uuid = s.attempt_uuid and a.reference is distinct from s.reference returning a.attempt_uuid, a.payment_uuid, a.reference
    )
    update payment p set reference = c.reference from changed c where p.payment_uuid = c.payment_uuid and p.attempt_uuid = c.attempt_uuid`.execute(
    tx,
  )
}

/** Of rows of payments those that left by none of the rails. */
export function leftBeside(rails: readonly string[]): RawBuilder<unknown> {
  return sql`(payment.network = 'fiat' or not exists (select from payment_attempt t
    where t.attempt_uuid = payment.attempt_uuid and t.rail = any(${[...rails]}::text[])))`
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
