/** What an account has besides its password. */
import type pg from 'pg'
import { sha256 } from '../../../kernel/ids.ts'

export type Factors = {
  readonly totp: boolean
  readonly passkeys: number
  readonly recovery_codes_left: number
  readonly has_password: boolean
}

const NONE: Factors = {
  totp: false,
  passkeys: 0,
  recovery_codes_left: 0,
  has_password: false,
}

/** The factors of an account, in one statement. */
export async function findFactors(pool: pg.Pool, user_id: string): Promise<Factors> {
  const { rows } = await pool.query<Factors>(
    `select exists(select from totp_factor where user_id = $1 and confirmed_at is not null) totp,
      (select count(*)::int from passkey where "userId" = $1) passkeys,
      (select count(*)::int from recovery_code where user_id = $1 and used_at is null) recovery_codes_left,
      exists(select from account where "userId" = $1 and "providerId" = 'credential' and password is not null) has_password`,
    [user_id],
  )
  return rows[0] ?? NONE
}

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(pool: pg.Pool, user_id: string) {
  const { rows } = await pool.query<{ id: string; name: string; created_at: Date }>(
    `select id, coalesce(name, 'Passkey') "name", "createdAt" created_at from passkey where "userId" = $1 order by "createdAt", id`,
    [user_id],
  )
  return rows
}

/** The secret of the authenticator app, encrypted, and whether it was confirmed. */
export async function findTotp(
  pool: pg.Pool,
  user_id: string,
): Promise<{ secret: string; confirmed: boolean } | undefined> {
  const { rows } = await pool.query<{ secret: string; confirmed: boolean }>(
    'select secret, confirmed_at is not null confirmed from totp_factor where user_id = $1',
    [user_id],
  )
  return rows[0]
}

/** Keeps a secret that waits for its first code; false when a confirmed one is there. */
export async function keepTotp(pool: pg.Pool, user_id: string, secret: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into totp_factor (user_id, secret) values ($1, $2)
      on conflict (user_id) do update set secret = $2, last_step = 0 where totp_factor.confirmed_at is null`,
    [user_id, secret],
  )
  return rowCount === 1
}

/**
 * Takes the code of a time step, once; confirms the factor where it waited. False when the step or a later one was taken, or the secret is
 * not the one any more that the code was held against.
 */
export async function takeStep(
  pool: pg.Pool,
  user_id: string,
  secret: string,
  step: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update totp_factor set last_step = $3, confirmed_at = coalesce(confirmed_at, now())
      where user_id = $1 and secret = $2 and last_step < $3`,
    [user_id, secret, step],
  )
  return rowCount === 1
}

/** Whether an account has this passkey. */
export async function hasPasskey(pool: pg.Pool, user_id: string, id: unknown): Promise<boolean> {
  const { rows } = await pool.query('select from passkey where "userId" = $1 and id::text = $2', [
    user_id,
    String(id),
  ])
  return rows.length > 0
}

/** Whether any account has a passkey with this credential. */
export async function isKnownCredential(pool: pg.Pool, credential_id: string): Promise<boolean> {
  const { rows } = await pool.query('select from passkey where "credentialID" = $1', [
    credential_id,
  ])
  return rows.length > 0
}

export type RemovableFactor = 'totp' | { readonly passkey: string }

/**
 * Removes a factor and answers how many are left; with the last one go the recovery codes. `LAST`, and nothing done, where one
 * has to stay; of two removals at once the second sees what the first left.
 */
export async function removeFactor(
  pool: pg.Pool,
  user_id: string,
  which: RemovableFactor,
  one_stays: boolean,
): Promise<number | 'LAST' | 'NOT_FOUND'> {
  return holdingAccount(pool, user_id, async client => {
    const { rowCount } =
      which === 'totp'
        ? await client.query(
            'delete from totp_factor where user_id = $1 and confirmed_at is not null',
            [user_id],
          )
        : await client.query('delete from passkey where "userId" = $1 and id::text = $2', [
            user_id,
            which.passkey,
          ])
    const { rows } = await client.query<{ left: number }>(
      `select (select count(*) from totp_factor where user_id = $1 and confirmed_at is not null)::int
        + (select count(*) from passkey where "userId" = $1)::int "left"`,
      [user_id],
    )
    const left = rows[0]?.left ?? 0
    const refused = rowCount === 0 ? 'NOT_FOUND' : left === 0 && one_stays ? 'LAST' : undefined
    if (left === 0) await client.query('delete from recovery_code where user_id = $1', [user_id])
    return { answer: refused ?? left, keeps: !refused }
  })
}

/** Does what two at once must not, in a transaction that holds the account and is taken back where nothing is kept. */
async function holdingAccount<T>(
  pool: pg.Pool,
  user_id: string,
  work: (client: pg.PoolClient) => Promise<{ readonly answer: T; readonly keeps: boolean }>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from "user" where id = $1 for update', [user_id])
    const { answer, keeps } = await work(client)
    await client.query(keeps ? 'commit' : 'rollback')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Replaces the recovery codes of an account: of two at once those of the second are left. Only their hashes are kept. */
export async function replaceRecoveryCodes(
  pool: pg.Pool,
  user_id: string,
  codes: readonly string[],
): Promise<void> {
  await holdingAccount(pool, user_id, async client => {
    await client.query('delete from recovery_code where user_id = $1', [user_id])
    await client.query(
      `insert into recovery_code (user_id, code_hash) select $1, decode(h, 'hex') from unnest($2::text[]) h`,
      [user_id, codes.map(sha256)],
    )
    return { answer: undefined, keeps: true }
  })
}

/** Uses a recovery code, once. */
export async function takeRecoveryCode(
  pool: pg.Pool,
  user_id: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update recovery_code set used_at = now() where user_id = $1 and code_hash = decode($2, 'hex') and used_at is null`,
    [user_id, sha256(code)],
  )
  return rowCount === 1
}
