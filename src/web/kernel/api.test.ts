import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Asked, type Cut, fakeServer, fakeTabs, tokenOf } from './fake-server.test-data.ts'
import { suspensionSaid } from './suspension.ts'

const ME = '/api/v1/user/me'
const TOKEN = '/api/auth/token'
const SIGN_OUT = '/api/auth/sign-out'

/** The client with a memory of its own, and a server that answers its calls with these statuses or bodies, in order. */
async function client(
  ...answers: readonly (number | { status: number; body: unknown; cut?: Cut })[]
) {
  const left = [...answers]
  let tokens = 0
  const session = { status: 200, code: '' }
  const server = fakeServer(({ path }: Asked) => {
    if (path === TOKEN) {
      tokens += 1
      if (session.status !== 200) return { status: session.status, body: { code: session.code } }
      const iat = Math.floor(Date.now() / 1000)
      return { body: { token: tokenOf({ sub: 'ana', iat, exp: iat + 900, n: tokens }) } }
    }
    if (path.startsWith('/api/auth/')) return { body: { url: null } }
    const next = left.shift() ?? 200
    return typeof next === 'number' ? { status: next } : next
  })
  vi.resetModules()
  const { api, afterRefusal } = await import('./api.ts')
  const asked = await import('./asked.ts')
  const { onSessionEnd } = await import('./session.ts')
  const ends: string[] = []
  const refusals: string[] = []
  onSessionEnd(why => ends.push(why))
  afterRefusal(code => refusals.push(code))
  return { calls: server.asked, times: server.times, ...asked, api, ends, refusals, session }
}

const problem = (status: number, code: string) => ({ status, body: { code, detail: `${code}.` } })
const bearers = (calls: readonly Asked[]) =>
  calls.filter(({ path }) => path === ME).map(({ headers }) => headers.get('authorization'))

