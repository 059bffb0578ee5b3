/** Paying in by memos on Algorand: by all that its blocks say, also within what programs do, each once, and for whom the note says (decision 0233). */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { heavy } from '#test/harness/heavy.ts'
import { type LocalStood, STRANGER } from '../gateways/algorand/local-chain.test-data.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { dyingAtEachWord } from '../payments/on-a-chain.test-data.ts'
import { bookDeposits } from './index.ts'
import {
  ADDRESS,
  arrivalsOn,
  eachOnAlgorand,
  type OnAlgorand,
  railOn,
  treasury,
  USD,
} from './memo-deposits-on-algorand.test-data.ts'

let on: OnAlgorand
eachOnAlgorand(it => {
  on = it
})

const waysOf = async () => (await call(on.world, on.employer, 'getDeposits')).ways
const problem = async () => (await on.rail.treasuries?.())?.[0]?.problem
const booked = async () => {
  expect(await on.world.broken()).toEqual([])
  expect(await on.world.checked(true)).toEqual([])
  return on.has(on.employer)
}
/** Another process follows and books, once. */
const minuteOf = async (rail: Rail) => {
  await rail.follow?.()
  await bookDeposits({}, on.by(rail))
}

describe('a memo on Algorand', () => {
  it('is one for both tokens, and told for those that the address holds', async () => {
    const memo = await on.memoOf(on.employer)
    const told = { address: ADDRESS, uri: ADDRESS, memo, missing: null, by_memo: true, needed: 1 }
    expect(await waysOf()).toMatchObject([
      { currency: 'USDC', ...told },
      { currency: 'USDT', ...told },
    ])
    on.local.leave(ADDRESS, 'USDT')
    await on.settled()
    expect(await waysOf()).toMatchObject([
      { currency: 'USDC', ...told },
      { currency: 'USDT', address: null, memo: null, missing: 'CLOSED' },
    ])
    expect(await on.work()).toMatchObject([{ kind: 'CLOSED', reference: `${ADDRESS} USDT` }])
    on.local.leave(ADDRESS, 'USDC')
    await on.settled()
    await expect(on.memoOf(on.other)).rejects.toMatchObject({ text: 'ledger.deposits.closed' })
    for (const currency of ['USDC', 'USDT']) on.local.fund(ADDRESS, currency, 0n)
    await on.settled()
    expect(await on.work()).toEqual([])
    expect(await on.memoOf(on.other)).not.toBe(memo)
  })

  it('is of no address that is the treasury: nothing starts by that', () => {
    const at = { address: treasury.address }
    expect(() => railOn(on.world.kernel.db, on.local, at)).toThrow(/is the treasury/)
  })
})

