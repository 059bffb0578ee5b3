/** Executing: each payment leaves once, whoever asks how often, and what a rail refuses is paid by one new attempt. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { byHandRail } from '#server/gateways/rails/by-hand.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInItsCycle } from '#test/harness/copies.ts'
import { seeded } from '#test/harness/random.ts'
import { givenDue, type World } from '#test/harness/world.ts'
import { resumeExecutions } from './index.ts'

type Due = Awaited<ReturnType<typeof givenDue>>

let world: World
let admin: Admin
let domain = ''

const PAY_DATE = '2026-03-20'
const bulk = (due: Due, payment_uuids = due.payment_uuids, pay_date = PAY_DATE) =>
  call(world, due.operator, 'bulkExecute', { body: { pay_date, payment_uuids } })
const settle = (due: Due, payment_uuids = due.payment_uuids) =>
  call(world, due.operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK-1' } })
const many = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const different = (answers: readonly unknown[]) =>
  new Set(
    answers.map(answer => JSON.stringify(answer, (_k, v) => (typeof v === 'bigint' ? `${v}n` : v))),
  )
const statuses = async () => {
  const rows = await admin.rows<{ status: string; n: number }>(
    'select status, count(*)::int n from payment group by status order by status',
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
/** Attempts as the rail's books and as ours have them. */
const books = async () => {
  const [row] = await admin.rows<{ rail: number; ours: number; equal: number }>(
    `select (select count(*)::int from simulated_rail.transfer) rail, (select count(*)::int from payment_attempt) ours,
      (select count(*)::int from payment_attempt a join simulated_rail.transfer t using (attempt_uuid, currency, amount_minor)) equal`,
  )
  return row
}
const executions = () =>
  admin.rows<{ execution_uuid: string }>(
    'select execution_uuid from execution order by requested_at',
  )
const announced = (type: string) =>
  admin.rows<{ payload: { line_item_uuids?: string[] } }>(
    // Each of those who hear of it has a row of their own.
    'select payload from outbox_event where type = $1 and reaction = (select min(reaction) from outbox_event where type = $1)',
    [type],
  )
const workOff = async () => {
  for (const { execution_uuid } of await executions()) await world.execute(execution_uuid)
}

const givenCycle = eachInItsCycle(copy => {
  world = copy.world
  admin = copy.admin
})
const givenDuePayments = async (contractors = 1) => {
  const stage = await givenCycle(contractors)
  return givenDue(world, stage)
}

describe('the same asked 50 times at once', () => {
  it('executes, settles and marks paid once, with 50 equal answers', async () => {
    const due = await givenDuePayments(2)
    expect(due.payment_uuids).toHaveLength(4)

    const queued = await many(50, () => bulk(due))
    expect(different(queued).size).toBe(1)
    expect(queued[0]).toMatchObject({ queued: 4 })
    expect(await executions()).toHaveLength(1)
    expect(await world.broken()).toEqual([])

    await many(4, () => workOff())
    expect(await statuses()).toEqual({ SENT: 4 })
    expect(await books()).toEqual({ rail: 4, ours: 4, equal: 4 })
    expect(await world.broken()).toEqual([])

    const [first, second] = await itemsOf(due)
    const [usd] = (await partsOf(first)).filter(part => part.currency === 'USD')
    const marking = { params: paramsOf(due, first, 'paid', 'USD'), body: paid(usd?.amount_minor) }
    const marks = await many(50, () => call(world, due.operator, 'markLineItem', marking))
    expect(different(marks).size).toBe(1)
    expect(marks[0]).toMatchObject({ payments: 1, status: 'APPROVED' })
    expect(await statuses()).toEqual({ SENT: 3, SETTLED: 1 })

    const settled = await many(50, () => settle(due))
    expect(different(settled).size).toBe(1)
    expect(settled[0]).toEqual({ settled: 4, refused: [] })
    expect(await statuses()).toEqual({ SETTLED: 4 })
    const [said, ...more] = await announced('payments.items_settled')
    expect(said?.payload.line_item_uuids).toEqual(expect.arrayContaining([first, second]))
    expect(more).toEqual([])
    const paidItems = await admin.rows("select from line_item where status = 'PAID'")
    expect(paidItems).toHaveLength(2)
    expect(await world.broken()).toEqual([])
  })

  it('pays each payment of overlapping random sets once', async () => {
    const due = await givenDuePayments(8)
    const random = seeded(7)
    const sets = Array.from({ length: 25 }, () =>
      due.payment_uuids.filter(() => random() < 0.4).sort(() => random() - 0.5),
    ).filter(set => set.length > 0)
    const answers = await Promise.all(sets.map(set => bulk(due, set)))
    for (const [at, answer] of answers.entries()) expect(answer.queued).toBe(sets[at]?.length)
    await Promise.all([workOff(), workOff()])
    await bulk(due)
    await workOff()
    expect(await statuses()).toEqual({ SENT: 16 })
    expect(await books()).toEqual({ rail: 16, ours: 16, equal: 16 })
    expect(await world.broken()).toEqual([])
  })
})

