import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { endedUntil } from './review-claim.store.ts'

export type ClaimRow = {
  /** The company or contractor that is looked at. */
  readonly of: string
  readonly claimed_by: string
  readonly name: string
  readonly claimed_at: Date
  readonly active_at: Date
}

/** The claims of these companies or contractors that have not ended by an instant. */
export async function selectClaims(tx: Tx, ids: readonly string[], now: Date): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select coalesce(c.employer_uuid::text, c.contractor_sub) "of", c.claimed_by, c.claimed_at, c.active_at,
        app.person_name(p.first_name, p.last_name, p.email) name
      from review_claim c join person p on p.sub = c.claimed_by
      where coalesce(c.employer_uuid::text, c.contractor_sub) = any(${[...ids]}::text[]) and c.active_at > ${endedUntil(now)}`.execute(
    tx,
  )
  return rows
}
