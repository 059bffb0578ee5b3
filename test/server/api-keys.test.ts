/** Keys of machines: every scope at every route, and where, how long and for whom a key works. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { call, type Person } from '#db/seed/cast.ts'
import { KEY_SCOPES, type KeyScope } from '#domain/integrations/api-key.ts'
import type { Problem } from '#domain/kernel/problem.ts'
import { isFrom, KEY_PACE } from '#server/integrations/find-key.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { fund, givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { entries, type HttpWorld, httpWorld } from './http-world.ts'
import { sampleOf } from './sample.ts'

let world: World
let http: HttpWorld
let admin: Admin
let operator: Person
let owner: Person & { readonly employer_uuid: string }
let rival: Person
const keys = new Map<string, string>()

const make = async (person: Person, body: Record<string, unknown>) =>
  call(world, person, 'makeApiKey', {
    body: { sandbox: false, days: 90, addresses: [], ...body } as never,
  })

beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  admin = await adminOf(world)
  operator = await givenOperator(world)
  owner = await givenEmployer(world, operator)
  rival = await givenEmployer(world, operator, 'boss@rival.test')
  for (const scope of KEY_SCOPES)
    keys.set(scope, (await make(owner, { name: scope, scopes: [scope] })).secret)
  keys.set('all', (await make(owner, { name: 'All', scopes: KEY_SCOPES })).secret)
  keys.set('rival', (await make(rival, { name: 'Rival', scopes: KEY_SCOPES })).secret)
})
afterAll(async () => {
  await admin.close()
  await http.close()
  await world.close()
})

const inputOf = (entry: Endpoint) => ({
  params: entry.params ? (sampleOf(entry.params) as Record<string, string>) : {},
  ...(entry.body ? { body: sampleOf(entry.body) } : {}),
})
const codeOf = (body: unknown) => (body as { code?: string } | undefined)?.code

describe('every scope at every route', () => {
  // The matrix asks far more often than a machine may.
  beforeAll(() => admin.rows('delete from rate_limit').then(() => undefined))

  it.each(entries.filter(([, { access }]) => access !== 'public'))('%s', async (_name, entry) => {
    for (const scope of KEY_SCOPES) {
      await admin.rows('delete from rate_limit')
      const { status, body } = await http.ask(entry, {
        ...inputOf(entry),
        token: keys.get(scope),
      })
      const may = entry.scope === scope
      const refused = status === 403 && codeOf(body) === 'FORBIDDEN'
      expect([scope, refused]).toEqual([scope, !may])
    }
  })

  it('lets no key approve, pay, give access or act as a person', () => {
    const open = entries.filter(([, { scope }]) => scope)
    for (const [name, entry] of open) {
      expect([name, entry.access]).toEqual([name, ['employer']])
      // What a key does asks for no proof of a person, so it may touch neither money nor access.
      if (entry.method !== 'GET') expect([name, typeof entry.touches]).toEqual([name, 'object'])
      expect(name).not.toMatch(/approve|execute|settle|invite|ApiKey/i)
    }
    const used = new Set(open.map(([, { scope }]) => scope as KeyScope))
    expect([...used].filter(scope => !KEY_SCOPES.includes(scope))).toEqual([])
  })
})

describe('a key', () => {
  const balances = (secret: string | undefined, headers = {}) =>
    http.ask(api.getEmployerBalances, { token: secret, headers })

  it('reads its own company alone', async () => {
    expect(await balances(keys.get('all'))).toMatchObject({ status: 200 })
    const listed = await call(world, rival, 'listApiKeys', {})
    expect(listed.keys.map(({ name }) => name)).toEqual(['Rival'])
    const [theirs] = (await call(world, owner, 'listApiKeys', {})).keys
    for (const name of ['revokeApiKey', 'replaceApiKey'] as const)
      await expect(
        call(world, rival, name, { params: { id: theirs?.key_uuid ?? '' } }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('that nobody made is told like one that ended', async () => {
    const made = await make(owner, { name: 'Ends', scopes: ['funding:read'], days: 1 })
    expect((await balances(made.secret)).status).toBe(200)
    await call(world, owner, 'revokeApiKey', { params: { id: made.key.key_uuid } })
    await call(world, owner, 'revokeApiKey', { params: { id: made.key.key_uuid } })
    await new Promise(resolve => setTimeout(resolve, 1100))
    const ended = await balances(made.secret)
    const never = await balances(
      `${made.secret.slice(0, -1)}${made.secret.endsWith('A') ? 'B' : 'A'}`,
    )
    expect(ended).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
    expect(never.body).toEqual(ended.body)
    await expect(
      call(world, owner, 'replaceApiKey', { params: { id: made.key.key_uuid } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is kept as its digest, is named in the audit log, and shows when it was used', async () => {
    const made = await make(owner, { name: 'Kept', scopes: ['funding:read'] })
    expect(made.secret).toMatch(/^cor_live_[\w-]{43}$/)
    expect(made.secret.startsWith(made.key.prefix)).toBe(true)
    const rows = await admin.rows<{ row: string }>('select to_jsonb(k)::text as row from api_key k')
    expect(rows.some(({ row }) => row.includes(made.secret.slice(20)))).toBe(false)
    const log = await admin.rows<{ row: string }>(
      "select to_jsonb(a)::text as row from audit_entry a where entity = 'api_key'",
    )
    expect(log.some(({ row }) => row.includes(made.secret.slice(20)))).toBe(false)
    expect(log.some(({ row }) => row.includes(made.key.key_uuid))).toBe(true)
    expect(made.key).toMatchObject({ state: 'NEW', last_used_at: null })
    await balances(made.secret)
    const { keys: listed } = await call(world, owner, 'listApiKeys', {})
    const used = listed.find(({ key_uuid }) => key_uuid === made.key.key_uuid)
    expect(used).toMatchObject({ state: 'WORKS', last_used_at: world.clock.now() })
  })

  it('is replaced without a gap', async () => {
    const made = await make(owner, { name: 'Old', scopes: ['funding:read'], days: 90 })
    const next = await call(world, owner, 'replaceApiKey', { params: { id: made.key.key_uuid } })
    expect(next.key).toMatchObject({ name: 'Old', scopes: ['funding:read'], days_left: 90 })
    expect((await balances(made.secret)).status).toBe(200)
    expect((await balances(next.secret)).status).toBe(200)
    const { keys: listed } = await call(world, owner, 'listApiKeys', {})
    const old = listed.find(({ key_uuid }) => key_uuid === made.key.key_uuid)
    expect(old).toMatchObject({ days_left: 7, state: 'ENDS_SOON' })
  })

  it('is replaced once, by a key that is replaced in its turn: who asks again is told by which', async () => {
    const made = await make(owner, { name: 'Once', scopes: ['funding:read'], days: 90 })
    const replace = (id: string) =>
      call(world, owner, 'replaceApiKey', { params: { id } }).catch((problem: Problem) => problem)
    const ends = await Promise.all([replace(made.key.key_uuid), replace(made.key.key_uuid)])
    const [next] = ends.flatMap(end => ('key' in end ? [end.key] : []))
    const [refused] = ends.filter(end => 'text' in end)
    const { key_uuid = '', prefix = '' } = next ?? {}
    expect(next).toMatchObject({ days_left: 90, replaced_by: null })
    const said = { code: 'CONFLICT', text: 'integrations.problems.keyReplaced' }
    expect(refused).toMatchObject({ ...said, params: { name: 'Once', prefix } })
    const { keys: listed } = await call(world, owner, 'listApiKeys', {})
    expect(listed.filter(({ name }) => name === 'Once')).toMatchObject([
      { key_uuid, allowed_actions: ['replace', 'revoke'] },
      { replaced_by: { key_uuid, prefix }, allowed_actions: ['revoke'] },
    ])
    expect(await replace(key_uuid)).toMatchObject({ key: { days_left: 90 } })
  })

  it('whose answer was lost is answered again, by the same Idempotency-Key', async () => {
    const made = await make(owner, { name: 'Lost', scopes: ['funding:read'] })
    const token = await http.tokenOf(owner)
    const headers = { 'idempotency-key': 'lost' }
    const params = { id: made.key.key_uuid }
    const again = () => http.ask(api.replaceApiKey, { token, params, headers })
    const first = await again()
    expect(first.status).toBe(200)
    expect((await again()).body).toEqual(first.body)
  })

  it('works from the addresses on its list alone', async () => {
    const body = { name: 'Near', scopes: ['funding:read'], addresses: ['203.0.113.0/24'] }
    const far = await make(owner, body)
    expect(await balances(far.secret)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const { keys } = await call(world, owner, 'listApiKeys')
    expect(keys.find(({ key_uuid }) => key_uuid === far.key.key_uuid)).toMatchObject({
      state: 'NEW',
      last_used_at: null,
    })
    const near = await make(owner, { ...body, addresses: ['10.0.0.0/8', '127.0.0.1'] })
    expect((await balances(near.secret)).status).toBe(200)
    await expect(
      http.ask(api.makeApiKey, {
        token: await http.tokenOf(owner),
        body: { ...body, addresses: ['203.0.113.0/99'] },
      }),
    ).resolves.toMatchObject({ status: 422 })
  })

  it('of the sandbox has none of what is real', async () => {
    await fund(world, { operator, employer: owner }, '6800.00')
    const real = await make(owner, { name: 'Real', scopes: KEY_SCOPES })
    expect((await balances(real.secret)).body).toMatchObject({ balances: [{ currency: 'USD' }] })
    const play = await make(owner, { name: 'Play', scopes: KEY_SCOPES, sandbox: true })
    expect(play.secret).toMatch(/^cor_test_/)
    const { status, body } = await balances(play.secret)
    expect([status, body]).toEqual([200, { balances: [], fundings: [] }])
    const few = await make(owner, { name: 'Few', scopes: ['batches:write'], sandbox: true })
    expect((await balances(few.secret)).status).toBe(403)
  })

  it('calls no faster than it may', async () => {
    const made = await make(owner, { name: 'Fast', scopes: ['funding:read'] })
    const full = KEY_PACE.burst * KEY_PACE.seconds + 60
    await admin.rows(
      `insert into rate_limit (bucket, full_until) values ($1, now() + make_interval(secs => $2))`,
      [`key ${made.key.key_uuid}`, full],
    )
    const { status, body } = await balances(made.secret)
    expect([status, codeOf(body)]).toEqual([429, 'TOO_MANY_REQUESTS'])
  })

  it('is one of at most twenty, also for two who make one at once', async () => {
    const few = await givenEmployer(
      world,
      await givenOperator(world, 'two@corridor.test'),
      'boss@few.test',
    )
    const body = { name: 'One', scopes: ['funding:read'] }
    const made = await Promise.allSettled(Array.from({ length: 24 }, () => make(few, body)))
    const [first, ...others] = made.flatMap(end => (end.status === 'fulfilled' ? [end.value] : []))
    expect(others).toHaveLength(19)
    // A key whose secret leaked is replaced all the same; only so many work on beside their successors.
    let id = first?.key.key_uuid ?? ''
    for (let at = 0; at < 20; at++)
      id = (await call(world, few, 'replaceApiKey', { params: { id } })).key.key_uuid
    const refused = { code: 'CONFLICT', text: 'integrations.problems.tooManyKeys' }
    await expect(make(few, body)).rejects.toMatchObject(refused)
    await expect(call(world, few, 'replaceApiKey', { params: { id } })).rejects.toMatchObject(
      refused,
    )
  })
})

describe('a list of networks', () => {
  it.each([
    [[], '192.0.2.1', true],
    [['192.0.2.1'], '192.0.2.1', true],
    [['192.0.2.1'], '::ffff:192.0.2.1', true],
    [['192.0.2.0/28'], '192.0.2.15', true],
    [['192.0.2.0/28'], '192.0.2.16', false],
    [['2001:db8::/32'], '2001:db8:1::2', true],
    [['2001:db8::/32'], '2001:db9::2', false],
    [['2001:db8::/32'], '192.0.2.1', false],
    [['192.0.2.0/28'], 'nonsense', false],
  ])('%j has %s: %s', (networks, address, is) => expect(isFrom(networks, address)).toBe(is))
})
