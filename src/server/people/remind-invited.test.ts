/** Who was invited and does not answer: on which days they are reminded, by which link, and what ends it. */
import { describe, expect, it } from 'vitest'
import { call, callAs, type Person } from '#db/seed/cast.ts'
import { ANONYMOUS } from '#server/kernel/actor.ts'
import type { Events } from '#server/kernel/events.ts'
import { mailInvitationAgain } from '#server/notifications/index.ts'
import { mailsOf } from '#server/notifications/mails.test-data.ts'
import type { Admin } from '#test/harness/admin.ts'
import { givenEmployer, person, type World } from '#test/harness/world.ts'
import { FIRST_INVITED, remindInvited } from './index.ts'
import { MARIANA, withPapers } from './papers.test-data.ts'

let world: World
let admin: Admin
let operator: Person
withPapers(told => {
  ;({ world, admin, operator } = told)
})

type Told = Events['people.invitation_waits']
/** What was announced, with its secrets, also by a unit that was undone. */
const told: Told[] = []

/** Shares of a day go by the machine's clock, on which all of a test is one day. */
const anotherDay = () => admin.rows('delete from rate_limit')

const remind = async () => {
  for (let after: string | null = FIRST_INVITED; after !== null; ) {
    const from: string = after
    after = await world.unit(ctx =>
      remindInvited(
        {
          ...ctx,
          announce: (type, payload) => {
            ctx.announce(type, payload)
            if (type === 'people.invitation_waits') told.push(payload as Told)
          },
        },
        from,
      ),
    )
  }
}
const later = (start: string, days: number) =>
  new Date(Date.parse(start) + days * 86_400_000).toISOString()
const onDay = async (start: string, day: number) => {
  await anotherDay()
  world.clock.set(later(start, day))
  await remind()
}

const toldOf = async (invitation_uuid: string) => {
  const rows = await admin.rows<{ day: number }>(
    `select (payload->>'day')::int "day" from outbox_event where type = 'people.invitation_waits'
        and payload->>'invitation_uuid' = $1 order by created_at, event_uuid`,
    [invitation_uuid],
  )
  return rows.map(
    ({ day }) =>
      told.findLast(one => one.invitation_uuid === invitation_uuid && one.day === day) as Told,
  )
}
const days = async (id: string) => (await toldOf(id)).map(({ day }) => day)

let companies = 0
let people = 0
const company = () => givenEmployer(world, operator, `boss@reminding${++companies}.test`)
const address = () => `invited${++people}@reminded.test`
async function invited(boss: Person, email = address()) {
  const body = { email, role: 'Engineer' }
  const { invitation_uuid } = await call(world, boss, 'inviteContractor', { body })
  return { email, id: invitation_uuid }
}
const find = (token: string) => callAs(world, ANONYMOUS, 'findInvitation', { params: { token } })
async function joined(email: string): Promise<Person> {
  const who = person(email)
  const { street: _, city: __, ...names } = MARIANA
  await call(world, who, 'signUp', {
    body: {
      ...names,
      type: 'contractor',
      preferred_name: 'Mari',
      is_partner: false,
      how_did_you_hear_about_us: 'Friends',
    },
  })
  return who
}

