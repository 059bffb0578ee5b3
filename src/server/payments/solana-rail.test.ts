/** Paying in tokens on Solana: what any rail holds, and a chain's bad days; the chain's own books against ours each time. */
import { describe, expect, it } from 'vitest'
import { heavy } from '#test/harness/heavy.ts'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import { MINTS } from '../gateways/solana/network.ts'
import { dyingAtEachWord } from './on-a-chain.test-data.ts'
import {
  HELD,
  type OnSolana,
  onSolana,
  orderIn,
  SOL,
  treasury,
  walletOf,
} from './on-solana.test-data.ts'

const { open: opened, rows } = onSolana()
const ORDERS = [1, 2, 3].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)
const none = ORDERS.map(() => 0n)
const all = (what: string, count = 3) => Array(count).fill(what)
const outcomes = async ({ rail }: OnSolana, ids = IDS) =>
  (await rail.ask(ids)).map(one => one.outcome)
const txids = async () =>
  (await rows<{ txid: string }>('select txid from token_rail.transaction order by number')).map(
    row => row.txid,
  )

railContract('solana', async () => (await opened()).rail, { orders: ORDERS, currency: 'USDC' })
railContract('solana, in its other token', async () => (await opened()).rail, {
  orders: [1, 2, 3].map(n => orderIn(n, 5_000n, { currency: 'USDT' })),
  currency: 'USDT',
})

