/** Payments of which nobody knows: they leave that by their rail's answer or by the word of two, and by nothing else. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { MendAction } from '#domain/payments/mending.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { outcome, rounds } from '#test/harness/races.ts'
import { givenDuePayments, givenOperator, type World } from '#test/harness/world.ts'
import { GatewayError } from '../gateways/gateway-error.ts'
import type { Rail } from '../gateways/rails/rail.ts'

let world: World
let admin: Admin
let due: Awaited<ReturnType<typeof givenDuePayments>>
let emeka: Awaited<ReturnType<typeof givenOperator>>
let rail: (rail: Rail) => Rail
const through = (real: Rail): Rail => ({
  ...real,
  send: orders => rail(real).send(orders),
  ask: ids => rail(real).ask(ids),
})
eachInACopy(
  async original => {
    const staged = await givenDuePayments(original)
    return { due: staged, emeka: await givenOperator(original, 'emeka@corridor.test') }
  },
  copy => {
    world = copy.world
    admin = copy.admin
    ;({ due, emeka } = copy.told)
  },
  { rail: through },
)
beforeEach(() => {
  rail = real => real
})

const silence = () => {
  throw new GatewayError('RAIL_SILENT', 'no answer', { retriable: true })
}
/** A rail that takes what it is handed and says nothing. */
const takesSilently = (real: Rail): Rail => ({
  ...real,
  send: async orders => {
    await real.send(orders)
    return silence()
  },
})
/** A rail that is away. */
const away = (real: Rail): Rail => ({
  ...real,
  send: async () => silence(),
  ask: async () => silence(),
})

const hours = (n: number) =>
  world.clock.set(new Date(world.clock.now().getTime() + n * 3_600_000).toISOString())
async function execute(): Promise<string> {
  const body = { pay_date: '2026-03-20', payment_uuids: due.payment_uuids }
  const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
  await world.execute(execution_uuid ?? '').catch(() => {})
  return execution_uuid ?? ''
}
async function statuses() {
  const rows = await admin.rows<{ status: string; n: number }>(
    'select status, count(*)::int n from payment group by 1 order by 1',
  )
  return Object.fromEntries(rows.map(row => [row.status, row.n]))
}
const mend = (action: MendAction, more: object = {}, who = due.operator) =>
  call(world, who, 'mendPayments', {
    body: { action, payment_uuids: due.payment_uuids, words: '', reference: '', ...more },
  })
const say = (action: 'left' | 'not_left', who = due.operator) =>
  mend(action, { reference: 'CHAIN-1', words: 'The bank has nothing of it.' }, who)
async function confirm(step_uuid: string, who = emeka) {
  const params = { id: step_uuid }
  const { step } = await call(world, who, 'getApprovalStep', { params, query: { limit: 50 } })
  return call(world, who, 'approveStep', { params, body: { digest: step.digest } })
}
async function becomesUnknown(silent = takesSilently) {
  rail = silent
  await execute()
  hours(4)
  await world.byTheClock()
}
const list = () => call(world, due.operator, 'listWork', { query: { limit: 50, sort: 'age' } })

describe('a rail that stays silent', () => {
  it('leaves payments UNKNOWN once it gives up, and they are handed over no more', async () => {
    rail = away
    const execution_uuid = await execute()
    expect(await statuses()).toEqual({ EXECUTING: 2 })
    hours(2)
    await world.byTheClock()
    expect(await statuses()).toEqual({ EXECUTING: 2 })
    hours(2)
    await world.byTheClock()
    expect(await statuses()).toEqual({ UNKNOWN: 2 })
    rail = real => real
    await world.execute(execution_uuid)
    expect(await admin.rows('select from simulated_rail.transfer')).toHaveLength(0)
    expect(await statuses()).toEqual({ UNKNOWN: 2 })
    expect(await world.broken()).toEqual([])
    const { items, counts } = await list()
    expect(items.map(item => [item.kind, item.money, item.allowed_actions])).toEqual([
      ['UNKNOWN', 'IN_FLIGHT', ['ask', 'left', 'not_left']],
      ['UNKNOWN', 'IN_FLIGHT', ['ask', 'left', 'not_left']],
    ])
    expect(counts).toMatchObject([{ kind: 'UNKNOWN', payments: 2, overdue: 0 }])
  })

  it('that had taken them says so when it is asked again', async () => {
    await becomesUnknown(real => ({ ...takesSilently(real), ask: async () => silence() }))
    expect(await statuses()).toEqual({ UNKNOWN: 2 })
    rail = real => real
    const { results } = await mend('ask')
    expect(results.map(of => of.result)).toEqual(['done', 'done'])
    hours(1)
    await world.byTheClock()
    expect(await statuses()).toEqual({ SENT: 2 })
    expect(await world.broken()).toEqual([])
  })

  it('that refused them says so, and their money is kept', async () => {
    await becomesUnknown(away)
    rail = real => ({
      ...real,
      ask: async ids =>
        ids.map(attempt_uuid => ({
          ...{ attempt_uuid, outcome: 'FAILED' as const, reference: '', reason: 'Too late.' },
        })),
    })
    hours(1)
    await world.byTheClock()
    expect(await statuses()).toEqual({ FAILED: 2 })
    expect(await world.broken()).toEqual([])
  })
})

