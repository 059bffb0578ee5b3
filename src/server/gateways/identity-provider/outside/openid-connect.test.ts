import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { httpBrowser } from '#test/harness/http-browser.ts'
import { ACCOUNTS, ISSUER_AUDIENCE } from '#test/harness/oidc-issuer.ts'
import { cloneDatabase } from '#test/harness/world.ts'
import { callbackOf, logIn, type OidcStage, oidcStage, pageOf, pathOf } from './oidc.test-data.ts'
import { cookiesOf } from './oidc-cookies.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let admin: Admin
let stage: OidcStage

beforeAll(async () => {
  database = await cloneDatabase()
  admin = await adminOf(database)
  stage = await oidcStage(database)
})
beforeEach(async () => {
  await admin.tamper('truncate rate_limit')
  Object.assign(stage.issuer.steer, {
    account: ACCOUNTS.ada,
    amr: ['pwd'],
    refuse: undefined,
    token_seconds: 900,
    claims: {},
  })
  stage.issuer.refreshed.length = 0
  stage.served.ended.length = 0
})
afterAll(async () => {
  await stage.close()
  await admin.close()
  await database.drop()
})

const signIn = () => `${stage.served.url}/api/auth/sign-in`

describe('a log-in', () => {
  it('asks for a code with PKCE, state, nonce and our resource', async () => {
    const at = await httpBrowser().go(signIn(), url => url.origin === stage.issuer.url)
    const params = Object.fromEntries(at.searchParams)
    expect(params).toMatchObject({
      client_id: 'corridor',
      response_type: 'code',
      redirect_uri: `${stage.served.url}/api/auth/callback`,
      scope: 'openid email profile offline_access',
      resource: ISSUER_AUDIENCE,
      code_challenge_method: 'S256',
      max_age: '604800',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(params[name]).toMatch(/^[\w-]{43}$/)
  })

  it('ends where the person wanted to go, with a cookie that is no token', async () => {
    const { browser, page } = await logIn(stage)
    expect(page).toBe('/payroll?tab=run')
    const cookie = browser.cookie('corridor-session') ?? ''
    expect(cookie).toMatch(/^[\w-]{43}$/)
    const { status, token } = await stage.served.token(browser)
    expect(status).toBe(200)
    expect(await stage.served.verifier.verify(token)).toMatchObject({
      sub: 'ada',
      email: 'ada@oidc.test',
      email_verified: true,
      second_factor: false,
    })
    const hash = createHash('sha256').update(cookie).digest()
    const [kept] = await admin.rows<{ sealed: string }>(
      'select sealed from auth.oidc_session where cookie_hash = $1',
      [hash],
    )
    // A JWE in its compact form: nothing of it can be read without the key.
    expect(kept?.sealed.split('.')).toHaveLength(5)
    expect(kept?.sealed).not.toContain(token.split('.')[1])
  })

  it('tells of a second factor, and of an address that is not proved', async () => {
    stage.issuer.steer.amr = ['pwd', 'otp', 'mfa']
    stage.issuer.steer.account = ACCOUNTS.unproved
    const { browser } = await logIn(stage)
    const { token } = await stage.served.token(browser)
    expect(await stage.served.verifier.verify(token)).toMatchObject({
      email_verified: false,
      second_factor: true,
    })
  })

  it('sets cookies that scripts and other hosts cannot touch', async () => {
    const answer = await httpBrowser().ask(signIn())
    expect(answer.headers.get('set-cookie')).toMatch(
      /^corridor-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('names its cookies so that https alone sets and gets them, where there is https', () => {
    const cookies = cookiesOf('https://corridor.test')
    const line = cookies.write('session', 'x', 60)
    expect(line).toBe(
      '__Host-corridor-session=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure',
    )
    const read = (cookie: string) =>
      cookies.read(new Request('https://corridor.test', { headers: { cookie } }), 'session')
    expect(read('a=b; __Host-corridor-session=x; c=d')).toBe('x')
    expect(read('corridor-session=x')).toBeUndefined()
  })

  it('works in two tabs at once', async () => {
    const browser = httpBrowser()
    const first = await browser.go(signIn(), callbackOf(stage))
    const second = await browser.go(signIn(), callbackOf(stage))
    expect(pathOf(await browser.go(first.href, pageOf(stage)))).toBe('/dashboard')
    expect(pathOf(await browser.go(second.href, pageOf(stage)))).toBe('/dashboard')
    expect((await stage.served.token(browser)).status).toBe(200)
  })

  it('replaces the session that the browser had', async () => {
    const { browser } = await logIn(stage)
    const before = browser.copy()
    await logIn(stage, browser)
    expect((await stage.served.token(browser)).status).toBe(200)
    expect((await stage.served.token(before)).status).toBe(401)
    expect(stage.served.ended).toEqual([])
  })
})

describe('a log-in that was tampered with', () => {
  const tampered: readonly [string, (answer: URL) => void][] = [
    ['another state', url => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', url => url.searchParams.delete('state')],
    ['two states', url => url.searchParams.append('state', url.searchParams.get('state') ?? '')],
    ['another issuer', url => url.searchParams.set('iss', 'https://evil.test')],
    ['no issuer', url => url.searchParams.delete('iss')],
    ['another code', url => url.searchParams.set('code', 'stolen')],
    ['no code', url => url.searchParams.delete('code')],
  ]

  it.each(tampered)('by %s is refused', async (_how, change) => {
    const browser = httpBrowser()
    const answer = await browser.go(signIn(), callbackOf(stage))
    change(answer)
    const page = pathOf(await browser.go(answer.href, pageOf(stage)))
    expect(page).toMatch(/^\/auth\/login\?error=(failed|expired)$/)
    expect(browser.cookie('corridor-session')).toBeUndefined()
  })

  it.each(['nonce', 'code_challenge'])('by another %s on the way is refused', async name => {
    const browser = httpBrowser()
    const ask = await browser.go(signIn(), url => url.origin === stage.issuer.url)
    ask.searchParams.set(name, 'A'.repeat(43))
    const page = pathOf(await browser.go(ask.href, pageOf(stage)))
    expect(page).toBe('/auth/login?error=failed')
  })

  it('in another browser is refused, and the first one can still end it', async () => {
    const mine = httpBrowser()
    const answer = await mine.go(signIn(), callbackOf(stage))
    for (const theirs of [httpBrowser(), (await logIn(stage)).browser]) {
      const page = pathOf(await theirs.go(answer.href, pageOf(stage)))
      expect(page).toBe('/auth/login?error=expired')
    }
    expect(pathOf(await mine.go(answer.href, pageOf(stage)))).toBe('/dashboard')
  })

  it('counts once: a replayed answer is refused and ends nothing', async () => {
    const browser = httpBrowser()
    const answer = await browser.go(signIn(), callbackOf(stage))
    await browser.go(answer.href, pageOf(stage))
    const page = pathOf(await browser.go(answer.href, pageOf(stage)))
    expect(page).toBe('/auth/login?error=expired')
    expect((await stage.served.token(browser)).status).toBe(200)
  })

  it('after ten minutes is refused', async () => {
    const browser = httpBrowser()
    const answer = await browser.go(signIn(), callbackOf(stage))
    await admin.tamper("update auth.oidc_flow set expires_at = now() - interval '1 second'")
    const page = pathOf(await browser.go(answer.href, pageOf(stage)))
    expect(page).toBe('/auth/login?error=expired')
  })

  it.each([
    ['access_denied', 'cancelled'],
    ['login_required', 'login_required'],
    ['temporarily_unavailable', 'unavailable'],
    ['invalid_scope', 'failed'],
  ])('an issuer that says %s is told of in our words: %s', async (theirs, ours) => {
    stage.issuer.steer.refuse = theirs
    const { page } = await logIn(stage)
    expect(page).toBe(`/auth/login?error=${ours}`)
  })

  it.each([
    ['no e-mail', { email: undefined }],
    ['no time of the log-in', { auth_time: undefined }],
    ['no end', { exp: undefined }],
    ['another audience', { aud: 'urn:another:api' }],
    ['another issuer', { iss: 'https://evil.test' }],
    ['another client', { client_id: 'other' }],
    ['another party', { azp: 'other' }],
    ['several audiences and no client', { aud: [ISSUER_AUDIENCE, 'x'], client_id: undefined }],
    ['another subject than the ID token', { sub: 'ben' }],
  ])('tokens with %s are not usable, and the log says why', async (_what, claims) => {
    stage.issuer.steer.claims = claims
    stage.warnings.length = 0
    const { page } = await logIn(stage)
    expect(page).toBe('/auth/login?error=not_usable')
    expect(stage.warnings).toHaveLength(1)
  })

  it('is limited by network address', async () => {
    const codes: (string | null)[] = []
    for (let n = 0; n < 62; n++) {
      const headers = { 'x-real-ip': '192.0.2.7' }
      const answer = await stage.served.provider.handle(new Request(signIn(), { headers }))
      const to = new URL(answer.headers.get('location') ?? '')
      codes.push(to.searchParams.get('error'))
    }
    expect(codes.slice(0, 60)).toEqual(Array(60).fill(null))
    expect(codes.at(-1)).toBe('too_many_requests')
  })
})

const TRICKS = [
  'https://evil.test',
  'HTTPS://evil.test/',
  'http:evil.test',
  'https:/evil.test',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\nset-cookie: a=b',
  '\t//evil.test',
  ' //evil.test',
  '/ /evil.test',
  '/..//evil.test',
  '/.//evil.test',
  '/%2e%2e//evil.test',
  '/%2fevil.test',
  '/%5cevil.test',
  '/x//evil.test',
  '/%0d%0aset-cookie:a=b',
  '/%09/evil.test',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  '@evil.test',
  '.evil.test',
  'evil.test',
  '/auth/login',
  '/api/auth/sign-out',
  '/\u2028/evil.test',
  '/\uff0fevil.test',
  `/${'a'.repeat(3000)}`,
  '',
]

describe('return_to', () => {
  it.each(TRICKS)('%j leads home', async trick => {
    const { page } = await logIn(stage, httpBrowser(), trick)
    expect(page).toBe('/dashboard')
  })
})
