import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Lets the rest of the transaction act for an employer that it has just made. */
export async function actFor(tx: Tx, employer_uuid: string): Promise<void> {
  await sql`select set_config('app.employer', ${employer_uuid}, true)`.execute(tx)
}
