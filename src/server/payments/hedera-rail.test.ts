/** Paying in USDC on Hedera: what any rail holds, and a chain's bad days; the chain's own books against ours each time. */
import { describe, expect, it } from 'vitest'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import { railContract } from '../gateways/rails/rail-contract.test-data.ts'
import {
  HBAR,
  HELD,
  type OnHedera,
  onHedera,
  orderIn,
  treasury,
  walletOf,
} from './on-hedera.test-data.ts'

const { open: opened, rows } = onHedera()
const ORDERS = [1, 2, 3].map(n => orderIn(n))
const IDS = ORDERS.map(order => order.attempt_uuid)
const amounts = ORDERS.map(order => order.amount.minor)
const all = (what: string, count = 3) => Array(count).fill(what)
const outcomes = async ({ rail }: OnHedera, ids = IDS) =>
  (await rail.ask(ids)).map(one => one.outcome)
const txids = async () =>
  (await rows<{ txid: string }>('select txid from token_rail.transaction order by number')).map(
    row => row.txid,
  )
/** All that waits stands, and is heard to half a minute later. */
const arrived = async ({ local, rail }: OnHedera) => {
  local.mine(31)
  await rail.follow?.()
}
/** The time of all that was made is over, also for a node that is a minute late. */
const TOO_LATE = 250

railContract('hedera', async () => (await opened()).rail, { orders: ORDERS, currency: 'USDC' })

describe('hedera', () => {
  it('pays each in a transaction of its own, whole, and says that it arrived with the next reading', async () => {
    const on = await opened()
    const receipts = await on.rail.send(ORDERS)
    expect(receipts.map(one => one.reference)).toEqual(on.local.waiting())
    expect(receipts[0]?.reference).toMatch(/^0\.0\.5000@1770000000\.00000000\d$/)
    expect(await on.rail.progress?.(IDS)).toMatchObject(
      all('').map(() => ({ confirmations: 0, needed: 1, wait: null })),
    )
    on.local.mine()
    await on.rail.follow?.()
    expect(on.paid(ORDERS)).toEqual(amounts)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    const [usdc, ...more] = (await on.rail.treasuries?.()) ?? []
    const left = HELD - 10_001n - 10_002n - 10_003n
    expect(usdc).toMatchObject({ held: { minor: left }, ready: { minor: left }, waiting: 0 })
    expect([usdc?.coin, more]).toEqual([{ currency: 'HBAR', minor: HBAR - 3_000_000n }, []])
    expect(on.local.stood()).toBe(3)
  })

  it('offers the same bytes again where the answer was lost, the nodes were away, busy or forgot', async () => {
    const on = await opened()
    on.local.mood.deaf = true
    await on.rail.send(ORDERS)
    on.local.mood.deaf = false
    const sent = on.local.waiting()
    // What did not answer is handed nothing for two minutes: the third was for the node of the first.
    expect(sent.toSorted()).toEqual((await txids()).filter(id => sent.includes(id)).toSorted())
    on.local.forget()
    on.local.pass(125)
    await on.rail.send(ORDERS)
    await on.rail.follow?.()
    expect(on.local.waiting().toSorted()).toEqual((await txids()).toSorted())
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

  it('keeps nothing and pays nobody while the node is silent, behind, has another token, or knows no fee', async () => {
    const on = await opened()
    const { mood } = on.local
    const refused = async (code: string) => {
      await expect(on.rail.send(ORDERS)).rejects.toMatchObject({ code })
      expect(await on.rail.ask(IDS)).toEqual([])
    }
    mood.silent = true
    await refused('CHAIN_SILENT')
    Object.assign(mood, { silent: false, behind: true })
    await refused('CHAIN_BEHIND')
    mood.behind = false
    on.local.change('USDC', { decimals: 12 })
    await refused('CHAIN_OTHER_NETWORK')
    on.local.change('USDC', { decimals: 6 })
    mood.cents = null
    await refused('CHAIN_FEE_UNKNOWN')
    Object.assign(mood, { cents: 10 })
    await on.rail.send(ORDERS)
    await arrived(on)
    expect(on.paid(ORDERS)).toEqual(amounts)
    expect(on.local.coinOf(treasury.address)).toBe(HBAR - 3_000_000n)
  })

  it('makes another for what stands nowhere in its time, with that as the proof', async () => {
    const on = await opened()
    await on.rail.send(ORDERS.slice(0, 1))
    on.local.mine()
    await on.rail.send(ORDERS.slice(1))
    on.local.forget()
    on.local.mood.refuses = true
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(['SETTLED', 'SENT', 'SENT'])
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
        ...{ first: '1770000000', last: '1770000180', transactions: 1 },
        ...{ block_before: 884_999_999, block_after: 885_000_090 },
        hash_of_after: expect.stringMatching(/^0x[0-9a-f]{96}$/),
      })),
    )
    // What is dead is paid by another, once the treasury was read again, and its old bytes stand nowhere any more.
    on.local.mood.refuses = false
    expect(on.local.waiting()).toEqual([])
    await on.rail.follow?.()
    expect(on.local.waiting()).toHaveLength(2)
    await arrived(on)
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    expect(on.paid(ORDERS)).toEqual(amounts)
    expect(on.local.stood()).toBe(3)
  })

  it('makes no other for what a node hides in all that it tells: the treasury holds too little for that', async () => {
    const on = await opened()
    await on.rail.follow?.()
    await on.rail.send(ORDERS)
    on.local.mine()
    on.local.mood.hides = true
    on.local.pass(TOO_LATE)
    for (let minute = 0; minute < 4; minute++) await on.rail.follow?.()
    expect(await txids()).toHaveLength(3)
    expect((await on.rail.progress?.(IDS))?.map(of => of.wait)).toEqual(all('TOKENS_MISSING'))
    expect(on.local.waiting()).toEqual([])
    expect(on.paid(ORDERS)).toEqual(amounts)
  })

  it.each<[string, object, object]>([
    [
      'knows nothing of by its id, and lists all the same',
      { forgetful: true },
      { forgetful: false },
    ],
    ['has not the time of', { pruned: 1_770_000_100 }, { pruned: 0 }],
  ])('never pays anew what its node %s', async (_what, to, back) => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.mine()
    Object.assign(on.local.mood, to)
    on.local.pass(TOO_LATE)
    await on.rail.follow?.()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    expect(await on.rail.progress?.(IDS)).toMatchObject(all('').map(() => ({ wait: 'LOST' })))
    const again = { ...orderIn(9, amounts[0]), account: walletOf(1), before: [attemptOf(1)] }
    const [refused] = await on.rail.send([again])
    expect(refused?.reason).toMatch(/may still arrive/)
    Object.assign(on.local.mood, back)
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SETTLED'))
    expect(on.paid(ORDERS)).toEqual(amounts)
  })

  it('believes no node that tells of another transaction under an id of ours', async () => {
    const on = await opened()
    await on.rail.send(ORDERS)
    on.local.mood.mistaken = true
    on.local.mine()
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SENT'))
    expect((await on.rail.progress?.(IDS))?.map(of => of.wait)).toEqual(all('LOST'))
    on.local.mood.mistaken = false
    await on.rail.follow?.()
    expect(await outcomes(on)).toEqual(all('SETTLED'))
  })

  it('pays by a node that is some seconds late, and twice by none', async () => {
    const on = await opened({ lanes: 3 })
    await on.rail.send(ORDERS)
    await arrived(on)
    on.local.mood.late = 31
    const next = [4, 5, 6].map(n => orderIn(n))
    await on.rail.send(next)
    expect(on.local.waiting()).toEqual([])
    on.local.mood.late = 0
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
