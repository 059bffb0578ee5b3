/** Attempts beside which another is made for the same payment: which of them must never arrive, and what two operators said of that (decision 0167). */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { anyOf } from '../kernel/rows.ts'

/** Of each payment its attempts before the last one that must not arrive beside it: all since two operators said last that it is paid anew all the same. */
export async function listBefore(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ payment_uuid: string; attempt_uuid: string }>`
    select a.payment_uuid, a.attempt_uuid from payment p join payment_attempt a using (payment_uuid)
      where p.payment_uuid = ${anyOf(payment_uuids)} and p.attempt > 1 and a.number < p.attempt
        and not exists (select from payment_attempt said
          where said.payment_uuid = p.payment_uuid and said.number >= a.number and said.number < p.attempt and said.anew_at is not null)
      order by a.number`.execute(tx)
  const of = Map.groupBy(rows, row => row.payment_uuid)
  return new Map([...of].map(([id, own]) => [id, own.map(row => row.attempt_uuid)]))
}

/** Those of the attempts that their rail refused since one before could arrive beside them. */
export async function listByTwo(tx: Tx, attempt_uuids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ attempt_uuid: string }>`
    select attempt_uuid from payment_attempt where attempt_uuid = ${anyOf(attempt_uuids)} and by_two`.execute(
    tx,
  )
  return rows.map(row => row.attempt_uuid)
}

/** Keeps that two operators said of attempts that another is made, whatever becomes of them and of those before them. */
export async function keepAnew(
  tx: Tx,
  attempt_uuids: readonly string[],
  { asked_by, confirmed_by, at }: { asked_by: string; confirmed_by: string | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({ anew_at: at, anew_asked_by: asked_by, anew_confirmed_by: confirmed_by })
    .where(sql<boolean>`attempt_uuid = any(${[...attempt_uuids]}::uuid[])`)
    .execute()
}
