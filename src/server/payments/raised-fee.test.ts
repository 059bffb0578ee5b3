/** A fee that is too low: what waits is replaced by what pays more, and whichever of both a block holds makes the payments, once. */
import { describe, expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import { explainedByTwo } from './explained.test-data.ts'
import {
  after,
  COIN,
  dyingAtEachWord,
  type OnAChain,
  onAChain,
  orderOf,
  treasury,
} from './on-a-chain.test-data.ts'

const { open, rows } = onAChain()
const opened = (coins = 2) => open(coins)
const ORDERS = [1, 2, 3].map(n => orderOf(n))
const amounts = ORDERS.map(order => order.amount.minor)

type Kept = { txid: string; fee_sat: bigint; raw: string; replaces: string | null }
const kept = () =>
  rows<Kept>(
    'select txid, fee_sat::int, raw, replaces from bitcoin_rail.transaction order by number',
  )
const paid = (on: OnAChain, orders = ORDERS) => orders.map(order => on.chain.paid(order.account))
const outcomes = async (on: OnAChain, orders = ORDERS) => {
  const told = new Map(
    (await on.rail.ask(orders.map(of => of.attempt_uuid))).map(one => [
      one.attempt_uuid,
      one.outcome,
    ]),
  )
  return orders.map(of => told.get(of.attempt_uuid))
}

const progress = async (on: OnAChain, n = 1) => (await on.rail.progress?.([attemptOf(n)]))?.[0]

/** Fees rise to twenty satoshi, and six blocks come without what was sent for two. */
async function stuck(on: OnAChain, fee_rate = 20n) {
  await on.rail.follow?.()
  on.chain.mood.fee_rate = fee_rate
  on.chain.mood.mines_from = fee_rate
  on.chain.mine(6)
}
async function settles(on: OnAChain) {
  on.chain.mine(6)
  await on.rail.follow?.()
}

describe('a transaction whose fee is too low', () => {
  it('is replaced after six blocks, not before and once, and its payees have what they were promised', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const [first] = await kept()
    await on.rail.follow?.()
    on.chain.mood.fee_rate = 20n
    on.chain.mood.mines_from = 20n
    on.chain.mine(5)
    await on.rail.follow?.()
    expect(await kept()).toHaveLength(1)
    on.chain.mine()
    // Two workers, again and again.
    await Promise.all([on.rail.follow?.(), on.another().follow?.(), on.rail.follow?.()])
    const [, second, ...more] = await kept()
    expect(more).toEqual([])
    expect(second?.replaces).toBe(first?.txid)
    expect(on.chain.waiting()).toEqual([second?.txid])
    expect((await on.rail.treasuries?.())?.[0]?.waiting).toBe(1)
    expect((await on.rail.send(ORDERS)).map(of => of.reference.split(':')[0])).toEqual(
      ORDERS.map(() => second?.txid),
    )
    await settles(on)
    expect(paid(on)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
  })

  it('is what pays, where a block takes it after all', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const [first] = await kept()
    await stuck(on)
    await on.rail.follow?.()
    // A miner had not heard of the replacement.
    on.chain.forget()
    on.chain.mood.mines_from = 0n
    expect(await on.chain.node.broadcast(first?.raw ?? '')).toBe(null)
    on.chain.mine()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['SENT', 'SENT', 'SENT'])
    await settles(on)
    await settles(on)
    expect(paid(on)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    expect((await on.rail.ask([attemptOf(1)]))[0]?.reference.split(':')[0]).toBe(first?.txid)
    // Nothing is left behind that could pay them anew, and its change is spent.
    expect((await on.rail.treasuries?.())?.[0]?.waiting).toBe(0)
    expect((await on.rail.send([orderOf(4)]))[0]?.outcome).toBe('SENT')
    expect(await on.rail.turned?.()).toEqual([])
  })

  it('and the one that replaced it take turns where blocks are left behind', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const [first] = await kept()
    await stuck(on)
    await on.rail.follow?.()
    await settles(on)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    const [, second] = await kept()
    on.chain.reorganise(6, [second?.txid ?? ''])
    on.chain.mood.mines_from = 0n
    await on.chain.node.broadcast(first?.raw ?? '')
    on.chain.mine()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['SENT', 'SENT', 'SENT'])
    expect((await on.rail.turned?.())?.map(of => of.outcome)).toEqual(['SENT', 'SENT', 'SENT'])
    await settles(on)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    // It had been called dead, and says what is recorded.
    expect((await on.rail.turned?.())?.map(of => of.outcome)).toEqual(await outcomes(on))
    expect(paid(on)).toEqual(amounts)
  })

  it('is what its payments stand by where a process that knows of no replacement reads the block, or calls one dead', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await stuck(on)
    await on.rail.follow?.()
    const [first, second] = await kept()
    const standBy = async () => {
      const stands = await rows<{ txid: string }>('select distinct txid from bitcoin_rail.payout')
      return stands.map(row => row.txid)
    }
    /** As its statements do it. */
    const set = (what: string, of: Kept | undefined) =>
      rows(`update bitcoin_rail.transaction set ${what} where txid = '${of?.txid}'`)
    expect(await standBy()).toEqual([second?.txid])
    await set('height = 8, was_dead = was_dead or dead_by is not null, dead_by = null', first)
    expect(await standBy()).toEqual([first?.txid])
    await set(`dead_by = '${first?.txid}'`, second)
    expect(await standBy()).toEqual([first?.txid])
    await set('height = null', first)
    expect(await standBy()).toEqual([first?.txid])
    await set('height = 9, was_dead = was_dead or dead_by is not null, dead_by = null', second)
    expect(await standBy()).toEqual([second?.txid])
  })

  it('goes on being offered where the node refuses what replaces it, or is away', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await stuck(on)
    on.chain.mood.refuses = 'too many potential replacements'
    await on.rail.follow?.()
    const [first, second] = await kept()
    expect(on.chain.waiting()).toEqual([first?.txid])
    on.chain.mood.refuses = null
    await on.rail.follow?.()
    expect(on.chain.waiting()).toEqual([second?.txid])
    on.chain.forget()
    await on.rail.follow?.()
    expect(on.chain.waiting()).toEqual([second?.txid])
    await settles(on)
    expect(paid(on)).toEqual(amounts)
  })

  it('is raised again from what replaced it, and no further than what is paid at the most', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await stuck(on)
    await on.rail.follow?.()
    await stuck(on, 100n)
    await on.rail.follow?.()
    expect(await kept()).toHaveLength(3)
    await stuck(on, 501n)
    await on.rail.follow?.()
    expect((await on.rail.treasuries?.())?.[0]?.hold).toBe('FEE_TOO_HIGH')
    expect(await kept()).toHaveLength(3)
    on.chain.mood.mines_from = 100n
    await settles(on)
    expect(paid(on)).toEqual(amounts)
    const fees = (await kept()).map(of => Number(of.fee_sat))
    expect(fees).toEqual(fees.toSorted((a, b) => a - b))
  })

  it('is lifted by the last of those that spend its change, which alone is replaced', async () => {
    const on = await opened(1)
    const many = [1, 2, 3].map(n => orderOf(n))
    for (const order of many) await on.rail.send([order])
    await stuck(on)
    await on.rail.follow?.()
    const rows = await kept()
    expect(rows.map(of => of.replaces)).toEqual([null, null, null, rows[2]?.txid])
    await settles(on)
    expect(paid(on, many)).toEqual(many.map(of => of.amount.minor))
    expect(await outcomes(on, many)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
  })

  it('takes a further coin where its change does not reach, and waits where none does', async () => {
    const on = await opened(1)
    const order = orderOf(1, 998_500n)
    await on.rail.send([order])
    await stuck(on, 50n)
    await on.rail.follow?.()
    expect(await kept()).toHaveLength(1)
    expect(await progress(on)).toMatchObject({ wait: 'FEE_COINS', fee_rate_now: 50n })
    on.chain.fund(treasury.address, COIN)
    on.chain.mine()
    await on.rail.follow?.()
    expect(await kept()).toHaveLength(2)
    await settles(on)
    expect(paid(on, [order])).toEqual([998_500n])
    expect(await outcomes(on, [order])).toEqual(['SETTLED'])
  })

  it('falls back to the first where the further coin of what replaced it is spent by another for good', async () => {
    const on = await opened(1)
    const order = orderOf(1, 998_500n)
    await on.rail.send([order])
    await stuck(on, 50n)
    const coin = on.chain.fund(treasury.address, COIN)
    on.chain.mine()
    await on.rail.follow?.()
    const [first] = await kept()
    on.chain.forget()
    on.chain.spendElsewhere(coin, 0)
    on.chain.mood.fee_rate = 1n
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(await outcomes(on, [order])).toEqual(['SENT'])
    expect(on.chain.waiting()).toEqual([first?.txid])
    on.chain.mood.mines_from = 0n
    await settles(on)
    expect(await outcomes(on, [order])).toEqual(['SETTLED'])
    expect(paid(on, [order])).toEqual([998_500n])
  })

  it('is dead with what replaced it, and paid anew by what excludes both', async () => {
    const on = await opened(2)
    const order = orderOf(1, 1_500_000n)
    await on.rail.send([order])
    await stuck(on)
    await on.rail.follow?.()
    const [coin] = await rows<{ coin_txid: string; coin_vout: number }>(
      `select coin_txid, coin_vout from bitcoin_rail.input where txid = '${(await kept())[0]?.txid}' order by 1`,
    )
    on.chain.forget()
    on.chain.spendElsewhere(coin?.coin_txid ?? '', coin?.coin_vout ?? 0)
    on.chain.fund(treasury.address, 5n * COIN)
    on.chain.mine(6)
    await on.rail.follow?.()
    await explainedByTwo(on.rail)
    expect(await outcomes(on, [order])).toEqual(['FAILED'])
    const again = orderOf(2, 1_500_000n, { ...after(1), account: order.account })
    expect((await on.rail.send([again]))[0]?.outcome).toBe('SENT')
    await settles(on)
    const before = await kept()
    for (const { raw } of before) await on.chain.node.broadcast(raw)
    on.chain.mine(6)
    expect(on.chain.paid(order.account)).toBe(1_500_000n)
  })

  it('is raised once and pays once, whichever word with node or signer was the last', async () => {
    await dyingAtEachWord(async (dying, died) => {
      const on = await opened()
      await on.rail.send(ORDERS)
      await stuck(on)
      const mortal = on.another({ node: dying(on.chain.node), signer: dying(treasury) })
      await mortal.follow?.().catch(error => expect(error).toBe(died))
      await on.rail.follow?.()
      expect(await kept()).toHaveLength(2)
      await settles(on)
      expect(paid(on)).toEqual(amounts)
      expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    })
  })

  it('is raised at somebody’s word before six blocks, once, whichever word with node or signer was the last', async () => {
    await dyingAtEachWord(async (dying, died) => {
      const on = await opened()
      await on.rail.send(ORDERS)
      await on.rail.follow?.()
      on.chain.mood.mines_from = 20n
      const mortal = on.another({ node: dying(on.chain.node), signer: dying(treasury) })
      await mortal.raise?.(attemptOf(1), 20n).catch(error => expect(error).toBe(died))
      await Promise.all([on.rail.raise?.(attemptOf(1), 20n), on.rail.raise?.(attemptOf(2), 20n)])
      await on.rail.follow?.()
      expect(await kept()).toHaveLength(2)
      await settles(on)
      expect(paid(on)).toEqual(amounts)
      expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
      // Nothing of it waits any more.
      await on.rail.raise?.(attemptOf(1), 50n)
      expect(await kept()).toHaveLength(2)
    })
  })

  it('and its whole chain are raised where the first of them is asked for: by the last of them', async () => {
    const on = await opened(1)
    const many = [1, 2].map(n => orderOf(n))
    for (const order of many) await on.rail.send([order])
    await on.rail.follow?.()
    on.chain.mood.fee_rate = 30n
    on.chain.mood.mines_from = 30n
    await on.rail.follow?.()
    expect(await progress(on)).toMatchObject({ wait: 'FEE_LOW', fee_rate_now: 30n })
    await on.rail.raise?.(attemptOf(1), 30n)
    expect((await kept()).map(of => of.replaces)).toEqual([null, null, (await kept())[1]?.txid])
    for (const n of [1, 2]) expect(await progress(on, n)).toMatchObject({ wait: null })
    await settles(on)
    expect(paid(on, many)).toEqual(many.map(of => of.amount.minor))
  })

  it('does not keep the chain from being followed where the node has no estimate', async () => {
    const on = await opened()
    on.chain.mood.estimates = false
    await on.rail.follow?.()
    expect((await on.rail.treasuries?.())?.[0]).toMatchObject({
      problem: null,
      hold: 'FEE_UNKNOWN',
    })
    await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code: 'BITCOIN_FEE_UNKNOWN' })
  })
})
