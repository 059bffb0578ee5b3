/** The rate of a payment: missing, unseen, too old. */
import { describe, expect, it } from 'vitest'
import { approveAll, call, type Person } from '#db/seed/cast.ts'
import type { Admin } from '#test/harness/admin.ts'
import { eachInACopy } from '#test/harness/copies.ts'
import { type CycleStage, fund, givenApprovableCycle, type World } from '#test/harness/world.ts'

let world: World
let admin: Admin
let stage: CycleStage
/** Half of a contractor's pay goes to a bitcoin wallet; it is funded, and nothing is approved. */
eachInACopy(givenBitcoin, copy => {
  world = copy.world
  admin = copy.admin
  stage = copy.told
})

async function givenBitcoin(first: World): Promise<CycleStage> {
  const made = await givenApprovableCycle(first)
  const { destinations } = await call(first, contractorOf(made), 'putCryptoWallet', {
    body: {
      currency: 'BTC',
      blockchain: 'bitcoin',
      address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    },
  })
  const shares = [5000, 0, 5000]
  await call(first, contractorOf(made), 'putSetupPercentages', {
    body: destinations.map(({ identifier }, n) => ({ identifier, percentage: shares[n] ?? 0 })),
  })
  await fund(first, made, '3400.00')
  return made
}

const contractorOf = ({ contractors }: CycleStage): Person => {
  const [contractor] = contractors
  if (!contractor) throw new Error('the stage has a contractor')
  return contractor
}
const rates = (as_of: string, rate = '0.0000108') =>
  admin.rows(
    "insert into fx_rate (from_currency, to_currency, rate, source, as_of) values ('EUR', 'BTC', $1, 'Test', $2), ('EUR', 'USD', '1.1584', 'Test', $2)",
    [rate, as_of],
  )
const blocked = async () => {
  const { blocked: groups } = await call(world, stage.operator, 'getChecklist', { query: {} })
  return groups.map(({ code, who }) => `${code} ${who}`)
}
const execute = async () => {
  const rows = await admin.rows<{ id: string }>('select payment_uuid id from payment')
  return call(world, stage.operator, 'bulkExecute', {
    body: { pay_date: '2026-03-20', payment_uuids: rows.map(({ id }) => id) },
  })
}
const item = async () => {
  const { items } = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 5 },
  })
  const [only] = items
  if (!only) throw new Error('the cycle has an item')
  return only
}
const approvedAt = async (instant: string) => {
  world.clock.set(instant)
  await approveAll(world, stage.employer, stage.id)
}
const edit = async (hours_hundredths: number) =>
  call(world, stage.employer, 'editLineItem', {
    params: { ...stage.id, line_item_uuid: (await item()).line_item_uuid },
    body: { hours: hours_hundredths },
  })
const split = async (...shares: number[]) => {
  const { destinations } = await call(world, contractorOf(stage), 'getBanking')
  await call(world, contractorOf(stage), 'putSetupPercentages', {
    body: destinations.map(({ identifier }, n) => ({ identifier, percentage: shares[n] ?? 0 })),
  })
}

/** What is said of the cycle to its employer, of how many payments, and what they can do. */
const told = async () => {
  const { pay_states } = await call(world, stage.employer, 'getCycle', {
    params: stage.id,
    query: { limit: 5 },
  })
  const query = { limit: 5, view: 'run' } as const
  const { items } = await call(world, stage.employer, 'listCycles', { query })
  expect(items[0]?.pay_states).toEqual(pay_states)
  return pay_states.map(({ state, because, count, says }) => [
    ...[state, because, count, says.who, says.next?.step],
  ])
}

describe('a rate', () => {
  it('that is missing, then unseen, then accepted, is what a payment waits for', async () => {
    await admin.rows('delete from fx_rate')
    await approvedAt('2026-03-19T09:00:00Z')
    world.clock.set('2026-03-20T10:00:00Z')
    expect(await blocked()).toEqual(['RATE_MISSING CORRIDOR'])
    const due = ['DUE', null, 1, 'CORRIDOR', 'SEE']
    expect(await told()).toEqual([['BLOCKED', 'RATE_MISSING', 1, 'CORRIDOR', 'SEE'], due])
    expect(await execute()).toMatchObject({ queued: 1, refused: 1 })
    await rates('2026-03-20T09:00:00Z')
    expect(await blocked()).toEqual(['RATE_UNSEEN EMPLOYER'])
    expect((await told())[0]).toEqual(['BLOCKED', 'RATE_UNSEEN', 1, 'YOU', 'ACCEPT_RATES'])

    const { line_item_uuid, rates_to_accept } = await item()
    const [asked, ...more] = rates_to_accept
    expect(more).toEqual([])
    const accept = (payment_uuid: string) =>
      call(world, stage.employer, 'acceptRates', {
        params: { ...stage.id, line_item_uuid },
        body: { rates: [{ payment_uuid, rate: asked?.rate ?? '' }] },
      })
    await expect(accept('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const { parts } = await accept(asked?.payment_uuid ?? '')
    expect(parts.map(part => part.promised)).toContainEqual(asked?.amount)
    expect(await blocked()).toEqual([])
    expect(await execute()).toMatchObject({ queued: 2, refused: 0 })
  })

  it('that is too old stops the payment, to the second, and a new one near it lets it go', async () => {
    await admin.rows('delete from fx_rate')
    await rates('2026-03-18T09:00:00Z')
    await approvedAt('2026-03-19T09:00:00Z')
    world.clock.set('2026-03-20T09:00:00Z')
    await rates('2026-03-20T09:00:00Z')
    // Hours of Friday, and of Monday; none of the weekend.
    world.clock.set('2026-03-22T12:00:00Z')
    expect(await blocked()).toEqual([])
    world.clock.set('2026-03-23T21:00:00Z')
    expect(await blocked()).toEqual([])
    world.clock.set('2026-03-23T21:00:01Z')
    expect(await blocked()).toEqual(['RATE_STALE CORRIDOR'])
    expect((await item()).rates_to_accept).toEqual([])
    await rates('2026-03-23T09:00:00Z', '0.00001081')
    expect(await blocked()).toEqual([])
  })
})

describe('a part that is too small for its rail', () => {
  it('joins another part, which says so, and all of the pay arrives', async () => {
    await edit(1)
    const { parts, amount } = await item()
    expect(parts).toHaveLength(1)
    expect(parts[0]).toMatchObject({ network: 'fiat', source: amount, status: null })
    expect(parts[0]?.note).toContain('Bitcoin')
    await approvedAt('2026-03-19T09:00:00Z')
    world.clock.set('2026-03-20T10:00:00Z')
    expect(await execute()).toMatchObject({ queued: 1, refused: 0 })
  })

  it('and is all there is waits for its contractor', async () => {
    await split(0, 0, 10_000)
    await edit(1)
    await approvedAt('2026-03-19T09:00:00Z')
    world.clock.set('2026-03-21T10:00:00Z')
    expect(await blocked()).toEqual(['BELOW_MINIMUM CONTRACTOR'])
    expect(await execute()).toMatchObject({ queued: 0, refused: 1, execution_uuid: null })
  })
})
