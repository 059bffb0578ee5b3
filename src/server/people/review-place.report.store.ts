import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { endedUntil } from './review-claim.store.ts'

export type ReviewPlace = {
  readonly at: number | null
  readonly of: number
  readonly previous: string | null
  readonly next: string | null
}

/**
 * Where somebody stands among those who wait, the longest wait first, and who is before and after them whom no other operator looks at;
 * after the last comes the first again.
 */
export async function selectPlace(
  tx: Tx,
  table: 'employer' | 'contractor',
  id: string,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<ReviewPlace> {
  const key = sql.ref(table === 'employer' ? 'employer_uuid' : 'sub')
  const claimed = sql.ref(table === 'employer' ? 'c.employer_uuid' : 'c.contractor_sub')
  const { rows } = await sql<ReviewPlace>`
    with waiting as (
      select ${key}::text id, row_number() over (order by coalesce(documents_at, created_at), ${key})::int nth
        from ${sql.table(table)} where verification = 'PENDING_REVIEW'),
    free as (
      select id, nth from waiting w where id <> ${id} and not exists (select from review_claim c
        where ${claimed}::text = w.id and c.claimed_by <> ${by} and c.active_at > ${endedUntil(now)})),
    me as (select (select nth from waiting where id = ${id}) nth)
    select me.nth "at", (select count(*)::int from waiting) "of",
        (select id from free where free.nth < me.nth order by free.nth desc limit 1) previous,
        coalesce((select id from free where free.nth > me.nth order by free.nth limit 1), (select id from free order by free.nth limit 1)) "next"
      from me`.execute(tx)
  return rows[0] ?? { at: null, of: 0, previous: null, next: null }
}

/** Since when a possible match of this contractor or company on a list of sanctions waits for an answer; null where none does. */
export async function selectMatchSince(tx: Tx, party: string): Promise<Date | null> {
  const hold = await tx
    .selectFrom('compliance_hold')
    .select('since')
    .where('party', '=', party)
    .executeTakeFirst()
  return hold?.since ?? null
}
