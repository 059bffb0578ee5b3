/** Paying in tokens on Algorand: what any rail holds, and a chain's bad days; the chain's own books against ours each time. */
import { describe, expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import {
  ALGO,
  HELD,
  type OnAlgorand,
  onAlgorand,
  orderIn,
  treasury,
  walletOf,
} from './on-algorand.test-data.ts'

const { open: opened, rows } = onAlgorand()
const ORDERS = [1, 2, 3].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)
const all = (what: string, count = 3) => Array(count).fill(what)
const outcomes = async ({ rail }: OnAlgorand, ids = IDS) =>
  (await rail.ask(ids)).map(one => one.outcome)
const txids = async () =>
  (await rows<{ txid: string }>('select txid from token_rail.transaction order by number')).map(
    row => row.txid,
  )
/** All that waits stands in a block, and is heard to. */
const arrived = async ({ local, rail }: OnAlgorand) => {
  local.mine(21)
  await rail.follow?.()
}
/** The time of all that was made is over. */
const TOO_LATE = 520

railContract('algorand', async () => (await opened()).rail, { orders: ORDERS, currency: 'USDC' })
railContract('algorand, in its other token', async () => (await opened()).rail, {
  orders: [1, 2, 3].map(n => orderIn(n, 5_000n, { currency: 'USDT' })),
  currency: 'USDT',
})

