import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** When the people of these cycles were last asked to look at their pay, by cycle; those of whom nobody was are left out. */
export async function listPayeesAsked(
  tx: Tx,
  cycle_uuids: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ cycle_uuid: string; asked_at: Date }>`
    select cycle_uuid, asked_at from payee_reminder where cycle_uuid = any(${[...cycle_uuids]}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.cycle_uuid, row.asked_at]))
}

/** Notes that somebody asks the people of a cycle; answers false where somebody did on this day. */
export async function notePayeesAsked(
  tx: Tx,
  of: {
    readonly cycle_uuid: string
    readonly employer_uuid: string
    readonly asked_by: string
    readonly asked_at: Date
    readonly today: string
  },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into payee_reminder (cycle_uuid, employer_uuid, asked_by, asked_at)
      values (${of.cycle_uuid}::uuid, ${of.employer_uuid}::uuid, ${of.asked_by}, ${of.asked_at})
      on conflict (cycle_uuid) do update set asked_by = excluded.asked_by, asked_at = excluded.asked_at
        where payee_reminder.asked_at < ${of.today}::date`.execute(tx)
  return numAffectedRows > 0n
}
