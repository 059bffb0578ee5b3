import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Cut, fakeServer, fakeTabs, tokenOf } from './fake-server.test-data.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-11-21T09:00:00Z')

/** A tab: the module with a memory of its own. */
async function tab() {
  vi.resetModules()
  const session = await import('./session.ts')
  const left: string[] = []
  session.onSessionEnd(why => left.push(why))
  return { ...session, left }
}

/** A provider whose clock is `off` ahead of the device's; counts the tokens it made for `sub`. */
function provider(off_ms = 0, lifetime_ms = 15 * MINUTE) {
  const cut: Cut | undefined = undefined
  const state = { signedIn: true, halfway: false, sub: 'ana', made: 0, cut: cut as Cut | undefined }
  const server = fakeServer(({ path }) => {
    if (path === '/api/auth/sign-out') {
      state.signedIn = false
      return { body: { url: null } }
    }
    if (path !== '/api/auth/token') return { body: { ok: true } }
    if (!state.signedIn) return { status: 401, body: { code: 'UNAUTHENTICATED' } }
    if (state.halfway) return { status: 403, body: { code: 'SECOND_FACTOR_NEEDED' } }
    state.made += 1
    const iat = Math.floor((Date.now() + off_ms) / 1000)
    const exp = iat + lifetime_ms / 1000
    return { body: { token: tokenOf({ sub: state.sub, iat, exp, n: state.made }) }, cut: state.cut }
  })
  return { ...server, state }
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  fakeTabs()
})

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('the bearer token', () => {
  it('is kept until five minutes before it expires, and then fetched anew', async () => {
    const { state } = provider()
    const { token } = await tab()
    const first = await token()
    vi.setSystemTime(NOW + 10 * MINUTE - 1)
    expect(await token()).toBe(first)
    vi.setSystemTime(NOW + 10 * MINUTE)
    expect(await token()).not.toBe(first)
    expect(state.made).toBe(2)
  })

  it('is renewed by itself while somebody looks at the page', async () => {
    const { state } = provider()
    const { token } = await tab()
    await token()
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(state.made).toBe(2)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(state.made).toBe(3)
  })

  it('that lives for years is not renewed without end', async () => {
    const { state } = provider(0, 10 * 365 * 24 * 60 * MINUTE)
    const { token } = await tab()
    await token()
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(state.made).toBe(1)
  })

  it('is left alone on a page that nobody sees, so that an idle tab keeps no session alive', async () => {
    const { state } = provider()
    const { token } = await tab()
    await token()
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(state.made).toBe(1)
    hidden.mockRestore()
    await token()
    expect(state.made).toBe(2)
  })

  it.each([
    ['3 minutes behind', -3 * MINUTE],
    ['3 minutes ahead', 3 * MINUTE],
    ['9 hours behind', -540 * MINUTE],
    ['9 hours ahead', 540 * MINUTE],
  ])('lives as long when the server is %s', async (_title, off) => {
    const { state } = provider(off)
    const { token } = await tab()
    await token()
    vi.setSystemTime(NOW + 10 * MINUTE - 1)
    await token()
    expect(state.made).toBe(1)
    vi.setSystemTime(NOW + 10 * MINUTE)
    await token()
    expect(state.made).toBe(2)
  })

  it('is fetched anew by the first call after a sleep, before any timer ran', async () => {
    const { state } = provider()
    const { token } = await tab()
    await token()
    // The device slept: its clock went on, its timers did not.
    vi.setSystemTime(NOW + 8 * 60 * MINUTE)
    await token()
    expect(state.made).toBe(2)
  })

  it('is fetched anew when the clock was set back', async () => {
    const { state } = provider()
    const { token } = await tab()
    await token()
    vi.setSystemTime(NOW - 60 * MINUTE)
    await token()
    expect(state.made).toBe(2)
  })

  it('is fetched once for calls at once', async () => {
    const { state } = provider()
    const { token, refreshToken } = await tab()
    const all = await Promise.all([token(), token(), refreshToken(), token()])
    expect(new Set(all).size).toBe(1)
    expect(state.made).toBe(1)
  })

  it.each(['connection', 'half', 'empty'] as const)(
    'that breaks off (%s) is none: nobody is signed out by it, and what was typed stays',
    async cut => {
      const { state } = provider()
      const { token, left } = await tab()
      const drafts = await import('./drafts.ts')
      const place = { path: '/company', name: 'company', dialog: false }
      drafts.draftsBelongTo('ana')
      drafts.writeDraft(place, { name: 'Acme' })
      state.cut = cut
      await expect(token()).rejects.toMatchObject({ status: 0, code: 'NO_RESPONSE' })
      state.cut = undefined
      await expect(token()).resolves.toMatch(/^ey/)
      expect(drafts.readDraft(place)).toEqual({ name: 'Acme' })
      expect(left).toEqual([])
    },
  )

  it.each([{}, { token: null }, { token: 'no token' }, { token: tokenOf({ iat: 1, exp: 2 }) }])(
    'that names nobody is none: %j',
    async body => {
      fakeServer(() => ({ body }))
      const { token } = await tab()
      await expect(token()).rejects.toMatchObject({ status: 0, code: 'UNKNOWN' })
    },
  )

  it('that ended at the provider ends the page that asks it something else, and nothing else does', async () => {
    provider()
    const { token, whileOpen, left } = await tab()
    const { apiProblem } = await import('./api-problem.ts')
    await token()
    const refused = (status: number) =>
      whileOpen(Promise.reject(apiProblem(status, 'X', 'X'))).catch(() => {})
    await refused(500)
    await refused(403)
    expect(left).toEqual([])
    await refused(401)
    expect(left).toEqual(['expired'])
  })

  it('ends the page when its renewal says that the session is over', async () => {
    const { state, times } = provider()
    const { token, left } = await tab()
    await token()
    state.signedIn = false
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(left).toEqual(['expired'])
    expect(times('/api/auth/sign-out')).toBe(0)
  })
})

