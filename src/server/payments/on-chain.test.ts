/** How far a payment on a chain has come, as each of the three sees it; and raising what it pays its network. */
import { beforeEach, describe, expect, it } from 'vitest'
import { onChain } from '#contract/on-chain.ts'
import { call } from '#db/seed/cast.ts'
import { EXPLORER } from './followed.test-data.ts'
import { first } from './held.test-data.ts'
import { eachInBitcoin, type InBitcoin, wallet } from './in-bitcoin.test-data.ts'
import { raiseFee } from './index.ts'

let on: InBitcoin
eachInBitcoin(it => {
  on = it
})
let payment_uuid: string
beforeEach(async () => {
  await on.follow()
  payment_uuid = (await on.payment()).payment_uuid
})

const refused = (asked: Promise<unknown>, code: string) =>
  expect(asked).rejects.toMatchObject({ code })

type Person = Parameters<typeof call>[1]
const seen = async (by: Person, payment_uuids = payment_uuid) => {
  const { payments } = await call(on.world, by, 'listOnChain', { query: { payment_uuids } })
  return payments[0]
}
const operator = () => seen(on.told.operator)
const contractor = () => first(on.told)
const raise = (fee_rate: bigint, id = payment_uuid) =>
  call(on.world, on.told.operator, 'raiseFee', { params: { id }, body: { fee_rate } })
/** What was put into the queue to raise, done. */
async function work(): Promise<number> {
  const jobs = await on.admin.rows<{ payload: Record<string, unknown> }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'raise_fee'`,
  )
  for (const { payload } of jobs) await raiseFee(payload, { kernel: on.world.kernel })
  return jobs.length
}
const sent = () => on.admin.rows<{ txid: string }>('select txid from bitcoin_rail.transaction')

describe('a payment on its chain', () => {
  it('is shown to whom it pays, who pays it and who sends it, and to nobody else', async () => {
    expect(await operator()).toBeUndefined()
    await on.execute()
    const [transaction] = (await on.payment()).reference.split(':')
    const link = `${EXPLORER}${transaction}`
    const waits = { transaction, link, confirmations: 0, needed: 6, wait: null, since: null }
    const quiet = { fee_rate: null, fee_rate_now: null, allowed_actions: [] }
    expect(await operator()).toMatchObject({ ...waits, fee_rate_now: 2n, allowed_actions: [] })
    for (const by of [contractor(), on.told.employer])
      expect(await seen(by)).toEqual({ payment_uuid, ...waits, ...quiet })
    const [, other] = on.told.contractors
    if (other) expect(await seen(other)).toBeUndefined()
    on.chain.mine(2)
    await on.follow()
    expect(await seen(contractor())).toMatchObject({ confirmations: 2 })
    on.chain.mine(4)
    await on.follow()
    expect(await operator()).toMatchObject({ confirmations: 6, wait: null, fee_rate: null })
  })

  it('says why nothing of it is made yet: to operators in full, to others what lies behind that', async () => {
    on.chain.mood.fee_rate = 501n
    await expect(on.execute()).rejects.toThrow()
    const made = { transaction: null, link: null, confirmations: 0 }
    expect(await operator()).toMatchObject({ ...made, wait: 'FEE_TOO_HIGH' })
    expect((await operator())?.since).toBeInstanceOf(Date)
    expect(await seen(contractor())).toMatchObject({ ...made, wait: 'NETWORK' })
  })

  it('says that its chain cannot be read, until it has arrived', async () => {
    await on.execute()
    on.chain.mood.silent = true
    await expect(on.follow()).rejects.toThrow()
    expect(await operator()).toMatchObject({ confirmations: 0, wait: 'UNREAD' })
    expect(await seen(contractor())).toMatchObject({ wait: 'US' })
    on.chain.mood.silent = false
    on.chain.mine(6)
    await on.follow()
    on.chain.mood.silent = true
    await expect(on.follow()).rejects.toThrow()
    expect(await operator()).toMatchObject({ confirmations: 6, wait: null })
  })

  it('is answered to many who look at the same moment', async () => {
    await on.execute()
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 ? operator() : call(on.world, on.told.operator, 'listTreasuries'),
      ),
    )
    expect(all).toHaveLength(40)
  })

  it('is asked for by ids alone, at most a page of them', () => {
    const isTaken = (payment_uuids: string) =>
      onChain.listOnChain.query.safeParse({ payment_uuids }).success
    const ids = (length: number) => Array.from({ length }, () => payment_uuid).join(',')
    expect([1, 100, 101].map(ids).map(isTaken)).toEqual([true, true, false])
    expect(['', 'x', `${payment_uuid},`, `${payment_uuid},'`].filter(isTaken)).toEqual([])
  })
})

