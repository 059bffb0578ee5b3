/** A proof that is looked at while what it is held against changes: it counts for nothing. */
import { afterEach, describe, expect, it } from 'vitest'
import { openPool } from '../../../kernel/pool.ts'
import { embeddedWorld, PASSWORD } from './embedded-world.test-data.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { findTotp, keepTotp, replaceRecoveryCodes, takeStep } from './second-factor.store.ts'

const { world, newBrowser, fresh, confirmed, claims, logIn, query } = embeddedWorld()

/** Does this to the database at the moment in which something is written into a table of the provider. */
async function whenWriting(table: string, on: string, statement: string): Promise<void> {
  await query(`create function auth.meanwhile() returns trigger language plpgsql as $$ begin
    ${statement}; return new; end $$`)
  await query(
    `create trigger meanwhile ${on} on auth.${table} for each row execute function auth.meanwhile()`,
  )
}
afterEach(() => query('drop function if exists auth.meanwhile() cascade'))

const subOf = async (browser: Parameters<typeof claims>[0]) => String((await claims(browser)).sub)

describe('a log-in with the password of before', () => {
  it('opens nothing where the password was changed while it was looked at', async () => {
    const email = fresh()
    const sub = await subOf(await confirmed(email))
    // The change ends the sessions that it finds: this one was not there yet.
    await whenWriting(
      'session',
      'before insert',
      `update auth.account set password = 'of the new one' where "userId" = '${sub}'`,
    )
    const thief = newBrowser()
    expect(await logIn(thief, email, PASSWORD)).toMatchObject({
      status: 401,
      json: { code: 'INVALID_EMAIL_OR_PASSWORD' },
    })
    expect((await thief.ask('GET', '/token')).status).toBe(401)
    const open = await query(`select amr from auth.session where "userId" = '${sub}'`)
    expect(open).toHaveLength(1)
  })
})

describe('the first code of an app', () => {
  it('does not confirm another secret, that a second tab was shown meanwhile', async () => {
    const pool = openPool({ connectionString: world().databaseUrl, options: '-c search_path=auth' })
    const sub = await subOf(await confirmed(fresh()))
    await keepTotp(pool, sub, 'of the first tab')
    const held = await findTotp(pool, sub)
    await keepTotp(pool, sub, 'of the second tab')
    expect(await takeStep(pool, sub, held?.secret ?? '', 1)).toBe(false)
    expect(await findTotp(pool, sub)).toEqual({ secret: 'of the second tab', confirmed: false })
    expect(await takeStep(pool, sub, 'of the second tab', 1)).toBe(true)
    await pool.end()
  })
})

describe('recovery codes that are renewed in two tabs at once', () => {
  it('are those of one of them, and not of both', async () => {
    const pool = openPool({ connectionString: world().databaseUrl, options: '-c search_path=auth' })
    const sub = await subOf(await confirmed(fresh()))
    const renew = () => replaceRecoveryCodes(pool, sub, newRecoveryCodes())
    for (let round = 0; round < 5; round++) {
      await Promise.all([renew(), renew()])
      const kept = await query(`select from auth.recovery_code where user_id = '${sub}'`)
      expect(kept).toHaveLength(10)
    }
    await pool.end()
  })
})
