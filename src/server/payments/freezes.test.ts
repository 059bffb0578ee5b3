/** Freezes: what is due before a day does not leave until another operator says so, whatever is done meanwhile. */
import { beforeEach, describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Rail } from '#server/gateways/rails/rail.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { holding, outcome, ROUNDS, rounds, waiting } from '#test/harness/races.ts'
import { givenDuePayments, givenOperator, type World } from '#test/harness/world.ts'
import { applyFreezes } from './freezes.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>
let second: Person
/** What stands between us and the rail, for the tests that come between. */
let beforeSending: () => Promise<unknown> = async () => {}
let sent: string[] = []

const watched = (rail: Rail): Rail => ({
  ...rail,
  send: async orders => {
    await beforeSending()
    sent.push(...orders.map(order => order.attempt_uuid))
    return rail.send(orders)
  },
})

eachInACopy(
  async told => {
    const payments = await givenDuePayments(told, ROUNDS)
    return { payments, other: await givenOperator(told, 'second@corridor.test') }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    due = copy.told.payments
    second = copy.told.other
  },
  { rail: watched },
)
beforeEach(() => {
  beforeSending = async () => {}
  sent = []
})

const PAY_DATE = '2026-03-20'
const DAY_AFTER = '2026-03-21'
const freeze = (body: object = {}, by = due.operator) =>
  call(world, by, 'freezePayments', { body: { before: DAY_AFTER, words: '', ...body } as never })
const lift = (id: string, by = second, words = '') =>
  call(world, by, 'liftFreeze', { params: { id }, body: { words } })
const apply = () => applyFreezes({}, world)
const execute = (payment_uuids: readonly string[] = due.payment_uuids) =>
  call(world, due.operator, 'bulkExecute', {
    body: { pay_date: PAY_DATE, payment_uuids: [...payment_uuids] },
  })
const codes = ({ results }: Awaited<ReturnType<typeof execute>>) => [
  ...new Set(results.map(({ result, blockers }) => blockers.map(of => of.code).join() || result)),
]
const statuses = async () => {
  const rows = await admin.rows<{ status: string; n: number }>(
    'select status, count(*)::int n from payment group by status order by status',
  )
  return Object.fromEntries(rows.map(row => [row.status, row.n]))
}
const all = () => due.payment_uuids.length

