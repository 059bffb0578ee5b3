import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** What a link follows: one policy of an employer, or, both null, the pay of the contractor who made it. */
export type Followed = {
  readonly sub: string
  readonly employer_uuid: string | null
  readonly policy_uuid: string | null
}

/** Gives who follows something a new link in the place of the one before, in one statement. It reads no digest, as no tenant may. */
export async function saveFeed(
  tx: Tx,
  feed: Followed & {
    readonly feed_uuid: string
    readonly token_hash: Buffer
    readonly created_at: Date
  },
): Promise<void> {
  const { sub, employer_uuid, policy_uuid, feed_uuid, token_hash, created_at } = feed
  await sql`insert into calendar_feed (feed_uuid, sub, employer_uuid, policy_uuid, token_hash, created_at)
    values (${feed_uuid}::uuid, ${sub}, ${employer_uuid}::uuid, ${policy_uuid}::uuid, ${token_hash}, ${created_at})
    on conflict (sub, policy_uuid) do update
      set token_hash = ${token_hash}, created_at = ${created_at}, revoked_at = null`.execute(tx)
}

/** Stops the link of who follows something; answers whether there was one that worked. */
export async function stopFeed(
  tx: Tx,
  { sub, policy_uuid }: Followed,
  revoked_at: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update calendar_feed set revoked_at = ${revoked_at}
    where sub = ${sub} and policy_uuid is not distinct from ${policy_uuid}::uuid and revoked_at is null`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

/** Since when somebody has a link that works, or undefined. */
export async function findFeed(
  tx: Tx,
  { sub, policy_uuid }: Followed,
): Promise<{ created_at: Date } | undefined> {
  const { rows } = await sql<{ created_at: Date }>`select created_at from calendar_feed
    where sub = ${sub} and policy_uuid is not distinct from ${policy_uuid}::uuid and revoked_at is null`.execute(
    tx,
  )
  return rows[0]
}