describe('what the provider knows of this browser', () => {
  it('is nobody, a log-in without its second factor, or an open session', async () => {
    const { state } = provider()
    const { sessionState, forgetToken } = await tab()
    expect(await sessionState()).toBe('open')
    forgetToken()
    state.halfway = true
    expect(await sessionState()).toBe('second-factor')
    state.signedIn = false
    expect(await sessionState()).toBe('nobody')
  })

  it('is a failure for who is suspended, and no signed-out person', async () => {
    fakeServer(() => ({ status: 403, body: { code: 'SUSPENDED' } }))
    const { sessionState } = await tab()
    await expect(sessionState()).rejects.toMatchObject({ code: 'SUSPENDED' })
  })

  it('is unknown while it does not answer, which signs nobody out', async () => {
    fakeServer(() => ({ status: 502, body: null }))
    const { sessionState, left } = await tab()
    await expect(sessionState()).rejects.toMatchObject({ status: 502 })
    expect(left).toEqual([])
  })
})

describe('two tabs', () => {
  it('leave together when one signs out, and only that one asks the provider', async () => {
    const { times } = provider()
    const [one, two] = [await tab(), await tab()]
    await one.token()
    await two.token()
    await one.signOut()
    expect([one.left, two.left]).toEqual([['asked'], ['elsewhere']])
    expect(times('/api/auth/sign-out')).toBe(1)
    await expect(two.token()).rejects.toMatchObject({ status: 401 })
  })

  it('load again when another person logs in, and stay when it is the same one', async () => {
    const { state } = provider()
    const [one, two] = [await tab(), await tab()]
    await one.token()
    await two.token()
    one.sessionBegan()
    await vi.advanceTimersByTimeAsync(0)
    expect(two.left).toEqual([])
    state.sub = 'boris'
    one.sessionBegan()
    await vi.advanceTimersByTimeAsync(0)
    expect(two.left).toEqual(['changed'])
    expect(one.left).toEqual([])
    await expect(one.token()).resolves.toBeTypeOf('string')
  })

  it('make no call as the other person, also when the message did not come', async () => {
    const { state } = provider()
    const { token, left } = await tab()
    await token()
    state.sub = 'boris'
    vi.setSystemTime(NOW + 11 * MINUTE)
    await expect(token()).rejects.toMatchObject({ code: 'SESSION_CHANGED' })
    expect(left).toEqual(['changed'])
  })

  it('end no session that began in another while one finds its own over', async () => {
    const { state, times } = provider()
    const [one, two] = [await tab(), await tab()]
    await one.token()
    await two.token()
    state.signedIn = false
    one.forgetToken()
    await expect(one.token()).rejects.toMatchObject({ status: 401 })
    // Between the answer and what the first tab makes of it somebody logs in in the other.
    state.signedIn = true
    two.sessionBegan()
    await two.token()
    one.foundOver()
    await vi.advanceTimersByTimeAsync(0)
    expect(times('/api/auth/sign-out')).toBe(0)
    expect(state.signedIn).toBe(true)
    expect([one.left, two.left]).toEqual([['expired'], []])
  })

  it('leave together when one finds that its session is over, each as the provider says', async () => {
    const { state } = provider()
    const [one, two] = [await tab(), await tab()]
    await one.token()
    await two.token()
    state.signedIn = false
    one.forgetToken()
    await one.token().catch(one.foundOver)
    await vi.advanceTimersByTimeAsync(0)
    expect([one.left, two.left]).toEqual([['expired'], ['expired']])
  })

  it('that waits at the log in page loads again when somebody logged in elsewhere', async () => {
    provider()
    const [one, two] = [await tab(), await tab()]
    one.sessionBegan()
    expect(two.left).toEqual(['changed'])
  })
})

