/** Payments on bad days: a halt, a rail that is silent, a worker that dies, an account that is closed. Each is paid once, or says why not. */
import { describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { GatewayError } from '#server/gateways/gateway-error.ts'
import type { Rail } from '#server/gateways/rails/rail.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome } from '#test/harness/races.ts'
import { type CycleStage, givenDuePayments, type World } from '#test/harness/world.ts'
import { recordOutcomes } from './attempt.store.ts'
import { executePayments, haltedSince, resumeExecutions, setHalted } from './index.ts'

let world: World
let admin: Admin
let due: Due
let rail: (rail: Rail) => Rail

/** The simulated rail, with what a test puts before it. */
const books = (simulated: Rail): Rail => ({
  ...simulated,
  send: orders => rail(simulated).send(orders),
})

type Due = Awaited<ReturnType<typeof givenDuePayments>>
/** One contractor's two payments, in dollars and in USDC, are due. */
eachInACopy(
  givenDuePayments,
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told
    rail = same => same
  },
  { rail: books },
)

const statuses = async () => {
  const rows = await admin.rows<{ status: string; n: number }>(
    'select status, count(*)::int n from payment group by status order by status',
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
const paymentIn = async (currency: string) => {
  const rows = await admin.rows<{ id: string; attempt_uuid: string; reason: string | null }>(
    'select payment_uuid id, attempt_uuid, failure_reason reason from payment where currency = $1',
    [currency],
  )
  return rows[0] ?? { id: '', attempt_uuid: '', reason: null }
}
const railBooks = () =>
  admin.rows('select destination from simulated_rail.transfer where accepted order by 1')
const heldMoney = () =>
  admin.rows(
    "select currency, (posted_in - posted_out)::text minor from ledger_account where kind = 'held' and posted_in <> posted_out order by 1",
  )
const queue = async (payment_uuids = due.payment_uuids, pay_date = '2026-03-20') => {
  const body = { pay_date, payment_uuids }
  return call(world, due.operator, 'bulkExecute', { body })
}
const run = async (payment_uuids?: string[], pay_date?: string) => {
  const { execution_uuid } = await queue(payment_uuids, pay_date)
  await world.execute(execution_uuid ?? '')
}
const settle = (payment_uuids = due.payment_uuids) =>
  call(world, due.operator, 'bulkSettle', { body: { payment_uuids, reference: 'BANK-1' } })
const retry = (id: string) => call(world, due.operator, 'retryPayment', { params: { id } })
const progress = async (id: string | null) => {
  const found = await call(world, due.operator, 'getExecution', { params: { id: id ?? '' } })
  const { sent, waiting, failed, finished, unsettled } = found
  return { sent, waiting, failed, finished, unsettled }
}
const standing = (operation: 'suspend' | 'reinstate') =>
  call(world, due.operator, 'changeStanding', {
    params: { userTypes: 'contractors', sub: first(due).sub, operation },
    body: {},
  })
const first = ({ contractors }: CycleStage): Person => {
  const [contractor] = contractors
  if (!contractor) throw new Error('the stage has a contractor')
  return contractor
}
const jobs = async () => {
  const rows = await admin.rows<{ key: string }>(
    "select key from graphile_worker.jobs where task_identifier = 'execute_payments' order by key",
  )
  return rows.map(({ key }) => key)
}

describe('a halt', () => {
  it('keeps what is queued from leaving, refuses what is new, and lets all go on when it is lifted', async () => {
    const { execution_uuid } = await queue()
    await world.unit(ctx => setHalted(ctx.tx, ctx.now.toISOString()))
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual({ EXECUTING: 2 })
    expect(await railBooks()).toEqual([])
    await expect(queue()).rejects.toMatchObject({ code: 'EXECUTION_HALTED' })
    const { blocked, ready_payments } = await call(world, due.operator, 'getChecklist', {
      query: {},
    })
    expect([ready_payments, blocked]).toEqual([0, []])

    await world.unit(ctx => setHalted(ctx.tx, null))
    world.clock.set('2026-03-20T10:00:01Z')
    await world.unit(ctx => resumeExecutions(ctx, 0))
    expect(await jobs()).toEqual([`execute:${execution_uuid}`])
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual({ SENT: 2 })
  })

  it('is also when the check of the invariants has not finished for half an hour', async () => {
    const checked = (minutes: number) =>
      admin.rows(
        `insert into setting (name, value) values ('invariants_checked_at', to_jsonb(now() - make_interval(mins => $1)))
          on conflict (name) do update set value = excluded.value`,
        [minutes],
      )
    await checked(29)
    expect(await world.unit(ctx => haltedSince(ctx.tx))).toBeNull()
    await checked(31)
    expect(await world.unit(ctx => haltedSince(ctx.tx))).not.toBeNull()
    await checked(0)
  })
})

describe('between the execution and the rail', () => {
  it('a contractor who is suspended is paid nothing: it fails with the reason, and is paid later once', async () => {
    const { execution_uuid } = await queue()
    await standing('suspend')
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual({ FAILED: 2 })
    expect(await railBooks()).toEqual([])
    expect((await paymentIn('USD')).reason).toContain('suspended')
    expect(await heldMoney()).toEqual([
      { currency: 'USD', minor: '238000' },
      { currency: 'USDC', minor: '1020000000' },
    ])
    expect(await progress(execution_uuid)).toEqual({
      sent: 0,
      waiting: 0,
      failed: 2,
      finished: true,
      unsettled: 0,
    })
    for (const id of due.payment_uuids) await retry(id)
    expect((await queue()).refused).toBe(2)
    await standing('reinstate')
    await run()
    await settle()
    expect(await statuses()).toEqual({ SETTLED: 2 })
    expect(await railBooks()).toHaveLength(2)
    expect(await heldMoney()).toEqual([])
  })

  it('a contractor who changes the split is not paid by the old one', async () => {
    const { execution_uuid } = await queue()
    const { destinations } = await call(world, first(due), 'getBanking')
    await call(world, first(due), 'putSetupPercentages', {
      body: destinations.map(({ identifier }, n) => ({ identifier, percentage: n ? 4000 : 6000 })),
    })
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual({ FAILED: 2 })
    expect(await railBooks()).toEqual([])
  })

  it('what an earlier run handed over is sent, whatever stops it by now', async () => {
    const { execution_uuid } = await queue()
    await expect(dyingWorker(execution_uuid, 2)).rejects.toThrow('killed')
    expect(await statuses()).toEqual({ EXECUTING: 2 })
    expect(await railBooks()).toHaveLength(2)
    await standing('suspend')
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual({ SENT: 2 })
    expect(await railBooks()).toHaveLength(2)
  })
})

/** Works off an execution until its nth unit of work, which does not commit. */
function dyingWorker(execution_uuid: string | null, at: number): Promise<void> {
  let n = 0
  const unit: World['unit'] = work => {
    n += 1
    const dies = n === at
    return world.unit(async ctx => {
      const answer = await work(ctx)
      if (dies) throw new Error('killed')
      return answer
    })
  }
  return executePayments({ execution_uuid }, { kernel: world.kernel, unit })
}

describe('a worker', () => {
  it.each([1, 2, 3])('that dies at its step %i leaves nothing twice', async step => {
    const { execution_uuid } = await queue()
    await expect(dyingWorker(execution_uuid, step)).rejects.toThrow('killed')
    expect(await world.broken()).toEqual([])
    await Promise.all([world.execute(execution_uuid ?? ''), world.execute(execution_uuid ?? '')])
    expect(await statuses()).toEqual({ SENT: 2 })
    expect(await railBooks()).toHaveLength(2)
  })
})

describe('a rail', () => {
  it('whose answer is lost has taken each order once', async () => {
    const { execution_uuid } = await queue()
    rail = simulated => ({
      ...simulated,
      send: async orders => {
        await simulated.send(orders)
        throw new GatewayError('RAIL_SILENT', 'no answer', { retriable: true })
      },
    })
    await expect(world.execute(execution_uuid ?? '')).rejects.toThrow('no answer')
    expect(await statuses()).toEqual({ EXECUTING: 2 })
    expect(await progress(execution_uuid)).toMatchObject({ waiting: 2, finished: false })
    rail = same => same
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual({ SENT: 2 })
    expect(await railBooks()).toHaveLength(2)
  })

  it('that answers for some leaves the others to the next run', async () => {
    const { execution_uuid } = await queue()
    const { attempt_uuid } = await paymentIn('USD')
    rail = simulated => ({
      ...simulated,
      send: orders => simulated.send(orders.filter(order => order.attempt_uuid === attempt_uuid)),
    })
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual({ EXECUTING: 1, SENT: 1 })
    rail = same => same
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual({ SENT: 2 })
    expect(await railBooks()).toHaveLength(2)
  })

  it('that answers late for an attempt which is over changes nothing', async () => {
    await standingFailed()
    const { id, attempt_uuid } = await paymentIn('USD')
    await retry(id)
    const { execution_uuid } = await queue([id])
    const late = { payment_uuid: id, attempt_uuid, reference: 'LATE', reason: null }
    const recorded = (answer: 'SENT' | 'FAILED', attempt = attempt_uuid) =>
      world.unit(ctx =>
        recordOutcomes(ctx.tx, [{ ...late, attempt_uuid: attempt, outcome: answer }], ctx.now),
      )
    expect([await recorded('SENT'), await recorded('FAILED')]).toEqual([[], []])
    expect(await statuses()).toEqual({ EXECUTING: 1, FAILED: 1 })
    await world.execute(execution_uuid ?? '')
    expect(await recorded('FAILED', (await paymentIn('USD')).attempt_uuid)).toEqual([])
    expect(await statuses()).toEqual({ FAILED: 1, SENT: 1 })
  })
})

/** Both payments fail, because their contractor is suspended for as long as they are handed over. */
async function standingFailed(): Promise<void> {
  const { execution_uuid } = await queue()
  await standing('suspend')
  await world.execute(execution_uuid ?? '')
  await standing('reinstate')
}

describe('two calls on two parts of one item at once', () => {
  it('retry one and settle the other: both happen, and the item waits for the first', async () => {
    await standingFailed()
    const [usd, usdc] = [await paymentIn('USD'), await paymentIn('USDC')]
    await retry(usdc.id)
    await run([usdc.id])
    const outcomes = await Promise.all([
      outcome(retry(usd.id)),
      outcome(settle([usdc.id])),
      outcome(retry(usd.id)),
    ])
    expect(outcomes).toEqual(['done', 'done', 'done'])
    expect(await statuses()).toEqual({ SCHEDULED: 1, SETTLED: 1 })
    await run([usd.id])
    await settle([usd.id])
    expect(await admin.rows('select status from line_item')).toEqual([{ status: 'PAID' }])
  })
})

describe('a cycle of which everything has left', () => {
  const verbs = async () => {
    const cycle = await call(world, due.employer, 'getCycle', {
      params: due.id,
      query: { limit: 5 },
    })
    const { items } = await call(world, due.employer, 'listCycles', {
      query: { view: 'run', limit: 20 },
    })
    const row = items.find(of => of.cycle_uuid === due.id.cycle_uuid)
    expect(row?.allowed_actions).toEqual(cycle.allowed_actions)
    return cycle.allowed_actions
  }

  it('offers to take its approval back while something has not, and no more, also where it failed', async () => {
    expect(await verbs()).toEqual(['unapprove', 'archive', 'cancel'])
    await run([due.payment_uuids[0] ?? ''])
    expect(await verbs()).toEqual(['unapprove', 'archive', 'cancel'])
    await standing('suspend')
    await run([due.payment_uuids[1] ?? '']).catch(() => undefined)
    await standing('reinstate')
    await run([due.payment_uuids[1] ?? '']).catch(() => undefined)
    expect(await verbs()).toEqual([])
  })
})

describe('an account that is closed', () => {
  const addAccount = (account_number: string) =>
    call(world, first(due), 'putBankingInformation', {
      body: { account_name: 'A', currency: 'USD', account_number, swift_code: 'FBNINGLA' },
    })
  const moveAll = async (to: number) => {
    const { destinations } = await call(world, first(due), 'getBanking')
    await call(world, first(due), 'putSetupPercentages', {
      body: [{ identifier: destinations[to]?.identifier ?? '', percentage: 10_000 }],
    })
  }
  const leave = async (at: number) => {
    const { destinations } = await call(world, first(due), 'getBanking')
    await call(world, first(due), 'deactivateDestination', {
      body: { destination_uuid: destinations[at]?.destination_uuid ?? '' },
    })
  }
  const shown = async (id: string) => {
    const { items } = await call(world, due.operator, 'listUnpaid', { query: { limit: 50 } })
    const found = items.find(item => item.payment_uuid === id)
    return { codes: found?.blockers.map(({ code }) => code), actions: found?.allowed_actions }
  }
  const markUnpaid = async () => {
    const [item] = await admin.rows<{ line_item_uuid: string; domain: string }>(
      'select line_item_uuid, domain from line_item join employer using (employer_uuid)',
    )
    const { line_item_uuid = '', domain = '' } = item ?? {}
    await call(world, due.operator, 'markLineItem', {
      params: { ...due.id, line_item_uuid, domain, operation: 'unpaid', currency: 'USD' },
      body: { amount_in_smallest_unit: 238_000n, reference: '' },
    })
  }

  it('after the money came back sends it to another one, once that has cooled', async () => {
    await run()
    await settle()
    await markUnpaid()
    const { id } = await paymentIn('USD')
    await moveAll(1)
    await leave(0)
    const deactivated = ['DESTINATION_DEACTIVATED', 'DESTINATION_COOLING']
    expect(await shown(id)).toEqual({ codes: deactivated, actions: ['retry'] })
    expect(await retry(id)).toMatchObject({ status: 'SCHEDULED' })
    expect((await shown(id)).codes).toEqual(deactivated)

    await addAccount('5550001')
    await moveAll(2)
    await expect(retry(id)).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    const { items } = await call(world, due.operator, 'listUnpaid', { query: { limit: 50 } })
    const seen = items.find(({ payment_uuid }) => payment_uuid === id)?.elsewhere
    const body = { destination_uuid: seen?.destination_uuid }
    const again = () => call(world, due.operator, 'retryPayment', { params: { id }, body })
    await Promise.all([again(), again()])
    expect(await shown(id)).toEqual({ codes: ['DESTINATION_COOLING'], actions: [] })
    world.clock.set('2026-03-21T10:00:00Z')
    expect(await shown(id)).toEqual({ codes: [], actions: ['execute'] })
    await run([id], '2026-03-21')
    await settle([id])
    expect(await railBooks()).toContainEqual({ destination: '5550001' })
    expect(await heldMoney()).toEqual([])
    const entries = await admin.rows<{ action: string }>(
      "select action from audit_entry where entity = 'payment' and $1 = any(entity_uuids) order by seq",
      [id],
    )
    expect(entries.map(({ action }) => action).filter(of => of === 'redirect')).toHaveLength(1)
  })

  it('is not left for one of another currency, and is paid to once it is in use again', async () => {
    await standingFailed()
    const { id } = await paymentIn('USD')
    await moveAll(1)
    await leave(0)
    await retry(id)
    expect((await shown(id)).codes).toContain('DESTINATION_DEACTIVATED')
    const { destinations } = await call(world, first(due), 'getBanking')
    await call(world, first(due), 'reactivateDestination', {
      body: { destination_uuid: destinations[0]?.destination_uuid ?? '' },
    })
    expect((await shown(id)).codes).toEqual(['DESTINATION_COOLING'])
    world.clock.set('2026-03-21T10:00:00Z')
    await run([id], '2026-03-21')
    expect(await railBooks()).toEqual([{ destination: '0123453391' }])
  })

  it('is no payment’s that never was', async () => {
    await expect(retry('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