describe('solana', () => {
  it('pays each in a transaction of its own, whole, and says that it arrived once that is final', async () => {
    const on = await opened()
    const receipts = await on.rail.send(ORDERS)
    expect(receipts.map(one => one.reference)).toEqual(on.local.waiting())
    on.local.confirm(20)
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    expect(await on.rail.progress?.(IDS)).toMatchObject(
      all('').map(() => ({ confirmations: 20, needed: 32, wait: null })),
    )
    on.local.settle()
    await on.rail.follow?.()
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    expect(await on.rail.progress?.(IDS)).toMatchObject(all('').map(() => ({ confirmations: 32 })))
    const [usdc, usdt] = (await on.rail.treasuries?.()) ?? []
    const left = HELD - amounts.reduce((sum, minor) => sum + minor, 0n)
    expect(usdc).toMatchObject({ held: { minor: left }, ready: { minor: left }, waiting: 0 })
    expect(usdc?.coin).toEqual({ currency: 'SOL', minor: on.local.coinOf(treasury.address) })
    expect(usdt).toMatchObject({ held: { currency: 'USDT', minor: HELD } })
  })

  it('offers the same bytes again where the answer was lost, the node was away, refused or forgot', async () => {
    const on = await opened()
    on.local.mood.deaf = true
    await on.rail.send(ORDERS)
    on.local.mood.deaf = false
    const sent = on.local.waiting()
    expect(sent).toEqual(await txids())
    on.local.forget()
    await on.rail.send(ORDERS)
    await on.rail.follow?.()
    expect(on.local.waiting()).toEqual(sent)
    on.local.mood.refuses = true
    on.local.forget()
    await on.rail.follow?.()
    expect(on.local.waiting()).toEqual([])
    on.local.mood.refuses = false
    await on.rail.follow?.()
    on.local.settle()
    await on.rail.follow?.()
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
  })

  it('takes nothing for arrived by one answer alone: where its lane is not used up a node that calls it final is not believed', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    const sure = { confirmationStatus: 'finalized', confirmations: null, err: null } as const
    const node = { ...on.node, statuses: async (of: readonly string[]) => of.map(() => sure) }
    const misled = await on.another({ node: node as typeof on.node })
    await misled.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    on.local.settle()
    await misled.follow?.()
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
  })

  it('waits again where a fork was left behind before it was final, and pays nobody twice', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.confirm(31)
    await on.rail.follow?.()
    on.local.fork()
    on.local.forget()
    expect(on.local.waiting()).toEqual([])
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    expect(await on.rail.progress?.(IDS)).toMatchObject(all('').map(() => ({ confirmations: 0 })))
    on.local.settle()
    await on.rail.follow?.()
    await on.rail.follow?.()
    on.local.settle()
    expect(await on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
  })

  it('keeps nothing and pays nobody while the node is silent, follows another network, has other tokens, or the fee is unknown or too high', async () => {
    const on = await opened()
    const { mood } = on.local
    const refused = async (code: string) => {
      await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code })
      expect(await on.rail.ask(IDS)).toEqual([])
    }
    mood.silent = true
    await refused('CHAIN_SILENT')
    mood.silent = false
    const was = mood.genesis
    mood.genesis = treasury.address
    await refused('CHAIN_OTHER_NETWORK')
    mood.genesis = was
    mood.behind = true
    await refused('CHAIN_BEHIND')
    mood.behind = false
    const mint = MINTS[0]?.mint ?? ''
    const bytes = on.local.bytesAt(mint)
    on.local.spoil(mint, bytes.subarray(0, 40))
    await refused('CHAIN_OTHER_NETWORK')
    on.local.spoil(mint, bytes)
    mood.unitPrices = null
    await refused('CHAIN_FEE_UNKNOWN')
    mood.unitPrices = [100_000_000n]
    await refused('CHAIN_FEE_TOO_HIGH')
    expect(await on.rail.progress?.(IDS)).toMatchObject(
      all('').map(() => ({ wait: 'FEE_TOO_HIGH' })),
    )
    mood.unitPrices = [0n]
    await on.rail.send(ORDERS)
    on.local.settle()
    expect(await on.paid(ORDERS)).toEqual(amounts)
  })

  it('never pays anew what its node says it never saw: not found proves nothing', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.settle()
    on.local.mood.forgetful = true
    await on.rail.follow?.()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    expect(await on.rail.progress?.(IDS)).toMatchObject(all('').map(() => ({ wait: 'LOST' })))
    const again = { ...orderIn(9, amounts[0]), account: walletOf(1), before: [attemptOf(1)] }
    const [refused] = await on.rail.send([again])
    expect(refused).toMatchObject({ outcome: 'FAILED' })
    expect(refused?.reason).toMatch(/may still arrive/)
    // Its lane is used for nobody else meanwhile.
    const others = Array.from({ length: 60 }, (_, n) => orderIn(20 + n))
    await on.rail.send(others)
    expect(on.local.waiting().length).toBe(47)
    on.local.settle()
    on.local.mood.forgetful = false
    await on.rail.follow?.()
    on.local.settle()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    expect(await on.paid([...ORDERS, ...others])).toEqual(
      [...ORDERS, ...others].map(of => of.amount.minor),
    )
  })

  it('uses no lane at a value of before, which a node that is late tells', async () => {
    const on = await opened({ lanes: 3 })
    await on.rail.send(ORDERS)
    on.local.settle()
    await on.rail.follow?.()
    on.local.mood.late = true
    const next = [4, 5, 6].map(n => orderIn(n))
    await on.rail.send(next)
    expect(on.local.waiting()).toEqual([])
    on.local.mood.late = false
    await on.rail.follow?.()
    on.local.settle()
    await on.rail.follow?.()
    expect(await on.paid([...ORDERS, ...next])).toEqual(
      [...ORDERS, ...next].map(of => of.amount.minor),
    )
    expect(on.local.stood().failed).toBe(0)
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
      expect(on.local.waiting()).toHaveLength(round < 3 ? 2 : 1)
      on.local.settle()
      await on.rail.follow?.()
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
    on.local.settle()
    await on.rail.follow?.()
    expect(await on.paid(orders)).toEqual([60_000_000n, 30_000_000n, 0n])
    const anew = { ...orderIn(4, 30_000_000n), account: walletOf(3), before: [attemptOf(3)] }
    expect((await on.rail.send([anew]))[0]?.outcome).toBe('SENT')
    on.local.settle()
    expect(await on.paid([anew])).toEqual([30_000_000n])
  })

  it('refuses nobody as long as what is under way may have left the treasury already', async () => {
    const on = await opened()
    await on.rail.send([orderIn(1, 60_000_000n)])
    const next = orderIn(2, 60_000_000n)
    expect((await on.rail.send([next]))[0]).toMatchObject({ outcome: 'SENT', reference: '' })
    await on.local.fund(treasury.address, 'USDC', HELD)
    await on.rail.follow?.()
    on.local.settle()
    await on.rail.follow?.()
    expect(await on.paid([orderIn(1), next])).toEqual([60_000_000n, 60_000_000n])
  })

  it('takes nothing while the treasury has too little SOL, and says so', async () => {
    const on = await opened({ coin: 3_000_000n })
    await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code: 'CHAIN_COIN_SHORT' })
    expect(await on.rail.ask(IDS)).toEqual([])
    expect((await on.rail.treasuries?.())?.[0]?.hold).toBe('COIN_SHORT')
    await on.local.fund(treasury.address, 'SOL', SOL)
    await on.rail.follow?.()
    on.local.settle()
    await on.rail.send(ORDERS)
    on.local.settle()
    await on.rail.follow?.()
    expect(await on.paid(ORDERS)).toEqual(amounts)
  })

  it('fails for good, in words, what the chain holds as having moved nothing, and pays it anew', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    await on.local.freeze(walletOf(1), 'USDC')
    on.local.settle()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['FAILED', 'SETTLED', 'SETTLED'])
    const [failed] = await on.rail.ask(IDS)
    expect(failed?.reason).toMatch(/frozen the account of this wallet/)
    expect(await on.paid(ORDERS)).toEqual([0n, ...amounts.slice(1)])
    // As long as it is frozen it is not even tried.
    const anew = orderIn(5, amounts[0], { account: walletOf(1), before: [attemptOf(1)] })
    expect((await on.rail.send([anew]))[0]?.reason).toMatch(/frozen/)
    const books = await on.rail.books?.(null, 10)
    expect(books?.map(of => of.accepted)).toEqual([null, true, true, false])
  })

  it('refuses what is no wallet, is its own, or another token, and pays the others', async () => {
    const on = await opened()
    const [lane] = await on.chain.lanes()
    const orders = [
      orderIn(1),
      orderIn(2, 5n, { account: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }),
      orderIn(3, 5n, { account: treasury.address }),
      orderIn(4, 5n, { account: MINTS[0]?.mint ?? '' }),
      orderIn(5, 5n, { account: '11111111111111111111111111111111' }),
      orderIn(6, 5n, { account: lane?.name ?? '' }),
      orderIn(7, 5n, { currency: 'BTC' }),
    ]
    const { leaving, refused } = await on.rail.prepare(orders)
    expect([leaving.length, refused.length]).toEqual([1, 6])
    const receipts = await on.rail.send(orders)
    expect(receipts.map(one => one.reason?.slice(17))).toEqual([
      undefined,
      'this is no wallet’s address on Solana, or not for what is paid.',
      'the address is Corridor’s own.',
      'this is no wallet’s address on Solana, or not for what is paid.',
      'what Solana has at this address is no wallet, but a program or an account of tokens.',
      'the address is Corridor’s own.',
      'this is no wallet’s address on Solana, or not for what is paid.',
    ])
    expect(await on.rail.owned?.([treasury.address, walletOf(1)])).toEqual([treasury.address])
  })

  it('is sent by two at once, and again and again, and pays once', async () => {
    const on = await opened()
    const many = Array.from({ length: 40 }, (_, n) => orderIn(n))
    const sets = Array.from({ length: 10 }, (_, n) => many.slice(n * 2, n * 2 + 22))
    const other = await on.another()
    const answers = await Promise.all(
      sets.map((set, n) => (n % 2 === 0 ? on.rail : other).send(set)),
    )
    expect(answers.flat().every(one => one.outcome === 'SENT')).toBe(true)
    await Promise.all([on.rail.follow?.(), other.follow?.()])
    on.local.settle()
    await Promise.all([on.rail.follow?.(), other.follow?.()])
    on.local.settle()
    await on.rail.follow?.()
    expect(await on.paid(many)).toEqual(many.map(order => order.amount.minor))
    expect(on.local.stood().failed).toBe(0)
  })

  it('takes what it is handed, or makes certain that it never does, where both come at once', async () => {
    for (let n = 0; n < 6; n++) {
      const on = await opened()
      const both = [on.rail.send(ORDERS), on.rail.forgo?.(ORDERS)]
      await Promise.all(n % 2 === 0 ? both : both.toReversed())
      const said = await on.rail.ask(IDS)
      const took = said[0]?.outcome === 'SENT'
      expect(await outcomes(on)).toEqual(all(took ? 'SENT' : 'FAILED'))
      expect(await on.rail.send(ORDERS)).toEqual(said)
      expect(await on.rail.forgo?.(ORDERS)).toEqual(said)
      on.local.settle()
      expect(await on.paid(ORDERS)).toEqual(took ? amounts : none)
    }
  })

  it('dies before or after any word with its node or its signer, and pays each once all the same', async () => {
    await dyingAtEachWord(
      async (dying, died) => {
        const on = await opened({ lanes: 2 })
        const mortal = await on.another({ node: dying(on.node), signer: dying(treasury) })
        const end = (error: unknown) => expect(error).toBe(died)
        await mortal.send(ORDERS).catch(end)
        on.local.settle()
        await mortal.follow?.().catch(end)
        for (let round = 0; round < 3; round++) {
          await on.rail.send(ORDERS)
          await on.rail.follow?.()
          on.local.settle()
        }
        await on.rail.follow?.()
        expect(await on.paid(ORDERS)).toEqual(amounts)
        expect(await outcomes(on)).toEqual(all('SETTLED'))
        expect(on.local.stood().failed).toBe(0)
      },
      heavy(7, 1),
    )
  })
})
