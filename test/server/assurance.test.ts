/** How sure the API must be of who calls, for every entry of the contract table, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needsProof, type Role } from '#contract/kernel/endpoint.ts'
import type { Person } from '#db/seed/cast.ts'
import { adminOf } from '#test/harness/admin.ts'
import {
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { entries, type HttpWorld, httpWorld } from './http-world.ts'

const closed = entries.filter(([, { access }]) => access !== 'public')

describe('a token', () => {
  let world: World
  let http: HttpWorld
  const people = {} as Record<Role, Person>

  beforeAll(async () => {
    world = await plainWorld()
    http = await httpWorld(world)
    people.operator = await givenOperator(world)
    people.employer = await givenEmployer(world, people.operator)
    people.contractor = await givenContractor(world, people.operator, 'amara@okafor.test')
  })
  afterAll(async () => {
    await http.close()
    await world.close()
  })

  const callerOf = ({ access }: (typeof entries)[number][1]): Person =>
    people[typeof access === 'string' ? 'contractor' : (access[0] as Role)]

  it.each(closed)('of a session that ended is refused by %s', async (_name, entry) => {
    const person = callerOf(entry)
    const admin = await adminOf(world)
    const sid = `ended ${person.sub}`
    await admin.rows(
      'insert into session (session_id, sub, ended_at) values ($1, $2, now()) on conflict do nothing',
      [sid, person.sub],
    )
    await admin.close()
    const token = await http.tokenOf(person, { sid })
    expect(await http.ask(entry, { token })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    })
  })

  it.each(closed.filter(([, { access }]) => access.includes('operator')))(
    'of an operator without a second factor is refused by %s',
    async (_name, entry) => {
      const token = await http.tokenOf(people.operator, { amr: ['pwd'] })
      expect(await http.ask(entry, { token })).toMatchObject({
        status: 403,
        body: { code: 'SECOND_FACTOR_REQUIRED' },
      })
    },
  )

  const sensitive = closed.filter(([, entry]) => needsProof(entry))

  it.each(sensitive)('of eleven minutes ago is refused by %s', async (_name, entry) => {
    const auth_time = Math.floor(Date.now() / 1000) - 11 * 60
    for (const claims of [
      { auth_time },
      { auth_time: undefined },
      { auth_time: `${auth_time + 660}` },
    ]) {
      const token = await http.tokenOf(callerOf(entry), {
        ...claims,
        sid: `old ${callerOf(entry).sub}`,
      })
      expect(await http.ask(entry, { token })).toMatchObject({
        status: 403,
        body: { code: 'STEP_UP_REQUIRED' },
      })
    }
  })
})
