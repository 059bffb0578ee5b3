import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import type { Followed } from './calendar-feed.store.ts'

/**
 * What the link with this token follows; undefined for one that was stopped or replaced, whose owner left the employer, or where either is
 * suspended. Ask with the sight of all.
 */
export async function findFollowed(tx: Tx, token_hash: Buffer): Promise<Followed | undefined> {
  const { rows } = await sql<Followed>`
    select f.sub, f.employer_uuid, f.policy_uuid from calendar_feed f join person p on p.sub = f.sub
      left join employer_member m on m.sub = f.sub and m.employer_uuid = f.employer_uuid
      left join employer e on e.employer_uuid = m.employer_uuid
      where f.token_hash = ${token_hash} and f.revoked_at is null and p.suspended_at is null
        and (f.employer_uuid is null or (m.sub is not null and e.suspended_at is null))`.execute(tx)
  return rows[0]
}