describe('signing out', () => {
  it('by itself keeps what open forms hold, as asked for it takes it along', async () => {
    provider()
    const { signOut, token } = await tab()
    await token()
    const drafts = await import('./drafts.ts')
    const place = { path: '/company', name: 'company', dialog: false }
    const write = () => drafts.writeDraft(place, { name: 'Acme' })
    const close = drafts.openForm({
      place,
      write,
      forget: () => {},
      changed: () => false,
      handed: false,
    })
    await signOut('expired')
    expect(drafts.readDraft(place)).toEqual({ name: 'Acme' })
    await signOut('asked')
    expect(drafts.readDraft(place)).toBeUndefined()
    close()
  })

  it('happens once however many calls find out at once', async () => {
    const { times } = provider()
    const { signOut, left } = await tab()
    await Promise.all([signOut('expired'), signOut('expired'), signOut('expired')])
    expect(times('/api/auth/sign-out')).toBe(1)
    expect(left).toEqual(['expired'])
  })

  it("hands over the address of an OpenID provider's own sign-out", async () => {
    fakeServer(() => ({ body: { url: 'https://id.example/end' } }))
    const { signOut, onSessionEnd } = await tab()
    const heard = vi.fn()
    onSessionEnd(heard)
    await signOut()
    expect(heard).toHaveBeenCalledWith('asked', 'https://id.example/end')
  })

  it('tells a provider that did not answer before the session is used again', async () => {
    const { state } = provider()
    const first = await tab()
    await first.token()
    const away = fakeServer(() => Promise.reject(new Error('no network')))
    await first.signOut()
    expect(first.left).toEqual(['asked'])
    // Still away: nobody is let in by the cookie that is left.
    const again = await tab()
    await expect(again.token()).rejects.toMatchObject({ status: 0 })
    expect(away.times('/api/auth/token')).toBe(0)
    const back = provider()
    back.state.signedIn = state.signedIn
    expect(await again.sessionState()).toBe('nobody')
    expect(back.times('/api/auth/sign-out')).toBe(1)
    expect(back.state.signedIn).toBe(false)
    // Once told, a new log-in stays.
    back.state.signedIn = true
    again.sessionBegan()
    expect(await (await tab()).sessionState()).toBe('open')
    expect(back.times('/api/auth/sign-out')).toBe(1)
  })

  it('leaves the page also when the provider does not answer', async () => {
    fakeServer(() => Promise.reject(new Error('no network')))
    const { signOut, left } = await tab()
    await signOut()
    expect(left).toEqual(['asked'])
  })
})
