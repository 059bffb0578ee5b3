/** Pay that waits for the people whom it pays: their employer asks them to see to it, once a day. */
import { expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { waitingMails } from '#test/harness/waiting-mails.ts'
import type { World } from '#test/harness/world.ts'
import { type ApprovedPay, givenApproved } from './approved-pay.test-data.ts'

let world: World
let admin: Admin
let stage: ApprovedPay
/** Lou is paid on Friday, March 20, and has no account; Amara and another one have theirs. It is Tuesday. */
eachInACopy(givenApproved, copy => {
  world = copy.world
  admin = copy.admin
  stage = copy.told
})

const remind = () => call(world, stage.employer, 'remindPayees', { params: stage.id, body: {} })

async function mailed() {
  await world.deliver()
  const mails = await waitingMails(world, admin)
  return mails.filter(({ subject }) => subject.includes('reminds you of your pay'))
}

/** What the employer's list of cycles says of the asking, and its page. */
async function asks() {
  const { items } = await call(world, stage.employer, 'listCycles', {
    query: { view: 'run', limit: 20 },
  })
  const shown = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 1 },
  })
  const listed = items.find(({ cycle_uuid }) => cycle_uuid === stage.id.cycle_uuid)
  const said = (listed?.pay_states ?? []).flatMap(({ acts, asks: of }) => (of ? [[acts, of]] : []))
  expect(shown.pay_states.flatMap(({ acts, asks: of }) => (of ? [[acts, of]] : []))).toEqual(said)
  return said
}

it('asks those for whom it waits and nobody else, before its date as well', async () => {
  expect(await asks()).toEqual([['CONTRACTOR', { asked_at: null, open: true }]])
  const { asked_at } = await remind()
  const [mail, ...others] = await mailed()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    to: 'lou@home.test',
    subject: 'Company of boss reminds you of your pay of March 20, 2026',
  })
  expect(mail?.text).toContain('This of it waits for you:')
  expect(mail?.text).toContain('3400.00 USD')
  expect(mail?.text).toContain('/contractor/payment-methods')
  expect(await asks()).toEqual([['CONTRACTOR', { asked_at, open: false }]])
})

it('asks nobody twice on a day, however often and by how many at once, and again on the next', async () => {
  const answers = await Promise.all([remind(), remind(), remind()])
  expect(new Set(answers.map(({ asked_at }) => asked_at.toISOString())).size).toBe(1)
  expect(await mailed()).toHaveLength(1)
  world.clock.set('2026-03-17T23:30:00Z')
  expect(await remind()).toEqual(answers[0])
  expect(await mailed()).toEqual([])
  world.clock.set('2026-03-18T00:30:00Z')
  expect(await asks()).toEqual([['CONTRACTOR', { asked_at: answers[0]?.asked_at, open: true }]])
  await remind()
  expect(await mailed()).toHaveLength(1)
})

it('says where it waits for nobody whom it pays, and asks nobody', async () => {
  await call(world, stage.homeless, 'putBankingInformation', {
    body: {
      ...{ account_name: 'Lou', currency: 'USD' },
      ...{ account_number: '0123456789', swift_code: 'FBNINGLA' },
    },
  })
  await world.deliver()
  expect(await asks()).toEqual([])
  await expect(remind()).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
  expect(await mailed()).toEqual([])
})

it('tells a contractor nothing that changed before the mail was made', async () => {
  await remind()
  await call(world, stage.homeless, 'putBankingInformation', {
    body: {
      ...{ account_name: 'Lou', currency: 'USD' },
      ...{ account_number: '0123456789', swift_code: 'FBNINGLA' },
    },
  })
  expect(await mailed()).toEqual([])
})

it('knows no cycle that is none of theirs', async () => {
  const id = { ...stage.id, cycle_uuid: '00000000-0000-4000-8000-000000000000' }
  const none = call(world, stage.employer, 'remindPayees', { params: id, body: {} })
  await expect(none).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
