/** Settling many payments, and two calls on many of them at once: each is told by itself, and happens once. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { givenDuePayments, type World } from '#test/harness/world.ts'

type Due = Awaited<ReturnType<typeof givenDuePayments>>
let world: World
let admin: Admin
let due: Due
/** Six payments of three contractors are due. */
eachInACopy(
  first => givenDuePayments(first, 3),
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told
  },
)

const statuses = async () => {
  const rows = await admin.rows<{ status: string; n: number }>(
    'select status, count(*)::int n from payment group by status order by status',
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
const queue = (payment_uuids = due.payment_uuids) =>
  call(world, due.operator, 'bulkExecute', { body: { pay_date: '2026-03-20', payment_uuids } })
const run = async (payment_uuids?: string[]) => {
  const { execution_uuid } = await queue(payment_uuids)
  await world.execute(execution_uuid ?? '')
}
const settle = (payment_uuids = due.payment_uuids) =>
  call(world, due.operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK-1' } })

describe('settling many', () => {
  it('says of each by itself why not, counts what was settled before, and repeats its answer', async () => {
    const [a = '', b = '', c = '', d = ''] = due.payment_uuids
    await run([a, b])
    const none = '00000000-0000-4000-8000-000000000000'
    const first = await settle([c, a, none, a, d])
    expect(first.settled).toBe(1)
    expect(first.refused.map(of => [of.payment_uuid, of.said.text])).toEqual([
      [none, 'payments.blockers.noSuchPayment'],
      ...[c, d].toSorted().map(id => [id, 'payments.blockers.notSent']),
    ])
    expect(first.refused[1]?.reason).toContain('SCHEDULED')
    expect(await settle([c, a, none, a, d])).toEqual(first)
    expect(await statuses()).toEqual({ SCHEDULED: 4, SENT: 1, SETTLED: 1 })
    expect((await settle([a, b])).settled).toBe(2)
  })

  it('by two at once whose lists overlap settles each payment once', async () => {
    await run()
    const { payment_uuids: ids } = due
    const answers = await Promise.all([
      settle(ids.slice(0, 4)),
      settle(ids.slice(2).toReversed()),
      settle(ids.slice(1, 5)),
    ])
    expect(answers.map(answer => answer.settled)).toEqual([4, 4, 4])
    expect(await statuses()).toEqual({ SETTLED: 6 })
    const paid = await admin.rows("select from line_item where status = 'PAID'")
    expect(paid).toHaveLength(3)
    const said = await admin.rows<{ n: number }>(
      "select jsonb_array_length(payload->'line_item_uuids') n from outbox_event where type = 'payments.items_settled' and reaction = 'mailPaid'",
    )
    expect(said.reduce((sum, { n }) => sum + n, 0)).toBe(3)
  })
})

describe('two executions at once', () => {
  it('of all that was seen and one of them by name: each leaves once', async () => {
    const { ready_payments, ready_totals, digest } = await call(
      world,
      due.operator,
      'getChecklist',
      { query: {} },
    )
    const seen = {
      pay_date: '2026-03-20',
      ready: { payments: ready_payments, totals: ready_totals, digest },
    }
    const [all, one] = await Promise.all([
      outcome(call(world, due.operator, 'bulkExecute', { body: seen })),
      outcome(queue(due.payment_uuids.slice(-1))),
    ])
    // By name it answers for each by itself, also for one that is under way; all that was seen is executed whole or not at all.
    expect(one).toBe('done')
    expect(['done', 'EXECUTION_STALE']).toContain(all)
    await queue()
    const attempts = await admin.rows('select from payment_attempt')
    expect(attempts).toHaveLength(6)
  })
})
