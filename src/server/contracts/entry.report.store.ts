import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** What people of the own company are called, by their ids. */
export async function namesOf(tx: Tx, subs: readonly string[]): Promise<Map<string, string>> {
  if (subs.length === 0) return new Map()
  const { rows } = await sql<{ sub: string; name: string }>`
    select sub, app.person_name(first_name, last_name, email) name from person where sub = any(${[...new Set(subs)]})`.execute(
    tx,
  )
  return new Map(rows.map(({ sub, name }) => [sub, name]))
}
