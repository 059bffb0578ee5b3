/** A raise that was signed late loses no pay: what paid days are worth more is named, and added once. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { offer, sign } from '#test/harness/offers.ts'
import { outcome } from '#test/harness/races.ts'
import { givenApprovableCycle, givenDue, plainWorld, type World } from '#test/harness/world.ts'

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
      [610_000n, expect.objectContaining({ kind: 'RAISE', words: '2026-03-09/2026-03-15' })],
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
