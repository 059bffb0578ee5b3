/** What holds a payment back, and what lets it go: time, verification, funds, a rate that stayed near. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { eachInItsCycle } from '#test/harness/copies.ts'
import { type CycleStage, fund, givenDue, givenEmployer, type World } from '#test/harness/world.ts'
import { all, first, paymentsIn } from './held.test-data.ts'

let world: World
let admin: Admin
let on: ReturnType<typeof paymentsIn>

const givenCycle = eachInItsCycle(copy => {
  world = copy.world
  admin = copy.admin
  on = paymentsIn(copy)
})
const givenDuePayments = async () => {
  const stage = await givenCycle()
  return givenDue(world, stage)
}

const codesOf = ({ results }: Awaited<ReturnType<typeof on.execute>>) =>
  results.map(({ result, blockers }) =>
    result === 'queued' ? 'queued' : blockers.map(({ code }) => code).join(),
  )

describe('a destination that changed', () => {
  it('holds what is approved within 24 hours, and time lets it go', async () => {
    const stage = await givenCycle()
    await fund(world, stage, '3400.00')
    world.clock.set('2026-03-19T09:00:00Z')
    await on.setSplit(first(stage), [5000, 5000])
    await approveAll(world, stage.employer, stage.id)
    expect(await on.payments()).toEqual(all('HELD', 'DESTINATION_COOLING', true))
    world.clock.set('2026-03-20T08:59:59Z')
    await world.release()
    expect(await on.payments()).toEqual(all('HELD', 'DESTINATION_COOLING', true))
    expect(codesOf(await on.execute(stage.operator))).toEqual([
      'DESTINATION_COOLING',
      'DESTINATION_COOLING',
    ])
    world.clock.set('2026-03-20T09:00:00Z')
    await world.release()
    expect(await on.payments()).toEqual(all('SCHEDULED', null, true))
    expect(codesOf(await on.execute(stage.operator))).toEqual(['queued', 'queued'])
    expect(await world.broken()).toEqual([])
  })

  it('is executed as soon as its hold has passed, also before the job looked', async () => {
    const stage = await givenCycle()
    await fund(world, stage, '3400.00')
    world.clock.set('2026-03-19T09:00:00Z')
    await on.setSplit(first(stage), [5000, 5000])
    await approveAll(world, stage.employer, stage.id)
    world.clock.set('2026-03-20T09:00:00Z')
    expect(codesOf(await on.execute(stage.operator))).toEqual(['queued', 'queued'])
    expect(await world.broken()).toEqual([])
  })

  it('voids the approval; approving again pays by the new split once it has cooled', async () => {
    const due = await givenDuePayments()
    world.clock.set('2026-03-19T12:00:00Z')
    await on.setSplit(first(due), [10_000, 0])
    world.clock.set('2026-03-20T11:59:59Z')
    const both = 'NOT_APPROVED,DESTINATION_COOLING'
    expect(codesOf(await on.execute(due.operator))).toEqual([both, both])
    world.clock.set('2026-03-20T12:00:00Z')
    expect(codesOf(await on.execute(due.operator))).toEqual(['NOT_APPROVED', 'NOT_APPROVED'])
    await call(world, due.employer, 'unapproveCycle', { params: due.id, body: {} })
    await approveAll(world, due.employer, due.id)
    expect(codesOf(await on.execute(due.operator)).filter(code => code === 'queued')).toHaveLength(
      1,
    )
    const paid = await admin.rows(
      "select currency, amount_minor::text minor from payment where status = 'EXECUTING'",
    )
    expect(paid).toEqual([{ currency: 'USD', minor: '340000' }])
    expect(await world.broken()).toEqual([])
  })

  it('races an execution: what leaves, left before the change', async () => {
    const due = await givenDuePayments()
    const [, executed] = await Promise.all([
      on.setSplit(first(due), [10_000, 0]),
      on.execute(due.operator),
    ])
    const codes = new Set(codesOf(executed))
    const refused = 'NOT_APPROVED,DESTINATION_COOLING'
    expect([...codes].every(code => code === 'queued' || code === refused)).toBe(true)
    expect(codes.size).toBe(1)
    expect(await world.broken()).toEqual([])
  })
})

describe('a contractor without a destination', () => {
  it('is waited for; once one is named the employer approves that, and it is paid', async () => {
    const stage = await givenCycle()
    await fund(world, stage, '3400.00')
    await admin.rows('update destination set percentage_bps = 0')
    await approveAll(world, stage.employer, stage.id)
    expect(await on.payments()).toEqual(all('HELD', 'NO_DESTINATION', true, 1))
    expect(codesOf(await on.execute(stage.operator))).toEqual(['NO_DESTINATION,NOT_DUE'])
    await on.setSplit(first(stage), [10_000, 0])
    world.clock.set('2026-03-20T10:00:00Z')
    await world.release()
    expect(codesOf(await on.execute(stage.operator))).toEqual(['NOT_APPROVED'])
    await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
    await approveAll(world, stage.employer, stage.id)
    expect(codesOf(await on.execute(stage.operator))).toContain('queued')
    expect(await world.broken()).toEqual([])
  })
})

describe('a contractor who is not verified, or suspended', () => {
  const standing = (
    operator: Person,
    sub: string,
    operation: 'verify' | 'unverify' | 'suspend' | 'reinstate',
  ) =>
    call(world, operator, 'changeStanding', {
      params: { userTypes: 'contractors', sub, operation },
      body: { reason: 'A test.' },
    })

  it('is approved and held, and let go when verified', async () => {
    const stage = await givenCycle()
    await fund(world, stage, '3400.00')
    await standing(stage.operator, first(stage).sub, 'unverify')
    await approveAll(world, stage.employer, stage.id)
    expect(await on.payments()).toEqual(all('HELD', 'UNVERIFIED', true))
    world.clock.set('2026-03-20T09:00:00Z')
    await world.release()
    expect(codesOf(await on.execute(stage.operator))).toEqual([
      'UNVERIFIED_CONTRACTOR',
      'UNVERIFIED_CONTRACTOR',
    ])
    await standing(stage.operator, first(stage).sub, 'verify')
    await world.release()
    expect(await on.payments()).toEqual(all('SCHEDULED', null, true))
    expect(await world.broken()).toEqual([])
  })

  it('is not paid once suspended, though everything was scheduled', async () => {
    const due = await givenDuePayments()
    await standing(due.operator, first(due).sub, 'suspend')
    expect(codesOf(await on.execute(due.operator))).toEqual(['SUSPENDED', 'SUSPENDED'])
    await standing(due.operator, first(due).sub, 'reinstate')
    expect(codesOf(await on.execute(due.operator))).toEqual(['queued', 'queued'])
    expect(await world.broken()).toEqual([])
  })
})

describe('approving ahead of funding', () => {
  it('holds for funds until they cover, and reserves them once', async () => {
    const stage = await givenCycle()
    await approveAll(world, stage.employer, stage.id, true)
    expect(await on.payments()).toEqual(all('HELD', 'FUNDS', false))
    expect(await world.broken()).toEqual([])
    world.clock.set('2026-03-20T10:00:00Z')
    expect(codesOf(await on.execute(stage.operator))).toEqual(['FUNDS', 'FUNDS'])
    await fund(world, stage, '3399.99', 'WIRE-1')
    expect(await on.payments()).toEqual(all('HELD', 'FUNDS', false))
    await fund(world, stage, '0.01', 'WIRE-2')
    expect(await on.payments()).toEqual(all('SCHEDULED', null, true))
    await Promise.all([world.release(), world.release()])
    expect(codesOf(await on.execute(stage.operator))).toEqual(['queued', 'queued'])
    expect(await world.broken()).toEqual([])
  })

  it('pays as many people as the money covers, and takes back what was not', async () => {
    const stage = await givenCycle(3)
    await approveAll(world, stage.employer, stage.id, true)
    await fund(world, stage, '7000.00')
    const rows = await on.payments()
    expect(rows.filter(row => row.funded)).toHaveLength(4)
    expect(rows.filter(row => row.status === 'HELD')).toHaveLength(2)
    expect(await world.broken()).toEqual([])
    await call(world, stage.employer, 'unapproveCycle', { params: stage.id, body: {} })
    const { balances } = await call(world, stage.employer, 'getEmployerBalances')
    expect(balances).toMatchObject([{ available: 700_000n, reserved: 0n }])
    expect(await world.broken()).toEqual([])
  })

  it('reserves nothing for an item of which another transaction holds a part', async () => {
    const stage = await givenCycle()
    await approveAll(world, stage.employer, stage.id, true)
    const other = await adminOf(world)
    const [locked] = await admin.rows<{ id: string }>(
      'select payment_uuid id from payment order by 1 limit 1',
    )
    const holder = other.rows(
      `with held as materialized (select 1 from payment where payment_uuid = '${locked?.id}' for update) select pg_sleep(1.5) from held`,
    )
    await new Promise(resolve => setTimeout(resolve, 300))
    await fund(world, stage, '3400.00')
    expect(await world.broken()).toEqual([])
    await holder
    await world.release()
    expect(await on.payments()).toEqual(all('SCHEDULED', null, true))
    expect(await world.broken()).toEqual([])
    await other.close()
  })

  it('covers once when funding, the job and an approval meet', async () => {
    const stage = await givenCycle(3)
    await approveAll(world, stage.employer, stage.id, true)
    const steps = Array.from({ length: 6 }, (_, n) => [
      fund(world, stage, '1700.00', `WIRE-${n}`).catch(shortOnly),
      world.release().catch(shortOnly),
    ])
    await Promise.all(steps.flat())
    for (let n = 0; n < 6; n++) await fund(world, stage, '1700.00', `WIRE-${n}`)
    await world.release()
    expect(await on.payments()).toEqual(all('SCHEDULED', null, true, 6))
    const { balances } = await call(world, stage.employer, 'getEmployerBalances')
    expect(balances).toMatchObject([{ available: 0n, reserved: 1_020_000n }])
    expect(await world.broken()).toEqual([])
  })
})

describe('a rate', () => {
  const insertRate = (rate: string) =>
    admin.rows(
      "insert into fx_rate (from_currency, to_currency, rate, source, as_of) values ('EUR', 'BTC', $1, 'Test', timestamptz '2026-03-20T09:00:00Z' + make_interval(secs => (select count(*) from fx_rate where source = 'Test')))",
      [rate],
    )

  async function givenBitcoin(): Promise<CycleStage> {
    const stage = await givenCycle()
    await call(world, first(stage), 'putCryptoWallet', {
      body: {
        currency: 'BTC',
        blockchain: 'bitcoin',
        address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      },
    })
    await on.setSplit(first(stage), [5000, 0, 5000])
    world.clock.set('2026-03-19T09:00:00Z')
    await fund(world, stage, '3400.00')
    await approveAll(world, stage.employer, stage.id)
    world.clock.set('2026-03-20T10:00:00Z')
    return stage
  }

  it('that moved more than 1 % since the approval refuses that payment alone', async () => {
    const stage = await givenBitcoin()
    for (const moved of ['0.000010691', '0.00001091', '0.0000216', '0.0000000108']) {
      await insertRate(moved)
      const { results } = await call(world, stage.operator, 'bulkExecute', {
        body: { pay_date: '2026-03-20', payment_uuids: await idsIn('BTC') },
      })
      expect(results.flatMap(({ blockers }) => blockers.map(({ code }) => code))).toEqual([
        'RATE_MOVED',
      ])
    }
    expect(codesOf(await on.execute(stage.operator)).sort()).toEqual(['RATE_MOVED', 'queued'])
    expect(await world.broken()).toEqual([])
  })

  it('that moved is accepted by the employer as it was seen, once, and then pays at that rate', async () => {
    const stage = await givenBitcoin()
    await insertRate('0.0000216')
    const cycle = async () => {
      const { items } = await call(world, stage.employer, 'getCycle', {
        params: stage.id,
        query: { limit: 5 },
      })
      if (!items[0]) throw new Error('an item')
      return items[0]
    }
    const { blocked } = await call(world, stage.operator, 'getChecklist', { query: {} })
    expect(blocked.map(({ code, who }) => [code, who])).toEqual([['RATE_MOVED', 'EMPLOYER']])
    const before = await cycle()
    expect(before.blockers.map(({ code }) => code)).toEqual(['RATE_MOVED'])
    expect(before.allowed_actions).toContain('accept_rates')
    const [asked, ...more] = before.rates_to_accept
    if (!asked) throw new Error('a rate')
    expect(more).toEqual([])
    expect(asked.amount).toEqual({ currency: 'BTC', minor: 3_169_890n })
    const accept = (...rates: string[]) =>
      call(world, stage.employer, 'acceptRates', {
        params: { ...stage.id, line_item_uuid: before.line_item_uuid },
        body: { rates: rates.map(rate => ({ payment_uuid: asked.payment_uuid, rate })) },
      })
    await expect(accept('0.00001')).rejects.toMatchObject({ code: 'APPROVAL_STALE' })
    await expect(accept('0.00001', asked.rate)).rejects.toMatchObject({ code: 'VALIDATION' })
    const after = await accept(asked.rate)
    expect(after.blockers).toEqual([])
    expect(after.rates_to_accept).toEqual([])
    expect(after.parts.map(({ promised }) => promised)).toContainEqual(asked.amount)
    expect(await Promise.all([accept(asked.rate), accept(asked.rate)])).toEqual([after, after])
    const rival = await givenEmployer(world, stage.operator, 'boss@rival.test')
    await expect(
      call(world, rival, 'acceptRates', {
        params: { ...stage.id, line_item_uuid: before.line_item_uuid },
        body: { rates: [{ payment_uuid: asked.payment_uuid, rate: asked.rate }] },
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(codesOf(await on.execute(stage.operator))).toEqual(['queued', 'queued'])
    await expect(accept('0.00001')).rejects.toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' })
    expect(await world.broken()).toEqual([])
  })

  it('that stayed within 1 % pays at the rate of the day, and keeps which one it was', async () => {
    const stage = await givenBitcoin()
    await insertRate('0.0000107')
    expect(codesOf(await on.execute(stage.operator))).toEqual(['queued', 'queued'])
    const [row] = await admin.rows(
      "select amount_minor::int minor, promised_minor::int promised, rate_source from payment where currency = 'BTC'",
    )
    // 1700 USD / 1.1584 * 0.0000107 BTC, in hundred-millionths.
    expect(row).toEqual({
      minor: 1_570_269,
      promised: 1_584_945,
      rate_source: 'Sample rate and Test',
    })
    const [execution] = await admin.rows<{ id: string }>('select execution_uuid id from execution')
    await world.execute(execution?.id ?? '')
    const sent = await admin.rows(
      "select amount_minor::int minor from simulated_rail.transfer where currency = 'BTC'",
    )
    expect(sent).toEqual([{ minor: 1_570_269 }])
    expect(await world.broken()).toEqual([])
  })

  async function idsIn(currency: string): Promise<string[]> {
    const rows = await admin.rows<{ id: string }>(
      'select payment_uuid id from payment where currency = $1',
      [currency],
    )
    return rows.map(({ id }) => id)
  }
})

function shortOnly(error: { code?: string }): void {
  // Two that reserve from one balance at once: the one who came second says so, and is repeated.
  if (error.code !== 'FUNDS_SHORT') throw error
}