describe('a bulk', () => {
  it('answers for each payment by itself: unknown, not yet due, already sent', async () => {
    const due = await givenDuePayments()
    const unknown = '01890000-0000-7000-8000-000000000000'
    const early = await bulk(due, [...due.payment_uuids, unknown], '2026-03-19')
    expect(early).toMatchObject({ queued: 0, execution_uuid: null })
    expect(early.results.flatMap(result => result.blockers.map(({ code }) => code))).toEqual([
      'NOT_DUE',
      'NOT_DUE',
      'NOT_FOUND',
    ])
    const [one = ''] = due.payment_uuids
    const answer = await bulk(due, [one, unknown, one])
    expect(answer.queued).toBe(1)
    expect(answer.results).toHaveLength(2)
    await workOff()
    expect(await bulk(due, [one])).toMatchObject({
      execution_uuid: answer.execution_uuid,
      queued: 1,
    })
    expect(await books()).toEqual({ rail: 1, ours: 1, equal: 1 })
    expect(await world.broken()).toEqual([])
  })

  it('is put into the queue again when its job was lost, and not before', async () => {
    const due = await givenDuePayments()
    await bulk(due)
    const jobs = () =>
      admin.rows(
        "select attempts from graphile_worker.jobs where task_identifier = 'execute_payments'",
      )
    await admin.rows('delete from graphile_worker._private_jobs')
    world.clock.set('2026-03-20T10:29:00Z')
    await world.unit(resumeExecutions)
    expect(await jobs()).toEqual([])
    world.clock.set('2026-03-20T10:31:00Z')
    await world.unit(resumeExecutions)
    await world.unit(resumeExecutions)
    expect(await jobs()).toEqual([{ attempts: 0 }])
    await workOff()
    await admin.rows('delete from graphile_worker._private_jobs')
    await world.unit(resumeExecutions)
    expect(await jobs()).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  it('over two rails says of each payment which one has it, and whether that is simulated', async () => {
    const due = await givenDuePayments()
    const simulated = world.kernel.gateways.railOf('fiat')
    const byHand = byHandRail()
    Object.assign(world.kernel.gateways, {
      railOf: (network: string) => (network === 'fiat' ? byHand : simulated),
    })
    await bulk(due)
    await workOff()
    const rails = await admin.rows(
      'select network, simulated, rail, outcome from payment join payment_attempt using (payment_uuid) order by 1',
    )
    expect(rails).toEqual([
      { network: 'fiat', simulated: false, rail: 'Recorded by hand', outcome: 'SENT' },
      { network: 'solana', simulated: true, rail: 'Simulated', outcome: 'SENT' },
    ])
    expect(await world.broken()).toEqual([])
  })

  it('is refused while payments are halted, and goes on afterwards', async () => {
    const due = await givenDuePayments()
    await admin.rows(
      `insert into setting values ('execution_halted_since', '"2026-03-20T09:00:00Z"')`,
    )
    await expect(bulk(due)).rejects.toMatchObject({ code: 'EXECUTION_HALTED' })
    const { blocked } = await call(world, due.operator, 'getChecklist', {
      query: { pay_date: PAY_DATE },
    })
    expect(blocked.map(({ code }) => code)).toEqual(['HALTED'])
    await admin.rows("update setting set value = 'null' where name = 'execution_halted_since'")
    expect((await bulk(due)).queued).toBe(2)
  })
})

describe('a payment that a rail refuses', () => {
  /** Gives every account another number, in the database itself: nobody is told. */
  const closeAccount = async (account_number: string) => {
    const { fields } = world.kernel
    const rows = await admin.rows<{ id: string; bank: string }>(
      "select destination_uuid id, bank from destination where kind = 'bank'",
    )
    for (const { id, bank } of rows) {
      const opened = JSON.parse(fields.open('destination.bank', id, bank)) as object
      const sealed = fields.seal(
        'destination.bank',
        id,
        JSON.stringify({ ...opened, account_number }),
      )
      await admin.rows('update destination set bank = $2 where destination_uuid = $1', [id, sealed])
    }
  }

  it('is held for the contractor, and paid once by a new attempt', async () => {
    const due = await givenDuePayments()
    await closeAccount('1234560000')
    await bulk(due)
    await workOff()
    expect(await statuses()).toEqual({ FAILED: 1, SENT: 1 })
    expect(await announced('payments.payment_failed')).toHaveLength(1)
    expect(await held()).toEqual([{ currency: 'USD', minor: '238000' }])
    expect(await world.broken()).toEqual([])

    const [failed] = await admin.rows<{ id: string }>(
      "select payment_uuid id from payment where status = 'FAILED'",
    )
    const id = failed?.id ?? ''
    expect((await bulk(due, [id])).results[0]?.blockers[0]?.code).toBe('NOT_SCHEDULED')
    const retries = await many(20, () =>
      call(world, due.operator, 'retryPayment', { params: { id } }),
    )
    expect(different(retries).size).toBe(1)
    expect(await world.broken()).toEqual([])

    // Nothing was mended: it fails again, and the money is still held once.
    await bulk(due, [id])
    await workOff()
    expect(await statuses()).toEqual({ FAILED: 1, SENT: 1 })
    expect(await held()).toEqual([{ currency: 'USD', minor: '238000' }])
    expect(await world.broken()).toEqual([])

    await closeAccount('0123453391')
    await call(world, due.operator, 'retryPayment', { params: { id } })
    await many(10, () => bulk(due, [id]))
    await workOff()
    await settle(due)
    expect(await statuses()).toEqual({ SETTLED: 2 })
    expect(await held()).toEqual([])
    const attempts = await admin.rows(
      'select number, outcome from payment_attempt where payment_uuid = $1 order by number',
      [id],
    )
    expect(attempts).toEqual([
      { number: 1, outcome: 'FAILED' },
      { number: 2, outcome: 'FAILED' },
      { number: 3, outcome: 'SENT' },
    ])
    expect(await books()).toEqual({ rail: 4, ours: 4, equal: 4 })
    expect(await world.broken()).toEqual([])
  })

  it('is not retried while it is on its way or paid', async () => {
    const due = await givenDuePayments()
    const [id = ''] = due.payment_uuids
    const retry = () => call(world, due.operator, 'retryPayment', { params: { id } })
    await expect(retry()).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    await bulk(due)
    await expect(retry()).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    await workOff()
    await expect(retry()).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    await settle(due)
    await expect(retry()).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
  })
})

describe('marking by hand', () => {
  it('refuses every amount but what is owed, and every currency but those that are paid', async () => {
    const due = await givenDuePayments()
    const [item = ''] = await itemsOf(due)
    const mark = (operation: 'paid' | 'unpaid', currency: string, minor: bigint) =>
      call(world, due.operator, 'markLineItem', {
        params: paramsOf(due, item, operation, currency),
        body: paid(minor),
      })
    await expect(mark('paid', 'USD', 238_000n)).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    await bulk(due)
    await workOff()
    for (const wrong of [237_999n, 238_001n, 0n, -238_000n, 23_800_000n])
      await expect(mark('paid', 'USD', wrong)).rejects.toMatchObject({ code: 'AMOUNT_MISMATCH' })
    await expect(mark('paid', 'EUR', 238_000n)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(mark('unpaid', 'USD', 238_000n)).rejects.toMatchObject({
      code: 'TRANSITION_NOT_ALLOWED',
    })
    const elsewhere = { ...paramsOf(due, item, 'paid', 'USD'), domain: 'another' }
    await expect(
      call(world, due.operator, 'markLineItem', { params: elsewhere, body: paid(238_000n) }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await statuses()).toEqual({ SENT: 2 })
    expect(await world.broken()).toEqual([])
  })

  it('takes a marking back, and what was taken back is paid again once', async () => {
    const due = await givenDuePayments()
    const [item = ''] = await itemsOf(due)
    const parts = await partsOf(item)
    const mark = (
      operation: 'paid' | 'unpaid',
      { currency, amount_minor }: (typeof parts)[number],
    ) =>
      call(world, due.operator, 'markLineItem', {
        params: paramsOf(due, item, operation, currency),
        body: paid(amount_minor),
      })
    await bulk(due)
    await workOff()
    const sent = await partsOf(item)
    for (const part of sent) await mark('paid', part)
    expect(await itemStatus(item)).toBe('PAID')
    const [usd, usdc] = ['USD', 'USDC'].map(currency =>
      sent.find(part => part.currency === currency),
    )
    if (!usd || !usdc) throw new Error('the pay is split over two currencies')

    const taken = await many(20, () => mark('unpaid', usd))
    expect(different(taken).size).toBe(1)
    expect(await itemStatus(item)).toBe('APPROVED')
    expect(await statuses()).toEqual({ SCHEDULED: 1, SETTLED: 1 })
    expect(await held()).toEqual([{ currency: 'USD', minor: '238000' }])
    expect(await world.broken()).toEqual([])
    await mark('unpaid', usdc)
    expect(await itemStatus(item)).toBe('APPROVED')
    expect(await world.broken()).toEqual([])

    await expect(
      call(world, due.employer, 'unapproveCycle', { params: due.id, body: {} }),
    ).resolves.toMatchObject({ changed: 0 })
    await many(10, () => bulk(due))
    await workOff()
    for (const part of await partsOf(item)) await mark('paid', part)
    expect(await itemStatus(item)).toBe('PAID')
    expect(await statuses()).toEqual({ SETTLED: 2 })
    expect(await books()).toEqual({ rail: 4, ours: 4, equal: 4 })
    expect(await held()).toEqual([])
    expect(await world.broken()).toEqual([])
  })
})

async function held() {
  return admin.rows(
    "select currency, (posted_in - posted_out)::text minor from ledger_account where kind = 'held' and posted_in <> posted_out order by 1",
  )
}

async function itemsOf(due: Due): Promise<string[]> {
  const rows = await admin.rows<{ id: string }>(
    'select line_item_uuid id from line_item where cycle_uuid = $1 order by 1',
    [due.id.cycle_uuid],
  )
  const [employer] = await admin.rows<{ domain: string }>('select domain from employer')
  domain = employer?.domain ?? ''
  return rows.map(({ id }) => id)
}

async function partsOf(line_item_uuid: string | undefined) {
  const rows = await admin.rows<{ currency: string; minor: string }>(
    "select currency, coalesce(amount_minor, 0)::text minor from payment where line_item_uuid = $1 and status <> 'CANCELLED' order by currency",
    [line_item_uuid],
  )
  return rows.map(({ currency, minor }) => ({ currency, amount_minor: BigInt(minor) }))
}

async function itemStatus(line_item_uuid: string) {
  const [row] = await admin.rows<{ status: string }>(
    'select status from line_item where line_item_uuid = $1',
    [line_item_uuid],
  )
  return row?.status
}

function paramsOf(
  due: Due,
  line_item_uuid: string | undefined,
  operation: 'paid' | 'unpaid',
  currency: string,
) {
  return { ...due.id, line_item_uuid: line_item_uuid ?? '', operation, currency, domain }
}

function paid(minor: bigint | undefined) {
  return { amount_in_smallest_unit: minor ?? 0n, reference: 'BANK-2' }
}
