import { sql } from 'kysely'
import type { WhichSessions } from '../gateways/identity-provider/identity-provider.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'

export type SessionSeen = {
  readonly session_id: string
  readonly sub: string
  readonly address: string
  readonly user_agent: string
}

/**
 * Notes that a session was seen, at most once a minute, and answers whether it is over and since when it is known. In one
 * statement; sessions go by the machine's clock, as tokens do.
 */
export async function noteSession(
  tx: Tx,
  seen: SessionSeen,
): Promise<{ ended: boolean; created_at: Date | null }> {
  const { rows } = await sql<{ ended: boolean; created_at: Date | null }>`
    with known as (select ended_at, last_seen_at, created_at from session where session_id = ${seen.session_id}),
    noted as (
      insert into session (session_id, sub, address, user_agent)
      select ${seen.session_id}, ${seen.sub}, ${seen.address}, ${seen.user_agent}
      where not exists (select from known where ended_at is not null or last_seen_at > now() - interval '1 minute')
      on conflict (session_id) do update set last_seen_at = now(), address = excluded.address, user_agent = excluded.user_agent
        where session.ended_at is null and session.sub = excluded.sub)
    select exists(select from known where ended_at is not null) ended, (select created_at from known)`.execute(
    tx,
  )
  return rows[0] ?? { ended: false, created_at: null }
}

/** The sessions of a person that are not over and were seen within a week, the latest first. */
export async function listOpenSessions(tx: Tx, sub: string) {
  return tx
    .selectFrom('session')
    .select(['session_id', 'created_at', 'last_seen_at', 'address', 'user_agent'])
    .where('sub', '=', sub)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('last_seen_at', 'desc')
    .limit(100)
    .execute()
}

/** Ends sessions of a person: those named, or all but one. Answers which ended now. */
export async function endSessions(tx: Tx, sub: string, which: WhichSessions): Promise<string[]> {
  let ending = tx
    .updateTable('session')
    .set({ ended_at: sql<Date>`now()` })
    .where('sub', '=', sub)
    .where('ended_at', 'is', null)
  if ('only' in which) ending = ending.where('session_id', '=', sql<string>`any(${which.only})`)
  else if (which.allBut) ending = ending.where('session_id', '<>', which.allBut)
  const rows = await ending.returning('session_id').execute()
  return rows.map(row => row.session_id)
}

/** Ends sessions that the provider ended by itself, also such as the API has not seen yet. */
export async function noteEnded(
  tx: Tx,
  ended: readonly { readonly session_id: string; readonly sub: string }[],
): Promise<void> {
  await sql`insert into session (session_id, sub, ended_at)
    select s.session_id, s.sub, now() from ${rowsOf('s', ended, { session_id: 'text', sub: 'text' })}
    on conflict (session_id) do update set ended_at = coalesce(session.ended_at, now())`.execute(tx)
}

/** The network addresses from which a person's sessions were seen lately. */
export async function listAddresses(tx: Tx, sub: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('session')
    .select('address')
    .where('sub', '=', sub)
    .orderBy('last_seen_at', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ address }) => address)
}

/** Forgets up to `limit` sessions that were last seen so many days ago, and that did not end since; how many. */
export async function deleteSeen(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from session where session_id in (
      select session_id from session where last_seen_at < now() - ${days} * interval '1 day'
        and coalesce(ended_at < now() - ${days} * interval '1 day', true) order by last_seen_at limit ${limit} for update skip locked)`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
