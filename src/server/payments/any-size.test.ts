/** An execution and a settlement of all that was seen, however many, and of nothing else. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { savePlatformLimit } from '#server/approvals/index.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenManyPayments } from '#test/harness/many-payments.ts'
import { givenDuePayments, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import type { SentSeen } from './payment.store.ts'

const PAY_DATE = '2026-03-20'
/** More than two slices. */
const MANY = 2_100

let world: World
let admin: Admin

const open = async (fresh = false) => {
  world = await plainWorld(undefined, { fresh })
  admin = await adminOf(world)
}
const close = async () => {
  expect(await world.broken()).toEqual([])
  await admin.close()
  await world.close()
}
beforeEach(() => open())
afterEach(close)

const look = async (who: Person) => {
  const list = await call(world, who, 'getChecklist', { query: { pay_date: PAY_DATE } })
  const { ready_payments: payments, ready_totals: totals, digest } = list
  return { payments, totals, digest }
}
type Ready = Awaited<ReturnType<typeof look>>
const execute = (who: Person, ready: Ready) =>
  call(world, who, 'bulkExecute', { body: { pay_date: PAY_DATE, ready } })
const progress = (who: Person, id: string) => call(world, who, 'getExecution', { params: { id } })
const settle = (who: Person, sent: SentSeen) =>
  call(world, who, 'bulkSettle', { body: { sent, reference: 'BANK-1' } })
