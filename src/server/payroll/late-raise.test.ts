/** A raise that was signed late loses no pay: what paid days are worth more is named, and added once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import { offer, sign } from '#test/harness/offers.ts'
import { outcome } from '#test/harness/races.ts'
import {
  type CycleStage,
  fund,
  givenApprovableCycle,
  givenDue,
  plainWorld,
  type World,
} from '#test/harness/world.ts'

let world: World
const page = { limit: 50 }

beforeEach(async () => {
  world = await plainWorld()
  return () => world.close()
})

/** All of a pay comes back from its bank, and is given back to the employer. */
async function takeBack({ operator, payment_uuids }: Awaited<ReturnType<typeof givenDue>>) {
  const mend = (action: 'return' | 'give_back', more: object = {}) =>
    call(world, operator, 'mendPayments', {
      body: { action, payment_uuids, words: '', reference: '', ...more },
    })
  await mend('return', { reason: 'ACCOUNT_CLOSED', words: 'Their bank wrote.' })
  await mend('give_back')
  await world.deliver()
}

describe('a raise that was signed after its days were paid', () => {
  const params = { id: '' }
  /** The pay of March 2 to 15, 80 hours at 42.50, is paid on March 20; from March 9 on the rate is 65.00, which is signed a day later. */
  const raised = async () => {
    const due = await givenDue(world, await givenApprovableCycle(world))
    const { payment_uuids } = due
    const body = { pay_date: '2026-03-20', payment_uuids }
    const { execution_uuid } = await call(world, due.operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
    await call(world, due.operator, 'bulkSettle', { body: { payment_uuids, reference: 'MT940-7' } })
    world.clock.set('2026-03-21T10:00:00Z')
    const [contractor] = due.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    const terms = { effective_date: '2026-03-09', rate: 6500n, policy_uuid: due.id.policy_uuid }
    const offered = await offer(world, due.employer, contractor, terms)
    params.id = offered.id
    await sign(world, offered)
    await world.byTheClock()
    await world.deliver()
    return due
  }

  it('is named as what the days lack, and added to the next pay once', async () => {
    const { employer: boss } = await raised()
    const asked = () => call(world, boss, 'listUnpaidPeriods', { query: page })
    expect((await asked()).items).toMatchObject([
      {
        contract_uuid: params.id,
        // 40 of the 80 hours, at 22.50 more.
        amount: { currency: 'USD', minor: 90_000n },
        periods: [{ kind: 'RAISE', start_date: '2026-03-09', end_date: '2026-03-15', hours: 4000 }],
        allowed_actions: ['add'],
      },
    ])
    const added = () =>
      call(world, boss, 'addUnpaidPeriods', { params: { contract_uuid: params.id } })
    const first = await added()
    expect(await Promise.all([added(), added()])).toEqual([first, first])
    expect((await asked()).items).toEqual([])
    const id = { policy_uuid: first.policy_uuid, cycle_uuid: first.cycle_uuid }
    const { items } = await call(world, boss, 'getCycle', { params: id, query: page })
    expect(items.map(({ amount, entries }) => [amount.minor, entries.at(-1)])).toEqual([
      [
        610_000n,
        expect.objectContaining({
          kind: 'RAISE',
          words:
            'Contract revision 2, March 9 – 15, 2026: 40.00 h at 65.00 USD in place of 42.50 USD',
          raised_by: params.id,
        }),
      ],
    ])
    // Taken off again, it is owed again.
    const [item] = items
    const entry = { ...id, line_item_uuid: item?.line_item_uuid ?? '' }
    const entry_uuid = item?.entries.at(-1)?.entry_uuid ?? ''
    await call(world, boss, 'removeEntry', { params: { ...entry, entry_uuid } })
    expect((await asked()).items).toHaveLength(1)
    await added()
    expect((await asked()).items).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  it('is not paid twice where the pay that it raises comes back and is approved anew', async () => {
    const due = await raised()
    const boss = due.employer
    await call(world, boss, 'addUnpaidPeriods', { params: { contract_uuid: params.id } })
    await takeBack(due)
    const { items } = await call(world, boss, 'getCycle', { params: due.id, query: page })
    expect(items.map(of => [of.status, of.hourly_rate.minor, of.hours])).toEqual([
      ['PENDING_APPROVAL', 4250n, 8000],
    ])
    expect(await world.broken()).toEqual([])
  })

  it('that is added while the pay comes back is paid once, whichever is first', async () => {
    const due = await raised()
    const boss = due.employer
    await Promise.all([
      outcome(call(world, boss, 'addUnpaidPeriods', { params: { contract_uuid: params.id } })),
      takeBack(due),
    ])
    const { items } = await call(world, boss, 'getCycle', { params: due.id, query: page })
    const { policy_uuid } = due.id
    const cycles = await call(world, boss, 'listCycles', { query: { limit: 50, view: 'run' } })
    const next =
      cycles.items.find(of => of.pay_date > '2026-03-21' && of.cycle_uuid)?.cycle_uuid ?? ''
    const later = await call(world, boss, 'getCycle', {
      params: { policy_uuid, cycle_uuid: next },
      query: page,
    })
    const raises = later.items.flatMap(of => of.entries.filter(({ kind }) => kind === 'RAISE'))
    // The old pay at its old rate and a raise, or a pay of both rates and none.
    expect([items.length, raises.length]).toEqual(raises.length > 0 ? [1, 1] : [2, 0])
    expect(await world.broken()).toEqual([])
  })
})

describe('two raises of the same days', () => {
  const settle = async ({ operator }: Pick<CycleStage, 'operator'>, pay_date: string) => {
    world.clock.set(`${pay_date}T10:00:00Z`)
    const { payment_uuids } = await call(world, operator, 'getChecklist', { query: { pay_date } })
    const body = { pay_date, payment_uuids }
    const { execution_uuid } = await call(world, operator, 'bulkExecute', { body })
    await world.execute(execution_uuid ?? '')
    await call(world, operator, 'bulkSettle', {
      body: { payment_uuids, reference: `MT940-${pay_date}` },
    })
  }
  const revise = async (stage: CycleStage, effective_date: string, rate: bigint) => {
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    const { policy_uuid } = stage.id
    const offered = await offer(world, stage.employer, contractor, {
      ...{ effective_date, rate, policy_uuid },
    })
    await sign(world, offered)
    await world.byTheClock()
    await world.deliver()
    return offered.id
  }
  /** What of each contract is owed: its revision, and each period's first and last day, hours, and rates. */
  const owed = async (boss: Person) => {
    const { items } = await call(world, boss, 'listUnpaidPeriods', { query: page })
    return new Map(
      items.map(of => [
        of.contract_revision,
        of.periods.map(({ start_date, end_date, hours, before, rate, amount }) =>
          [start_date, end_date, hours / 100, before?.minor, rate.minor, amount.minor].join(' '),
        ),
      ]),
    )
  }
  const add = (boss: Person, contract_uuid: string) =>
    call(world, boss, 'addUnpaidPeriods', { params: { contract_uuid } })
  const itemsOf = async (boss: Person, id: { policy_uuid: string; cycle_uuid: string }) =>
    (await call(world, boss, 'getCycle', { params: id, query: page })).items.filter(
      ({ status }) => status !== 'ARCHIVED',
    )
  const text = async ({ pieces }: { pieces: AsyncIterable<Uint8Array | string> }) => {
    const all: Uint8Array[] = []
    for await (const piece of pieces) all.push(Buffer.from(piece))
    return Buffer.concat(all).toString()
  }
  /** March 2 to 15 is paid at 42.50, and a raise to 65.00 from the 9th is signed on the 21st. */
  const raisedOnce = async () => {
    const stage = await givenApprovableCycle(world)
    await givenDue(world, stage)
    await settle(stage, '2026-03-20')
    world.clock.set('2026-03-21T10:00:00Z')
    return { stage, boss: stage.employer, second: await revise(stage, '2026-03-09', 6500n) }
  }

  it('are owed each by its revision, before either is added', async () => {
    const { stage, boss, second } = await raisedOnce()
    const third = await revise(stage, '2026-03-11', 8000n)
    expect(await owed(boss)).toEqual(
      new Map([
        [2, ['2026-03-09 2026-03-10 16 4250 6500 36000']],
        [3, ['2026-03-11 2026-03-15 24 4250 8000 90000']],
      ]),
    )
    const first = await add(boss, second)
    expect(await Promise.all([add(boss, second), add(boss, second)])).toEqual([first, first])
    expect([...(await owed(boss)).keys()]).toEqual([3])
    await Promise.all([add(boss, third), add(boss, third)])
    expect(await owed(boss)).toEqual(new Map())
    const id = { policy_uuid: first.policy_uuid, cycle_uuid: first.cycle_uuid }
    const [item, ...none] = await itemsOf(boss, id)
    expect(none).toEqual([])
    // The coming pay is the third revision's, 80 hours at 80.00, and both raises stand on it.
    expect([item?.contract_revision, item?.amount.minor]).toEqual([3, 640_000n + 36_000n + 90_000n])
    expect(item?.entries.flatMap(of => (of.kind === 'RAISE' ? of.words : []))).toEqual([
      'Contract revision 2, March 9 – 10, 2026: 16.00 h at 65.00 USD in place of 42.50 USD',
      'Contract revision 3, March 11 – 15, 2026: 24.00 h at 80.00 USD in place of 42.50 USD',
    ])
    expect(await world.broken()).toEqual([])
  })

  it('owe what the second gives more once the first was paid, on paper and in the table too', async () => {
    const { stage, boss, second } = await raisedOnce()
    const first = await add(boss, second)
    const id = { policy_uuid: first.policy_uuid, cycle_uuid: first.cycle_uuid }
    await fund(world, stage, '20000.00', 'WIRE-2')
    await approveAll(world, boss, id)
    await settle(stage, '2026-04-02')
    world.clock.set('2026-04-03T10:00:00Z')
    const third = await revise(stage, '2026-03-11', 8000n)
    // Of the first period what is above the raise that was paid; of the second all of it, which was paid at 65.00.
    expect(await owed(boss)).toEqual(
      new Map([
        [
          3,
          ['2026-03-11 2026-03-15 24 6500 8000 36000', '2026-03-16 2026-03-29 80 6500 8000 120000'],
        ],
      ]),
    )
    const last = await add(boss, third)
    expect(await owed(boss)).toEqual(new Map())
    const next = { policy_uuid: last.policy_uuid, cycle_uuid: last.cycle_uuid }
    const [item] = await itemsOf(boss, next)
    expect(item?.amount.minor).toBe(640_000n + 36_000n + 120_000n)
    const said =
      'Contract revision 3, March 11 – 15, 2026: 24.00 h at 80.00 USD in place of 65.00 USD'
    const csv = await text(await call(world, boss, 'getCycleCsv', { params: next }))
    expect(csv).toContain(`Raise for days paid before: ${said}`)
    await approveAll(world, boss, next)
    await settle(stage, '2026-04-17')
    world.clock.set('2026-04-18T10:00:00Z')
    const uuid = item?.line_item_uuid ?? ''
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    const slip = await text(await call(world, contractor, 'getPayslip', { params: { uuid } }))
    expect(slip).toContain(said)
    // A fourth, of days of which two raises were paid, is owed above them; a lower one takes nothing back.
    await revise(stage, '2026-03-13', 7000n)
    expect(await owed(boss)).toEqual(new Map())
    await revise(stage, '2026-03-13', 9000n)
    expect((await owed(boss)).get(5)?.[0]).toBe('2026-03-13 2026-03-15 8 8000 9000 8000')
    expect(await world.broken()).toEqual([])
  })

  it('owe again what is taken off of the first, below what the second brought', async () => {
    const { stage, boss, second } = await raisedOnce()
    const first = await add(boss, second)
    const id = { policy_uuid: first.policy_uuid, cycle_uuid: first.cycle_uuid }
    const third = await revise(stage, '2026-03-09', 8000n)
    // The second revision has no day left and no pay of its own: what was written on that is owed by the third.
    const both = ['2026-03-09 2026-03-15 40 4250 8000 150000']
    expect(await owed(boss)).toEqual(new Map([[3, both]]))
    await add(boss, third)
    const [item] = await itemsOf(boss, id)
    const entry_uuid = item?.entries.at(-1)?.entry_uuid ?? ''
    await call(world, boss, 'removeEntry', {
      params: { ...id, line_item_uuid: item?.line_item_uuid ?? '', entry_uuid },
    })
    expect(await owed(boss)).toEqual(new Map([[3, both]]))
    expect(await world.broken()).toEqual([])
  })
})