beforeEach(() => fakeTabs())
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('carries the bearer token, and is made once when it works', async () => {
    const { api, calls, times, ends } = await client(200)
    await api('getMe', {})
    expect(bearers(calls)).toEqual([expect.stringMatching(/^Bearer ey/)])
    expect(times(TOKEN)).toBe(1)
    expect(ends).toEqual([])
  })

  it('asks for no token where none is needed', async () => {
    const { api, calls } = await client(200)
    await api('listCountries', {})
    expect(calls.map(({ path }) => path)).toEqual(['/api/v1/user/countries'])
    expect(calls[0]?.headers.has('authorization')).toBe(false)
  })

  it('carries the token there as well, once somebody is signed in', async () => {
    const { api, calls, times, ends } = await client(200, 401)
    await api('getMe', {})
    await expect(api('listCountries', {})).rejects.toMatchObject({ status: 401 })
    expect(calls.at(-1)?.headers.get('authorization')).toBe(bearers(calls)[0])
    expect([times(TOKEN), times('/api/v1/user/countries'), ends]).toEqual([1, 1, []])
  })

  it('that is answered 401 is made again with another token', async () => {
    const { api, calls, times, ends } = await client(401, 200)
    await api('getMe', {})
    expect(new Set(bearers(calls)).size).toBe(2)
    expect(times(TOKEN)).toBe(2)
    expect(ends).toEqual([])
  })

  it('is made again two times at most, and then signs out', async () => {
    const { api, times, ends } = await client(401, 401, 401, 200)
    await expect(api('getMe', {})).rejects.toMatchObject({ status: 401 })
    expect(times(ME)).toBe(3)
    expect(times(SIGN_OUT)).toBe(1)
    expect(ends).toEqual(['expired'])
  })

  it('that is answered 403 after a retry signs out', async () => {
    const { api, times, ends } = await client(401, problem(403, 'FORBIDDEN'))
    await expect(api('getMe', {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(times(ME)).toBe(2)
    expect(ends).toEqual(['expired'])
  })

  it('that is answered 403 at once is a refusal and nothing more', async () => {
    const { api, times, ends } = await client(problem(403, 'FORBIDDEN'))
    await expect(api('getMe', {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(times(ME)).toBe(1)
    expect(ends).toEqual([])
  })

  it('that is answered 403 with what comes first signs nobody out, also after a retry', async () => {
    const { api, ends } = await client(401, problem(403, 'ONBOARDING_INCOMPLETE'))
    await expect(api('getMe', {})).rejects.toMatchObject({ code: 'ONBOARDING_INCOMPLETE' })
    expect(ends).toEqual([])
  })

  it.each(['connection', 'half', 'empty'] as const)(
    'whose answer breaks off (%s) is one that was not answered',
    async cut => {
      const { api, times, ends } = await client({ status: 200, body: { sub: 'ana' }, cut })
      const found = { status: 0, code: 'NO_RESPONSE' }
      await expect(api('getMe', {})).rejects.toMatchObject(found)
      expect([times(ME), ends]).toEqual([1, []])
    },
  )

  it('is not repeated after any other failure', async () => {
    const { api, times } = await client(500, 200)
    await expect(api('getMe', {})).rejects.toMatchObject({ status: 500 })
    expect(times(ME)).toBe(1)
  })

  it('finds the session over and signs out, without being made', async () => {
    const { api, times, ends, session } = await client()
    Object.assign(session, { status: 401, code: 'UNAUTHENTICATED' })
    await expect(api('getMe', {})).rejects.toMatchObject({ status: 401 })
    expect(times(ME)).toBe(0)
    expect(ends).toEqual(['expired'])
  })

  it('leads to the second step where the session lacks its second factor, and keeps the session', async () => {
    const { api, times, ends, session } = await client()
    Object.assign(session, { status: 403, code: 'SECOND_FACTOR_NEEDED' })
    await expect(api('getMe', {})).rejects.toMatchObject({ code: 'SECOND_FACTOR_NEEDED' })
    expect(ends).toEqual(['second-factor'])
    expect(times(SIGN_OUT)).toBe(0)
  })

  it('signs nobody out while the provider is away', async () => {
    const { api, ends, session } = await client()
    Object.assign(session, { status: 503, code: 'UNAVAILABLE' })
    await expect(api('getMe', {})).rejects.toMatchObject({ status: 503 })
    expect(ends).toEqual([])
  })

  it('of somebody who was suspended ends here', async () => {
    const { api, ends } = await client(problem(403, 'SUSPENDED'))
    await expect(api('getMe', {})).rejects.toMatchObject({ code: 'SUSPENDED' })
    expect(ends).toEqual(['suspended'])
    // The page on which they end says what the server said.
    expect(suspensionSaid()).toBe('SUSPENDED.')
  })

  it('says no answer when none came', async () => {
    const { api } = await client()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(api('listCountries', {})).rejects.toMatchObject({
      status: 0,
      detail: 'Request error',
    })
  })
})

describe('what the server asks for first', () => {
  it.each(['EMAIL_NOT_VERIFIED', 'DETAILS_MISSING', 'SECOND_FACTOR_REQUIRED'])(
    '%s leads to where it is done',
    async code => {
      const { api, refusals, asked } = await client(problem(403, code))
      await expect(api('getMe', {})).rejects.toMatchObject({ code })
      expect(refusals).toEqual([code])
      expect(asked().onboarding).toBe(false)
    },
  )

  it('ONBOARDING_INCOMPLETE opens the modal over the page', async () => {
    const { api, refusals, asked } = await client(problem(403, 'ONBOARDING_INCOMPLETE'))
    await expect(api('getMe', {})).rejects.toMatchObject({ code: 'ONBOARDING_INCOMPLETE' })
    expect(asked().onboarding).toBe(true)
    expect(refusals).toEqual([])
  })
})

const STEP_UP = problem(403, 'STEP_UP_REQUIRED')
const EMAIL = '/api/v1/user/email'

describe('a call that needs a proof', () => {
  const change = { body: { email: 'new@example.test' } }

  it('is made again with the same idempotency key once the proof is given', async () => {
    const { api, calls, asked } = await client(STEP_UP, { status: 200, body: { ok: true } })
    const answer = api('changeEmail', change, { idempotencyKey: 'key-1' })
    await waitFor(() => expect(asked().proof).toBeDefined())
    asked().proof?.settle(true)
    await expect(answer).resolves.toEqual({ ok: true })
    const made = calls.filter(({ path }) => path === EMAIL)
    expect(made.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1', 'key-1'])
    expect(made.map(({ body }) => body)).toEqual([made[0]?.body, made[0]?.body])
    expect(asked().proof).toBeUndefined()
  })

  it('fails with the problem when the proof is refused, and is not made again', async () => {
    const { api, times, asked, refusals, ends } = await client(STEP_UP)
    const answer = api('changeEmail', change)
    await waitFor(() => expect(asked().proof).toBeDefined())
    asked().proof?.settle(false)
    await expect(answer).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect(times(EMAIL)).toBe(1)
    expect([refusals, ends]).toEqual([[], []])
  })

  it('asks again when the proof was too old by then', async () => {
    const { api, asked } = await client(STEP_UP, STEP_UP, { status: 200, body: { ok: true } })
    const answer = api('changeEmail', change)
    await waitFor(() => expect(asked().proof).toBeDefined())
    const first = asked().proof
    first?.settle(true)
    await waitFor(() => expect(asked().proof).not.toBe(first))
    await waitFor(() => expect(asked().proof).toBeDefined())
    asked().proof?.settle(true)
    await expect(answer).resolves.toEqual({ ok: true })
  })

  it('shares its question with others at once', async () => {
    const { api, asked, times } = await client(STEP_UP, STEP_UP, 200, 200)
    const opened = vi.fn()
    const { onAsked } = await import('./asked.ts')
    onAsked(() => asked().proof && opened())
    const both = Promise.all([api('changeEmail', change), api('cancelEmailChange', {})])
    await waitFor(() => expect(times(EMAIL)).toBe(2))
    await waitFor(() => expect(asked().proof).toBeDefined())
    await new Promise(resolve => setTimeout(resolve))
    asked().proof?.settle(true)
    await both
    expect(opened).toHaveBeenCalledTimes(1)
  })

  it('of the identity provider is made again too', async () => {
    await client()
    const { askProvider } = await import('./identity-provider.ts')
    const { asked } = await import('./asked.ts')
    const bodies = [
      { status: 403, body: { code: 'STEP_UP_REQUIRED', message: 'Confirm.' } },
      { status: 200, body: { secret: 'ABCD' } },
    ]
    fakeServer(() => bodies.shift() ?? { status: 500 })
    const answer = askProvider('POST', '/second-factors/totp/start')
    await waitFor(() => expect(asked().proof).toBeDefined())
    asked().proof?.settle(true)
    await expect(answer).resolves.toEqual({ secret: 'ABCD' })
  })
})
