/** Who may call what, for every entry of the contract table, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { isDocument, membersOf, operatorsOf, type Role } from '#contract/kernel/endpoint.ts'
import { call, inviteOperator, inviteToTeam, joinTeam } from '#db/seed/cast.ts'
import {
  MEMBER_ROLES,
  type MemberRole,
  OPERATOR_ROLES,
  type OperatorRole,
} from '#domain/identity/team.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  person,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { forgeries } from './forgeries.ts'
import { entries, type HttpWorld, httpWorld } from './http-world.ts'
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
    world = await plainWorld()
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
      forged = await forgeries(http, { sub: 'sub-op@corridor.test', email: 'op@corridor.test' })
      expect(Object.keys(forged).length).toBeGreaterThanOrEqual(40)
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

  it.each(entries.filter(([, { access }]) => access === 'public'))(
    '%s asks for no token, and does not look at one',
    async (_name, entry) => {
      const input = validInput(entry)
      const { status } = await http.ask(entry, input)
      expect(status).not.toBe(401)
      for (const token of ['', 'x', 'x.y.z', suspended, stranger, tokens.get('employer')]) {
        const headers = { authorization: `Bearer ${token}` }
        expect((await http.ask(entry, { ...input, headers })).status).toBe(status)
      }
    },
  )

  it.each(withRoles)('%s refuses every other role', async (_name, entry) => {
    for (const role of ROLES.filter(candidate => !entry.access.includes(candidate as never))) {
      const answer = await http.ask(entry, { ...validInput(entry), token: tokens.get(role) })
      // Of a document nobody is told more than that there is none.
      const [status, code] = isDocument(entry) ? [404, 'NOT_FOUND'] : [403, 'FORBIDDEN']
      expect([role, answer.status, answer.body]).toMatchObject([role, status, { code }])
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

describe('the role within the team', () => {
  let world: World
  let http: HttpWorld
  const members = new Map<MemberRole, string>()
  const operators = new Map<OperatorRole, string>()
  const calls = new Map<string, readonly string[]>()

  beforeAll(async () => {
    world = await plainWorld()
    http = await httpWorld(world)
    const admin = await givenOperator(world)
    const confirmer = await givenOperator(world, 'samuel@corridor.test')
    const owner = await givenEmployer(world, admin)
    const joining = async (token: string, email: string) => {
      const names = { first_name: 'Priya', last_name: 'Raman', password: 'Blue-kettle-9th-shelf' }
      return http.tokenOf(await joinTeam(world, token, { email, ...names }))
    }
    for (const role of MEMBER_ROLES) {
      const body = { email: `${role}@northwind.test`, role }
      const link = await inviteToTeam(world, owner, body)
      members.set(role, await joining(link, body.email))
    }
    for (const role of OPERATOR_ROLES) {
      const body = { email: `${role}@corridor.test`, role }
      const link = await inviteOperator(world, { inviter: admin, confirmer }, body)
      operators.set(role, await joining(link, body.email))
    }
    for (const token of [...members.values(), ...operators.values()]) {
      const me = await http.ask(api.getMe, { token })
      calls.set(token, (me.body as { allowed_calls: string[] }).allowed_calls)
    }
  })
  afterAll(async () => {
    await http.close()
    await world.close()
  })

  /** Asks as each role; who is let through, and who is told so in advance by `allowed_calls`, are those of the entry. */
  async function expectRoles<R extends string>(
    [name, entry]: (typeof entries)[number],
    tokens: ReadonlyMap<R, string>,
    allowed: readonly R[],
  ) {
    for (const [role, token] of tokens) {
      const answer = await http.ask(entry, {
        params: entry.params ? (sampleOf(entry.params) as Record<string, string>) : {},
        ...(entry.body ? { body: sampleOf(entry.body) } : {}),
        token,
      })
      const { code, detail } = (answer.body ?? {}) as { code?: string; detail?: string }
      const may = allowed.includes(role)
      // Of a document nobody is told more than that there is none, whatever keeps them from it.
      const wanted = isDocument(entry) ? [404, 'NOT_FOUND'] : [403, 'FORBIDDEN']
      if (!may) expect([role, answer.status, code]).toEqual([role, ...wanted])
      const refused = /^This is for .* of your team/.test(String(detail))
      expect([role, refused]).toEqual([role, !may && !isDocument(entry)])
      expect([role, calls.get(token)?.includes(name)]).toEqual([role, may])
    }
  }
  const open = (role: Role) =>
    entries
      .filter(([, { access }]) => typeof access !== 'string' && access.includes(role))
      // Who has left is in no team any more: asked last.
      .toSorted(([a], [b]) => Number(a === 'leaveEmployer') - Number(b === 'leaveEmployer'))

  it.each(open('employer'))('of an employer: %s', (name, entry) =>
    expectRoles([name, entry], members, membersOf(entry)),
  )

  it.each(open('operator'))('of the operators: %s', (name, entry) =>
    expectRoles([name, entry], operators, operatorsOf(entry)),
  )

  it('differs: owners, admins, approvers and viewers may do less and less', () => {
    const sizes = (tokens: ReadonlyMap<string, string>) =>
      [...tokens.values()].map(token => calls.get(token)?.length ?? 0)
    const [owner = 0, admin = 0, approver = 0, viewer = 0] = sizes(members)
    expect(owner > admin && admin > approver && approver > viewer && viewer > 0).toBe(true)
    const [head = 0, verifier = 0, treasurer = 0] = sizes(operators)
    expect(head > verifier && head > treasurer).toBe(true)
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
