import { sql } from 'kysely'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import type { Owner } from './document.store.ts'

export type Suspension = { readonly since: Date; readonly reason: string | null }

/** Since when a company or a contractor is suspended, and the operator's words; null of who is not. */
export async function selectSuspension(
  { tx, fields }: PrivateTx,
  { employer_uuid, contractor_sub }: Owner,
): Promise<Suspension | null> {
  const { rows } = await sql<{ since: Date; sealed: string | null }>`
    select suspended_at since, sealed_suspension sealed from ${
      employer_uuid !== null
        ? sql`employer where employer_uuid = ${employer_uuid}::uuid`
        : sql`person where sub = ${contractor_sub}`
    } and suspended_at is not null`.execute(tx)
  const [row] = rows
  if (!row) return null
  const place = employer_uuid !== null ? 'employer.sealed_suspension' : 'person.sealed_suspension'
  const id = employer_uuid ?? contractor_sub
  return { since: row.since, reason: row.sealed && fields.open(place, id, row.sealed) }
}