describe('two operators', () => {
  it('say that it left: it is settled, by no one alone whatever it comes to', async () => {
    await becomesUnknown(away)
    const { results, waiting } = await say('left')
    expect(results.map(of => of.result)).toEqual(['waiting', 'waiting'])
    expect(await statuses()).toEqual({ UNKNOWN: 2 })
    expect(await outcome(confirm(waiting?.step_uuid ?? '', due.operator))).toBe(
      'SECOND_PERSON_NEEDED',
    )
    await confirm(waiting?.step_uuid ?? '')
    expect(await statuses()).toEqual({ SETTLED: 2 })
    expect((await say('left')).results.map(of => of.result)).toEqual(['done', 'done'])
    expect(await world.broken()).toEqual([])
    const paid = await admin.rows("select status from line_item where status = 'PAID'")
    expect(paid).toHaveLength(1)
  })

  it('say that it did not leave: it is kept for its contractor, who is told', async () => {
    await becomesUnknown(away)
    const { waiting } = await say('not_left')
    await confirm(waiting?.step_uuid ?? '')
    expect(await statuses()).toEqual({ FAILED: 2 })
    await world.deliver()
    const { items } = await list()
    expect(items.map(item => [item.told?.template, item.money])).toEqual([
      ['payment-failed', 'HELD'],
      ['payment-failed', 'HELD'],
    ])
    rail = real => real
    expect(await world.checked(true)).toEqual([])
  })

  it('are asked again where the rail answered between', async () => {
    await becomesUnknown(away)
    const { waiting } = await say('not_left')
    rail = real => ({
      ...real,
      ask: async ids =>
        ids.map(attempt_uuid => ({
          ...{ attempt_uuid, outcome: 'SENT' as const, reference: 'R', reason: null },
        })),
    })
    hours(1)
    await world.byTheClock()
    expect(await outcome(confirm(waiting?.step_uuid ?? ''))).toBe('STEP_STALE')
    expect(await statuses()).toEqual({ SENT: 2 })
  })

  it('and the rail at the same moment end as one of the two, never both', async () => {
    for (const _ of rounds.slice(0, 1)) {
      await becomesUnknown(away)
      const { waiting } = await say('not_left')
      rail = real => ({
        ...real,
        ask: async ids =>
          ids.map(attempt_uuid => ({
            ...{ attempt_uuid, outcome: 'SENT' as const, reference: 'R', reason: null },
          })),
      })
      hours(1)
      await Promise.all([outcome(confirm(waiting?.step_uuid ?? '')), world.byTheClock()])
      const ends = Object.keys(await statuses())
      expect(ends).toHaveLength(1)
      expect(['SENT', 'FAILED']).toContain(ends[0])
      expect(await world.broken()).toEqual([])
    }
  })
})

describe('a rail that contradicts two operators', () => {
  it('is a work item of its own: nothing is sent again until somebody looked into it', async () => {
    await becomesUnknown(real => ({ ...takesSilently(real), ask: async () => silence() }))
    await confirm((await say('not_left')).waiting?.step_uuid ?? '')
    await mend('retry')
    expect(await statuses()).toEqual({ SCHEDULED: 2 })
    rail = real => real
    hours(1)
    await world.byTheClock()
    const { items } = await list()
    expect(items.map(item => [item.kind, item.allowed_actions])).toEqual([
      ['CONTRADICTED', ['close']],
      ['CONTRADICTED', ['close']],
    ])
    await execute()
    expect(await statuses()).toEqual({ SCHEDULED: 2 })
    expect(await admin.rows('select from simulated_rail.transfer')).toHaveLength(2)
    expect(await world.checked(true)).toEqual([])
    expect(await outcome(mend('close'))).toBe('VALIDATION')
    await mend('close', { words: 'The bank called it back.' })
    expect((await list()).items).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  it('ends as settled where the two agree that the rail is right', async () => {
    await becomesUnknown(real => ({ ...takesSilently(real), ask: async () => silence() }))
    await confirm((await say('not_left')).waiting?.step_uuid ?? '')
    rail = real => real
    hours(1)
    await world.byTheClock()
    expect((await list()).items.map(item => item.allowed_actions)).toEqual([
      ['left', 'close'],
      ['left', 'close'],
    ])
    expect((await mend('give_back')).results.map(of => of.result)).toEqual(['refused', 'refused'])
    await confirm((await say('left')).waiting?.step_uuid ?? '')
    expect(await statuses()).toEqual({ SETTLED: 2 })
    expect((await list()).items).toEqual([])
    expect(await world.broken()).toEqual([])
  })
})

describe('an operator', () => {
  it('says of what was sent that nobody knows of it: its rail saying again that it took it is no news', async () => {
    await execute()
    expect(await statuses()).toEqual({ SENT: 2 })
    expect(await outcome(mend('lose'))).toBe('VALIDATION')
    await mend('lose', { words: 'Not in the statement.' })
    expect(await statuses()).toEqual({ UNKNOWN: 2 })
    expect((await mend('lose', { words: 'Again.' })).results[0]?.result).toBe('done')
    hours(1)
    await world.byTheClock()
    expect(await statuses()).toEqual({ UNKNOWN: 2 })
    const [item] = (await list()).items
    expect(item?.reason).toContain('Not in the statement.')
    await confirm((await say('not_left')).waiting?.step_uuid ?? '')
    hours(1)
    await world.byTheClock()
    expect(await statuses()).toEqual({ FAILED: 2 })
    expect(await world.checked(true)).toEqual([])
  })
})
