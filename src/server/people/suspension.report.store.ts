import { sql } from 'kysely'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import type { Owner } from './document.store.ts'

export type Suspension = {
  readonly since: Date
  /** The note of who did it, for operators alone. */
  readonly reason: string | null
  /** What who is suspended is told. */
  readonly told: string | null
}

/** Since when a company or a contractor is suspended, and the operator's words; null of who is not. */
export async function selectSuspension(
  { tx, fields }: PrivateTx,
  { employer_uuid, contractor_sub }: Owner,
): Promise<Suspension | null> {
  const { rows } = await sql<{ since: Date; reason: string | null; told: string | null }>`
    select suspended_at since, sealed_suspension reason, sealed_told told from ${
      employer_uuid !== null
        ? sql`employer where employer_uuid = ${employer_uuid}::uuid`
        : sql`person where sub = ${contractor_sub}`
    } and suspended_at is not null`.execute(tx)
  const [row] = rows
  if (!row) return null
  const table = employer_uuid !== null ? 'employer' : 'person'
  const id = employer_uuid ?? contractor_sub
  const open = (column: 'sealed_suspension' | 'sealed_told', sealed: string | null) =>
    sealed && fields.open(`${table}.${column}`, id, sealed)
  return {
    since: row.since,
    reason: open('sealed_suspension', row.reason),
    told: open('sealed_told', row.told),
  }
}
