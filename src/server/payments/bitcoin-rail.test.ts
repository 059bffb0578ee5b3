/** Paying in bitcoin on a chain in memory: what any rail holds, and a chain's bad days; the chain's own books against ours each time. */
import { describe, expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import { buildPayout } from '../gateways/bitcoin/build-payout.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import { explainedByTwo } from './explained.test-data.ts'
import {
  COIN,
  dyingAtEachWord,
  type OnAChain,
  onAChain,
  orderOf,
  payeeOf,
  treasury,
} from './on-a-chain.test-data.ts'

const { open: opened, rows } = onAChain()
const ORDERS = [1, 2, 3].map(n => orderOf(n))
const IDS = ORDERS.map(order => order.attempt_uuid)

/** What each payee has by the chain's blocks. */
const paid = ({ chain }: OnAChain, orders = ORDERS) =>
  orders.map(order => chain.paid(order.account))
const amounts = ORDERS.map(order => order.amount.minor)
const none = ORDERS.map(() => 0n)
const outcomes = async ({ rail }: OnAChain, ids = IDS) =>
  (await rail.ask(ids)).map(one => one.outcome)

railContract('bitcoin', async () => (await opened()).rail, {
  orders: ORDERS,
  currency: 'BTC',
})

describe('bitcoin', () => {
  it('pays many in one transaction, each whole, and says that they arrived once six blocks hold it', async () => {
    const on = await opened()
    const receipts = await on.rail.send(ORDERS)
    const txids = new Set(receipts.map(one => one.reference.split(':')[0]))
    expect([...txids]).toEqual(on.chain.waiting())
    on.chain.mine()
    expect(paid(on)).toEqual(amounts)
    for (let blocks = 1; blocks < 6; blocks++) {
      await on.rail.follow?.()
      expect(await outcomes(on)).toEqual(['SENT', 'SENT', 'SENT'])
      on.chain.mine()
    }
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    const [{ fee_sat } = { fee_sat: 0n }] = await rows<{ fee_sat: bigint }>(
      'select fee_sat from bitcoin_rail.transaction',
    )
    const left = 3_000_000n - amounts.reduce((sum, minor) => sum + minor, 0n) - BigInt(fee_sat)
    const [{ held } = { held: 0n }] = await rows<{ held: bigint }>(
      'select sum(value_sat)::bigint held from bitcoin_rail.coin where spent_height is null',
    )
    expect(BigInt(held)).toBe(left)
  })

  it('keeps back what it is handed before its chain was read to its end, however often that takes, and pays it then', async () => {
    const on = await opened()
    for (const table of ['coin', 'block', 'follow']) await rows(`delete from bitcoin_rail.${table}`)
    on.chain.mine(450)
    const reads = async () => {
      const [treasury] = (await on.rail.treasuries?.()) ?? []
      const cost = await on.rail.cost?.({ payments: 3, total: { currency: 'BTC', minor: 1n } })
      return [treasury?.read_at !== null, cost?.wait]
    }
    for (let goes = 0; goes < 3; goes++) {
      expect(await reads()).toEqual([false, 'UNREAD'])
      await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code: 'BITCOIN_UNREAD' })
      expect(await on.rail.ask(IDS)).toEqual([])
      await on.rail.follow?.()
    }
    expect(await reads()).toEqual([true, null])
    await on.rail.send(ORDERS)
    on.chain.mine()
    expect(paid(on)).toEqual(amounts)
  })

  it('offers the same bytes again where the answer was lost, the node was away, or it forgot', async () => {
    const on = await opened()
    on.chain.mood.deaf = true
    await on.rail.send(ORDERS)
    on.chain.mood.deaf = false
    const [txid] = on.chain.waiting()
    on.chain.forget()
    await on.rail.send(ORDERS)
    await on.rail.follow?.()
    expect(on.chain.waiting()).toEqual([txid])
    on.chain.mood.refuses = 'mempool full'
    on.chain.forget()
    await on.rail.follow?.()
    expect(on.chain.waiting()).toEqual([])
    on.chain.mood.refuses = null
    await on.rail.follow?.()
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(paid(on)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
  })

  it('keeps nothing and pays nobody while the node is silent, follows another network, or cannot tell or asks too high a fee', async () => {
    const on = await opened()
    const { mood } = on.chain
    const refused = async (code: string) => {
      await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code })
      expect(await on.rail.ask(IDS)).toEqual([])
    }
    mood.silent = true
    await refused('BITCOIN_NODE_SILENT')
    mood.silent = false
    mood.chain = 'regtest'
    await refused('BITCOIN_OTHER_NETWORK')
    mood.chain = 'main'
    mood.fee_rate = null
    await refused('BITCOIN_FEE_UNKNOWN')
    mood.fee_rate = 501n
    await refused('BITCOIN_FEE_TOO_HIGH')
    mood.fee_rate = 3n
    await on.rail.send(ORDERS)
    on.chain.mine()
    expect(paid(on)).toEqual(amounts)
  })

  it.each([1, 6])(
    'waits again where %i blocks were left behind, and pays nobody twice',
    async n => {
      const on = await opened()
      await on.rail.send(ORDERS)
      on.chain.mine(n)
      await on.rail.follow?.()
      on.chain.reorganise(n)
      await on.rail.follow?.()
      expect(paid(on)).toEqual(none)
      expect(await outcomes(on)).toEqual(['SENT', 'SENT', 'SENT'])
      on.chain.forget()
      await on.rail.follow?.()
      on.chain.mine(6)
      await on.rail.follow?.()
      expect(paid(on)).toEqual(amounts)
      expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    },
  )

  it('is dead once its coins were spent elsewhere for good, and not before; it is never offered again then', async () => {
    const on = await opened(1)
    await on.rail.send(ORDERS)
    const [coin] = await rows<{ coin_txid: string; coin_vout: number }>(
      'select coin_txid, coin_vout from bitcoin_rail.input',
    )
    on.chain.spendElsewhere(coin?.coin_txid ?? '', coin?.coin_vout ?? 0)
    on.chain.mine(5)
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['SENT', 'SENT', 'SENT'])
    on.chain.mine()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['FAILED', 'FAILED', 'FAILED'])
    expect((await on.rail.ask(IDS))[0]?.reason).toMatch(/spent by another transaction/)
    on.chain.mine()
    await on.rail.follow?.()
    expect(paid(on)).toEqual(none)
  })

  it('is dead with what spends its change', async () => {
    const on = await opened(1)
    await on.rail.send(ORDERS)
    const [coin] = await rows<{ coin_txid: string; coin_vout: number }>(
      'select coin_txid, coin_vout from bitcoin_rail.input',
    )
    const next = orderOf(9)
    await on.rail.send([next])
    expect(on.chain.waiting()).toHaveLength(2)
    on.chain.forget()
    on.chain.spendElsewhere(coin?.coin_txid ?? '', coin?.coin_vout ?? 0)
    on.chain.mine(6)
    await on.rail.follow?.()
    expect(await outcomes(on, [...IDS, next.attempt_uuid])).toEqual(Array(4).fill('FAILED'))
    on.chain.fund(treasury.address, COIN)
    on.chain.mine()
    await on.rail.follow?.()
    await explainedByTwo(on.rail)
    const again = { ...next, attempt_uuid: attemptOf(10) }
    expect((await on.rail.send([again]))[0]?.outcome).toBe('SENT')
    on.chain.mine()
    expect(on.chain.paid(next.account)).toBe(next.amount.minor)
  })

  it('waits, and refuses nobody, while as many of ours wait for a block as nodes relay', async () => {
    const on = await opened(1)
    for (let n = 0; n < 20; n++) await on.rail.send([orderOf(n)])
    const more = [orderOf(20)]
    await expect(on.rail.send(more)).rejects.toMatchObject({ code: 'BITCOIN_MUCH_WAITS' })
    on.chain.mine()
    await on.rail.follow?.()
    expect((await on.rail.send(more))[0]?.outcome).toBe('SENT')
  })

  it('pays as many as the treasury reaches, refuses the rest in words, and stays with that', async () => {
    const on = await opened(1)
    const orders = [orderOf(1, 600_000n), orderOf(2, 300_000n), orderOf(3, 300_000n)]
    const receipts = await on.rail.send(orders)
    expect(receipts.map(one => one.outcome)).toEqual(['SENT', 'SENT', 'FAILED'])
    expect(receipts[2]?.reason).toMatch(/did not hold enough/)
    on.chain.fund(treasury.address, COIN)
    on.chain.mine()
    await on.rail.follow?.()
    expect(await on.rail.send(orders)).toEqual(receipts)
    on.chain.mine()
    expect(paid(on, orders)).toEqual([600_000n, 300_000n, 0n])
  })

  it('refuses what is no address, is its own, or is less than the network carries, and pays the others', async () => {
    const on = await opened()
    const orders = [
      orderOf(1),
      { ...orderOf(2), account: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' },
      { ...orderOf(3), account: treasury.address },
      orderOf(4, 545n),
      { ...orderOf(5), account: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
      // An anchor: anybody takes what is paid there.
      { ...orderOf(6), account: 'bc1pfeessrawgf' },
    ]
    await rows(
      `insert into bitcoin_rail.watched values ('0014c0cebcd6c3d3ca8c75dc5ec62ebe55330ef910e2', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu') on conflict do nothing`,
    )
    const { leaving, refused } = await on.rail.prepare(orders)
    expect([leaving.length, refused.length]).toEqual([1, 5])
    const receipts = await on.rail.send(orders)
    expect(receipts.map(one => one.reason?.slice(16))).toEqual([
      undefined,
      ' this is no wallet’s address on Bitcoin’s main network.',
      ' the address is Corridor’s own.',
      ' Bitcoin carries nothing below 546 satoshi.',
      ' the address is Corridor’s own.',
      ' this is no wallet’s address on Bitcoin’s main network.',
    ])
  })

  it('pays two who are owed as much at one address an output each', async () => {
    const on = await opened()
    const orders = [orderOf(1, 20_000n), { ...orderOf(2, 20_000n), account: payeeOf(1) }]
    const receipts = await on.rail.send(orders)
    expect(new Set(receipts.map(one => one.reference)).size).toBe(2)
    on.chain.mine()
    expect(on.chain.paid(payeeOf(1))).toBe(40_000n)
  })

  it('believes no signer that signed something else, and keeps nothing of it', async () => {
    const on = await opened(1)
    const [coin] = await rows<{ txid: string; vout: number }>(
      'select txid, vout from bitcoin_rail.coin',
    )
    const coins = [{ txid: coin?.txid ?? '', vout: coin?.vout ?? 0, value_sat: 1_000_000n }]
    const theirs = buildPayout(coins, [{ address: payeeOf(50), value_sat: 9_000n }], treasury, {
      fee_rate: 2n,
    })
    const lying = { ...treasury, sign: async () => treasury.sign(theirs?.psbt ?? new Uint8Array()) }
    const rail = on.another({ signer: lying })
    await expect(rail.send(ORDERS)).rejects.toMatchObject({ code: 'BITCOIN_SIGNED_OTHERWISE' })
    expect(on.chain.waiting()).toEqual([])
    expect(await rail.ask(IDS)).toEqual([])
  })

  it('is sent by two at once, and again and again, and pays once', async () => {
    const on = await opened()
    const many = Array.from({ length: 40 }, (_, n) => orderOf(n))
    const sets = Array.from({ length: 20 }, (_, n) => many.slice(n, n + 21))
    const other = on.another()
    const answers = await Promise.all(
      sets.map((set, n) => (n % 2 === 0 ? on.rail : other).send(set)),
    )
    expect(answers.flat().every(one => one.outcome === 'SENT')).toBe(true)
    on.chain.mine()
    await on.rail.follow?.()
    expect(paid(on, many)).toEqual(many.map(order => order.amount.minor))
  })

  it('takes what it is handed, or makes certain that it never does, where both come at once', async () => {
    for (let n = 0; n < 12; n++) {
      const on = await opened()
      const both = [on.rail.send(ORDERS), on.rail.forgo?.(ORDERS)]
      const [sent, forgone] = await Promise.all(n % 2 === 0 ? both : both.toReversed())
      expect(sent).toEqual(forgone)
      const took = sent?.[0]?.outcome === 'SENT'
      expect(await outcomes(on)).toEqual(Array(3).fill(took ? 'SENT' : 'FAILED'))
      expect(await on.rail.send(ORDERS)).toEqual(sent)
      expect(await on.rail.forgo?.(ORDERS)).toEqual(sent)
      on.chain.mine()
      expect(paid(on)).toEqual(took ? amounts : none)
    }
  })

  it('dies before or after any word with its node or its signer, and pays each once all the same', async () => {
    await dyingAtEachWord(async (dying, died) => {
      const on = await opened(2)
      const mortal = on.another({ node: dying(on.chain.node), signer: dying(treasury) })
      const end = (error: unknown) => expect(error).toBe(died)
      await mortal.send(ORDERS).catch(end)
      on.chain.mine()
      await mortal.follow?.().catch(end)
      await on.rail.send(ORDERS)
      await on.rail.follow?.()
      on.chain.mine(6)
      await on.rail.follow?.()
      expect(paid(on)).toEqual(amounts)
      expect(await outcomes(on)).toEqual(['SETTLED', 'SETTLED', 'SETTLED'])
    })
  })
})