describe('a deposit on Algorand', () => {
  it('is booked once, for whom its note says, in either token', async () => {
    const [memo, others] = [await on.memoOf(on.employer), await on.memoOf(on.other)]
    const txid = on.pay(250, memo)
    on.pay(3, others, { currency: 'USDT' })
    for (let again = 0; again < 3; again++) await on.settled()
    expect(await on.seen(on.employer)).toMatchObject([
      { status: 'BOOKED', reference: `${txid}:0`, transaction: txid, address: ADDRESS, memo },
    ])
    expect([await on.has(on.employer), await on.has(on.other, 'USDT')]).toEqual([
      250n * USD,
      3n * USD,
    ])
    expect([await on.work(), await on.nobodys()]).toEqual([[], []])
    expect(await booked()).toBe(250n * USD)
  })

  it('by a program, by what closed a holding, or by an issuer’s hand is told as any', async () => {
    const memo = await on.memoOf(on.employer)
    on.pay(2, memo, { as: 'INNER' })
    on.pay(3, memo, { as: 'CLOSED' })
    on.pay(4, memo, { as: 'TAKEN' })
    await on.settled()
    expect(await booked()).toBe(9n * USD)
    on.local.pay({ from: ADDRESS, to: STRANGER, currency: 'USDC', amount: USD, as: 'TAKEN' })
    on.local.pay({ from: ADDRESS, to: treasury.address, currency: 'USDC', amount: 8n * USD })
    await on.settled()
    expect([await on.work(), await booked()]).toEqual([[], 9n * USD])
  })

  it('of a thousand in one block is booked, each once', async () => {
    const memos = [await on.memoOf(on.employer), await on.memoOf(on.other)]
    for (let n = 0; n < 1_000; n++) on.pay(1 + (n % 2), memos[n % 2])
    await on.settled()
    expect(await on.admin.rows('select distinct block from token_rail.deposit')).toHaveLength(1)
    expect(await on.has(on.other)).toBe(1_000n * USD)
    expect(await booked()).toBe(500n * USD)
  })

  it('without a memo is nobody’s, until two operators send it back by a transaction', async () => {
    const txid = on.pay(7)
    await on.settled()
    const [receipt, ...more] = await on.nobodys()
    expect(more).toEqual([])
    expect(receipt).toMatchObject({
      reference: `${txid}:0`,
      payer: { words: expect.stringMatching(`Paid without a memo.*It came from ${STRANGER}`) },
    })
    const refund = (reference: string) =>
      call(on.world, on.operator, 'refundReceipt', {
        params: { id: receipt?.receipt_uuid ?? '' },
        body: { reference, words: 'As they wrote.' },
      })
    on.pay(1, await on.memoOf(on.employer))
    await on.settled()
    const back = (amount: bigint) =>
      on.local.pay({ from: ADDRESS, to: STRANGER, currency: 'USDC', amount })
    const [whole, less] = [back(7n * USD), back(1n)]
    await expect(refund(whole)).rejects.toMatchObject({ code: 'VALIDATION' })
    await on.settled()
    for (const wrong of ['B'.repeat(52), less, txid])
      await expect(refund(wrong)).rejects.toMatchObject({ code: 'VALIDATION' })
    const { waiting } = await refund(whole)
    await on.confirm(waiting?.step_uuid)
    expect(await on.nobodys()).toEqual([])
  })

  it('is none in small pieces, coins, unknown tokens, and where an issuer froze it: that is work', async () => {
    const memo = await on.memoOf(on.employer)
    on.pay(0, memo, { amount: USD - 1n })
    on.pay(0, memo, { currency: '99', amount: 5n })
    on.local.fund(ADDRESS, 'ALGO', 2_000_000n)
    await on.settled()
    on.local.freeze(ADDRESS, 'USDT')
    await on.settled()
    expect((await on.work()).map(of => of.kind).toSorted()).toEqual([
      ...['COIN', 'DUST', 'FROZEN', 'STRANGE'],
    ])
    expect([await on.nobodys(), await booked()]).toEqual([[], 0n])
  })
})

