import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpBrowser } from '#test/harness/http-browser.ts'
import { ISSUER_AUDIENCE } from '#test/harness/oidc-issuer.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { later, logIn, type OidcStage, OTHER, oidcStage, useElsewhere } from './oidc.test-data.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let stage: OidcStage

beforeAll(async () => {
  database = await cloneDatabase()
})
beforeEach(async () => {
  stage = await oidcStage(database)
})
afterEach(async () => {
  vi.useRealTimers()
  await stage.close()
})
afterAll(() => database.drop())

const claimsIn = (token: string) => decodeJwt(token) as Record<string, unknown>

describe('the bearer token', () => {
  it('is answered from what is kept until it has five minutes and a little left', async () => {
    const { browser } = await logIn(stage)
    const { token } = await stage.served.token(browser)
    later(900 - 340)
    expect((await stage.served.token(browser)).token).toBe(token)
    expect(stage.issuer.refreshed).toHaveLength(0)
    later(30)
    const fresh = (await stage.served.token(browser)).token
    expect(Number(claimsIn(fresh).exp)).toBeGreaterThan(Number(claimsIn(token).exp))
    expect(stage.issuer.refreshed).toHaveLength(1)
  })

  it('with a short life is renewed in the middle of it, not at every call', async () => {
    stage.issuer.steer.token_seconds = 60
    const { browser } = await logIn(stage)
    const { token } = await stage.served.token(browser)
    expect((await stage.served.token(browser)).token).toBe(token)
    later(31)
    expect((await stage.served.token(browser)).token).not.toBe(token)
    expect(stage.issuer.refreshed).toHaveLength(1)
  })

  it('is refreshed once for ten who ask at once in two processes', async () => {
    const second = await stage.another()
    const { browser } = await logIn(stage)
    for (let round = 1; round <= 3; round++) {
      later(850)
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => (n % 2 ? second : stage.served).token(browser)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      expect(new Set(answers.map(({ token }) => token)).size).toBe(1)
      expect(stage.issuer.refreshed).toHaveLength(round)
      expect(new Set(stage.issuer.refreshed).size).toBe(round)
    }
  })

  it('ends with the session when somebody else used its refresh token', async () => {
    const { browser } = await logIn(stage)
    const { token } = await stage.served.token(browser)
    const { session_id } = await stage.served.verifier.verify(token)
    later(850)
    await stage.served.token(browser)
    const [used = ''] = stage.issuer.refreshed
    expect(await useElsewhere(stage, used)).toMatchObject({ error: 'invalid_grant' })
    expect(stage.issuer.revoked()).toBe(1)
    later(850)
    expect((await stage.served.token(browser)).status).toBe(401)
    expect(stage.served.ended).toEqual([{ session_id, sub: 'ada' }])
    expect((await stage.served.token(browser)).status).toBe(401)
    expect(stage.served.ended).toHaveLength(1)
  })

  it('never becomes that of somebody else', async () => {
    const { browser } = await logIn(stage)
    stage.issuer.steer.claims = { sub: 'ben' }
    later(850)
    expect((await stage.served.token(browser)).status).toBe(401)
    expect(stage.served.ended).toMatchObject([{ sub: 'ada' }])
  })

  it('is not made for a cookie that was sealed under another AUTH_SECRET', async () => {
    const { browser } = await logIn(stage)
    const other = await stage.another('another secret, also long enough to be one')
    expect((await other.token(browser)).status).toBe(401)
    expect((await stage.served.token(browser)).status).toBe(200)
  })

  it('is believed for a minute longer, as the clock of the issuer may be off', async () => {
    stage.issuer.steer.token_seconds = 30
    const { token } = await stage.served.token((await logIn(stage)).browser)
    later(30 + 55)
    expect(await stage.served.verifier.verify(token)).toMatchObject({ sub: 'ada' })
    later(10)
    await expect(stage.served.verifier.verify(token)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })

  it('of another client of the issuer, its ID tokens and other audiences are refused', async () => {
    const { browser } = await logIn(stage)
    const { token } = await stage.served.token(browser)
    const theirs = await tokensOfOther(browser, ISSUER_AUDIENCE)
    // The same person, issuer, audience and key: only the client differs.
    expect(claimsIn(theirs.access_token)).toMatchObject({
      sub: 'ada',
      aud: claimsIn(token).aud,
      client_id: 'other',
    })
    const elsewhere = await tokensOfOther(browser, 'urn:another:api')
    for (const forged of [theirs.access_token, theirs.id_token, elsewhere.access_token])
      await expect(stage.served.verifier.verify(forged)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    await expect(stage.served.verifier.verify(token)).resolves.toMatchObject({ sub: 'ada' })
  })

  it('is believed when the issuer changed its keys', async () => {
    const { browser } = await logIn(stage)
    const { token: old } = await stage.served.token(browser)
    await stage.served.verifier.verify(old)
    await stage.issuer.changeKeys()
    later(850)
    const { token } = await stage.served.token(browser)
    expect(decodeProtectedHeader(token).kid).not.toBe(decodeProtectedHeader(old).kid)
    expect(await stage.served.verifier.verify(token)).toMatchObject({ sub: 'ada' })
  })
})

/** Logs the same person in to another site of the issuer, as that site would. */
async function tokensOfOther(browser: HttpBrowser, resource: string) {
  const verifier = 'v'.repeat(43)
  const redirect_uri = OTHER.redirect_uris[0] ?? ''
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const params = {
    client_id: OTHER.id,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri,
    resource,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const start = `${stage.issuer.url}/auth?${new URLSearchParams(params)}`
  const back = await browser.go(start, url => url.href.startsWith(redirect_uri))
  const answer = await fetch(`${stage.issuer.url}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: OTHER.id,
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
      redirect_uri,
      resource,
    }),
  })
  return (await answer.json()) as { access_token: string; id_token: string }
}
