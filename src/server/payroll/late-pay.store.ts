import { sql } from 'kysely'
import type { LateAudience } from '#domain/payroll/late-pay.ts'
import type { Tx } from '../kernel/db.ts'

/** A round of telling an audience of a cycle. */
export type LateNotice = {
  readonly cycle_uuid: string
  readonly employer_uuid: string
  readonly audience: LateAudience
  readonly round: number
}

/** Begins or continues a round, alone until the transaction ends; answers who was the last that was told, and undefined once all were. */
export async function holdNotice(
  tx: Tx,
  { cycle_uuid, employer_uuid, audience, round }: LateNotice,
  told_at: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ told_through: string }>`
    insert into late_notice as n (cycle_uuid, employer_uuid, audience, round, told_through, done, told_at)
      values (${cycle_uuid}::uuid, ${employer_uuid}::uuid, ${audience}, ${round}, '', false, ${told_at})
      on conflict (cycle_uuid, audience) do update set round = excluded.round, told_at = excluded.told_at, done = false,
          told_through = case when n.round = excluded.round then n.told_through else '' end
        where n.round < excluded.round or n.round = excluded.round and not n.done
      returning told_through`.execute(tx)
  return rows[0]?.told_through
}

/** Remembers up to whom a round was told, and whether that was all. */
export async function noteTold(
  tx: Tx,
  { cycle_uuid, audience }: LateNotice,
  told: { readonly through: string; readonly done: boolean },
): Promise<void> {
  await tx
    .updateTable('late_notice')
    .set({ told_through: told.through, done: told.done })
    .where('cycle_uuid', '=', cycle_uuid)
    .where('audience', '=', audience)
    .execute()
}
