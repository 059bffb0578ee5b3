/** What an earlier version left in the outbox is delivered by this one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { deliverUntried } from './deliver-events.ts'
import { newUuid } from './kernel/ids.ts'
import { reactions } from './subscriptions.ts'

let world: World
let admin: Admin
beforeAll(async () => {
  world = await plainWorld()
  admin = await adminOf(world)
})
afterAll(async () => {
  await admin.close()
  await world.close()
})

/** As `announce` stored it before events had types; the earliest rows name no reaction. */
const left = (reaction: string | null, payload: { type: string; [field: string]: unknown }) =>
  admin.rows(
    `insert into outbox_event (event_uuid, type, reaction, payload, created_at) values ($1, $2, $3, $4, $5)`,
    [newUuid(), payload.type, reaction, payload, world.clock.now()],
  )
const waiting = () =>
  admin.rows<{ reaction: string | null }>(
    'select reaction from outbox_event where delivered_at is null order by reaction',
  )
const hours = (count: number) =>
  world.clock.set(new Date(world.clock.now().getTime() + count * 3_600_000).toISOString())

it('rows with and without a reaction are delivered; what nobody knows is left to a newer version for a day, and let go then', async () => {
  const type = 'identity.mail_requested'
  await left(null, { type, kind: 'account-exists', email: 'chloe@tremblay.test' })
  await left('mailIdentity', { type, kind: 'account-exists', email: 'amir@haddad.test' })
  await left('mailSomethingElse', { type, kind: 'account-exists', email: 'dana@northwind.test' })
  await left('fitCyclesOfContract', {
    type: 'contracts.contract_signed',
    contract_uuid: newUuid(),
  })
  await left(null, { type: 'payroll.items_approved', line_item_uuids: [newUuid()] })
  await world.deliver()
  const unknown = ['mailSomethingElse', null].map(reaction => ({ reaction }))
  hours(23)
  await world.deliver()
  expect(await waiting()).toEqual(unknown)
  hours(2)
  await world.deliver()
  expect(await waiting()).toEqual([])
  const mails = await admin.rows(
    "select from graphile_worker.jobs where task_identifier = 'send_mail'",
  )
  expect(mails).toHaveLength(2)
})

it('what an older process passed over has its turn within minutes, and what nobody knows wakes nobody', async () => {
  const type = 'identity.mail_requested'
  const woken = async () => {
    await admin.rows("select graphile_worker.remove_job('deliver_events')")
    await deliverUntried(world)
    return admin.rows("select from graphile_worker.jobs where task_identifier = 'deliver_events'")
  }
  await left('mailSomethingElse', { type, kind: 'account-exists', email: 'dana@northwind.test' })
  hours(1)
  expect(await woken()).toHaveLength(0)
  await left('mailIdentity', { type, kind: 'account-exists', email: 'amir@haddad.test' })
  expect(await woken()).toHaveLength(0)
  hours(1)
  expect(await woken()).toHaveLength(1)
  await world.deliver()
  expect(await woken()).toHaveLength(0)
})

it('every reaction has the name under which an earlier version left rows', () => {
  const names = Object.entries(reactions).flatMap(([type, of]) =>
    of.map(({ name }) => `${type} ${name}`),
  )
  expect(names).toEqual(
    expect.arrayContaining([
      'contracts.contract_offered mailOffer',
      'contracts.contract_signed mailSigned',
      'contracts.contract_signed fitCyclesOfContract',
      'contracts.contract_declined mailDeclined',
      'contracts.contract_completed mailClosed',
      'contracts.contract_completed fitCyclesOfContract',
      'identity.teammate_invited mailTeamInvitation',
      'identity.teammate_changed mailTeamChange',
      'identity.mail_requested mailIdentity',
      'identity.email_change_asked mailEmailChange',
      'identity.email_changed mailEmailChanged',
      'payments.destination_changed mailDestination',
      'payments.destination_changed askApprovalAnew',
      'payments.payment_failed mailFailure',
      'payments.items_settled mailPaid',
      'payroll.approval_void mailApprovalVoid',
      'payroll.approval_asked mailApprovalAsked',
      'people.approvers_rule_changed mailApproversRule',
      'payroll.cycle_opened mailCycle',
      'people.contractor_invited mailInvitation',
      'people.invitation_answered mailAnswer',
      'people.verification_decided mailDecision',
    ]),
  )
})
