/** What somebody began for a company is told to its owners and admins once that somebody left: not to who left, and not to nobody. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPolicy, call, engage, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import {
  biweekly,
  givenContractor,
  givenEmployer,
  givenOperator,
  plainWorld,
  type World,
} from '#test/harness/world.ts'
import { mailAnswer, mailSigned } from './index.ts'
import { mailsOf } from './mails.test-data.ts'

let world: World
let operator: Person
let owner: Person & { employer_uuid: string }
let priya: Person
let contract_uuid: string
let answered: { invitation_uuid: string; employer_uuid: string; status: 'ACCEPTED' }
beforeAll(async () => {
  world = await plainWorld()
  operator = await givenOperator(world)
  owner = await givenEmployer(world, operator)
  const email = 'priya@northwind.test'
  const secret = await inviteToTeam(world, owner, { email, role: 'admin' })
  priya = await joinTeam(world, secret, {
    ...{ email, first_name: 'Priya', last_name: 'Raman' },
    password: 'Blue-kettle-on-the-9th-shelf',
  })
  const amara = await givenContractor(world, operator, 'amara@okafor.test')
  contract_uuid = await engage(world, priya, amara, {
    role: 'Data engineer',
    hourly_rate: { currency: 'USD', minor: 4250n },
    hours: 80,
    policy_uuid: await addPolicy(world, owner, 'Biweekly', biweekly('2026-03-15')),
    start_date: '2026-04-06',
    signer_title: 'Director',
  })
  const chidi = await givenContractor(world, operator, 'chidi@okafor.test')
  const { invitation_uuid } = await call(world, priya, 'inviteContractor', {
    body: { email: chidi.email, role: 'Courier' },
  })
  await call(world, chidi, 'acceptInvitation', { params: { id: invitation_uuid } })
  answered = { invitation_uuid, employer_uuid: owner.employer_uuid, status: 'ACCEPTED' }
})
afterAll(() => world?.close())

const tellAll = async () => {
  const mails = [
    ...(await mailsOf(world, mailAnswer, answered)),
    ...(await mailsOf(world, mailSigned, { contract_uuid })),
  ]
  return mails.map(({ to, subject }) => `${to}: ${subject}`)
}

it('who invited and who signed for a company are told while they are of its team', async () => {
  expect(await tellAll()).toEqual([
    `${priya.email}: Your invitation was accepted`,
    'amara@okafor.test: Your contract is signed by both sides',
    `${priya.email}: Your contract is signed by both sides`,
  ])
})

it('once they only look on, its owners and admins are told in their place: who may not go on with it is led nowhere', async () => {
  const give = (role: 'viewer' | 'admin') =>
    call(world, owner, 'changeMemberRole', { params: { sub: priya.sub }, body: { role } })
  await give('viewer')
  expect(await tellAll()).toEqual([
    `${owner.email}: Your invitation was accepted`,
    'amara@okafor.test: Your contract is signed by both sides',
    `${owner.email}: Your contract is signed by both sides`,
  ])
  await give('admin')
})

it('once they left, its owners and admins are told in their place', async () => {
  await call(world, owner, 'removeMember', { params: { sub: priya.sub } })
  expect(await tellAll()).toEqual([
    `${owner.email}: Your invitation was accepted`,
    'amara@okafor.test: Your contract is signed by both sides',
    `${owner.email}: Your contract is signed by both sides`,
  ])
})
