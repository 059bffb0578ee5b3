import { sql } from 'kysely'
import { CHECKED_WITHIN_MINUTES } from '#domain/payments/check-state.ts'
import type { Tx } from '../kernel/db.ts'

/**
 * Since when execution is halted for everyone, or null. It is when an invariant does not hold, and when the check of them has not
 * finished for half an hour of the machine's time: a guard that sleeps guards nothing.
 */
export async function haltedSince(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ since: string }>`
    select value #>> '{}' since from setting
      where (name = 'execution_halted_since' and value <> 'null')
        or (name = 'invariants_checked_at' and (value #>> '{}')::timestamptz < now() - make_interval(mins => ${CHECKED_WITHIN_MINUTES}))
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

/** What a check found of one law. */
export type FoundOfLaw = { readonly name: string; readonly violations: readonly string[] }

/** Notes that the invariants were checked now, by the machine's time, and what was found. */
export async function noteChecked(tx: Tx, found: readonly FoundOfLaw[]): Promise<void> {
  const kept = JSON.stringify(found.map(({ name, violations }) => ({ name, violations })))
  await sql`insert into setting (name, value) values ('invariants_checked_at', to_jsonb(now())), ('invariants_found', ${kept}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(tx)
}

/** When the invariants were last checked, by the machine's time, what was found, and whether execution is halted for it. */
export async function lastChecked(tx: Tx): Promise<{
  readonly checked_at: Date | null
  readonly minutes_ago: number | null
  readonly is_halted: boolean
  readonly found: readonly FoundOfLaw[]
}> {
  const { rows } = await sql<{
    checked_at: Date | null
    minutes_ago: number | null
    is_halted: boolean | null
    found: readonly FoundOfLaw[] | null
  }>`with said as (
      select max((value #>> '{}')::timestamptz) filter (where name = 'invariants_checked_at') checked_at,
          bool_or(value <> 'null') filter (where name = 'execution_halted_since') is_halted,
          (select value from setting where name = 'invariants_found') found
        from setting where name in ('invariants_checked_at', 'execution_halted_since')
    ) select checked_at, (extract(epoch from now() - checked_at) / 60)::int minutes_ago, is_halted, found from said`.execute(
    tx,
  )
  const said = rows[0]
  return {
    checked_at: said?.checked_at ?? null,
    minutes_ago: said?.minutes_ago ?? null,
    is_halted: said?.is_halted ?? false,
    found: said?.found ?? [],
  }
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
