/** Mails about teams: an invitation's link, and what others changed of somebody's place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, inviteOperator, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { mailTeamChange, mailTeamInvitation } from './index.ts'
import { mailsOf } from './mails.test-data.ts'

let world: World
let operator: Person
let owner: Person & { employer_uuid: string }
beforeAll(async () => {
  world = await plainWorld()
  operator = await givenOperator(world)
  owner = await givenEmployer(world, operator)
})
afterAll(() => world?.close())

const newcomer = (email: string) => ({
  email,
  first_name: 'Priya',
  last_name: 'Raman',
  password: 'Blue-kettle-on-the-9th-shelf',
})

it('an invitation carries the link that works; a replaced or used one is not sent', async () => {
  const email = 'priya@northwind.test'
  const secret = await inviteToTeam(world, owner, { email, role: 'approver' })
  const { invitations } = await call(world, owner, 'listMembers')
  const { invitation_uuid = '' } = invitations[0] ?? {}
  const event = { invitation_uuid, secret }
  const [mail] = await mailsOf(world, mailTeamInvitation, event)
  expect(mail).toMatchObject({
    to: email,
    subject: 'You are invited to join a team on Corridor',
  })
  expect(mail?.text).toContain(`http://localhost:3000/join?token=${secret}`)
  expect(mail?.text).toContain('Ingrid Solberg invites you to act for Company of boss on')
  expect(mail?.text).toContain('as approver')
  expect(mail?.text).toContain('April 1, 2026')
  expect(await mailsOf(world, mailTeamInvitation, { ...event, secret: 'an older token' })).toEqual(
    [],
  )
  await joinTeam(world, secret, newcomer(email))
  expect(await mailsOf(world, mailTeamInvitation, event)).toEqual([])
})

it('operators are invited by their own name', async () => {
  const email = 'vera@corridor.test'
  const confirmer = await givenOperator(world, 'samuel@corridor.test')
  const admins = { inviter: operator, confirmer }
  const secret = await inviteOperator(world, admins, { email, role: 'verifier' })
  const { invitations } = await call(world, operator, 'listOperators')
  const { invitation_uuid = '' } = invitations[0] ?? {}
  const [mail] = await mailsOf(world, mailTeamInvitation, { invitation_uuid, secret })
  expect(mail).toMatchObject({
    to: email,
    subject: 'You are invited to join a team on Corridor',
  })
  expect(mail?.text).toContain('Noor Haddad invites you to act for Corridor operators')
  await joinTeam(world, secret, newcomer(email))
})

it('a change is told to whom it is about, and leaving to nobody', async () => {
  const [, priya] = (await call(world, owner, 'listMembers')).members
  const sub = priya?.sub ?? ''
  const { employer_uuid } = owner
  const changed = { sub, employer_uuid, action: 'change_role' as const }
  await call(world, owner, 'changeMemberRole', { params: { sub }, body: { role: 'admin' } })
  const [promoted] = await mailsOf(world, mailTeamChange, changed)
  expect(promoted).toMatchObject({
    to: 'priya@northwind.test',
    subject: 'Your place in a team changed',
  })
  expect(promoted?.text).toContain('You are an admin of the team now.')
  expect(await mailsOf(world, mailTeamChange, { ...changed, action: 'leave' })).toEqual([])
  await call(world, owner, 'removeMember', { params: { sub } })
  const [removed] = await mailsOf(world, mailTeamChange, { ...changed, action: 'remove' })
  expect(removed?.text).toContain('You were removed from the team')
})

it('an operator reads of their suspension', async () => {
  const { members } = await call(world, operator, 'listOperators')
  const sub = members.find(one => one.email === 'vera@corridor.test')?.sub ?? ''
  await call(world, operator, 'changeOperatorStanding', { params: { sub, operation: 'suspend' } })
  const event = { sub, employer_uuid: null, action: 'suspend' as const }
  const [mail] = await mailsOf(world, mailTeamChange, event)
  expect(mail).toMatchObject({ subject: 'Your place in a team changed' })
  expect(mail?.text).toContain('Your account was suspended.')
})
