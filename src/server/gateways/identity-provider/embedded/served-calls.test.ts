/** What every call does with a body that says nothing: nothing at all. A call that is served is walked by itself. */
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import type { CookieBrowser } from '#test/harness/cookie-browser.ts'
import { type EmbeddedProvider, embeddedProvider, ORIGIN } from '#test/harness/embedded-provider.ts'
import { SERVED_CALLS } from './served-calls.ts'

const PASSWORD = 'maple-Otter-41-lantern'
const JSON_TYPE = 'application/json'

/** Bodies that no call takes for more than an empty one. */
const BODIES: readonly (readonly [type: string, body: string])[] = [
  [JSON_TYPE, '{}'],
  [JSON_TYPE, 'null'],
  [JSON_TYPE, '[]'],
  [JSON_TYPE, '[{}]'],
  [JSON_TYPE, '5'],
  [JSON_TYPE, '"text"'],
  [JSON_TYPE, ''],
  [JSON_TYPE, '{"id":'],
  [JSON_TYPE, '{"code":"000000","method":"totp"'],
  [JSON_TYPE, '{"code":"000000","method":"totp"}'],
  [JSON_TYPE, '{"code":"wrong","method":"recovery"}'],
  [JSON_TYPE, '{"code":"wrong","method":"password"}'],
  [JSON_TYPE, '{"id":"x","response":{},"name":"x","createSession":true}'],
  [JSON_TYPE, '{"id":"00000000-0000-4000-8000-000000000000","response":null}'],
  [JSON_TYPE, '{"email":{"toString":1,"valueOf":1},"password":[],"token":{"a":1},"newPassword":5}'],
  [
    JSON_TYPE,
    '{"token":"x","newPassword":"Quiet-harbour-77-stone","currentPassword":"Wrong-1-word"}',
  ],
  [JSON_TYPE, '{"newPassword":"Quiet-harbour-77-stone"}'],
  [JSON_TYPE, '{"__proto__":{"id":"x"},"constructor":1}'],
  ['application/x-www-form-urlencoded', 'id=x&token=x&method=totp&code=000000'],
  ['text/plain', '{}'],
]

/**
 * Calls that need no body and do what they say without one; what each may change of an account. All others change nothing, and
 * a new call that does stands here with its reason or fails.
 */
const WITHOUT_BODY: Readonly<Record<string, readonly (keyof State)[]>> = {
  'POST /sign-out': ['session', 'devices', 'ended'],
  // The secret waits for its first code.
  'POST /second-factors/totp/start': ['waiting'],
  'POST /second-factors/totp/remove': [
    'factors',
    'recovery',
    'mails',
    'session',
    'devices',
    'ended',
  ],
  'POST /second-factors/recovery-codes': ['recovery', 'mails'],
}

let world: EmbeddedProvider
let admin: Admin
let counter = 0

beforeAll(async () => {
  world = await embeddedProvider({
    google: { issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x' },
  })
  admin = await adminOf(world)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

type Person = {
  readonly sub: string
  readonly browser: CookieBrowser
  readonly factor: 'totp' | 'none'
}

/** Somebody with two devices; the session of this one is whole, with a proof that is five minutes old. */
async function givenPerson(factor: Person['factor']): Promise<Person> {
  const email = `walker${++counter}@example.test`
  const account = { email, password: PASSWORD, name: email }
  const { sub } = await world.provider.createVerifiedAccount(account)
  const browser = world.browser()
  await browser.ask('POST', '/sign-in/email', account)
  if (factor === 'totp') {
    const { json } = await browser.ask('POST', '/second-factors/totp/start')
    const code = new TOTP({ secret: String(json.secret) }).generate()
    await browser.ask('POST', '/second-factors/totp/confirm', { code })
  }
  await world.browser().ask('POST', '/sign-in/email', account)
  await admin.rows(
    `update auth.session set "authenticatedAt" = date_trunc('second', now()) - interval '5 minutes' where "userId" = $1`,
    [sub],
  )
  await admin.rows('delete from rate_limit')
  return { sub, browser, factor }
}

type State = {
  session: unknown
  devices: unknown
  factors: unknown
  waiting: unknown
  recovery: unknown
  mails: number
  ended: number
}

/** All that a call could have changed of somebody. */
async function stateOf({ sub, browser }: Person): Promise<State> {
  const { token: _secret, ...claims } = (await browser.ask('GET', '/token')).json
  const [row] = await admin.rows<Omit<State, 'session' | 'mails' | 'ended'>>(
    `select
      (select json_agg(json_build_array(id, amr, "authenticatedAt", "createdAt", token) order by id) from auth.session where "userId" = $1) devices,
      json_build_array((select json_agg(t) from auth.totp_factor t where user_id = $1 and confirmed_at is not null),
        (select json_agg(p order by id) from auth.passkey p where "userId" = $1),
        (select json_agg(a.password) from auth.account a where "userId" = $1),
        (select json_agg(u) from auth."user" u where id = $1)) factors,
      (select json_agg(t.secret) from auth.totp_factor t where user_id = $1 and confirmed_at is null) waiting,
      (select json_agg(r order by code_hash) from auth.recovery_code r where user_id = $1) recovery`,
    [sub],
  )
  return {
    devices: row?.devices,
    factors: row?.factors,
    waiting: row?.waiting,
    recovery: row?.recovery,
    session: { claims, cookie: browser.cookies.get('corridor.session_token') },
    mails: world.mails.length,
    ended: world.ended.length,
  }
}

async function send({ browser }: Person, call: string, type: string, body: string) {
  const [method = '', path = ''] = call.split(' ')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return world.provider.handle(
    new Request(`${ORIGIN}/api/auth${path}`, {
      method,
      headers: { origin: ORIGIN, cookie, 'content-type': type, 'x-real-ip': '198.51.100.7' },
      ...(method === 'POST' ? { body } : {}),
    }),
  )
}

describe.each(['none', 'totp'] as const)('somebody whose factor is %s', factor => {
  let person: Person
  beforeAll(async () => {
    person = await givenPerson(factor)
  })

  it.each([...SERVED_CALLS])('%s: a body that says nothing changes nothing', async call => {
    const may = WITHOUT_BODY[call]
    if (may) person = await givenPerson(factor)
    let before = await stateOf(person)
    for (const [type, body] of BODIES) {
      await admin.rows('delete from rate_limit')
      const answer = await send(person, call, type, body)
      // Google is asked first, and is away here.
      const away = call === 'POST /sign-in/social' && answer.status === 503
      expect([body, away || answer.status < 500]).toEqual([body, true])
      const after = await stateOf(person)
      const changed = Object.keys(before).filter(
        key =>
          JSON.stringify(before[key as keyof State]) !== JSON.stringify(after[key as keyof State]),
      )
      const unexpected = changed.filter(key => !may?.includes(key as keyof State))
      expect([call, body, answer.status, unexpected]).toEqual([call, body, answer.status, []])
      // What is told apart by its status is told apart by its effects.
      if (!answer.ok) expect([call, body, changed]).toEqual([call, body, []])
      if (changed.length === 0) continue
      person = await givenPerson(factor)
      before = await stateOf(person)
    }
    if (may) person = await givenPerson(factor)
  })
})

describe('what is served', () => {
  it('is on the list, and what is on the list is served', async () => {
    const person = await givenPerson('none')
    for (const call of SERVED_CALLS)
      expect([call, (await send(person, call, JSON_TYPE, '{}')).status]).not.toEqual([call, 404])
  })
})
