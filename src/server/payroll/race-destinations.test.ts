/** Who changes where approved pay goes while it is executed, approved or changed again: it leaves or is taken back, and its employer is told once. */
import { describe, expect, it } from 'vitest'
import { approvalOf, call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { holding, outcome, rounds, waiting } from '#test/harness/races.ts'
import type { World } from '#test/harness/world.ts'
import {
  APPROVED,
  type ApprovedPay,
  changesIn,
  givenApproved,
  looksAt,
} from './approved-pay.test-data.ts'

let world: World
let admin: Admin
let told: ApprovedPay
let on: ReturnType<typeof changesIn> & ReturnType<typeof looksAt>
eachInACopy(givenApproved, copy => {
  world = copy.world
  admin = copy.admin
  told = copy.told
  on = { ...changesIn(copy), ...looksAt(copy) }
})

describe('a change at the same moment as', () => {
  it('an execution that came first leaves the pay to it', async () => {
    world.clock.set('2026-03-20T10:00:00Z')
    const release = await holding(world, 'select from ledger_account for update')
    const executed = on.execute()
    await waiting(admin, 1, executed)
    await on.split(told.first, 5_000, 5_000)
    const delivered = world.deliver()
    await waiting(admin, 2, delivered)
    await release()
    await Promise.all([executed, delivered])
    await world.deliver()
    expect(await on.items()).toEqual(APPROVED)
    const rows = await admin.rows(
      "select from payment where contractor_sub = $1 and attempt = 1 and status <> 'CANCELLED'",
      [told.first.sub],
    )
    expect(rows).toHaveLength(2)
    expect((await on.mails()).filter(({ subject }) => subject.includes('again'))).toEqual([])
  })

  it.each(rounds)('an execution is asked or taken back, and never both (%i)', async round => {
    world.clock.set('2026-03-20T10:00:00Z')
    const { payment_uuids } = await call(world, told.operator, 'getChecklist', {
      query: { pay_date: '2026-03-20' },
    })
    const body = { pay_date: '2026-03-20', payment_uuids }
    await Promise.all([
      outcome(call(world, told.operator, 'bulkExecute', { body })),
      on
        .split(told.first, 5_000, 5_000)
        .then(() => Promise.all([world.deliver(), world.deliver()])),
      round % 2 ? on.split(told.first, 6_000, 4_000) : world.release(),
    ])
    await world.deliver()
    const asked = await admin.rows(
      'select from payment_attempt join payment using (payment_uuid) where contractor_sub = $1',
      [told.first.sub],
    )
    expect((await on.items()).amara1).toBe(asked.length > 0 ? 'APPROVED' : 'PENDING_APPROVAL')
    const again = (await on.mails()).filter(({ subject }) => subject.includes('again'))
    expect(again).toHaveLength(asked.length > 0 ? 0 : 1)
    expect(await world.broken()).toEqual([])
  })

  it('another takes the pay back once, and tells it once', async () => {
    await on.mails()
    await Promise.all([on.split(told.first, 5_000, 5_000), on.split(told.first, 6_000, 4_000)])
    await Promise.all([world.deliver(), world.deliver(), world.deliver()])
    expect((await on.items()).amara1).toBe('PENDING_APPROVAL')
    expect(await on.mails()).toHaveLength(1)
    const taken = await admin.rows(
      "select from audit_entry where entity = 'line_item' and action = 'unapprove'",
    )
    expect(taken).toHaveLength(1)
  })

  it('an approval that read the old accounts waits until that has ended, and takes it back', async () => {
    await call(world, told.employer, 'unapproveCycle', { params: told.id, body: {} })
    const seen = await approvalOf(world, told.employer, told.id)
    const release = await holding(world, 'select from ledger_account for update')
    const approved = call(world, told.employer, 'approveCycle', { params: told.id, body: seen })
    await waiting(admin, 1, approved)
    await on.split(told.first, 5_000, 5_000)
    const delivered = world.deliver()
    await waiting(admin, 2, delivered)
    await release()
    expect(await approved).toMatchObject({ changed: 3 })
    await delivered
    expect(await on.items()).toEqual({ ...APPROVED, amara1: 'PENDING_APPROVAL' })
  })
})