describe('algorand', () => {
  it('pays each in a transaction of its own, whole, and says that it arrived with the block in which it stands', async () => {
    const on = await opened()
    const orders = [...ORDERS.slice(0, 2), orderIn(3, 10_003n, { currency: 'USDT' })]
    const receipts = await on.rail.send(orders)
    expect(receipts.map(one => one.reference)).toEqual(on.local.waiting())
    expect(await on.rail.progress?.(IDS)).toMatchObject(
      all('').map(() => ({ confirmations: 0, needed: 1, wait: null })),
    )
    on.local.mine()
    await on.rail.follow?.()
    expect(on.paid(orders)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    const [usdc, usdt] = (await on.rail.treasuries?.()) ?? []
    const left = HELD - 10_001n - 10_002n
    expect(usdc).toMatchObject({ held: { minor: left }, ready: { minor: left }, waiting: 0 })
    expect(usdc?.coin).toEqual({ currency: 'ALGO', minor: ALGO - 3_000n })
    expect(usdt).toMatchObject({ held: { currency: 'USDT', minor: HELD - 10_003n } })
    expect(on.local.stood()).toBe(3)
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
    expect(on.local.waiting().toSorted()).toEqual(sent.toSorted())
    on.local.mood.refuses = true
    on.local.forget()
    await on.rail.follow?.()
    expect(on.local.waiting()).toEqual([])
    on.local.mood.refuses = false
    await on.rail.follow?.()
    await arrived(on)
    expect(on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    expect(on.local.stood()).toBe(3)
  })

  it('keeps nothing and pays nobody while the node is silent, behind, follows another network, has other tokens, or knows no fee', async () => {
    const on = await opened()
    const { mood } = on.local
    const genesis_hash = mood.genesis_hash
    const refused = async (code: string) => {
      await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code })
      expect(await on.rail.ask(IDS)).toEqual([])
    }
    mood.silent = true
    await refused('CHAIN_SILENT')
    Object.assign(mood, {
      silent: false,
      genesis_hash: 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=',
    })
    await refused('CHAIN_OTHER_NETWORK')
    Object.assign(mood, { genesis_hash, behind: true })
    await refused('CHAIN_BEHIND')
    mood.behind = false
    on.local.spoil('USDT', 12)
    await refused('CHAIN_OTHER_NETWORK')
    on.local.spoil('USDT', 6)
    mood.for_a_byte = 400n
    await refused('CHAIN_FEE_TOO_HIGH')
    mood.for_a_byte = 10n
    await on.rail.send(ORDERS)
    await arrived(on)
    expect(on.paid(ORDERS)).toEqual(amounts)
    // What a full network asks for each byte was paid: 3,200 of each.
    expect(on.local.coinOf(treasury.address)).toBe(ALGO - 9_600n)
  })

  it('finds in its blocks what the node remembers no more, and makes another for what is in none of them, with those as the proof', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    on.local.mine()
    on.local.mood.forgetful = true
    await on.rail.send(ORDERS.slice(1))
    on.local.forget()
    on.local.mood.refuses = true
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    on.local.pass(TOO_LATE)
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['SETTLED', 'SENT', 'SENT'])
    expect((await on.rail.progress?.(IDS))?.map(of => of.wait)).toEqual([null, 'TURN', 'TURN'])
    expect(await txids()).toHaveLength(3)
    const proofs = await rows<{ spent_proof: string }>(
      `select spent_proof from token_rail.transaction where failure = 'EXPIRED'`,
    )
    expect(proofs.map(of => JSON.parse(of.spent_proof))).toEqual(
      all('', 2).map(() => ({
        ...{ first: '40000000', last: '40000500' },
        hash_of_last: expect.stringMatching(/^[A-Z2-7]{52}$/),
      })),
    )
    // What is dead is paid by another, once the treasury was read again, and its old bytes stand nowhere any more.
    Object.assign(on.local.mood, { forgetful: false, refuses: false })
    expect(on.local.waiting()).toEqual([])
    await on.rail.follow?.()
    expect(on.local.waiting()).toHaveLength(2)
    await arrived(on)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    expect(on.paid(ORDERS)).toEqual(amounts)
    expect(on.local.stood()).toBe(3)
  })

  it('makes no other for what a node hides in its blocks: the treasury holds too little for that', async () => {
    const on = await opened()
    await on.rail.follow?.()
    await on.rail.send(ORDERS)
    on.local.mine()
    Object.assign(on.local.mood, { forgetful: true, hides: true })
    on.local.pass(TOO_LATE)
    for (let minute = 0; minute < 4; minute++) await on.rail.follow?.()
    expect(await txids()).toHaveLength(3)
    expect((await on.rail.progress?.(IDS))?.map(of => of.wait)).toEqual(all('TOKENS_MISSING'))
    expect(on.local.waiting()).toEqual([])
    expect(on.paid(ORDERS)).toEqual(amounts)
  })

  it('never pays anew what its node knows nothing of while its time lasts, or without the blocks of that time', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.mine()
    on.local.mood.forgetful = true
    on.local.pass(TOO_LATE)
    on.local.mood.pruned = 40_000_100n
    await on.rail.follow?.()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    expect(await on.rail.progress?.(IDS)).toMatchObject(all('').map(() => ({ wait: 'LOST' })))
    const again = { ...orderIn(9, amounts[0]), account: walletOf(1), before: [attemptOf(1)] }
    const [refused] = await on.rail.send([again])
    expect(refused?.reason).toMatch(/may still arrive/)
    on.local.mood.pruned = 0n
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    expect(on.paid(ORDERS)).toEqual(amounts)
  })

  it('believes no node that names a block in which a payment does not stand', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.mood.mistaken = true
    on.local.mine()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    on.local.mood.mistaken = false
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SETTLED'))
  })

  it('pays by a node that is some blocks late, and twice by none', async () => {
    const on = await opened({ lanes: 3 })
    await on.rail.send(ORDERS)
    await arrived(on)
    on.local.mood.late = 21n
    const next = [4, 5, 6].map(n => orderIn(n))
    await on.rail.send(next)
    expect(on.local.waiting()).toEqual([])
    on.local.mood.late = 0n
    await on.rail.follow?.()
    await arrived(on)
    expect(on.paid([...ORDERS, ...next])).toEqual([...ORDERS, ...next].map(of => of.amount.minor))
    expect(on.local.stood()).toBe(6)
  })

  it('takes more than it has lanes for, and pays the rest in their order as time goes on', async () => {
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
      await arrived(on)
    }
    expect(await outcomes(on, ids)).toEqual(all('SETTLED', 7))
    expect(on.paid(many)).toEqual(many.map(of => of.amount.minor))
  })
})
