import { sql } from 'kysely'
import { type Preferences, UNCHOSEN } from '#domain/notifications/preferences.ts'
import type { Tx } from '../kernel/db.ts'

/** The columns that say how somebody is told; nulls for who never chose. */
export type PreferenceRow = {
  readonly task_way: string | null
  readonly pay_way: string | null
  readonly news_way: string | null
  readonly quiet_from: number | null
  readonly quiet_until: number | null
  readonly daily_hour: number | null
  readonly time_zone: string | null
}

/** What somebody chose, or what holds until they do. */
export function preferencesOf(row: PreferenceRow | undefined): Preferences {
  if (!row?.time_zone) return UNCHOSEN
  const { task_way: TASK, pay_way: PAY, news_way: NEWS, quiet_from, quiet_until } = row
  return {
    // The database lets in no other ways.
    ways: { TASK, PAY, NEWS } as Preferences['ways'],
    quiet_hours:
      quiet_from === null || quiet_until === null ? null : { from: quiet_from, until: quiet_until },
    daily_hour: row.daily_hour ?? UNCHOSEN.daily_hour,
    time_zone: row.time_zone,
  }
}

/** How a person wants to be told, as it is kept; undefined for who never chose. */
export function findPreferences(tx: Tx, person_sub: string): Promise<PreferenceRow | undefined> {
  return tx
    .selectFrom('notification_preference')
    .select([
      'task_way',
      'pay_way',
      'news_way',
      'quiet_from',
      'quiet_until',
      'daily_hour',
      'time_zone',
    ])
    .where('person_sub', '=', person_sub)
    .executeTakeFirst()
}

/** Holds how a person wants to be told, also of who never chose, so that two who choose at once come one after the other. */
export async function holdPreferences(tx: Tx, person_sub: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`preferences of ${person_sub}`}, 0))`.execute(
    tx,
  )
}

/** Keeps how a person wants to be told. */
export async function savePreferences(
  tx: Tx,
  person_sub: string,
  { ways, quiet_hours, daily_hour, time_zone }: Preferences,
  changed_at: Date,
): Promise<void> {
  const columns = {
    task_way: ways.TASK,
    pay_way: ways.PAY,
    news_way: ways.NEWS,
    quiet_from: quiet_hours?.from ?? null,
    quiet_until: quiet_hours?.until ?? null,
    daily_hour,
    time_zone,
    changed_at,
  }
  await tx
    .insertInto('notification_preference')
    .values({ person_sub, ...columns })
    .onConflict(row => row.column('person_sub').doUpdateSet(columns))
    .execute()
}
