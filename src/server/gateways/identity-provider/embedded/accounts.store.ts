/**
 * The embedded provider's own statements beside better-auth's. A sign-up makes an account that claims its address and does not
 * have it: `email` is a placeholder until the mailed link is opened. So signing up never meets an account that exists, and
 * answers alike for every address.
 */
import type pg from 'pg'
import type { WhichSessions } from '../identity-provider.ts'

/** The domain of placeholders; it can never receive mail (RFC 2606). */
export const PLACEHOLDER_DOMAIN = 'pending.invalid'

/** The account that log-ins of unknown addresses are checked against. Nobody knows its password. */
const NOBODY = `nobody@${PLACEHOLDER_DOMAIN}`

/** Makes the account of nobody, whose password is hashed like any other. */
export async function ensureNobody(pool: pg.Pool, password_hash: string): Promise<void> {
  await insertAccount(pool, { email: NOBODY, name: 'Nobody', verified: false, password_hash })
}

/** A credential belongs to one account: the first that registered it, whose log-in it was before as well. */
export async function ensureOneOwnerOfPasskeys(pool: pg.Pool): Promise<void> {
  await pool.query(
    `delete from passkey p using passkey first where p."credentialID" = first."credentialID"
      and (first."createdAt", first.id) < (p."createdAt", p.id)`,
  )
  await pool.query(
    'create unique index if not exists passkey_credential on passkey ("credentialID")',
  )
}

/** Makes an account with its password in one statement; undefined when the address has one. */
export async function insertAccount(
  pool: pg.Pool,
  account: { email: string; name: string; verified: boolean; password_hash: string },
): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
        insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
        values (gen_random_uuid(), $1, $2, $3, now(), now()) on conflict (email) do nothing returning id)
      insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
        select gen_random_uuid(), id::text, 'credential', id, $4, now(), now() from made returning "userId" id`,
    [account.name, account.email, account.verified, account.password_hash],
  )
  return rows[0]?.id
}

/** The account that has an address; undefined when none has. */
export async function findAccountOf(pool: pg.Pool, email: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>('select id from "user" where email = $1', [
    email,
  ])
  return rows[0]?.id
}

/**
 * The address under which better-auth knows whoever logs in as `email`, and the account: the one with a password that has it,
 * else the newest that claims it, else nobody's, so that the same is done whether or not there is an account, or can be one;
 * with the hash of the password that it has. One statement.
 */
export async function accountToLogIn(
  pool: pg.Pool,
  email: string | undefined,
): Promise<{ email: string; id: string | undefined; hash?: string }> {
  const { rows } = await pool.query<{ email: string; id: string; hash: string }>(
    `select u.email, u.id, a.password hash from "user" u join account a
        on a."userId" = u.id and a."providerId" = 'credential' and a.password is not null
      where email = $1 or "claimedEmail" = $1
      order by email = $1 desc, u."createdAt" desc limit 1`,
    [email ?? ''],
  )
  return rows[0] ?? { email: NOBODY, id: undefined }
}

/** Whether an account's password is the one with this hash. */
export async function hasPassword(pool: pg.Pool, user_id: string, hash: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from account where "userId" = $1 and "providerId" = 'credential' and password = $2`,
    [user_id, hash],
  )
  return rows.length > 0
}

/** An account's address and whether it has it; undefined for no account. */
export async function findAccount(
  pool: pg.Pool,
  user_id: string,
): Promise<{ email: string; verified: boolean; taken: boolean } | undefined> {
  const { rows } = await pool.query<{ email: string; verified: boolean; taken: boolean }>(
    `select coalesce(u."claimedEmail", u.email) email, u."emailVerified" verified,
        exists(select from "user" o where o.email = u."claimedEmail") taken
      from "user" u where u.id = $1`,
    [user_id],
  )
  return rows[0]
}

/** Gives an account the address that it claims; false when it claims none or another account has it. */
export async function giveClaimedEmail(pool: pg.Pool, user_id: string): Promise<boolean> {
  return changed(
    pool,
    `update "user" set email = "claimedEmail", "claimedEmail" = null, "emailVerified" = true, "updatedAt" = now()
      where id = $1 and "claimedEmail" is not null`,
    [user_id],
  )
}

/**
 * Moves an account to another address, which counts as verified; false when another account has it. Who signs in elsewhere was led here by
 * the address of before, and is led here no more.
 */
export async function moveAccount(pool: pg.Pool, user_id: string, email: string): Promise<boolean> {
  return changed(
    pool,
    `with led as (delete from account where "userId" = $1 and "providerId" <> 'credential' and exists (
        select from "user" where id = $1 and email <> $2))
      update "user" set email = $2, "claimedEmail" = null, "emailVerified" = true, "updatedAt" = now() where id = $1`,
    [user_id, email],
  )
}

const UNIQUE_VIOLATION = '23505'

async function changed(pool: pg.Pool, statement: string, values: unknown[]): Promise<boolean> {
  try {
    return (await pool.query(statement, values)).rowCount === 1
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** Forgets links that were mailed before and stand for `value`. */
export async function forgetLinks(pool: pg.Pool, value: string): Promise<void> {
  await pool.query('delete from verification where value = $1', [value])
}

/** Deletes sessions of an account: those named, or all but one. Answers the ids of those that were there. */
export async function deleteSessions(
  pool: pg.Pool,
  user_id: string,
  which: WhichSessions,
): Promise<string[]> {
  const [condition, value] =
    'only' in which
      ? ['id::text = any($2::text[])', which.only]
      : ['id::text is distinct from $2::text', which.allBut]
  const { rows } = await pool.query<{ id: string }>(
    `delete from session where "userId" = $1 and ${condition} returning id`,
    [user_id, value],
  )
  return rows.map(({ id }) => id)
}

/** Takes a try out of each bucket; answers the seconds to wait, 0 when all allow it. */
export async function takeTries(pool: pg.Pool, buckets: readonly Bucket[]): Promise<number> {
  const { rows } = await pool.query<{ wait: number }>('select app.take_try($1::jsonb) wait', [
    JSON.stringify(buckets),
  ])
  return rows[0]?.wait ?? 0
}

/** Gives back the tries that were taken out of these buckets, because they were none. */
export async function giveTriesBack(pool: pg.Pool, buckets: readonly Bucket[]): Promise<void> {
  await pool.query('select app.give_try_back($1::jsonb)', [JSON.stringify(buckets)])
}

/** At most `burst` tries at once, and one more each `seconds`. */
export type Bucket = { readonly bucket: string; readonly burst: number; readonly seconds: number }
