/** What the rest of the server may rely on, whichever provider is configured. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUuid } from '#server/kernel/ids.ts'
import { type HttpBrowser, httpBrowser } from '#test/harness/http-browser.ts'
import { ACCOUNTS } from '#test/harness/oidc-issuer.ts'
import { type ServedProvider, serveProvider } from '#test/harness/served-provider.ts'
import { testLogins } from '#test/harness/test-server.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { startBetterAuth } from './embedded/better-auth.ts'
import { logIn, oidcStage } from './outside/oidc.test-data.ts'

type Stage = {
  readonly served: ServedProvider
  /** Logs a person in; `who` is one of two. */
  enter(who: 'ada' | 'ben'): Promise<HttpBrowser>
  close(): Promise<void>
}

const PASSWORD = 'maple-Otter-41-lantern'

const KINDS: Readonly<Record<'embedded' | 'oidc', (databaseUrl: string) => Promise<Stage>>> = {
  embedded: async databaseUrl => {
    const served = await serveProvider((publicUrl, events) =>
      startBetterAuth({
        databaseUrl,
        secret: 'a secret of the test, long enough to be one',
        publicUrl,
        trustedOrigins: [publicUrl],
        ...events,
      }),
    )
    return {
      served,
      enter: async who => {
        const { email, name } = ACCOUNTS[who]
        const account = { email: email.toLowerCase(), password: PASSWORD, name }
        await served.provider.createVerifiedAccount(account)
        const browser = httpBrowser()
        const answer = await browser.ask(`${served.url}/api/auth/sign-in/email`, {
          method: 'POST',
          headers: { origin: served.url, 'content-type': 'application/json' },
          body: JSON.stringify(account),
        })
        expect(answer.status).toBe(200)
        return browser
      },
      close: () => served.close(),
    }
  },
  oidc: async databaseUrl => {
    const stage = await oidcStage({ databaseUrl })
    return {
      served: stage.served,
      enter: async who => {
        stage.issuer.steer.account = ACCOUNTS[who]
        return (await logIn(stage)).browser
      },
      close: () => stage.close(),
    }
  },
}

describe.each(['embedded', 'oidc'] as const)('the %s provider', kind => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let stage: Stage
  let served: ServedProvider

  beforeAll(async () => {
    database = await cloneDatabase()
  })
  beforeEach(async () => {
    stage = await KINDS[kind](testLogins(database.databaseUrl).services)
    served = stage.served
  })
  afterEach(() => stage.close())
  afterAll(() => database.drop())

  const claimsOf = async (browser: HttpBrowser) =>
    served.verifier.verify((await served.token(browser)).token)

  it('says what it is', () => {
    expect(served.provider.kind).toBe(kind)
    expect(served.provider.name).not.toBe('')
    expect(served.provider.google).toBe(false)
  })

  it('makes tokens that the API believes, with all that it reads of them', async () => {
    const begun_ms = Date.now()
    const claims = await claimsOf(await stage.enter('ada'))
    expect(claims).toMatchObject({
      email: 'ada@oidc.test',
      email_verified: true,
      second_factor: false,
    })
    expect(claims.sub).not.toBe('')
    expect(claims.session_id).not.toBe('')
    expect(claims.authenticated_at_ms).toBeGreaterThan(begun_ms - 2000)
    expect(claims.authenticated_at_ms).toBeLessThanOrEqual(Date.now())
  })

  it('publishes keys without their secrets', async () => {
    const { keys } = await served.provider.keys()
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      expect(key).toHaveProperty('kid')
      for (const secret of ['d', 'p', 'q', 'k']) expect(key).not.toHaveProperty(secret)
    }
  })

  it('knows a person again, in another session', async () => {
    const first = await claimsOf(await stage.enter('ada'))
    const second = await claimsOf(await stage.enter('ada'))
    const other = await claimsOf(await stage.enter('ben'))
    expect(second.sub).toBe(first.sub)
    expect(second.session_id).not.toBe(first.session_id)
    expect(other.sub).not.toBe(first.sub)
  })

  it('gives two tabs that ask at once a token each, of one session', async () => {
    const browser = await stage.enter('ada')
    const answers = await Promise.all([served.token(browser), served.token(browser.copy())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [one, two] = await Promise.all(answers.map(({ token }) => served.verifier.verify(token)))
    expect(one).toEqual(two)
  })

  it('gives nobody a token: without a cookie, or with one that it does not know', async () => {
    const browser = await stage.enter('ada')
    const { url } = served
    const bare = await fetch(`${url}/api/auth/token`)
    expect(bare.status).toBe(401)
    const name = kind === 'oidc' ? 'corridor-session' : 'corridor.session_token'
    const known = browser.cookie(name) ?? ''
    for (const value of ['x'.repeat(43), `${known.slice(0, -3)}abc`, '', '%00', '../..']) {
      const answer = await fetch(`${url}/api/auth/token`, {
        headers: { cookie: `${name}=${value}` },
      })
      expect(answer.status, value).toBe(401)
      expect(await answer.text()).not.toContain('eyJ')
    }
    expect((await served.token(browser)).status).toBe(200)
  })

  it('ends a session at its sign-out, and says so', async () => {
    const browser = await stage.enter('ada')
    const elsewhere = await stage.enter('ada')
    const { session_id, sub } = await claimsOf(browser)
    const stolen = browser.copy()
    await served.signOut(browser)
    expect((await served.token(browser)).status).toBe(401)
    expect((await served.token(stolen)).status).toBe(401)
    expect(served.ended).toEqual([{ session_id, sub }])
    expect((await served.token(elsewhere)).status).toBe(200)
  })

  it('ends sessions that the API names, of that person alone', async () => {
    const laptop = await stage.enter('ada')
    const phone = await stage.enter('ada')
    const { sub, session_id } = await claimsOf(laptop)
    const other = await claimsOf(await stage.enter('ben'))
    await served.provider.endSessions(other.sub, { only: [session_id] })
    expect((await served.token(laptop)).status).toBe(200)
    await served.provider.endSessions(sub, { only: [session_id, newUuid()] })
    expect((await served.token(laptop)).status).toBe(401)
    expect((await served.token(phone)).status).toBe(200)
  })

  it('answers what it does not know with 404, as JSON', async () => {
    for (const path of ['/', '/ok', '/get-session', '/list-sessions', '/callback/evil']) {
      const answer = await httpBrowser().ask(`${served.url}/api/auth${path}`)
      expect(answer.status, path).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
  })
})