describe('a freeze', () => {
  it('holds what is due before its day from the moment it is answered, and marks it', async () => {
    const frozen = await freeze()
    expect(frozen).toMatchObject({ payments: all(), allowed_actions: [], lifted_at: null })
    expect(codes(await execute())).toEqual(['FROZEN'])
    await apply()
    expect(await statuses()).toEqual({ FROZEN: all() })
    expect(codes(await execute())).toEqual(['FROZEN'])
    expect(await world.checked(true)).toEqual([])
  })

  it('is marked, and the mark is off, by the time it is answered: what is listed next says so', async () => {
    const { freeze_uuid } = await freeze()
    expect(await statuses()).toEqual({ FROZEN: all() })
    await lift(freeze_uuid)
    expect(await statuses()).toEqual({ SCHEDULED: all() })
    expect(await world.checked(true)).toEqual([])
  })

  it('leaves alone what is due on its day or later', async () => {
    expect(await freeze({ before: PAY_DATE })).toMatchObject({ payments: 0 })
    await apply()
    expect(await statuses()).toEqual({ SCHEDULED: all() })
    expect(codes(await execute())).toEqual(['queued'])
  })

  it('is the same one when it is said again, by whomever', async () => {
    const first = await freeze({ words: 'Looks like a fraud' })
    const again = await freeze({}, second)
    expect(again).toMatchObject({ freeze_uuid: first.freeze_uuid, words: 'Looks like a fraud' })
    expect(await admin.rows('select from payment_freeze')).toHaveLength(1)
  })

  it('holds what is approved while it is in force', async () => {
    const cycle = { params: due.id, body: {} }
    await call(world, due.employer, 'unapproveCycle', cycle)
    await freeze()
    await approveAll(world, due.employer, due.id)
    const ids = await admin.rows<{ id: string }>(
      "select payment_uuid id from payment where status <> 'CANCELLED'",
    )
    expect(codes(await execute(ids.map(({ id }) => id)))).toEqual(['FROZEN'])
    await world.byTheClock()
    expect(await statuses()).toEqual({ CANCELLED: all(), FROZEN: all() })
  })

  it.each([
    ['one currency', { currency: 'USDC' }, ['FROZEN', 'queued']],
    ['one network', { network: 'solana' }, ['FROZEN', 'queued']],
    ['a currency that nobody is paid in', { currency: 'EUR' }, ['queued']],
  ])('may hold %s alone', async (_what, scope, found) => {
    await freeze(scope)
    expect(codes(await execute()).sort()).toEqual(found)
    const preview = await call(world, second, 'previewFreeze', {
      query: { before: DAY_AFTER, ...scope } as never,
    })
    expect(preview.payments).toBe(preview.frozen)
  })

  it('may hold one employer or one contractor, whom it must name right', async () => {
    const { domain } = await call(world, due.employer, 'getEmployer')
    expect(await freeze({ employer_domain: domain })).toMatchObject({
      payments: all(),
      employer: { domain },
    })
    const [contractor] = due.contractors
    const one = await freeze({ contractor_sub: contractor?.sub })
    expect(one).toMatchObject({ payments: all() / due.contractors.length })
    await expect(freeze({ employer_domain: 'nobody.test' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(freeze({ contractor_sub: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is lifted by another operator, and what it held leaves', async () => {
    const { freeze_uuid } = await freeze()
    await apply()
    await expect(lift(freeze_uuid, due.operator)).rejects.toMatchObject({
      code: 'SECOND_PERSON_NEEDED',
    })
    const seen = await call(world, second, 'listFreezes')
    expect(seen.in_force).toMatchObject([{ freeze_uuid, allowed_actions: ['lift'] }])
    const lifted = await lift(freeze_uuid, second, 'It was a mistake')
    expect(lifted).toMatchObject({ lifted_words: 'It was a mistake', payments: 0 })
    expect(await lift(freeze_uuid, second)).toEqual(lifted)
    await apply()
    expect(await statuses()).toEqual({ SCHEDULED: all() })
    expect(codes(await execute())).toEqual(['queued'])
    expect(await call(world, second, 'listFreezes')).toMatchObject({
      in_force: [],
      lifted: [{ freeze_uuid }],
    })
    expect(await world.checked(true)).toEqual([])
  })

  it('that is lifted leaves what another holds', async () => {
    const wide = await freeze()
    await freeze({ currency: 'USDC' })
    await lift(wide.freeze_uuid)
    await apply()
    expect(codes(await execute()).sort()).toEqual(['FROZEN', 'queued'])
  })

  it('tells employers and contractors that it waits, and neither why nor by whom', async () => {
    await freeze({ words: 'Looks like a fraud' })
    await apply()
    const cycle = await call(world, due.employer, 'getCycle', {
      params: due.id,
      query: { limit: 50 },
    })
    expect(cycle.pay_states.map(({ state, acts }) => [state, acts])).toEqual([
      ['BLOCKED', 'CORRIDOR'],
    ])
    expect(JSON.stringify(cycle, (_k, v) => (typeof v === 'bigint' ? String(v) : v))).not.toContain(
      'fraud',
    )
  })
})

describe('a freeze in the middle of an execution', () => {
  it('leaves what was not handed over where it is, and it goes on once it is lifted', async () => {
    const { execution_uuid } = await execute()
    const { freeze_uuid } = await freeze()
    await world.execute(execution_uuid ?? '')
    expect(sent).toEqual([])
    expect(await statuses()).toEqual({ EXECUTING: all() })
    const preview = await call(world, second, 'previewFreeze', { query: { before: DAY_AFTER } })
    expect(preview).toMatchObject({ payments: 0, executing: all() })
    await lift(freeze_uuid)
    const jobs = await admin.rows<{ n: number }>(
      "select count(*)::int n from graphile_worker.jobs where task_identifier = 'execute_payments'",
    )
    expect(jobs).toEqual([{ n: 1 }])
    await world.execute(execution_uuid ?? '')
    expect(await statuses()).toEqual({ SENT: all() })
    expect(new Set(sent).size).toBe(sent.length)
  })

  it('is answered once the batch that is being handed over may be known', async () => {
    const { execution_uuid } = await execute()
    let answered: object | undefined
    beforeSending = async () => {
      answered = await freeze()
    }
    await world.execute(execution_uuid ?? '')
    expect(answered).toMatchObject({ payments: 0 })
    expect(await statuses()).toEqual({ SENT: all() })
  })
})

describe('a freeze that is said again while it is being lifted', () => {
  it('waits for that, and stands anew', async () => {
    const { freeze_uuid } = await freeze()
    const release = await holding(world, 'select from payment_freeze for update')
    const lifted = lift(freeze_uuid)
    await waiting(admin, 1, lifted)
    const again = freeze()
    await waiting(admin, 2, again)
    await release()
    await lifted
    const anew = (await again).freeze_uuid
    const { in_force } = await call(world, second, 'listFreezes')
    expect(in_force.map(one => one.freeze_uuid)).toEqual([anew])
    expect(anew).not.toBe(freeze_uuid)
  })
})

describe('a freeze and an execution at the same moment', () => {
  it.each(rounds)('end as one of the two orders (%i)', async round => {
    const ids = due.payment_uuids.slice(round * 2, round * 2 + 2)
    const [frozen, executed] = await Promise.all([freeze(), outcome(execute(ids))])
    expect(executed).toBe('done')
    const before = await statuses()
    // What was begun was begun before the freeze was answered; from there on nothing is.
    expect([undefined, ids.length]).toContain(before.EXECUTING)
    expect(codes(await execute()).filter(code => code !== 'queued')).toEqual(['FROZEN'])
    expect((await statuses()).EXECUTING).toBe(before.EXECUTING)
    expect(frozen.payments).toBe(all() - (before.EXECUTING ?? 0))
  })
})