describe('a node of Algorand', () => {
  it('that has another block than was read is read no more', async () => {
    on.pay(5, await on.memoOf(on.employer))
    on.local.mood.forked = true
    await expect(on.settled()).rejects.toMatchObject({ code: 'CHAIN_OTHER_NETWORK' })
    expect([await problem(), await on.has(on.employer)]).toEqual(['OTHER_NETWORK', 0n])
    on.local.mood.forked = false
    await on.minute()
    expect([await problem(), await booked()]).toEqual([null, 5n * USD])
  })

  it('that is late, lacks blocks, is cut off, silent, misled or answers nonsense loses nothing', async () => {
    on.pay(5, await on.memoOf(on.employer))
    on.local.mine(300)
    on.local.mood.late = 400n
    await on.minute()
    on.local.mood.late = 0n
    on.local.mood.pruned = 2n ** 60n
    await expect(on.minute()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    on.local.mood.pruned = 0n
    for (const bad of ['cut', 'nonsense', 'silent', 'misled'] as const) {
      on.local.mood[bad] = true
      await expect(on.minute()).rejects.toMatchObject({ code: /^CHAIN_(SILENT|OTHER)$/ })
      on.local.mood[bad] = false
    }
    expect(await on.has(on.employer)).toBe(0n)
    await on.minute()
    expect([await problem(), await booked()]).toEqual([null, 5n * USD])
  })

  const amountOf = ({ txn }: LocalStood) => BigInt(String(txn.aamt ?? 0))
  it.each<[string, (of: LocalStood) => LocalStood[]]>([
    ['twice', of => [of, of]],
    ['of more than there is', of => [{ txn: { ...of.txn, aamt: amountOf(of) << 40n } }]],
    ['in words', of => [{ txn: { ...of.txn, aamt: 'many' } }]],
  ])('that tells of a payment %s is not believed', async (_, lie) => {
    on.pay(5, await on.memoOf(on.employer))
    on.local.mood.tells = stood => stood.flatMap(lie)
    await expect(on.settled()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    expect(await on.admin.rows('select from token_rail.deposit')).toEqual([])
    on.local.mood.tells = null
    await on.minute()
    expect(await booked()).toBe(5n * USD)
  })

  it('that tells what others moved of an asset whose number is none, nothing of it, tells all else as ever', async () => {
    on.pay(5, await on.memoOf(on.employer))
    const to = 'B'.repeat(58)
    on.local.pay({ to, currency: 'USDC', amount: 1n })
    on.local.mood.tells = stood =>
      stood.map(of => (of.txn.arcv === to ? { txn: { ...of.txn, xaid: 2 ** 64, aamt: 0n } } : of))
    await on.settled()
    expect(await booked()).toBe(5n * USD)
  })

  it.each([
    ['forgets what was paid leaves', 'UNTOLD', 0n],
    ['makes more of it up books nothing and leaves', 'MISSING', 2n],
  ] as const)('that %s work', async (_, kind, times) => {
    on.pay(5, await on.memoOf(on.employer))
    on.local.mood.tells = stood =>
      stood.map(of => ({ txn: { ...of.txn, aamt: amountOf(of) * times } }))
    await on.settled()
    on.local.mood.tells = null
    await on.settled()
    expect(await on.work()).toMatchObject([{ kind, amount: { minor: 5n * USD } }])
    expect(await booked()).toBe(0n)
  })

  it('that says what lies there a moment later than what it told is no contradiction', async () => {
    const memo = await on.memoOf(on.employer)
    const arrivals = arrivalsOn(on.local)
    const rail = railOn(on.world.kernel.db, on.local, {
      arrivals: {
        ...arrivals,
        look: (addresses, at) => {
          on.pay(3, memo)
          on.local.mine(2)
          return arrivals.look(addresses, at)
        },
      },
    })
    on.pay(5, memo)
    on.local.mine()
    await minuteOf(rail)
    expect([await on.work(), await on.has(on.employer)]).toEqual([[], 5n * USD])
    await on.settled()
    expect([await on.work(), await booked()]).toEqual([[], 8n * USD])
  })
})

describe('a process on Algorand', () => {
  it('that dies at any word books each deposit once', async () => {
    const memo = await on.memoOf(on.employer)
    let paid = 0
    await dyingAtEachWord(
      async (dying, died) => {
        paid += 2
        on.pay(2, memo)
        on.local.mine(2)
        const rail = railOn(on.world.kernel.db, on.local, { arrivals: dying(arrivalsOn(on.local)) })
        const deposits = rail.deposits && dying(rail.deposits)
        const { unit } = dying({ unit: on.world.unit })
        try {
          await rail.follow?.()
          const { kernel } = on.by({ ...rail, ...(deposits && { deposits }) })
          await bookDeposits({}, { kernel, unit })
        } catch (error) {
          if (error !== died) throw error
        }
        await on.minute()
        expect(await on.has(on.employer)).toBe(BigInt(paid) * USD)
      },
      heavy(7, 1),
    )
    expect([await on.work(), await booked()]).toEqual([[], BigInt(paid) * USD])
  })

  it('beside two others books each deposit once', async () => {
    const memo = await on.memoOf(on.employer)
    const rails = [0, 1, 2].map(() => railOn(on.world.kernel.db, on.local))
    for (let round = 0; round < 4; round++) {
      on.pay(2, memo)
      on.pay(1)
      on.local.mine(3)
      await Promise.all(rails.map(minuteOf))
    }
    await on.minute()
    expect(await on.nobodys()).toHaveLength(4)
    expect([await on.work(), await booked()]).toEqual([[], 8n * USD])
  })
})
