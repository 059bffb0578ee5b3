import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/**
 * Since when execution is halted for everyone, or null. It is when an invariant does not hold, and when the check of them has not
 * finished for half an hour of the machine's time: a guard that sleeps guards nothing.
 */
export async function haltedSince(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ since: string }>`
    select value #>> '{}' since from setting
      where (name = 'execution_halted_since' and value <> 'null')
        or (name = 'invariants_checked_at' and (value #>> '{}')::timestamptz < now() - interval '30 minutes')
      order by since limit 1`.execute(tx)
  return rows[0]?.since ?? null
}

/** Whether an invariant was found not to hold. */
export async function isHalted(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'execution_halted_since')
    .executeTakeFirst()
  return typeof row?.value === 'string'
}

/** Halts execution from `since`, or lets it go on with null. */
export async function setHalted(tx: Tx, since: string | null): Promise<void> {
  const value = JSON.stringify(since)
  await tx
    .insertInto('setting')
    .values({ name: 'execution_halted_since', value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Notes that the invariants were checked now, by the machine's time. */
export async function noteChecked(tx: Tx): Promise<void> {
  await sql`insert into setting (name, value) values ('invariants_checked_at', to_jsonb(now()))
    on conflict (name) do update set value = excluded.value`.execute(tx)
}

/** For how many minutes the check has not finished, when that is longer than it should be; else null. */
export async function minutesUnchecked(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from now() - (value #>> '{}')::timestamptz)::int / 60 minutes from setting
      where name = 'invariants_checked_at' and (value #>> '{}')::timestamptz < now() - interval '15 minutes'`.execute(
    tx,
  )
  return rows[0]?.minutes ?? null
}
