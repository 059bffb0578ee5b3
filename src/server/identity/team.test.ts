/** Who was removed, demoted or suspended is refused within a second, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { call, inviteOperator, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { type Ask, type HttpWorld, httpWorld } from '#test/server/http-world.ts'

let world: World
let http: HttpWorld
let operator: Person
let owner: Person & { employer_uuid: string }
beforeAll(async () => {
  world = await plainWorld()
  http = await httpWorld(world)
  operator = await givenOperator(world)
  owner = await givenEmployer(world, operator)
})
afterAll(async () => {
  await http.close()
  await world.close()
})

const names = { first_name: 'Priya', last_name: 'Raman', password: 'Blue-kettle-9th-shelf' }

async function member(role: 'admin' | 'approver', email: string): Promise<Person> {
  const token = await inviteToTeam(world, owner, { email, role })
  return joinTeam(world, token, { email, ...names })
}

const ask = async (who: Person, entry: Parameters<HttpWorld['ask']>[0], input: Ask = {}) => {
  const { status, body } = await http.ask(entry, { ...input, token: await http.tokenOf(who) })
  return { status, code: (body as { code?: string } | undefined)?.code }
}

/** How long until a call is refused as expected; a token that was just seen is asked again and again. */
async function msUntil(refused: () => Promise<boolean>): Promise<number> {
  const start = performance.now()
  while (!(await refused())) {
    if (performance.now() - start > 3000) break
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return performance.now() - start
}

describe('within a second', () => {
  it('a member who was removed is refused', async () => {
    const priya = await member('approver', 'priya@northwind.test')
    expect(await ask(priya, api.listMembers)).toEqual({ status: 200, code: undefined })
    const removal = await ask(owner, api.removeMember, { params: { sub: priya.sub } })
    expect(removal.status).toBe(200)
    const after = await msUntil(async () => (await ask(priya, api.listMembers)).status === 403)
    expect(after).toBeLessThan(1000)
    // What is everyone's stays open: they may join another team.
    expect((await ask(priya, api.getMe)).status).toBe(200)
  })

  it('a member whose role was taken is refused what it allowed', async () => {
    const kim = await member('admin', 'kim@northwind.test')
    const name = { body: { corporation_name: 'Northwind Inc.', business_name: '' } }
    expect((await ask(kim, api.putEmployerName, name)).status).toBe(200)
    const change = { params: { sub: kim.sub }, body: { role: 'viewer' } }
    expect((await ask(owner, api.changeMemberRole, change)).status).toBe(200)
    const after = await msUntil(
      async () => (await ask(kim, api.putEmployerName, name)).code === 'FORBIDDEN',
    )
    expect(after).toBeLessThan(1000)
  })

  it('an operator who was suspended is refused everything, and let in again once reinstated', async () => {
    const email = 'vera@corridor.test'
    const confirmer = await givenOperator(world, 'samuel@corridor.test')
    const admins = { inviter: operator, confirmer }
    const token = await inviteOperator(world, admins, { email, role: 'treasurer' })
    const vera = await joinTeam(world, token, { email, ...names })
    expect((await ask(vera, api.getBalances)).status).toBe(200)
    const params = { sub: vera.sub, operation: 'suspend' }
    expect((await ask(operator, api.changeOperatorStanding, { params })).status).toBe(200)
    for (const entry of [api.getBalances, api.getMe]) {
      const after = await msUntil(async () => (await ask(vera, entry)).code === 'SUSPENDED')
      expect(after).toBeLessThan(1000)
    }
    await call(world, confirmer, 'changeOperatorStanding', {
      params: { sub: vera.sub, operation: 'reinstate' },
    })
    const back = await msUntil(async () => (await ask(vera, api.getBalances)).status === 200)
    expect(back).toBeLessThan(1000)
  })
})

describe('what is sensitive', () => {
  it.each([
    ['inviteMember', { body: { email: 'new@northwind.test', role: 'viewer' } }],
    ['changeMemberRole', { params: { sub: 'x' }, body: { role: 'viewer' } }],
    ['removeMember', { params: { sub: 'x' } }],
    ['putApprovalLimit', { body: { amount: null } }],
  ] as const)('%s asks an owner for a fresh proof', async (name, input) => {
    const old = { auth_time: Math.floor(Date.now() / 1000) - 660 }
    const answer = await http.ask(api[name], { ...input, token: await http.tokenOf(owner, old) })
    expect(answer).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } })
  })
})
