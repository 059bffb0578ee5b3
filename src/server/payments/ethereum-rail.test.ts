/** Paying in tokens on Ethereum: what any rail holds, and a chain's bad days; the chain's own books against ours each time. */
import { describe, expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import { TOKENS } from '../gateways/ethereum/network.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import {
  ETH,
  HELD,
  type OnEthereum,
  onEthereum,
  orderIn,
  treasury,
  walletOf,
} from './on-ethereum.test-data.ts'

const { open: opened, rows } = onEthereum()
const ORDERS = [1, 2, 3].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)
const none = ORDERS.map(() => 0n)
const all = (what: string, count = 3) => Array(count).fill(what)
const outcomes = async ({ rail }: OnEthereum, ids = IDS) =>
  (await rail.ask(ids)).map(one => one.outcome)
const txids = async () =>
  (await rows<{ txid: string }>('select txid from token_rail.transaction order by number')).map(
    row => row.txid,
  )
/** All that waits is final, and heard to be. */
const arrived = async ({ local, rail }: OnEthereum) => {
  await local.settle()
  await rail.follow?.()
}

railContract('ethereum', async () => (await opened()).rail, { orders: ORDERS, currency: 'USDC' })
railContract('ethereum, in its other token', async () => (await opened()).rail, {
  orders: [1, 2, 3].map(n => orderIn(n, 5_000n, { currency: 'USDT' })),
  currency: 'USDT',
})

