import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** A receipt that is booked, or waits for an owner: its name, and the reference that it shares with others, both as the database folds them. */
export type SharingRow = {
  readonly folded: string
  readonly shares: string | null
  readonly currency: string
  readonly amount_minor: bigint
  /** Null while it is nobody's. */
  readonly owner: string | null
  readonly received_on: string
  /** Whether it was taken back so that its parts take its place. */
  readonly apart: boolean
}

/** What is booked or waits under references, or shares one of them, each receipt once; in the order of their names. */
export async function findSharing(tx: Tx, folded: readonly string[]): Promise<SharingRow[]> {
  const { rows } = await sql<SharingRow>`
    select distinct on (lower(reference)) lower(reference) folded, lower(shares) shares, currency, amount_minor, owner, received_on, apart
      from (select reference, shares, f.currency, f.amount_minor, f.employer_uuid owner, received_on, coalesce(r.apart, false) apart
            from funding f left join funding_reversal r using (funding_uuid)
          where lower(reference) = any(${[...folded]}::text[]) or lower(shares) = any(${[...folded]}::text[])
        union all select reference, shares, currency, amount_minor, null, received_on, apart from suspense_receipt
          where lower(reference) = any(${[...folded]}::text[]) or lower(shares) = any(${[...folded]}::text[])) known
      order by 1, apart desc, owner nulls last`.execute(tx)
  return rows
}
