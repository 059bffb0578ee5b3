/** What an outside provider's log-ins and sessions leave in the database. Times are the machine's, as of all sessions. */
import type pg from 'pg'
import type { WhichSessions } from '../identity-provider.ts'

export type KeptSession = {
  readonly session_id: string
  readonly sub: string
  /** The tokens, encrypted. */
  readonly sealed: string
  readonly created_at: Date
}

type Asked = Pick<pg.Pool, 'query'>

/** Keeps a log-in that starts, for a browser; drops those that nobody finished. */
export async function keepFlow(
  pool: Asked,
  flow: { state_hash: string; browser_hash: string; sealed: string; minutes: number },
): Promise<void> {
  await pool.query(
    `with gone as (delete from oidc_flow where expires_at < now())
      insert into oidc_flow (state_hash, browser_hash, sealed, expires_at)
      values (decode($1, 'hex'), decode($2, 'hex'), $3, now() + make_interval(mins => $4))`,
    [flow.state_hash, flow.browser_hash, flow.sealed, flow.minutes],
  )
}

/** Takes a log-in that this browser started, once; undefined when it did not, took too long, or was here before. */
export async function takeFlow(
  pool: Asked,
  state_hash: string,
  browser_hash: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ sealed: string }>(
    `delete from oidc_flow where state_hash = decode($1, 'hex') and browser_hash = decode($2, 'hex') and expires_at > now()
      returning sealed`,
    [state_hash, browser_hash],
  )
  return rows[0]?.sealed
}

/** Opens a session for a cookie; drops those that ran out. */
export async function openSession(
  pool: Asked,
  session: Omit<KeptSession, 'created_at'> & { cookie_hash: string; days: number },
): Promise<void> {
  await pool.query(
    `with gone as (delete from oidc_session where expires_at < now() and sealed is not null)
      insert into oidc_session (cookie_hash, session_id, sub, sealed, expires_at)
      values (decode($1, 'hex'), $2, $3, $4, now() + make_interval(days => $5))`,
    [session.cookie_hash, session.session_id, session.sub, session.sealed, session.days],
  )
}

const OPEN = `select session_id, sub, sealed, created_at from oidc_session
  where cookie_hash = decode($1, 'hex') and sealed is not null and expires_at > now()`

/** The open session of a cookie. */
export async function findSession(
  pool: Asked,
  cookie_hash: string,
): Promise<KeptSession | undefined> {
  const { rows } = await pool.query<KeptSession>(OPEN, [cookie_hash])
  return rows[0]
}

/** Works on the open session of a cookie while no other process can; what `work` changes stays unless it throws. */
export async function withSession<T>(
  pool: pg.Pool,
  cookie_hash: string,
  work: (session: KeptSession | undefined, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: unknown
  try {
    await client.query('begin')
    const { rows } = await client.query<KeptSession>(`${OPEN} for update`, [cookie_hash])
    const result = await work(rows[0], client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(cause => {
      broken = cause
    })
    throw error
  } finally {
    client.release(broken instanceof Error ? broken : undefined)
  }
}

/** Keeps what a session holds from now on. */
export async function saveSession(
  client: Asked,
  cookie_hash: string,
  session: KeptSession,
): Promise<void> {
  await client.query(
    `update oidc_session set session_id = $2, sealed = $3 where cookie_hash = decode($1, 'hex')`,
    [cookie_hash, session.session_id, session.sealed],
  )
}

/** Forgets the session of one cookie, without a word about its authentication. */
export async function dropSession(pool: Asked, cookie_hash: string): Promise<void> {
  await pool.query(`delete from oidc_session where cookie_hash = decode($1, 'hex')`, [cookie_hash])
}

/** Ends sessions of an account, whichever cookies hold them, and forgets their tokens; answers their ids. */
export async function endSessions(
  pool: Asked,
  sub: string,
  which: WhichSessions,
): Promise<string[]> {
  const [condition, value] =
    'only' in which
      ? ['session_id = any($2::text[])', which.only]
      : ['session_id is distinct from $2::text', which.allBut]
  const { rows } = await pool.query<{ session_id: string }>(
    `update oidc_session set sealed = null where sub = $1 and ${condition} and sealed is not null returning session_id`,
    [sub, value],
  )
  return rows.map(({ session_id }) => session_id)
}

/** Whether a session of this id was ended before, so that its authentication counts no more. */
export async function wasEnded(pool: Asked, sub: string, session_id: string): Promise<boolean> {
  const { rows } = await pool.query(
    'select from oidc_session where session_id = $1 and sub = $2 and sealed is null limit 1',
    [session_id, sub],
  )
  return rows.length > 0
}