describe('ethereum', () => {
  it('pays each in a transaction of its own, whole, and says that it arrived once that is final', async () => {
    const on = await opened()
    const orders = [...ORDERS.slice(0, 2), orderIn(3, 10_003n, { currency: 'USDT' })]
    const receipts = await on.rail.send(orders)
    expect(receipts.map(one => one.reference)).toEqual(await on.local.waiting())
    await on.local.mine(20)
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    expect(await on.rail.progress?.(IDS)).toMatchObject(
      all('').map(() => ({ confirmations: 20, needed: 64, wait: null })),
    )
    await arrived(on)
    expect(await on.paid(orders)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    expect(await on.rail.progress?.(IDS)).toMatchObject(all('').map(() => ({ confirmations: 64 })))
    const [usdc, usdt] = (await on.rail.treasuries?.()) ?? []
    const left = HELD - 10_001n - 10_002n
    expect(usdc).toMatchObject({ held: { minor: left }, ready: { minor: left }, waiting: 0 })
    expect(usdc?.coin).toEqual({ currency: 'ETH', minor: await on.local.coinOf(treasury.address) })
    expect(usdt).toMatchObject({ held: { currency: 'USDT', minor: HELD - 10_003n } })
    expect(await on.local.countOf(treasury.address)).toBe(3)
  })

  it('offers the same bytes again where the answer was lost, the node was away, refused or forgot', async () => {
    const on = await opened()
    on.local.mood.deaf = true
    await on.rail.send(ORDERS)
    on.local.mood.deaf = false
    const sent = await on.local.waiting()
    expect(sent).toEqual(await txids())
    await on.local.forget()
    await on.rail.send(ORDERS)
    await on.rail.follow?.()
    expect(await on.local.waiting()).toEqual(sent)
    on.local.mood.refuses = true
    await on.local.forget()
    await on.rail.follow?.()
    expect(await on.local.waiting()).toEqual([])
    on.local.mood.refuses = false
    await on.rail.follow?.()
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    expect(await on.local.countOf(treasury.address)).toBe(3)
  })

  it.each([1, 6])(
    'waits again where %i blocks were left behind for others, and pays nobody twice',
    async depth => {
      const on = await opened()
      await on.rail.send(ORDERS)
      await on.local.mine(depth)
      await on.rail.follow?.()
      expect(await on.rail.progress?.(IDS)).toMatchObject(
        all('').map(() => ({ confirmations: depth })),
      )
      await on.local.reorganise(depth)
      expect(await on.paid(ORDERS)).toEqual(none)
      await on.rail.follow?.()
      expect(await outcomes(on)).toEqual(all('SENT'))
      expect(await on.rail.progress?.(IDS)).toMatchObject(all('').map(() => ({ confirmations: 0 })))
      await arrived(on)
      await arrived(on)
      expect(await on.paid(ORDERS)).toEqual(amounts)
      expect(await outcomes(on)).toEqual(all('SETTLED'))
      expect(await on.local.countOf(treasury.address)).toBe(3)
    },
  )

  it('keeps nothing and pays nobody while the node is silent, behind, follows another network, has other tokens, or knows no fee', async () => {
    const on = await opened()
    const { mood } = on.local
    const refused = async (code: string) => {
      await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code })
      expect(await on.rail.ask(IDS)).toEqual([])
    }
    mood.silent = true
    await refused('CHAIN_SILENT')
    Object.assign(mood, { silent: false, chain_id: '0xaa36a7' })
    await refused('CHAIN_OTHER_NETWORK')
    Object.assign(mood, { chain_id: null, behind: true })
    await refused('CHAIN_BEHIND')
    mood.behind = false
    await on.local.spoil('USDT', 12)
    await on.local.settle()
    await refused('CHAIN_OTHER_NETWORK')
    await on.local.spoil('USDT', 0)
    await on.local.settle()
    mood.feeless = true
    await refused('CHAIN_FEE_UNKNOWN')
    mood.feeless = false
    await on.rail.send(ORDERS)
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
  })

  it.each(['forgetful', 'homeless'] as const)(
    'never pays anew what its node says it never saw, or saw in no block (%s): not found proves nothing',
    async mood => {
      const on = await opened({ lanes: 10 })
      await on.rail.send(ORDERS)
      await on.local.settle()
      on.local.mood[mood] = true
      await on.rail.follow?.()
      await on.rail.follow?.()
      expect(await outcomes(on)).toEqual(all('SENT'))
      expect(await on.rail.progress?.(IDS)).toMatchObject(all('').map(() => ({ wait: 'LOST' })))
      const again = { ...orderIn(9, amounts[0]), account: walletOf(1), before: [attemptOf(1)] }
      const [refused] = await on.rail.send([again])
      expect(refused?.reason).toMatch(/may still arrive/)
      // What is next goes on: 3 to 9, and no further than the lanes of those that nobody knows of.
      const others = Array.from({ length: 12 }, (_, n) => orderIn(20 + n))
      await on.rail.send(others)
      expect(await on.local.waiting()).toHaveLength(7)
      await on.local.settle()
      on.local.mood[mood] = false
      await arrived(on)
      await arrived(on)
      expect(await outcomes(on)).toEqual(all('SETTLED'))
      expect(await on.paid([...ORDERS, ...others])).toEqual(
        [...ORDERS, ...others].map(of => of.amount.minor),
      )
    },
  )

  it('uses no nonce of before, which a node that is late tells', async () => {
    const on = await opened({ lanes: 3 })
    const before = BigInt((await on.local.ask('eth_blockNumber')) as string)
    await on.rail.send(ORDERS)
    await arrived(on)
    on.local.mood.late = before
    const next = [4, 5, 6].map(n => orderIn(n))
    await on.rail.send(next)
    expect(await on.local.waiting()).toEqual([])
    await on.rail.follow?.()
    on.local.mood.late = null
    await on.rail.follow?.()
    await arrived(on)
    expect(await on.paid([...ORDERS, ...next])).toEqual(
      [...ORDERS, ...next].map(of => of.amount.minor),
    )
    expect(await on.local.countOf(treasury.address)).toBe(6)
  })

  it('takes more than it has lanes for, and pays the rest in their order as lanes are free again', async () => {
    const on = await opened({ lanes: 2 })
    const many = Array.from({ length: 7 }, (_, n) => orderIn(n))
    const ids = many.map(of => of.attempt_uuid)
    const receipts = await on.rail.send(many)
    expect(receipts.map(one => one.outcome)).toEqual(all('SENT', 7))
    expect(receipts.map(one => one.reference !== '')).toEqual([true, true, ...Array(5).fill(false)])
    const progress = (await on.rail.progress?.(ids)) ?? []
    expect(progress.map(one => one.wait)).toEqual([null, null, ...all('TURN', 5)])
    for (let round = 0; round < 4; round++) {
      expect(await on.local.waiting()).toHaveLength(round < 3 ? 2 : 1)
      await arrived(on)
    }
    expect(await outcomes(on, ids)).toEqual(all('SETTLED', 7))
    expect(await on.paid(many)).toEqual(many.map(of => of.amount.minor))
  })

  it('pays as many as the treasury reaches, refuses the rest in words, and stays with that', async () => {
    const on = await opened()
    const orders = [orderIn(1, 60_000_000n), orderIn(2, 30_000_000n), orderIn(3, 30_000_000n)]
    const receipts = await on.rail.send(orders)
    expect(receipts.map(one => one.outcome)).toEqual(['SENT', 'SENT', 'FAILED'])
    expect(receipts[2]?.reason).toMatch(/did not hold enough USDC/)
    await on.local.fund(treasury.address, 'USDC', HELD)
    expect(await on.rail.send(orders)).toEqual(receipts)
    await arrived(on)
    expect(await on.paid(orders)).toEqual([60_000_000n, 30_000_000n, 0n])
    const anew = { ...orderIn(4, 30_000_000n), account: walletOf(3), before: [attemptOf(3)] }
    expect((await on.rail.send([anew]))[0]?.outcome).toBe('SENT')
    await arrived(on)
    expect(await on.paid([anew])).toEqual([30_000_000n])
  })

  it('takes nothing while the treasury has too little ETH, and says so', async () => {
    const on = await opened({ coin: 5_000n })
    await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code: 'CHAIN_COIN_SHORT' })
    expect(await on.rail.ask(IDS)).toEqual([])
    expect((await on.rail.treasuries?.())?.[0]?.hold).toBe('COIN_SHORT')
    await on.local.fund(treasury.address, 'ETH', ETH)
    await on.local.settle()
    await on.rail.follow?.()
    await on.rail.send(ORDERS)
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
  })

  it('fails for good, in words, what the chain holds as having moved nothing, and pays it anew', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.local.list(walletOf(1), 'USDC')
    await arrived(on)
    expect(await outcomes(on)).toEqual(['FAILED', 'SETTLED', 'SETTLED'])
    expect((await on.rail.ask(IDS))[0]?.reason).toMatch(/frozen the account of this wallet/)
    expect(await on.paid(ORDERS)).toEqual([0n, ...amounts.slice(1)])
    // As long as it is listed it is not even tried; of USDT, which would arrive there and be locked, neither.
    const before = [attemptOf(1)]
    const anew = (n: number) => orderIn(n, amounts[0], { account: walletOf(1), before })
    expect((await on.rail.send([anew(5)]))[0]?.reason).toMatch(/frozen/)
    await on.local.list(walletOf(8), 'USDT')
    await on.local.mine()
    const [listed] = await on.rail.send([orderIn(8, 5n, { currency: 'USDT' })])
    expect(listed?.reason).toMatch(/frozen/)
    await on.local.list(walletOf(1), 'USDC', false)
    await on.local.mine()
    await on.rail.send([anew(6)])
    await arrived(on)
    expect(await on.paid(ORDERS)).toEqual(amounts)
    const books = await on.rail.books?.(null, 10)
    expect(books?.map(of => of.accepted)).toEqual([null, true, true, false, true, false])
  })

  it('pays nothing of a token that is paused, keeps a part, or lists the treasury, and says which wallet that is', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.local.pause('USDC')
    await arrived(on)
    expect(await outcomes(on)).toEqual(all('FAILED'))
    expect((await on.rail.ask(IDS))[0]?.reason).toMatch(/let Corridor’s wallet move none of it/)
    expect((await on.rail.send([orderIn(4)]))[0]?.reason).toMatch(/move none of it whole by now/)
    await on.local.pause('USDC', false)
    await on.local.list(treasury.address, 'USDC')
    await on.local.keep('USDT', 10n)
    await on.local.mine()
    const orders = [orderIn(5), orderIn(6, 5_000n, { currency: 'USDT' })]
    expect((await on.rail.send(orders)).map(of => of.outcome)).toEqual(all('FAILED', 2))
    expect(await on.paid([...ORDERS, orderIn(4), ...orders])).toEqual(Array(6).fill(0n))
  })

  it('takes for arrived what arrived whole: of what its issuer kept a part nobody knows', async () => {
    const on = await opened()
    const order = orderIn(1, 1_000_000n, { currency: 'USDT' })
    await on.rail.send([order])
    await on.local.keep('USDT', 10n)
    await arrived(on)
    expect(await outcomes(on, [attemptOf(1)])).toEqual(['SENT'])
    expect(await on.rail.progress?.([attemptOf(1)])).toMatchObject([{ wait: 'LOST' }])
    expect(await on.paid([order])).toEqual([999_000n])
  })

  it('refuses what is no wallet, is its own, or another token, and pays the others', async () => {
    const on = await opened()
    await on.local.build(walletOf(7), '0x6000')
    await on.local.build(walletOf(8), `0xef0100${'12'.repeat(20)}`)
    await on.local.mine()
    const orders = [
      orderIn(1),
      orderIn(2, 5n, { account: walletOf(2).toLowerCase() }),
      orderIn(3, 5n, { account: treasury.address }),
      orderIn(4, 5n, { account: TOKENS[0]?.contract ?? '' }),
      orderIn(5, 5n, { account: `0x${'0'.repeat(40)}` }),
      orderIn(6, 5n, { currency: 'BTC' }),
      orderIn(7, 5n),
      orderIn(8, 5n),
    ]
    const { leaving, refused } = await on.rail.prepare(orders)
    expect([leaving.length, refused.length]).toEqual([2, 6])
    const receipts = await on.rail.send(orders)
    const no_address = 'this is no wallet’s address on Ethereum, or not for what is paid.'
    expect(receipts.map(one => one.reason?.slice(17))).toEqual([
      undefined,
      no_address,
      'the address is Corridor’s own.',
      no_address,
      no_address,
      no_address,
      'what Ethereum has at this address is no wallet, but a program or an account of tokens.',
      undefined,
    ])
    expect(await on.rail.owned?.([treasury.address, walletOf(1)])).toEqual([treasury.address])
  })

  it('is sent by two at once, and again and again, and pays once', async () => {
    const on = await opened()
    const many = Array.from({ length: 40 }, (_, n) => orderIn(n))
    const sets = Array.from({ length: 10 }, (_, n) => many.slice(n * 2, n * 2 + 22))
    const other = on.another()
    const answers = await Promise.all(
      sets.map((set, n) => (n % 2 === 0 ? on.rail : other).send(set)),
    )
    expect(answers.flat().every(one => one.outcome === 'SENT')).toBe(true)
    await Promise.all([on.rail.follow?.(), other.follow?.()])
    await on.local.settle()
    await Promise.all([on.rail.follow?.(), other.follow?.()])
    await arrived(on)
    expect(await on.paid(many)).toEqual(many.map(order => order.amount.minor))
    expect(await on.local.countOf(treasury.address)).toBe(40)
  })

  it('takes what it is handed, or makes certain that it never does, where both come at once', async () => {
    for (let n = 0; n < 4; n++) {
      const on = await opened()
      const both = [on.rail.send(ORDERS), on.rail.forgo?.(ORDERS)]
      await Promise.all(n % 2 === 0 ? both : both.toReversed())
      const said = await on.rail.ask(IDS)
      const took = said[0]?.outcome === 'SENT'
      expect(await outcomes(on)).toEqual(all(took ? 'SENT' : 'FAILED'))
      expect(await on.rail.send(ORDERS)).toEqual(said)
      expect(await on.rail.forgo?.(ORDERS)).toEqual(said)
      await on.local.settle()
      expect(await on.paid(ORDERS)).toEqual(took ? amounts : none)
    }
  })
})
