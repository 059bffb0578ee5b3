/** Mails about teams: an invitation's link, and what others changed of somebody's place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, inviteOperator, inviteToTeam, joinTeam, type Person } from '#db/seed/cast.ts'
import { givenEmployer, givenOperator, testWorld, type World } from '#test/harness/world.ts'
import { createCollectingMailer, type MailMessage } from '../gateways/mail/mailer.ts'
import type { DomainEvent } from '../kernel/unit-of-work.ts'
import { mailJob, notificationReactions } from './index.ts'

let world: World
let operator: Person
let owner: Person & { employer_uuid: string }
beforeAll(async () => {
  world = await testWorld()
  operator = await givenOperator(world)
  owner = await givenEmployer(world, operator)
})
afterAll(() => world?.close())

/** The mails that leave because of an event. */
async function mails(event: DomainEvent): Promise<MailMessage[]> {
  const sent: MailMessage[] = []
  const job = mailJob(createCollectingMailer(mail => void sent.push(mail)))
  const { kernel, unit } = world
  await unit(async ctx => {
    const enqueueEach = async (_task: string, each: readonly { payload: object }[]) => {
      for (const { payload } of each) await job({ ...payload }, { kernel, unit })
    }
    for (const react of notificationReactions[event.type] ?? [])
      await react({ ...ctx, enqueueEach }, event)
  })
  return sent
}

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
  const event = { type: 'identity.teammate_invited', invitation_uuid, secret }
  const [mail] = await mails(event)
  expect(mail).toMatchObject({
    to: email,
    subject: 'You are invited to join a team on Corridor',
  })
  expect(mail?.text).toContain(`http://localhost:3000/join?token=${secret}`)
  expect(mail?.text).toContain('Ingrid Solberg invites you to act for Company of boss on')
  expect(mail?.text).toContain('as approver')
  expect(mail?.text).toContain('April 1, 2026')
  expect(await mails({ ...event, secret: 'an older token' })).toEqual([])
  await joinTeam(world, secret, newcomer(email))
  expect(await mails(event)).toEqual([])
})

it('operators are invited by their own name', async () => {
  const email = 'vera@corridor.test'
  const confirmer = await givenOperator(world, 'samuel@corridor.test')
  const admins = { inviter: operator, confirmer }
  const secret = await inviteOperator(world, admins, { email, role: 'verifier' })
  const { invitations } = await call(world, operator, 'listOperators')
  const { invitation_uuid = '' } = invitations[0] ?? {}
  const [mail] = await mails({ type: 'identity.teammate_invited', invitation_uuid, secret })
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
  const changed = { type: 'identity.teammate_changed', sub, employer_uuid, action: 'change_role' }
  await call(world, owner, 'changeMemberRole', { params: { sub }, body: { role: 'admin' } })
  const [promoted] = await mails(changed)
  expect(promoted).toMatchObject({
    to: 'priya@northwind.test',
    subject: 'Your place in a team changed',
  })
  expect(promoted?.text).toContain('You are an admin of the team now.')
  expect(await mails({ ...changed, action: 'leave' })).toEqual([])
  await call(world, owner, 'removeMember', { params: { sub } })
  const [removed] = await mails({ ...changed, action: 'remove' })
  expect(removed?.text).toContain('You were removed from the team')
})

it('an operator reads of their suspension', async () => {
  const { members } = await call(world, operator, 'listOperators')
  const sub = members.find(one => one.email === 'vera@corridor.test')?.sub ?? ''
  await call(world, operator, 'changeOperatorStanding', { params: { sub, operation: 'suspend' } })
  const event = { type: 'identity.teammate_changed', sub, employer_uuid: null, action: 'suspend' }
  const [mail] = await mails(event)
  expect(mail).toMatchObject({ subject: 'Your place in a team changed' })
  expect(mail?.text).toContain('Your account was suspended.')
})
