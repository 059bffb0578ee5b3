/** Who may call what, for every entry of the contract table, over HTTP. */
import { createHmac } from 'node:crypto'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#contract/kernel/endpoint.ts'
import { call } from '#db/seed/cast.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  person,
  testWorld,
  type World,
} from '#test/harness/world.ts'
import { AUDIENCE, entries, type HttpWorld, httpWorld, ISSUER } from './http-world.ts'
import { sampleOf, stringPaths, withValue } from './sample.ts'

const ROLES: readonly Role[] = ['employer', 'contractor', 'operator']
const closed = entries.filter(([, { access }]) => access !== 'public')
const withRoles = entries.filter(([, { access }]) => typeof access !== 'string')

describe('who may call', () => {
  let world: World
  let http: HttpWorld
  const tokens = new Map<Role, string>()
  let suspended: string
  let stranger: string
  const unverified = new Map<Role, string>()

  beforeAll(async () => {
    world = await testWorld()
    http = await httpWorld(world)
    const operator = await givenOperator(world)
    const employer = await givenEmployer(world, operator)
    const contractor = await givenContractor(world, operator, 'amara@okafor.test')
    const people = { operator, employer, contractor }
    for (const role of ROLES) {
      tokens.set(role, await http.tokenOf(people[role]))
      unverified.set(role, await http.tokenOf(people[role], { email_verified: false }))
    }
    const bad = await givenContractor(world, operator, 'bad@okafor.test')
    const params = { userTypes: 'contractors', sub: bad.sub, operation: 'suspend' } as const
    await call(world, operator, 'changeStanding', { params, body: { reason: 'A test.' } })
    suspended = await http.tokenOf(bad)
    stranger = await http.tokenOf(person('stranger@nowhere.test'))
  })
  afterAll(async () => {
    await http.close()
    await world.close()
  })

  const validInput = (entry: (typeof entries)[number][1]) => ({
    params: entry.params ? (sampleOf(entry.params) as Record<string, string>) : {},
    ...(entry.body ? { body: sampleOf(entry.body) } : {}),
  })

  it('makes samples that the schemas accept', () => {
    for (const [name, entry] of entries)
      for (const part of [entry.params, entry.query, entry.body])
        if (part)
          expect([name, part.safeParse(sampleOf(part)).error?.issues]).toEqual([name, undefined])
  })

  it.each(closed)('%s refuses who has no token', async (_name, entry) => {
    expect(await http.ask(entry)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    for (const authorization of ['Bearer', 'Bearer ', 'Basic eDp5', 'Bearer x.y.z', 'bearer null'])
      expect((await http.ask(entry, { headers: { authorization } })).status).toBe(401)
  })

  describe('with a forged token', () => {
    let forged: Record<string, string>
    beforeAll(async () => {
      forged = await forgeries(http)
    })

    it.each(closed)('%s refuses every one', async (_name, entry) => {
      for (const [how, token] of Object.entries(forged)) {
        const { status, body } = await http.ask(entry, { ...validInput(entry), token })
        expect([how, status, (body as { code: string }).code]).toEqual([
          how,
          401,
          'UNAUTHENTICATED',
        ])
      }
    })
  })

  it.each(withRoles)('%s refuses every other role', async (_name, entry) => {
    for (const role of ROLES.filter(candidate => !entry.access.includes(candidate as never))) {
      const answer = await http.ask(entry, { ...validInput(entry), token: tokens.get(role) })
      expect([role, answer.status, answer.body]).toMatchObject([role, 403, { code: 'FORBIDDEN' }])
    }
  })

  it.each(withRoles)(
    '%s refuses who has no details, or no verified e-mail',
    async (_name, entry) => {
      const unknown = await http.ask(entry, { ...validInput(entry), token: stranger })
      expect(unknown).toMatchObject({ status: 403, body: { code: 'DETAILS_MISSING' } })
      for (const token of unverified.values()) {
        const answer = await http.ask(entry, { ...validInput(entry), token })
        expect(answer).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } })
      }
    },
  )

  it.each(closed)('%s refuses who is suspended', async (_name, entry) => {
    const answer = await http.ask(entry, { ...validInput(entry), token: suspended })
    expect(answer).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } })
  })

  const tokenFor = ({ access }: (typeof entries)[number][1]) =>
    typeof access === 'string' ? tokens.get('employer') : tokens.get(access[0] as Role)

  it.each(entries.filter(([, entry]) => entry.body || entry.upload))(
    '%s answers an invalid body in the shape of the specification',
    async (_name, entry) => {
      const bodies = [{ unexpected_field: 1 }, [{ unexpected_field: 1 }], 'text', 5, [[]]]
      for (const body of bodies) {
        const answer = await http.ask(entry, { ...validInput(entry), body, token: tokenFor(entry) })
        expect([body, answer.status]).toEqual([body, 422])
        expectFields(answer.body)
      }
      for (const payload of ['{', '{"a":', '\u0000', '{"__proto__":{"x":1}}', 'nul']) {
        const url = `/api/v1${entry.path.replace(/:(\w+)/g, (_all, key: string) => (validInput(entry).params as Record<string, string>)[key] ?? 'x')}`
        const answer = await http.app.inject({
          method: entry.method,
          url,
          payload,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${tokenFor(entry)}`,
          },
        })
        expect([payload, answer.statusCode]).toEqual([payload, 422])
        expectFields(answer.json())
      }
    },
  )

  it.each(entries.filter(([, entry]) => Object.keys(entry.params?.shape ?? {}).length > 0))(
    '%s answers an invalid path in the same shape, or knows no such thing',
    async (_name, entry) => {
      for (const wrong of ['%20', 'x', '..', "'", '0', '😀', 'x'.repeat(299)]) {
        const params = Object.fromEntries(
          Object.keys(entry.params?.shape ?? {}).map(name => [name, wrong]),
        )
        const answer = await http.ask(entry, {
          ...validInput(entry),
          params,
          token: tokenFor(entry),
        })
        expect([wrong, answer.status < 500]).toEqual([wrong, true])
        if (answer.status === 422) expectFields(answer.body)
        if (entry.method !== 'GET') expect(answer.status).toBeGreaterThanOrEqual(400)
      }
    },
  )

  it.each(entries)('%s survives texts that a database cannot hold', async (_name, entry) => {
    const hostile = ['\u0000', 'a\u0000b', '\ud800', "'; drop table person; --", '\u202e', '%']
    const tries = (['params', 'query', 'body'] as const).flatMap(part => {
      const schema = entry[part]
      if (!schema) return []
      const sample = sampleOf(schema)
      return stringPaths(schema).flatMap(path =>
        hostile.map(text => ({ ...validInput(entry), [part]: withValue(sample, path, text) })),
      )
    })
    for (const input of tries) {
      const answer = await http.ask(entry, { ...(input as object), token: tokenFor(entry) })
      expect([JSON.stringify(input).slice(0, 300), answer.status, answer.status < 500]).toEqual([
        expect.anything(),
        answer.status,
        true,
      ])
      if (answer.status === 422 && (answer.body as { code: string }).code === 'VALIDATION')
        expectFields(answer.body)
    }
  })
})

function expectFields(body: unknown): void {
  expect(body).toMatchObject({ code: expect.any(String), detail: expect.any(Array) })
  const { detail } = body as { detail: unknown[] }
  expect(detail.length).toBeGreaterThan(0)
  for (const field of detail)
    expect(field).toEqual({
      loc: expect.arrayContaining([expect.anything()]),
      msg: expect.stringMatching(/./),
      type: expect.stringMatching(/./),
    })
}

/** Tokens that were not signed by the provider's key for this API and this moment. */
async function forgeries({ keys, tokenOf }: HttpWorld): Promise<Record<string, string>> {
  const who = { sub: 'sub-op@corridor.test', email: 'op@corridor.test' }
  const good = await tokenOf(who)
  const [header = '', payload = '', signature = ''] = good.split('.')
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const other = await generateKeyPair('ES256')
  const spki = await exportSPKI(keys.publicKey)
  const hs = (secret: string) => {
    const signed = `${base64({ alg: 'HS256', kid: 'test-key' })}.${payload}`
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
  }
  const now = Math.floor(Date.now() / 1000)
  const claims = { ...who, email_verified: true, iss: ISSUER, aud: AUDIENCE, exp: now + 600 }
  const sign = (changed: object, head: object = {}, key = keys.privateKey) =>
    new SignJWT({ ...claims, ...changed })
      .setProtectedHeader({ alg: 'ES256', kid: 'test-key', ...head })
      .sign(key)
  return {
    'alg none': `${base64({ alg: 'none' })}.${payload}.`,
    'alg none, signed': `${base64({ alg: 'none', kid: 'test-key' })}.${payload}.${signature}`,
    'HS256 with the public key': hs(spki),
    'HS256 with an empty secret': hs(''),
    'wrong kid': await sign({}, { kid: 'another' }),
    'another key under our kid': await sign({}, {}, other.privateKey),
    'its own key in the header': await sign({}, { jwk: { kty: 'EC' } }, other.privateKey),
    'wrong audience': await sign({ aud: 'another-api' }),
    'no audience': await sign({ aud: undefined }),
    'wrong issuer': await sign({ iss: 'http://evil.test' }),
    expired: await sign({ exp: now - 60 }),
    'never expires': await sign({ exp: undefined }),
    'not yet valid': await sign({ nbf: now + 600 }),
    'no subject': await sign({ sub: undefined }),
    'no e-mail': await sign({ email: undefined }),
    'changed payload': `${header}.${base64({ ...claims, sub: 'sub-boss@northwind.test' })}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'cut signature': good.slice(0, -4),
    'two tokens': `${good}.${good}`,
  }
}
