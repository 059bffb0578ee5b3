/** Who is to be looked for on the lists. Triggers of the database write it, so that no use case forgets it. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** A contractor, or a company with its owners and people. */
export type Party = {
  /** `contractor_sub`, or `employer_uuid`. */
  readonly party: string
  readonly contractor_sub: string | null
  readonly employer_uuid: string | null
}

const PARTY = sql`party, contractor_sub, employer_uuid`

/** Marks everybody, and has the job look for them once this commits. */
export async function markAll(tx: Tx): Promise<void> {
  await sql`select app.screen_all()`.execute(tx)
  await sql`select app.enqueue('screen_due', '{}'::json, 'screen_due', null)`.execute(tx)
}

/** Nobody is to be looked for: there is nothing to find them on. */
export async function deleteAllDue(tx: Tx): Promise<void> {
  await sql`delete from screening_due`.execute(tx)
}

/** Whether somebody is to be looked for by now. */
export async function isAnyDue(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql`select from screening_due where due_at <= ${now} limit 1`.execute(tx)
  return rows.length > 0
}

/** Who is to be looked for next, after one of them. */
export async function listDue(tx: Tx, now: Date, after: string, limit: number): Promise<Party[]> {
  const { rows } = await sql<Party>`
    select ${PARTY} from screening_due where due_at <= ${now} and party > ${after} order by party limit ${limit}`.execute(
    tx,
  )
  return rows
}

/**
 * Takes these off, of those that are due: whoever changes them from here on marks them anew once this transaction ended. With `wait`
 * also those that another transaction is at; without it they are left to that one.
 */
export async function takeDue(tx: Tx, parties: readonly string[], wait: boolean): Promise<Party[]> {
  if (parties.length === 0) return []
  const { rows } = await sql<Party>`
    with held as (select party from screening_due where party = any(${[...parties]}::text[]) order by party
        for update ${wait ? sql`` : sql`skip locked`})
      delete from screening_due d using held where d.party = held.party returning d.party, d.contractor_sub, d.employer_uuid`.execute(
    tx,
  )
  return rows.toSorted((a, b) => (a.party < b.party ? -1 : 1))
}

/** Tries again later whom nothing could be read of. */
export async function postpone(tx: Tx, party: string, until: Date): Promise<void> {
  await sql`update screening_due set due_at = ${until}, failures = failures + 1 where party = ${party}`.execute(
    tx,
  )
}

/** How many are to be looked for, and how many of them failed. */
export async function countDue(tx: Tx): Promise<{ due: number; failed: number }> {
  const { rows } = await sql<{ due: number; failed: number }>`
    select count(*)::int due, (count(*) filter (where failures > 0))::int failed from screening_due`.execute(
    tx,
  )
  return rows[0] ?? { due: 0, failed: 0 }
}
