import type { JwtOptions } from 'better-auth/plugins'
import type pg from 'pg'

type MakeKey = NonNullable<NonNullable<JwtOptions['adapter']>['createJwk']>

/**
 * Keeps the key that signs tokens, which is made when none is there; answers the one that is. Who asks at once waits: of two keys the one that was
 * not known yet when tokens were first verified would have its bearer logged out.
 */
export function keepsOneKey(pool: pg.Pool): MakeKey {
  return async ({ publicKey, privateKey, createdAt, alg, crv }) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query("select pg_advisory_xact_lock(hashtext('signing key'))")
      await client.query(
        `insert into jwks (id, "publicKey", "privateKey", "createdAt", alg, crv)
          select gen_random_uuid(), $1, $2, $3, $4, $5 where not exists (select from jwks where "expiresAt" is null or "expiresAt" > now())`,
        [publicKey, privateKey, createdAt ?? new Date(), alg ?? null, crv ?? null],
      )
      const { rows } = await client.query(
        `select id, "publicKey", "privateKey", "createdAt", alg, crv from jwks
          where "expiresAt" is null or "expiresAt" > now() order by "createdAt" desc limit 1`,
      )
      await client.query('commit')
      return rows[0]
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }
}
