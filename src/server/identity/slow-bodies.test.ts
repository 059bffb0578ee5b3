/** Who may call is known before a body is read, and asked again once it came: what was taken meanwhile is not done with a body that was on its way. */
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { BASE_PATH, type Endpoint } from '#contract/kernel/endpoint.ts'
import { call, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { type HttpWorld, httpWorld } from '#test/server/http-world.ts'

let world: World
let http: HttpWorld
let admin: Admin
let owner: Person & { employer_uuid: string }
let port: number
beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  admin = await adminOf(world)
  owner = await givenEmployer(world, await givenOperator(world))
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  port = (http.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await http.close()
  await admin.close()
  await world.close()
})

const names = { first_name: 'Priya', last_name: 'Raman', password: 'Blue-kettle-9th-shelf' }

async function another(email: string): Promise<Person> {
  return joinTeam(world, await inviteToTeam(world, owner, { email, role: 'owner' }), {
    ...names,
    email,
  })
}

/** A call whose body comes in two halves, with something done between them; answers its status and code. */
async function inHalves(
  token: string,
  entry: Endpoint,
  body: object,
  between: () => Promise<unknown>,
): Promise<{ status: number | undefined; code: string | undefined }> {
  const json = JSON.stringify(body)
  const sent = request({
    ...{ port, method: entry.method, path: `${BASE_PATH}${entry.path}` },
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(json),
      expect: '100-continue',
    },
  })
  const answered = once(sent, 'response')
  // The server asks for the body, by Node at once; the first half is on its way when it knows who calls.
  await once(sent, 'continue')
  sent.write(json.slice(0, 5))
  await http.app.inject({
    url: `${BASE_PATH}/user/me`,
    headers: { authorization: `Bearer ${token}` },
  })
  await between()
  sent.end(json.slice(5))
  const [response] = await answered
  const said = await text(response)
  return { status: response.statusCode, code: said ? JSON.parse(said).code : undefined }
}

describe('a call whose body is on its way', () => {
  it('that gives access asks the database, where another process removed who sends it', async () => {
    const ada = await another('ada@northwind.test')
    const token = await http.tokenOf(ada)
    const invitation = { email: 'late@northwind.test', role: 'viewer' }
    const answer = await inHalves(token, api.inviteMember, invitation, () =>
      admin.rows('delete from employer_member where sub = $1', [ada.sub]),
    )
    expect(answer).toEqual({ status: 403, code: 'FORBIDDEN' })
  })

  it('gives no access once who sends it has lost their own, however they were asked just before', async () => {
    const kim = await another('kim@northwind.test')
    const token = await http.tokenOf(kim)
    const invitation = { email: 'friend@northwind.test', role: 'viewer' }
    const answer = await inHalves(token, api.inviteMember, invitation, () =>
      call(world, owner, 'removeMember', { params: { sub: kim.sub } }),
    )
    expect(answer).toEqual({ status: 403, code: 'FORBIDDEN' })
    const { invitations } = await call(world, owner, 'listMembers', {})
    expect(invitations.map(({ email }) => email)).not.toContain('friend@northwind.test')
  })

  it('is done as before where nothing changed', async () => {
    const lee = await another('lee@northwind.test')
    const token = await http.tokenOf(lee)
    const invitation = { email: 'other@northwind.test', role: 'viewer' }
    const answer = await inHalves(token, api.inviteMember, invitation, async () => {})
    expect(answer).toEqual({ status: 200, code: undefined })
  })
})
