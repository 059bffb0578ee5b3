/** Money that comes back after it was sent, or after it was settled: it is held for its contractor and leaves by one new attempt. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'
import { holdPaymentsOfItems, listSettling, named } from './payment.store.ts'
import { returnPayments } from './return-payments.ts'

type Due = Awaited<ReturnType<typeof givenDuePayments>>
let world: World
let admin: Admin
let due: Due
/** Two payments of one contractor were sent. */
eachInACopy(
  async first => {
    const made = await givenDuePayments(first, 1)
    await execute(first, made)
    return made
  },
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told
  },
)

async function execute(on: World, { operator, payment_uuids }: Due): Promise<number> {
  const { execution_uuid, queued } = await call(on, operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids },
  })
  await on.execute(execution_uuid ?? '')
  return queued
}
const settle = (payment_uuids: readonly string[]) =>
  call(world, due.operator, 'bulkSettle', {
    body: { payment_uuids: [...payment_uuids], reference: 'BANK-1' },
  })
const cameBack = (payment_uuids: readonly string[]) =>
  world.unit(async ctx => {
    await holdPaymentsOfItems(ctx.tx, named(payment_uuids))
    await returnPayments(ctx, await listSettling(ctx.tx, payment_uuids), 'The account is closed.')
  })
const one = async (sql: string) => (await admin.rows<{ found: unknown }>(sql))[0]?.found
const held = () =>
  one(
    "select count(*)::int found from ledger_account where kind = 'held' and posted_in > posted_out",
  )

describe('money that came back', () => {
  it('is held for its contractor with its reason, and leaves once more by a new attempt', async () => {
    await cameBack(due.payment_uuids)
    expect(
      await admin.rows(
        'select distinct p.status, failure_reason, outcome, reason from payment p join payment_attempt using (attempt_uuid)',
      ),
    ).toEqual([
      {
        status: 'RETURNED',
        failure_reason: 'The account is closed.',
        outcome: 'RETURNED',
        reason: 'The account is closed.',
      },
    ])
    expect(await held()).toBe(2)
    expect(
      await one(
        "select count(*)::int found from outbox_event where type = 'payments.payment_failed' and reaction = 'mailFailure'",
      ),
    ).toBe(2)
    for (const id of due.payment_uuids)
      await call(world, due.operator, 'retryPayment', { params: { id } })
    expect(await execute(world, due)).toBe(2)
    await settle(due.payment_uuids)
    expect(await one('select max(number) found from payment_attempt')).toBe(2)
    expect(await one("select count(*)::int found from line_item where status = 'PAID'")).toBe(1)
  })

  it('takes back that its line item is paid where it had settled, and that alone', async () => {
    await settle(due.payment_uuids)
    const [first = ''] = due.payment_uuids
    await cameBack([first])
    expect(await one('select status found from line_item')).toBe('APPROVED')
    expect(
      await one(`select settled_at found from payment where payment_uuid = '${first}'`),
    ).toBeNull()
    expect(await one("select count(*)::int found from payment where status = 'SETTLED'")).toBe(1)
    expect(await held()).toBe(1)
  })
})
