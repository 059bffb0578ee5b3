/** A raise that was signed late loses no pay: what paid days are worth more is named, and added once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { approveAll, call } from '#db/seed/cast.ts'
import { outcome } from '#test/harness/races.ts'
import { fund, plainWorld, type World } from '#test/harness/world.ts'
import { add, itemsOf, owed, raisedOnce, revise, settle, takeBack } from './late-raise.test-data.ts'

let world: World
const page = { limit: 50 }

beforeEach(async () => {
  world = await plainWorld()
  return () => world.close()
})

describe('a raise that was signed after its days were paid', () => {
  const params = { id: '' }
  /** The pay of March 2 to 15, 80 hours at 42.50, is paid on March 20; from March 9 on the rate is 65.00, which is signed a day later. */
  const raised = async () => {
    const { stage, second, payment_uuids } = await raisedOnce(world)
    params.id = second
    return { ...stage, payment_uuids }
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
    await takeBack(world, due.operator, due.payment_uuids)
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
      takeBack(world, due.operator, due.payment_uuids),
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
  const text = async ({ pieces }: { pieces: AsyncIterable<Uint8Array | string> }) => {
    const all: Uint8Array[] = []
    for await (const piece of pieces) all.push(Buffer.from(piece))
    return Buffer.concat(all).toString()
  }
  it('are owed each by its revision, before either is added', async () => {
    const { stage, boss, second } = await raisedOnce(world)
    const third = await revise(world, stage, '2026-03-11', 8000n)
    expect(await owed(world, boss)).toEqual(
      new Map([
        [2, ['2026-03-09 2026-03-10 16 4250 6500 36000']],
        [3, ['2026-03-11 2026-03-15 24 4250 8000 90000']],
      ]),
    )
    const first = await add(world, boss, second)
    expect(await Promise.all([add(world, boss, second), add(world, boss, second)])).toEqual([
      first,
      first,
    ])
    expect([...(await owed(world, boss)).keys()]).toEqual([3])
    await Promise.all([add(world, boss, third), add(world, boss, third)])
    expect(await owed(world, boss)).toEqual(new Map())
    const id = { policy_uuid: first.policy_uuid, cycle_uuid: first.cycle_uuid }
    const [item, ...none] = await itemsOf(world, boss, id)
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
    const { stage, boss, second } = await raisedOnce(world)
    const first = await add(world, boss, second)
    const id = { policy_uuid: first.policy_uuid, cycle_uuid: first.cycle_uuid }
    await fund(world, stage, '20000.00', 'WIRE-2')
    await approveAll(world, boss, id)
    await settle(world, stage, '2026-04-02')
    world.clock.set('2026-04-03T10:00:00Z')
    const third = await revise(world, stage, '2026-03-11', 8000n)
    // Of the first period what is above the raise that was paid; of the second all of it, which was paid at 65.00.
    expect(await owed(world, boss)).toEqual(
      new Map([
        [
          3,
          ['2026-03-11 2026-03-15 24 6500 8000 36000', '2026-03-16 2026-03-29 80 6500 8000 120000'],
        ],
      ]),
    )
    const last = await add(world, boss, third)
    expect(await owed(world, boss)).toEqual(new Map())
    const next = { policy_uuid: last.policy_uuid, cycle_uuid: last.cycle_uuid }
    const [item] = await itemsOf(world, boss, next)
    expect(item?.amount.minor).toBe(640_000n + 36_000n + 120_000n)
    const said =
      'Contract revision 3, March 11 – 15, 2026: 24.00 h at 80.00 USD in place of 65.00 USD'
    const csv = await text(await call(world, boss, 'getCycleCsv', { params: next }))
    expect(csv).toContain(`Raise for days paid before: ${said}`)
    await approveAll(world, boss, next)
    await settle(world, stage, '2026-04-17')
    world.clock.set('2026-04-18T10:00:00Z')
    const uuid = item?.line_item_uuid ?? ''
    const [contractor] = stage.contractors
    if (!contractor) throw new Error('the stage has a contractor')
    const slip = await text(await call(world, contractor, 'getPayslip', { params: { uuid } }))
    expect(slip).toContain(said)
    // A fourth, of days of which two raises were paid, is owed above them; a lower one takes nothing back.
    await revise(world, stage, '2026-03-13', 7000n)
    expect(await owed(world, boss)).toEqual(new Map())
    await revise(world, stage, '2026-03-13', 9000n)
    expect((await owed(world, boss)).get(5)?.[0]).toBe('2026-03-13 2026-03-15 8 8000 9000 8000')
    expect(await world.broken()).toEqual([])
  })

  it('owe again what is taken off of the first, below what the second brought', async () => {
    const { stage, boss, second } = await raisedOnce(world)
    const first = await add(world, boss, second)
    const id = { policy_uuid: first.policy_uuid, cycle_uuid: first.cycle_uuid }
    const third = await revise(world, stage, '2026-03-09', 8000n)
    // The second revision has no day left and no pay of its own: what was written on that is owed by the third.
    const both = ['2026-03-09 2026-03-15 40 4250 8000 150000']
    expect(await owed(world, boss)).toEqual(new Map([[3, both]]))
    await add(world, boss, third)
    const [item] = await itemsOf(world, boss, id)
    const entry_uuid = item?.entries.at(-1)?.entry_uuid ?? ''
    await call(world, boss, 'removeEntry', {
      params: { ...id, line_item_uuid: item?.line_item_uuid ?? '', entry_uuid },
    })
    expect(await owed(world, boss)).toEqual(new Map([[3, both]]))
    expect(await world.broken()).toEqual([])
  })
})
