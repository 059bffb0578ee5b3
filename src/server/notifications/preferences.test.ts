/** Who is told is told in Corridor, and by mail when they chose: nothing is lost, nothing twice, and nothing of others is seen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { call, type Person } from '#db/seed/cast.ts'
import type { Preferences } from '#domain/notifications/preferences.ts'
import { byTheClock } from '#server/clock-work.ts'
import type { MailTemplates } from '#server/gateways/mail/mail-templates.ts'
import { createCollectingMailer, type MailMessage } from '#server/gateways/mail/mailer.ts'
import type { Ctx } from '#server/kernel/unit-of-work.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenContractor, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { forgetTold, mailJob, sendWaiting } from './index.ts'
import { queueMail } from './send-mail.ts'

let world: World
let admin: Admin
let amara: Person
let other: Person
beforeAll(async () => {
  world = await plainWorld('2026-03-02T10:00:00Z')
  admin = await adminOf(world)
  const operator = await givenOperator(world)
  amara = await givenContractor(world, operator, 'amara@okafor.test')
  other = await givenContractor(world, operator, 'chloe@tremblay.test')
  await world.deliver()
  await admin.rows('delete from notification')
})
afterAll(async () => {
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
})

const PAID = {
  ...{ employer_name: 'Northwind', amount: '10.00', currency: 'USD', parts: [] },
  url: 'https://corridor.test/contractor/payslips?at=1#top',
}
const CHOSEN: Preferences = {
  ways: { TASK: 'AT_ONCE', PAY: 'DAILY', NEWS: 'IN_APP' },
  quiet_hours: { from: 22, until: 7 },
  daily_hour: 8,
  time_zone: 'Africa/Lagos',
}

/** The mails that leave by what a unit of work does. */
async function mailsOf(work: (ctx: Ctx) => Promise<unknown>): Promise<MailMessage[]> {
  const sent: MailMessage[] = []
  const job = mailJob(createCollectingMailer(mail => void sent.push(mail)))
  const { kernel, unit } = world
  await unit(async ctx => {
    const enqueueEach = async (_task: string, each: readonly { payload: object }[]) => {
      for (const { payload } of each) await job({ ...payload }, { kernel, unit })
    }
    await work({ ...ctx, enqueueEach })
  })
  return sent
}
const tells = <K extends keyof MailTemplates>(to: string, template: K, data: MailTemplates[K]) =>
  mailsOf(ctx => queueMail(ctx, template, to, data))
const list = async (of: Person, query: { limit: number; cursor?: string } = { limit: 50 }) =>
  call(world, of, 'listNotifications', { query })
const choose = (of: Person, body: Preferences) =>
  call(world, of, 'putNotificationPreferences', { body: body as never })
const waits = async (of: Person) =>
  (await call(world, of, 'getWaiting')).counts['/account/notifications'] ?? 0