describe('raising what a payment pays its network', () => {
  beforeEach(async () => {
    await on.execute()
    Object.assign(on.chain.mood, { fee_rate: 20n, mines_from: 20n })
    await on.follow()
  })

  it('is offered where it pays too little, and pays once, whoever presses how often', async () => {
    const before = await operator()
    expect(before).toMatchObject({ wait: 'FEE_LOW', fee_rate_now: 20n })
    expect(before?.allowed_actions).toEqual(['raise_fee'])
    expect(await seen(contractor())).toMatchObject({ wait: 'NETWORK', allowed_actions: [] })
    await Promise.all([raise(20n), raise(20n), raise(20n)])
    expect(await work()).toBeGreaterThan(0)
    await work()
    expect(await sent()).toHaveLength(2)
    const after = await operator()
    expect(after).toMatchObject({ wait: null, allowed_actions: [] })
    expect(after?.transaction).not.toBe(before?.transaction)
    expect(after?.fee_rate).toBeGreaterThanOrEqual(20n)
    expect(await raise(20n)).toEqual(after)
    on.chain.mine(6)
    await on.follow()
    const paid = await on.payment()
    expect(paid.status).toBe('SETTLED')
    expect(on.chain.paid(wallet)).toBe(BigInt(paid.amount_minor))
    const audits = await on.admin.rows<{ n: number }>(
      `select count(*)::int n from audit_entry where action = 'raise_fee'`,
    )
    expect(audits[0]?.n).toBeGreaterThan(0)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('goes as far as is paid at the most where the network asks more, and no further', async () => {
    on.chain.mood.fee_rate = 700n
    await on.follow()
    expect(await operator()).toMatchObject({ wait: 'FEE_LIMIT', fee_rate_now: 500n })
    await refused(raise(501n), 'VALIDATION')
    on.chain.mood.fee_rate = null
    await on.follow()
    await refused(raise(20n), 'TRANSITION_NOT_ALLOWED')
    on.chain.mood.fee_rate = 30n
    await on.follow()
    // No more of the treasury than the network asks, whatever is paid at the most.
    await refused(raise(31n), 'VALIDATION')
    expect(await work()).toBe(0)
    on.chain.mood.fee_rate = 700n
    await on.follow()
    await raise(500n)
    await work()
    expect(await operator()).toMatchObject({ fee_rate_now: 500n, allowed_actions: [] })
    // A signature may come out a byte shorter than was counted with.
    expect((await operator())?.fee_rate).toBeLessThan(505n)
  })

  it('is refused of what waits for no block, of what is no payment on a chain, and without a sum', async () => {
    on.chain.mood.mines_from = 0n
    on.chain.mine()
    await on.follow()
    await refused(raise(20n), 'TRANSITION_NOT_ALLOWED')
    const [bank] = await on.admin.rows<{ payment_uuid: string }>(
      `select payment_uuid from payment where network = 'fiat'`,
    )
    await refused(raise(20n, bank?.payment_uuid), 'NOT_FOUND')
    await refused(raise(20n, '00000000-0000-4000-8000-000000000000'), 'NOT_FOUND')
    expect(await sent()).toHaveLength(1)
  })
})
