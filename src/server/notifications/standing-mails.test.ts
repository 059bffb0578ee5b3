/** Who is suspended, or is no longer, is told so, and so is everybody whose pay waits with it. */
import { describe, expect, it } from 'vitest'
import { actorOf, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import { type CycleStage, givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { sayText } from '../kernel/words.ts'

let world: World
let admin: Admin
let stage: CycleStage
/** Two people are paid 3400.00 USD each on Friday, March 20. It is Tuesday, and nothing is approved or funded. */
eachInACopy(
  of => givenApprovableCycle(of, 2),
  copy => {
    world = copy.world
    admin = copy.admin
    stage = copy.told
  },
)

type Operation = 'suspend' | 'reinstate'
type Body = { reason?: string; told?: string }

const change = (
  userTypes: 'employers' | 'contractors',
  sub: string,
  operation: Operation,
  body: Body = {},
) => call(world, stage.operator, 'changeStanding', { params: { userTypes, sub, operation }, body })

async function mails() {
  await world.deliver()
  return waitingMails(world, admin)
}

/** Who may use Corridor, as every request asks; false, or what they are told instead. */
async function doorOf(person: Person) {
  const actor = await actorOf(world, person)
  return actor.suspended && sayText(actor.suspended)
}

const NOTE = 'Two companies of one director.'
const TOLD = 'We need to know who owns the company now.'

describe('a company that is suspended', () => {
  it('is told so with the reason meant for it, what becomes of its pay and where to write; its contractors that their pay waits', async () => {
    await mails()
    await change('employers', stage.employer.employer_uuid, 'suspend', { reason: NOTE, told: TOLD })
    const sent = await mails()
    const people = stage.contractors.map(({ email }) => email)
    expect(sent.map(({ to }) => to).sort()).toEqual([stage.employer.email, ...people].sort())
    expect(JSON.stringify(sent)).not.toContain(NOTE)
    for (const mail of sent) {
      const own = mail.to === stage.employer.email
      expect(mail.text.includes(TOLD)).toBe(own)
      expect(mail.text).toContain('Company of boss')
      if (own) {
        expect(mail.subject).toBe('Your company is suspended')
        for (const said of [/since .*2026/, /has not left/, /support@corridor\.test/])
          expect(mail.text).toMatch(said)
      } else {
        expect(mail.subject).toBe('Your pay is on hold')
        expect(mail.text).toMatch(/nothing for you to do/)
      }
    }
    const [chloe] = stage.contractors as [Person]
    const { items } = await call(world, chloe, 'listNotifications', { query: { limit: 5 } })
    expect(items[0]).toMatchObject({ text: 'Your pay is on hold', kind: 'PAY' })
  })

  it('is told when that is over, and so are they', async () => {
    await change('employers', stage.employer.employer_uuid, 'suspend', { reason: NOTE, told: TOLD })
    await mails()
    await change('employers', stage.employer.employer_uuid, 'reinstate')
    const sent = await mails()
    expect(sent.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual(
      [
        `${stage.employer.email}: Your company can be used again`,
        ...stage.contractors.map(({ email }) => `${email}: Your pay is no longer on hold`),
      ].sort(),
    )
    expect(await doorOf(stage.employer)).toBe(false)
  })

  it('is told nothing of a suspension that was lifted before the mail was written', async () => {
    await mails()
    await change('employers', stage.employer.employer_uuid, 'suspend')
    await change('employers', stage.employer.employer_uuid, 'reinstate')
    world.clock.set('2026-03-17T10:01:00Z')
    await change('employers', stage.employer.employer_uuid, 'suspend')
    expect((await mails()).map(({ subject }) => subject).sort()).toEqual([
      'Your company is suspended',
      ...stage.contractors.map(() => 'Your pay is on hold'),
    ])
  })

  it('is told at the door why nobody of it comes in: who manages it the reason, the others whom to ask', async () => {
    expect(await doorOf(stage.employer)).toBe(false)
    await change('employers', stage.employer.employer_uuid, 'suspend', { reason: NOTE, told: TOLD })
    const said = await doorOf(stage.employer)
    expect(said).toContain(TOLD)
    expect(said).toMatch(/^Corridor suspended Company of boss on March 17, 2026/)
    expect(said).not.toContain(NOTE)
    await admin.rows("update employer_member set role = 'viewer' where sub = $1", [
      stage.employer.sub,
    ])
    const viewer = await doorOf(stage.employer)
    expect(viewer).not.toContain(TOLD)
    expect(viewer).toMatch(/owners and admins/)
    // Nor in what the sentence is filled with, which a refusal carries beside it.
    const { suspended } = await actorOf(world, stage.employer)
    expect(JSON.stringify(suspended)).not.toContain(TOLD)
    // Where nobody was told why, as of a process of before, it is not said that somebody was.
    await change('employers', stage.employer.employer_uuid, 'reinstate')
    await change('employers', stage.employer.employer_uuid, 'suspend', { reason: NOTE })
    expect(await doorOf(stage.employer)).not.toMatch(/owners and admins/)
  })

  it('keeps the note of operators and what it is told apart, for who is asked to reinstate it', async () => {
    await change('employers', stage.employer.employer_uuid, 'suspend', { reason: NOTE, told: TOLD })
    const read = async () =>
      (
        await call(world, stage.operator, 'getOperationsEmployer', {
          params: { id: stage.employer.employer_uuid },
        })
      ).suspension
    expect(await read()).toMatchObject({ reason: NOTE, told: TOLD })
    await change('employers', stage.employer.employer_uuid, 'reinstate')
    await change('employers', stage.employer.employer_uuid, 'suspend')
    expect(await read()).toMatchObject({ reason: null, told: null })
    expect(
      await admin.rows("select from audit_entry where after::text like '%owns the company%'"),
    ).toEqual([])
  })
})

describe('a contractor who is suspended', () => {
  it('is told so, and whoever pays them that their pay waits; and that it is over', async () => {
    const [chloe, other] = stage.contractors as [Person, Person]
    await mails()
    await change('contractors', chloe.sub, 'suspend', { told: 'Your passport was reported lost.' })
    const sent = await mails()
    const heads = (of: typeof sent) => of.map(({ to, subject }) => `${to}: ${subject}`).sort()
    expect(heads(sent)).toEqual(
      [
        `${chloe.email}: Your account is suspended`,
        `${stage.employer.email}: Pay to a contractor is on hold`,
      ].sort(),
    )
    const own = sent.find(({ to }) => to === chloe.email)
    expect(own?.text).toContain('Your passport was reported lost.')
    expect(sent.find(({ to }) => to !== chloe.email)?.text).not.toContain('passport')
    expect(await doorOf(chloe)).toContain('Your passport was reported lost.')
    expect(await doorOf(other)).toBe(false)
    await change('contractors', chloe.sub, 'reinstate')
    expect(heads(await mails())).toEqual(
      [
        `${chloe.email}: Your account can be used again`,
        `${stage.employer.email}: Pay to a contractor is no longer on hold`,
      ].sort(),
    )
  })

  it('concerns no company whose pay to them has left', async () => {
    const [chloe] = stage.contractors as [Person]
    const { payment_uuids } = await givenDue(world, stage)
    const { execution_uuid } = await call(world, stage.operator, 'bulkExecute', {
      body: { pay_date: '2026-03-20', payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    await mails()
    await change('contractors', chloe.sub, 'suspend')
    expect((await mails()).map(({ to }) => to)).toEqual([chloe.email])
  })
})
