/** Who is put out of a team, or suspended as an operator, is told at once however they wanted to be told; and what waited of a company is mailed to nobody who left it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { createCollectingMailer, type MailMessage } from '#server/gateways/mail/mailer.ts'
import { added } from '#server/identity/team.test-data.ts'
import type { Ctx } from '#server/kernel/unit-of-work.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { mailJob, mailTeamChange, sendWaiting } from './index.ts'
import { mailsOf } from './mails.test-data.ts'
import { queueMail } from './send-mail.ts'

let world: World
let operator: Person
let owner: Person & { employer_uuid: string }
let rival: Person & { employer_uuid: string }
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  operator = await givenOperator(world)
  owner = await givenEmployer(world, operator)
  rival = await givenEmployer(world, operator, 'boss@rival.test')
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await world.close()
})

const choose = (who: Person, way: 'DAILY' | 'IN_APP') =>
  call(world, who, 'putNotificationPreferences', {
    body: {
      ways: { TASK: 'DAILY', PAY: way, NEWS: way },
      ...{ quiet_hours: null, daily_hour: 8, time_zone: 'UTC' },
    },
  })
const tells = (to: string, contractor_name: string) =>
  mailsOf(
    world,
    (ctx: Ctx) =>
      queueMail(ctx, 'contract-signed', to, {
        ...{ employer_name: 'Northwind', contractor_name, role: 'Designer' },
        url: 'https://corridor.test/employer/contractors',
      }),
    undefined,
  )
const digests = async () => {
  const sent: MailMessage[] = []
  const job = mailJob(createCollectingMailer(mail => void sent.push(mail)))
  const { kernel, unit } = world
  await unit(async ctx => {
    const enqueueEach = async (_task: string, each: readonly { payload: object }[]) => {
      for (const { payload } of each) await job({ ...payload }, { kernel, unit })
    }
    await sendWaiting({ ...ctx, enqueueEach })
  })
  return sent
}

it.each(['remove', 'leave'] as const)(
  'what waits for the mail of a day is not mailed once they %s',
  async action => {
    const email = `kit-${action}@northwind.test`
    const kit = await added(world, owner, email, 'admin')
    await choose(kit, 'DAILY')
    expect(await tells(email, 'Amara Okafor')).toEqual([])
    const at = world.clock.now().toISOString()
    if (action === 'remove') await call(world, owner, 'removeMember', { params: { sub: kit.sub } })
    else await call(world, kit, 'leaveEmployer')
    // The next company's own is theirs, whenever the removal is heard of.
    world.clock.set(new Date(world.clock.now().getTime() + 60_000).toISOString())
    const event = { sub: kit.sub, employer_uuid: owner.employer_uuid, action, at }
    expect(await tells(email, 'Chloe Tremblay')).toEqual([])
    const told = await mailsOf(world, mailTeamChange, event)
    expect(told.map(({ subject }) => subject)).toEqual(
      action === 'remove' ? ['Your place in a team changed'] : [],
    )
    world.clock.set(new Date(world.clock.now().getTime() + 86_400_000).toISOString())
    const own = (await digests()).filter(({ to }) => to === email)
    expect(own.map(({ subject }) => subject)).toEqual(['One notification from Corridor'])
    // What they read in Corridor while they were of the company stays there.
    const { items } = await call(world, kit, 'listNotifications', { query: { limit: 10 } })
    expect(items.map(({ about }) => about)).toContain('Amara Okafor')
  },
)

it('a change of role keeps what waits', async () => {
  const kim = await added(world, rival, 'kim@rival.test', 'admin')
  await choose(kim, 'DAILY')
  await tells(kim.email, 'Amara Okafor')
  const at = world.clock.now().toISOString()
  const change = { params: { sub: kim.sub }, body: { role: 'viewer' as const } }
  await call(world, rival, 'changeMemberRole', change)
  const event = { sub: kim.sub, employer_uuid: rival.employer_uuid, action: 'change_role' as const }
  expect(await mailsOf(world, mailTeamChange, { ...event, at })).toHaveLength(1)
  world.clock.set(new Date(world.clock.now().getTime() + 86_400_000).toISOString())
  expect((await digests()).map(({ to }) => to)).toContain(kim.email)
})

it.each(['DAILY', 'IN_APP'] as const)(
  'an operator who is suspended is mailed so at once, who wanted news %s',
  async way => {
    const vera = await givenOperator(world, `vera-${way.toLowerCase()}@corridor.test`)
    await choose(vera, way)
    await call(world, operator, 'changeOperatorStanding', {
      params: { sub: vera.sub, operation: 'suspend' },
    })
    const event = { sub: vera.sub, employer_uuid: null, action: 'suspend' as const }
    const [mail] = await mailsOf(world, mailTeamChange, event)
    expect(mail?.text).toContain('Your account was suspended.')
  },
)