describe('what somebody is told', () => {
  it('stands in Corridor with where it is looked at, counted until it was, and nobody else reads it', async () => {
    expect(await tells(amara.email, 'paid', PAID)).toHaveLength(1)
    expect(await tells('nobody@client.test', 'paid', PAID)).toHaveLength(1)
    const [told] = (await list(amara)).items
    expect(told).toMatchObject({
      ...{ kind: 'PAY', text: 'You were paid 10.00 USD', about: 'Northwind', read_at: null },
      path: '/contractor/payslips?at=1#top',
    })
    expect(await waits(amara)).toBe(1)
    expect((await list(other)).items).toEqual([])
    const params = { id: told?.notification_uuid ?? '' }
    await expect(call(world, other, 'readNotification', { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    for (const _ of [1, 2]) await call(world, amara, 'readNotification', { params })
    expect(await waits(amara)).toBe(0)
  })

  it('holds no link that proves something, and of a mailed link nothing', async () => {
    await tells(amara.email, 'reset-password', {
      url: 'https://corridor.test/reset-password?token=secret',
      expires_minutes: 20,
    })
    await tells(amara.email, 'destination-changed', {
      ...{
        what: 'Bank account added',
        at: '2026-03-02T10:00:00Z',
        held_until: '2026-03-03T10:00:00Z',
      },
      hold_url: 'https://corridor.test/stop-change?token=secret',
      url: 'https://corridor.test/contractor/payment-methods',
    })
    const rows = await admin.rows<{ notification_uuid: string; data: string }>(
      'select notification_uuid, data from notification order by told_at, notification_uuid',
    )
    const { fields } = world.kernel
    const kept = rows.map(row => fields.open('notification.data', row.notification_uuid, row.data))
    expect(kept.join()).toContain('Bank account added')
    expect(kept.join()).not.toContain('secret')
  })

  it('is read page by page, and marked as read until what was seen', async () => {
    world.clock.set('2026-03-02T11:00:00Z')
    for (const amount of ['1.00', '2.00', '3.00'])
      await tells(amara.email, 'paid', { ...PAID, amount })
    const first = await list(amara, { limit: 2 })
    expect(first.items.map(({ text }) => text)).toEqual([
      'You were paid 3.00 USD',
      'You were paid 2.00 USD',
    ])
    const rest = await list(amara, { limit: 2, cursor: first.next_cursor ?? '' })
    expect(rest.items[0]?.text).toBe('You were paid 1.00 USD')
    const until = first.items[0]?.told_at ?? world.clock.now()
    world.clock.set('2026-03-02T11:00:01Z')
    await tells(amara.email, 'paid', { ...PAID, amount: '4.00' })
    await call(world, amara, 'readNotifications', { body: { until } })
    expect(await waits(amara)).toBe(1)
  })

  it('stays readable beside one that is no longer written', async () => {
    await admin.rows("update notification set template = 'of-before' where person_sub = $1", [
      amara.sub,
    ])
    await tells(amara.email, 'paid', PAID)
    const texts = (await list(amara)).items.map(({ text }) => text)
    expect(texts.slice(0, 2)).toEqual(['You were paid 10.00 USD', 'Something changed'])
    await admin.rows('delete from notification')
  })
})

describe('how somebody is told', () => {
  it('is at once until they choose, and what they chose stays', async () => {
    const get = () => call(world, amara, 'getNotificationPreferences')
    expect(await get()).toMatchObject({ chosen: false, time_zone: 'UTC' })
    for (const _ of [1, 2]) await choose(amara, CHOSEN)
    expect(await get()).toEqual({ ...CHOSEN, chosen: true, version: expect.any(String) })
    expect(await call(world, other, 'getNotificationPreferences')).toMatchObject({ chosen: false })
  })

  it.each([
    [{ ...CHOSEN, time_zone: 'Mars/Olympus' }],
    [{ ...CHOSEN, quiet_hours: { from: 22 } }],
    [{ ...CHOSEN, daily_hour: 24 }],
    [{ ...CHOSEN, ways: { ...CHOSEN.ways, TASK: 'IN_APP' } }],
    [{ ...CHOSEN, ways: { ...CHOSEN.ways, ALWAYS: 'IN_APP' } }],
    [{}],
  ])('is refused where it cannot be: %j', body => {
    expect(notifications.putNotificationPreferences.body.safeParse(body).success).toBe(false)
  })

  it('lets what waits leave in one mail, once, when it is due, and without what was looked at', async () => {
    world.clock.set('2026-03-03T21:30:00Z') // 22:30 in Lagos
    expect(await tells(amara.email, 'paid', { ...PAID, amount: '1.00' })).toEqual([])
    expect(await tells(amara.email, 'paid', { ...PAID, amount: '2.00' })).toEqual([])
    const role = { employer_name: 'Northwind', role: 'Designer', url: PAID.url }
    expect(await tells(amara.email, 'contract-to-sign', role)).toEqual([])
    const news = { ...role, contractor_name: 'Amara' }
    expect(await tells(amara.email, 'contract-signed', news)).toEqual([])
    expect(await tells(other.email, 'paid', PAID)).toHaveLength(1)
    const late = {
      when: 'late',
      employer_name: 'Northwind',
      pay_date: '2026-03-02',
      pays: [],
      act: 'NOTHING',
    } as const
    expect(await tells(amara.email, 'my-pay-late', { ...late, url: PAID.url })).toHaveLength(1)

    world.clock.set('2026-03-04T05:59:59Z')
    expect(await mailsOf(sendWaiting)).toEqual([])
    world.clock.set('2026-03-04T06:00:00Z')
    const [atSeven, ...none] = await mailsOf(sendWaiting)
    expect(none).toEqual([])
    expect(atSeven).toMatchObject({
      to: amara.email,
      subject: 'One notification from Corridor',
      text: expect.stringContaining('A contract waits for your signature'),
    })
    const [, , , one] = (await list(amara)).items.toReversed()
    const first = (await list(amara)).items.find(({ text }) => text.includes('1.00'))
    expect(one?.text).toBe('Your contract is signed by both sides')
    await call(world, amara, 'readNotification', { params: { id: first?.notification_uuid ?? '' } })
    world.clock.set('2026-03-04T07:05:00Z')
    // The next tick of the product's clock has it sent, which the demo moves.
    await byTheClock({}, world)
    const due = "select key from graphile_worker.jobs where task_identifier = 'send_waiting'"
    expect(await admin.rows(due)).toEqual([{ key: 'send_waiting' }])
    const [daily, ...more] = await mailsOf(sendWaiting)
    expect(more).toEqual([])
    expect(daily?.text).toContain('You were paid 2.00 USD')
    expect(daily?.text).not.toContain('1.00 USD')
    world.clock.set('2026-03-05T07:05:00Z')
    expect(await mailsOf(sendWaiting)).toEqual([])
  })

  it('is one mail for two workers that send what waits at the same moment', async () => {
    world.clock.set('2026-03-05T10:00:00Z')
    for (let n = 0; n < 25; n++) await tells(amara.email, 'paid', PAID)
    world.clock.set('2026-03-06T10:00:00Z')
    const mails = (await Promise.all([mailsOf(sendWaiting), mailsOf(sendWaiting)])).flat()
    expect(mails.map(({ subject }) => subject)).toEqual(['25 notifications from Corridor'])
    expect(mails[0]?.text).toContain('5 more are in Corridor.')
  })

  it('is forgotten after 400 days', async () => {
    world.clock.set('2027-05-01T10:00:00Z')
    expect(await world.unit(forgetTold)).toBeGreaterThan(25)
    expect(await world.unit(forgetTold)).toBe(0)
    expect((await list(amara)).items).toEqual([])
  })
})