const shown = (sent: SentSeen | null): SentSeen => {
  if (!sent) throw new Error('something was sent')
  return sent
}
const statuses = async () => {
  const rows = await admin.rows<{ status: string; n: number }>(
    'select status, count(*)::int n from payment group by status order by status',
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
describe('all that was seen', () => {
  it('is settled under each network’s own reference, and the one of all for the others', async () => {
    const due = await givenDuePayments(world, 2)
    const { execution_uuid } = await call(world, due.operator, 'bulkExecute', {
      body: { pay_date: PAY_DATE, payment_uuids: due.payment_uuids },
    })
    await world.execute(execution_uuid ?? '')
    const references = [{ network: 'solana', reference: 'SIG-1' }]
    const { sent_seen } = await call(world, due.operator, 'getChecklist', { query: {} })
    expect(sent_seen?.networks?.toSorted()).toEqual(['fiat', 'solana'])
    const [first = '', ...others] = due.payment_uuids
    const twice = [...references, { network: 'fiat', reference: 'B' }, ...references]
    await expect(
      call(world, due.operator, 'bulkSettle', {
        body: { payment_uuids: [first], reference: '', references: twice },
      }),
    ).rejects.toMatchObject({
      code: 'VALIDATION',
      text: 'payments.problems.networkTwice',
      params: { network: 'Solana' },
      fields: [{ loc: ['body', 'references', 2, 'network'] }],
    })
    await call(world, due.operator, 'bulkSettle', {
      body: { payment_uuids: [first], reference: 'BANK-1', references },
    })
    const { sent_seen: left } = await call(world, due.operator, 'getChecklist', { query: {} })
    await call(world, due.operator, 'bulkSettle', {
      body: { sent: left ?? undefined, reference: 'BANK-1', references },
    })
    expect(others).toHaveLength(3)
    const kept = await admin.rows(
      'select distinct network, reference, status from payment order by network',
    )
    expect(kept).toEqual([
      { network: 'fiat', reference: 'BANK-1', status: 'SETTLED' },
      { network: 'solana', reference: 'SIG-1', status: 'SETTLED' },
    ])
  })

  it('is executed and settled slice by slice, and asked again answers the same', async () => {
    // On a database of its own: plans of few rows do not fit thousands.
    await close()
    await open(true)
    const operator = await givenOperator(world)
    await givenManyPayments(world, operator, MANY)
    const seen = await look(operator)
    expect(seen.payments).toBe(MANY)

    const queued = await execute(operator, seen)
    expect(queued).toMatchObject({ queued: MANY, refused: 0, results: [] })
    const id = queued.execution_uuid ?? ''
    expect(await progress(operator, id)).toMatchObject({ payments: MANY, waiting: MANY })
    expect(await execute(operator, seen)).toEqual(queued)
    await world.execute(id)
    expect(await execute(operator, seen)).toEqual(queued)

    const { sent_seen, ...done } = await progress(operator, id)
    expect(done).toMatchObject({ sent: MANY, unsettled: MANY, waiting: 0, finished: true })
    expect(done.by_rail).toMatchObject([{ payments: MANY, total: seen.totals[0]?.minor }])
    expect(sent_seen).toMatchObject({ execution_uuid: id, payments: MANY })
    expect(await settle(operator, shown(sent_seen))).toEqual({ settled: MANY, refused: [] })
    expect(await statuses()).toEqual({ SETTLED: MANY })
    expect(await progress(operator, id)).toMatchObject({
      sent: MANY,
      unsettled: 0,
      sent_seen: null,
    })
    const paid = await admin.rows("select from line_item where status = 'PAID'")
    expect(paid).toHaveLength(MANY)
  })

  it('is executed once by 20 at once', async () => {
    const { operator } = await givenDuePayments(world, 3)
    const seen = await look(operator)
    const answers = await Promise.all(Array.from({ length: 20 }, () => execute(operator, seen)))
    expect(new Set(answers.map(({ execution_uuid }) => execution_uuid)).size).toBe(1)
    expect(answers.map(({ queued }) => queued)).toEqual(answers.map(() => 6))
    expect(await statuses()).toEqual({ EXECUTING: 6 })
  })

  it('is refused when other payments, or other sums, are ready by now', async () => {
    const { operator, payment_uuids } = await givenDuePayments(world, 2)
    const seen = await look(operator)
    const [one = ''] = payment_uuids
    const lied = { ...seen, totals: [{ currency: 'USD', minor: 1n }] }
    const stale = { code: 'EXECUTION_STALE' }
    await expect(execute(operator, lied)).rejects.toMatchObject(stale)
    await expect(execute(operator, { ...seen, payments: 3 })).rejects.toMatchObject(stale)
    const { execution_uuid } = await call(world, operator, 'bulkExecute', {
      body: { pay_date: PAY_DATE, payment_uuids: [one] },
    })
    await expect(execute(operator, seen)).rejects.toMatchObject(stale)
    expect(await statuses()).toEqual({ EXECUTING: 1, SCHEDULED: 3 })

    await world.execute(execution_uuid ?? '')
    const list = await call(world, operator, 'getChecklist', { query: {} })
    const sent = shown(list.sent_seen)
    await expect(settle(operator, { ...sent, payments: 2 })).rejects.toMatchObject(stale)
    const early = { ...sent, until: new Date(sent.until.getTime() - 1) }
    await expect(settle(operator, early)).rejects.toMatchObject(stale)
    expect(await settle(operator, sent)).toEqual({ settled: 1, refused: [] })
    await expect(settle(operator, sent)).rejects.toMatchObject(stale)
    expect(await statuses()).toEqual({ SCHEDULED: 3, SETTLED: 1 })
  })
})

it('what was sent before and written down after it was looked at does not stand for another', async () => {
  const { operator, payment_uuids } = await givenDuePayments(world, 2)
  const [one = '', other = ''] = payment_uuids
  const send = async (payment_uuid: string) => {
    const body = { pay_date: PAY_DATE, payment_uuids: [payment_uuid] }
    const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
  }
  await send(one)
  const sent = shown((await call(world, operator, 'getChecklist', { query: {} })).sent_seen)
  // Its transaction began first and ended last.
  world.clock.set(new Date(sent.until.getTime() - 1000).toISOString())
  await send(other)
  world.clock.set(new Date(sent.until.getTime() + 1000).toISOString())
  const body = { payment_uuids: [one], reference: 'BANK-1' }
  await call(world, operator, 'bulkSettle', { body })
  await expect(settle(operator, sent)).rejects.toMatchObject({ code: 'EXECUTION_STALE' })
  expect(await statuses()).toEqual({ SCHEDULED: 2, SENT: 1, SETTLED: 1 })
})

describe('above the limit of one operator', () => {
  it('waits as it was seen, and the second operator executes that and no more', async () => {
    const due = await givenDuePayments(world, 2)
    const second = await givenOperator(world, 'emeka@corridor.test')
    await world.unit(ctx => savePlatformLimit(ctx.tx, 100n, ctx.now))
    const seen = await look(due.operator)
    const lied = { ...seen, totals: [{ currency: 'USD', minor: 1n }] }
    await expect(execute(due.operator, lied)).rejects.toMatchObject({ code: 'EXECUTION_STALE' })

    // Nobody is asked about a day that has not come.
    const tomorrow = { pay_date: '2026-03-21', ready: seen }
    await expect(
      call(world, due.operator, 'bulkExecute', { body: tomorrow }),
    ).rejects.toMatchObject({ code: 'VALIDATION' })

    const asked = await execute(due.operator, seen)
    expect(asked).toMatchObject({ execution_uuid: null, queued: 0, refused: 0 })
    const id = asked.waiting?.step_uuid ?? ''
    expect((await execute(due.operator, seen)).waiting?.step_uuid).toBe(id)
    expect(await statuses()).toEqual({ SCHEDULED: 4 })

    // One of them is suspended meanwhile: it stays behind, and is named.
    const [person] = due.contractors
    await call(world, due.operator, 'changeStanding', {
      params: { userTypes: 'contractors', sub: person?.sub ?? '', operation: 'suspend' },
      body: { reason: 'A sanctions match.' },
    })
    const step = await call(world, second, 'getApprovalStep', {
      params: { id },
      query: { limit: 3 },
    })
    expect([step.changed, step.items.length, step.step.lines]).toEqual([false, 3, 4])
    const { outcome } = await call(world, second, 'approveStep', {
      params: { id },
      body: { digest: step.step.digest },
    })
    expect(outcome).toMatchObject({ done: 2, refused: 2 })
    expect(await statuses()).toEqual({ EXECUTING: 2, SCHEDULED: 2 })
  })
})
