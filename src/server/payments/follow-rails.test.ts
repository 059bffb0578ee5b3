/** A pay of which a part goes out in bitcoin: from its approval to the chain's word that it arrived, or that it never will. */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import type { WalletLimits } from '#server/kernel/chain-config.ts'
import { eachInBitcoin, type InBitcoin, signer, wallet } from './in-bitcoin.test-data.ts'

let on: InBitcoin
eachInBitcoin(it => {
  on = it
})
const follow = () => on.follow()
const execute = () => on.execute()
const inBitcoin = () => on.payment()
/** The block in which the treasury was paid is left behind, and it has nothing. */
async function emptied(): Promise<void> {
  await follow()
  const coins = await on.admin.rows<{ txid: string }>('select txid from bitcoin_rail.coin')
  on.chain.reorganise(
    1,
    coins.map(({ txid }) => txid),
  )
  await follow()
}

describe('what a chain says of a payment', () => {
  it('settles it once six blocks hold it, under the place where it stands on the chain', async () => {
    await follow()
    await execute()
    expect(await inBitcoin()).toMatchObject({ status: 'SENT', rail: 'Bitcoin' })
    const [txid] = on.chain.waiting()
    on.chain.mine(5)
    await follow()
    expect(await inBitcoin()).toMatchObject({ status: 'SENT' })
    on.chain.mine()
    await Promise.all([follow(), follow()])
    const payment = await inBitcoin()
    expect(payment).toMatchObject({ status: 'SETTLED' })
    expect(payment.reference).toMatch(new RegExp(`^${txid}:\\d$`))
    expect(on.chain.paid(wallet)).toBe(BigInt(payment.amount_minor))
    expect(await on.world.checked(true)).toEqual([])
  })

  it('arrives by what replaced its transaction for a higher fee, and is named by that', async () => {
    await follow()
    await execute()
    await follow()
    const [sent] = on.chain.waiting()
    on.chain.mood.fee_rate = 20n
    on.chain.mood.mines_from = 20n
    on.chain.mine(6)
    await Promise.all([follow(), follow()])
    const [raised] = on.chain.waiting()
    expect(raised).not.toBe(sent)
    expect(await on.world.checked(true)).toEqual([])
    on.chain.mine(6)
    await follow()
    expect(await inBitcoin()).toMatchObject({ status: 'SETTLED' })
    const [attempt] = await on.admin.rows<{ reference: string }>(
      "select a.reference from payment_attempt a join payment p using (attempt_uuid) where p.network = 'bitcoin'",
    )
    expect(attempt?.reference.split(':')[0]).toBe(raised)
    expect((await inBitcoin()).reference.split(':')[0]).toBe(raised)
    expect(on.chain.paid(wallet)).toBe(BigInt((await inBitcoin()).amount_minor))
    expect(await on.world.checked(true)).toEqual([])
  })

  it('fails it where its coins were spent elsewhere: its contractor’s money is held, and goes by a new attempt', async () => {
    await follow()
    await execute()
    const coin = await on.spent()
    // By another key of ours: what descends from that keeps the dead one out for good.
    on.chain.spendElsewhere(coin.coin_txid, coin.coin_vout, signer.address)
    on.chain.mine(6)
    // What the rail knows by now and nobody heard yet is no breach of the books: the check between the two halts nobody.
    await on.world.kernel.gateways.railOf('bitcoin').follow?.()
    expect(await inBitcoin()).toMatchObject({ status: 'SENT' })
    expect(await on.world.checked(true)).toEqual([])
    await follow()
    const failed = await inBitcoin()
    expect(failed).toMatchObject({ status: 'FAILED' })
    expect(failed.failure_reason).toMatch(/spent by another transaction/)
    expect(await on.world.checked(true)).toEqual([])
    const params = { id: failed.payment_uuid }
    await call(on.world, on.told.operator, 'retryPayment', { params })
    await execute()
    on.chain.mine(6)
    await follow()
    expect(await inBitcoin()).toMatchObject({ status: 'SETTLED' })
    expect(on.chain.paid(wallet)).toBe(BigInt((await inBitcoin()).amount_minor))
    expect(await on.world.checked(true)).toEqual([])
  })

  it('is waited for while its node is silent, and nothing of it is lost', async () => {
    await follow()
    await execute()
    on.chain.mood.silent = true
    await expect(follow()).rejects.toMatchObject({ code: 'BITCOIN_NODE_SILENT' })
    expect(await inBitcoin()).toMatchObject({ status: 'SENT' })
    on.chain.mood.silent = false
    on.chain.mine(6)
    await follow()
    expect(await inBitcoin()).toMatchObject({ status: 'SETTLED' })
  })

  it('is waited for by itself: what operators call arrived all at once is what no chain tells', async () => {
    await follow()
    await execute()
    const query = { pay_date: '2026-03-20' }
    const { sent, sent_seen } = await call(on.world, on.told.operator, 'getChecklist', { query })
    const others = await on.admin.rows(
      "select from payment where status = 'SENT' and network <> 'bitcoin'",
    )
    expect(others.length).toBeGreaterThan(0)
    expect([sent, sent_seen?.payments]).toEqual([others.length, others.length])
    expect(sent_seen?.networks).not.toContain('bitcoin')
    if (!sent_seen) throw new Error('banks tell nothing by themselves')
    const body = { sent: sent_seen, reference: 'WIRE-7' }
    const { settled } = await call(on.world, on.told.operator, 'bulkSettle', { body })
    expect(settled).toBe(others.length)
    expect(await inBitcoin()).toMatchObject({ status: 'SENT' })
    expect((await call(on.world, on.told.operator, 'getChecklist', { query })).sent_seen).toBeNull()
    const [{ execution_uuid = '' } = {}] = await on.admin.rows<{ execution_uuid: string }>(
      "select execution_uuid from payment where network = 'bitcoin'",
    )
    const params = { id: execution_uuid }
    expect(await call(on.world, on.told.operator, 'getExecution', { params })).toMatchObject({
      ...{ finished: true, unsettled: 1, sent_seen: null },
    })
  })

  it('keeps a payment back as long as nobody read what the treasury holds, and tells nobody that it failed', async () => {
    await expect(execute()).rejects.toMatchObject({ code: 'BITCOIN_UNREAD' })
    expect(await inBitcoin()).toMatchObject({ status: 'EXECUTING' })
    await follow()
    const [{ execution_uuid = '' } = {}] = await on.admin.rows<{ execution_uuid: string }>(
      'select distinct execution_uuid from payment',
    )
    await on.world.execute(execution_uuid)
    expect(await inBitcoin()).toMatchObject({ status: 'SENT' })
    expect(await on.world.checked(true)).toEqual([])
  })

  it('fails a payment for which the treasury did not hold enough, and sends it when it does', async () => {
    await emptied()
    await execute()
    expect(await inBitcoin()).toMatchObject({ status: 'FAILED' })
    expect((await inBitcoin()).failure_reason).toMatch(/did not hold enough/)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('is said to have failed by the checklist as by every other screen, also under a freeze', async () => {
    await emptied()
    await execute()
    expect(await inBitcoin()).toMatchObject({ status: 'FAILED' })
    const body = { before: '2026-03-21', words: '' } as never
    await call(on.world, on.told.operator, 'freezePayments', { body })
    const query = { pay_date: '2026-03-20' }
    const { blocked } = await call(on.world, on.told.operator, 'getChecklist', { query })
    expect(blocked).toMatchObject([{ code: 'FAILED', who: 'CONTRACTOR', payments: 1 }])
  })

  it('is told operators with the wallet that it leaves from, also on the day on which its node says nothing', async () => {
    const list = async () => {
      const { treasuries } = await call(on.world, on.told.operator, 'listTreasuries')
      return treasuries[0]
    }
    expect(await list()).toMatchObject({ height: null, read_at: null, problem: null })
    await follow()
    const held = { currency: 'BTC', minor: 5_000_000n }
    const whole = { network: 'bitcoin', address: signer.address, held, waiting: 0, height: 1 }
    expect(await list()).toMatchObject({ ...whole, ready: held, problem: null })
    await execute()
    const waits = await list()
    expect(waits).toMatchObject({ ...whole, waiting: 1 })
    expect(waits?.ready.minor).toBeLessThan(5_000_000n)
    expect(waits?.ready.minor).toBeGreaterThan(4_000_000n)
    const work = async () => (await call(on.world, on.told.operator, 'getBalances')).work
    expect(await work()).toEqual([])
    on.chain.mood.silent = true
    await expect(follow()).rejects.toThrow()
    const since = (await list())?.problem_since
    expect(await list()).toMatchObject({ ...whole, waiting: 1, problem: 'SILENT' })
    await expect(follow()).rejects.toThrow()
    expect((await list())?.problem_since).toEqual(since)
    expect(await work()).toEqual([{ kind: 'CHAINS', count: 1, since, totals: [] }])
    on.chain.mood.silent = false
    on.chain.mood.chain = 'regtest'
    await expect(follow()).rejects.toThrow()
    expect(await list()).toMatchObject({ problem: 'OTHER_NETWORK' })
    on.chain.mood.chain = 'main'
    await follow()
    expect(await list()).toMatchObject({ problem: null, problem_since: null })
  })

  it('is told operators with what it holds beyond what it may, of its own currency alone', async () => {
    await follow()
    const list = async () =>
      (await call(on.world, on.told.operator, 'listTreasuries')).treasuries[0]
    const work = async () => (await call(on.world, on.told.operator, 'getBalances')).work
    expect(await list()).toMatchObject({ most: null, over: null })
    const held = (await list())?.held.minor ?? 0n
    const limit = (walletLimits: WalletLimits) =>
      Object.assign(on.world.kernel.gateways, { walletLimits })
    limit(new Map([['USDC', 1n]]))
    expect(await list()).toMatchObject({ most: null, over: null })
    limit(new Map([['BTC', held]]))
    expect(await list()).toMatchObject({ most: { currency: 'BTC', minor: held }, over: null })
    expect(await work()).toEqual([])
    limit(new Map([['BTC', held - 5n]]))
    const over = { currency: 'BTC', minor: 5n }
    expect(await list()).toMatchObject({ over })
    const since = (await list())?.read_at
    expect(await work()).toEqual([{ kind: 'FULL_WALLETS', count: 1, since, totals: [over] }])
  })

  it('is told operators with why nothing leaves, as soon as somebody is to be paid and as soon as it is over', async () => {
    const list = async () => {
      const { treasuries } = await call(on.world, on.told.operator, 'listTreasuries')
      return treasuries[0]
    }
    await follow()
    expect(await list()).toMatchObject({ hold: null, hold_since: null, fee_rate: 2n })
    on.chain.mood.fee_rate = 501n
    await expect(execute()).rejects.toThrow()
    const dear = { hold: 'FEE_TOO_HIGH', fee_rate: 501n, most_fee_rate: 500n, problem: null }
    expect(await list()).toMatchObject(dear)
    const since = (await list())?.hold_since
    expect(since).toBeInstanceOf(Date)
    await follow()
    expect(await list()).toMatchObject({ ...dear, hold_since: since })
    const { work } = await call(on.world, on.told.operator, 'getBalances')
    expect(work).toEqual([{ kind: 'WALLETS', count: 1, since, totals: [] }])
    on.chain.mood.fee_rate = null
    await follow()
    expect(await list()).toMatchObject({ hold: 'FEE_UNKNOWN', fee_rate: null })
    on.chain.mood.fee_rate = 3n
    await follow()
    expect(await list()).toMatchObject({ hold: null, hold_since: null, fee_rate: 3n })
  })
})