describe('who was invited and does not answer', () => {
  it('is reminded on days 1, 3, 7, 14 and 25, each once, also by two workers, and not once it expired', async () => {
    const start = '2027-03-01T18:00:00.000Z'
    world.clock.set(start)
    const { id, email } = await invited(await company())
    for (let day = 0; day <= 40; day++) {
      await onDay(start, day)
      await Promise.all([remind(), remind()])
    }
    const sent = await toldOf(id)
    expect(sent.map(({ day }) => day)).toEqual([1, 3, 7, 14, 25])
    // The link of the newest mail holds as long as the invitation does; those before lead to it.
    world.clock.set(later(start, 29))
    expect(await find(sent[4]?.secret ?? '')).toMatchObject({ email })
    await expect(find(sent[3]?.secret ?? '')).rejects.toMatchObject({ code: 'LINK_REPLACED' })
    world.clock.set(later(start, 30))
    await expect(find(sent[4]?.secret ?? '')).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
    expect(await world.broken()).toEqual([])
  })

  it('reads who waits, for what, until when, and how to stop it; of a link that no longer holds nothing is sent', async () => {
    const start = '2027-06-01T10:00:00.000Z'
    world.clock.set(start)
    const boss = await company()
    const { id, email } = await invited(boss)
    await onDay(start, 1)
    await onDay(start, 3)
    const [first, second] = await toldOf(id)
    expect(await mailsOf(world, mailInvitationAgain, first as Told)).toEqual([])
    const [mail] = await mailsOf(world, mailInvitationAgain, second as Told)
    expect(mail).toMatchObject({ to: email, subject: 'An invitation waits for your answer' })
    expect(mail?.text).toContain(`invitation=${second?.secret}`)
    expect(mail?.text).toContain('July 1, 2027')
    expect(mail?.text).toContain('/stop-invitations?token=')
    await call(world, boss, 'deleteContractor', { params: { contractor_email: email } })
    expect(await mailsOf(world, mailInvitationAgain, second as Told)).toEqual([])
  })

  it('is reminded no more once it is accepted, declined, taken back, or its address stopped mail; nor by a company that is suspended', async () => {
    const start = '2027-09-01T10:00:00.000Z'
    world.clock.set(start)
    const boss = await company()
    const [accepted, declined, deleted, stopped, waits] = await Promise.all([
      invited(boss),
      invited(boss),
      invited(boss),
      invited(boss),
      invited(boss),
    ])
    const suspended = await company()
    const silent = await invited(suspended)
    const all = [accepted, declined, deleted, stopped, waits, silent]
    const reminded = async () => Promise.all(all.map(({ id }) => days(id)))
    await onDay(start, 1)
    expect(await reminded()).toEqual(all.map(() => [1]))
    await call(world, await joined(accepted.email), 'acceptInvitation', {
      params: { id: accepted.id },
    })
    await call(world, await joined(declined.email), 'rejectInvitation', {
      params: { id: declined.id },
    })
    await call(world, boss, 'deleteContractor', {
      params: { contractor_email: deleted.email },
    })
    const token = world.kernel.gateways.stopLinks.tokenOf(stopped.email)
    await callAs(world, ANONYMOUS, 'stopInvitations', { body: { token, stopped: true } })
    await admin.rows(
      `update employer set suspended_at = now() where employer_uuid = (select employer_uuid from invitation where invitation_uuid = '${silent.id}')`,
    )
    await onDay(start, 3)
    expect(await reminded()).toEqual([[1], [1], [1], [1], [1, 3], [1]])
  })

  it('gets the newest of those that were missed; sent anew it begins anew, asked for anew it does not', async () => {
    const start = '2027-12-01T10:00:00.000Z'
    world.clock.set(start)
    const boss = await company()
    const { id, email } = await invited(boss)
    await onDay(start, 8)
    expect(await days(id)).toEqual([7])
    const again = later(start, 8.1)
    world.clock.set(again)
    await call(world, boss, 'resendInvitation', { params: { contractor_email: email } })
    // Not within the day on which a link was sent.
    await onDay(again, 0.5)
    expect(await days(id)).toEqual([7])
    await onDay(again, 1)
    await onDay(again, 3)
    expect(await days(id)).toEqual([7, 1, 3])
    const old = (await toldOf(id))[1]?.secret ?? ''
    world.clock.set(later(again, 6.9))
    await callAs(world, ANONYMOUS, 'askForInvitation', { params: { token: old } })
    await onDay(again, 7)
    expect(await days(id)).toEqual([7, 1, 3])
    await onDay(again, 8)
    expect(await days(id)).toEqual([7, 1, 3, 7])
  })

  it('has signed up: what is open there is what they are reminded of', async () => {
    const start = '2028-03-01T10:00:00.000Z'
    world.clock.set(start)
    const boss = await company()
    const [newcomer, colleague, known] = [address(), (await company()).email, address()]
    await joined(newcomer)
    world.clock.set(later(start, -60))
    await joined(known)
    world.clock.set(start)
    const ids = []
    for (const email of [newcomer, colleague, known]) ids.push((await invited(boss, email)).id)
    await onDay(start, 1)
    expect(await Promise.all(ids.map(days))).toEqual([[], [], [1]])
  })

  it('is one of many: an address gets no more of a day than its share, the others all of theirs', async () => {
    const start = '2028-06-01T10:00:00.000Z'
    world.clock.set(start)
    const one = address()
    const ids: string[] = []
    for (let n = 0; n < 8; n++) {
      const boss = await company()
      world.clock.set(later(start, n / 4))
      await anotherDay()
      ids.push((await invited(boss, one)).id)
    }
    const alone = await invited(await company())
    await onDay(start, 3)
    const sent = (await Promise.all(ids.map(days))).filter(told => told.length > 0)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.length).toBeLessThanOrEqual(5)
    expect(await days(alone.id)).toEqual([1])
  })
})
