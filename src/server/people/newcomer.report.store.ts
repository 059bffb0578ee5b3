import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type Newcomer = {
  readonly sub: string
  readonly email: string
  /** When they first accepted an invitation; of who accepted none, when they signed up. */
  readonly since: Date
  /** The days on which they were reminded. */
  readonly reminded: readonly number[]
}

/** Contractors who came since an instant, by their id, after one; at most `limit`. Not who is suspended, nor who works for nobody any more. */
export async function selectNewcomers(
  tx: Tx,
  { from, after, limit }: { from: Date; after: string; limit: number },
): Promise<Newcomer[]> {
  const { rows } = await sql<Newcomer>`
    with fresh as (
      select sub from contractor where created_at >= ${from}
      union select contractor_sub from invitation where status = 'ACCEPTED' and answered_at >= ${from})
    select c.sub, p.email, coalesce(a.answered_at, c.created_at) since,
        array(select day from onboarding_reminder r where r.contractor_sub = c.sub order by day) reminded
      from fresh join contractor c using (sub) join person p using (sub)
      left join lateral (select min(answered_at) answered_at from invitation
        where contractor_sub = c.sub and status = 'ACCEPTED' and removed_at is null) a on true
      where c.sub > ${after} and p.suspended_at is null and coalesce(a.answered_at, c.created_at) >= ${from}
        and (a.answered_at is not null or not exists (select from invitation where contractor_sub = c.sub and status = 'OFFBOARDED'))
      order by c.sub limit ${limit}`.execute(tx)
  return rows
}
