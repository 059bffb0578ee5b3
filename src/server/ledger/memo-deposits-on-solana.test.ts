/** Paying in by memos on Solana: by the transactions that name our accounts, each once, and for whom the memo program says (decision 0233). */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { heavy } from '#test/harness/heavy.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { type LocalMove, STRANGER } from '../gateways/solana/local-moves.test-data.ts'
import { dyingAtEachWord } from '../payments/on-a-chain.test-data.ts'
import { bookDeposits } from './index.ts'
import {
  ADDRESS,
  arrivalsOn,
  eachOnSolana,
  type OnSolana,
  treasury,
  USD,
} from './memo-deposits-on-solana.test-data.ts'

let on: OnSolana
eachOnSolana(it => {
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

describe('a memo on Solana', () => {
  it('is one for both tokens, and told for those for which the wallet has an account', async () => {
    const memo = await on.memoOf(on.employer)
    const told = { address: ADDRESS, uri: ADDRESS, memo, missing: null, by_memo: true, needed: 150 }
    expect(await waysOf()).toMatchObject([
      { currency: 'USDC', ...told },
      { currency: 'USDT', ...told },
    ])
    for (const currency of ['USDC', 'USDT']) await on.local.leave(ADDRESS, currency)
    await on.settled()
    expect((await waysOf()).map(of => [of.missing, of.memo])).toEqual([
      ['CLOSED', null],
      ['CLOSED', null],
    ])
    await expect(on.memoOf(on.other)).rejects.toMatchObject({ text: 'ledger.deposits.closed' })
    expect((await on.work()).map(of => of.kind)).toEqual(['CLOSED', 'CLOSED'])
    for (const currency of ['USDC', 'USDT'] as const) await on.local.fund(ADDRESS, currency, 0n)
    await on.settled()
    expect(await on.work()).toEqual([])
    expect(await on.memoOf(on.other)).not.toBe(memo)
  })

  it('is of no address that is the treasury: nothing starts by that', () => {
    expect(() => on.railBy({ address: treasury.address })).toThrow(/is the treasury/)
  })
})

describe('a deposit on Solana', () => {
  it('is seen, and booked once, for whom its memo says, in either token', async () => {
    const [memo, others] = [await on.memoOf(on.employer), await on.memoOf(on.other)]
    const txid = await on.pay(250, memo)
    await on.pay(3, others, { currency: 'USDT' })
    on.local.settle()
    await on.minute()
    expect(await on.seen(on.employer)).toMatchObject([{ status: 'SEEN', confirmations: 41 }])
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

  it('whose memo a program says is told as any, and one that moved nothing is none', async () => {
    const memo = await on.memoOf(on.employer)
    await on.pay(2, memo, { inner: true })
    await on.local.pay({ to: ADDRESS, currency: 'USDC', amount: 0n, memo, fails: true })
    await on.settled()
    expect(await booked()).toBe(2n * USD)
    const out = { from: ADDRESS, to: treasury.address, currency: 'USDC' }
    await on.local.pay({ ...out, amount: 2n * USD })
    await on.settled()
    expect([await on.work(), await booked()]).toEqual([[], 2n * USD])
  })

  it('of many in one slot is booked, each once, also over a page of them', async () => {
    const memos = [await on.memoOf(on.employer), await on.memoOf(on.other)]
    for (let n = 0; n < 1_100; n++) await on.pay(1 + (n % 2), memos[n % 2])
    await on.settled()
    expect(await on.admin.rows('select distinct block from token_rail.deposit')).toHaveLength(1)
    await on.settled()
    expect(await on.has(on.other)).toBe(1_100n * USD)
    expect(await booked()).toBe(550n * USD)
  })

  it('without a memo is nobody’s, until two operators send it back by a transaction', async () => {
    const txid = await on.pay(7)
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
    await on.pay(1, await on.memoOf(on.employer))
    await on.settled()
    const back = (amount: bigint) =>
      on.local.pay({ from: ADDRESS, to: STRANGER, currency: 'USDC', amount })
    const [whole, less] = [await back(7n * USD), await back(1n)]
    await on.settled()
    for (const wrong of ['5'.repeat(88), less, txid])
      await expect(refund(wrong)).rejects.toMatchObject({ code: 'VALIDATION' })
    const { waiting } = await refund(whole)
    await on.confirm(waiting?.step_uuid)
    expect(await on.nobodys()).toEqual([])
  })

  it('is none in small pieces, coins, unknown tokens, and where an issuer froze it: that is work', async () => {
    const memo = await on.memoOf(on.employer)
    await on.pay(0, memo, { amount: USD - 1n })
    await on.pay(0, memo, { currency: STRANGER, amount: 5n })
    await on.local.fund(ADDRESS, 'SOL', 60_000_000n)
    await on.settled()
    await on.local.freeze(ADDRESS, 'USDT')
    await on.settled()
    expect((await on.work()).map(of => of.kind).toSorted()).toEqual([
      ...['COIN', 'DUST', 'FROZEN', 'STRANGE'],
    ])
    expect([await on.nobodys(), await booked()]).toEqual([[], 0n])
  })
})

describe('a node of Solana', () => {
  it('that has another block than was read is read no more', async () => {
    await on.pay(5, await on.memoOf(on.employer))
    on.local.mood.forked = true
    await expect(on.settled()).rejects.toMatchObject({ code: 'CHAIN_OTHER_NETWORK' })
    expect([await problem(), await on.has(on.employer)]).toEqual(['OTHER_NETWORK', 0n])
    on.local.mood.forked = false
    await on.minute()
    expect([await problem(), await booked()]).toEqual([null, 5n * USD])
  })

  it('that lacks what was, is silent or answers nonsense loses nothing', async () => {
    await on.pay(5, await on.memoOf(on.employer))
    on.final()
    on.final()
    on.local.mood.pruned = 2n ** 60n
    await expect(on.minute()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    on.local.mood.pruned = 0n
    for (const bad of ['nonsense', 'silent'] as const) {
      on.local.mood[bad] = true
      await expect(on.minute()).rejects.toMatchObject({ code: /^CHAIN_(SILENT|OTHER)/ })
      on.local.mood[bad] = false
    }
    expect(await on.has(on.employer)).toBe(0n)
    await on.minute()
    expect([await problem(), await booked()]).toEqual([null, 5n * USD])
  })

  it.each<[string, (of: LocalMove) => LocalMove[]]>([
    ['twice', of => [of, of]],
    ['of more than there is', of => [{ ...of, amount: of.amount << 40n }]],
  ])('that tells of a payment %s is not believed', async (_, lie) => {
    await on.pay(5, await on.memoOf(on.employer))
    on.local.mood.tells = told => told.flatMap(lie)
    await expect(on.settled()).rejects.toMatchObject({ code: 'CHAIN_OTHER' })
    expect(await on.admin.rows('select from token_rail.deposit where final')).toEqual([])
    on.local.mood.tells = null
    await on.minute()
    expect(await booked()).toBe(5n * USD)
  })

  it.each([
    ['forgets what was paid leaves', 'UNTOLD', 0n],
    ['makes more of it up books nothing and leaves', 'MISSING', 2n],
  ] as const)('that %s work', async (_, kind, times) => {
    await on.pay(5, await on.memoOf(on.employer))
    on.local.mood.tells = told => told.map(of => ({ ...of, amount: of.amount * times }))
    await on.settled()
    on.local.mood.tells = null
    await on.settled()
    expect(await on.work()).toMatchObject([{ kind, amount: { minor: 5n * USD } }])
    expect(await booked()).toBe(0n)
  })
})

describe('a process on Solana', () => {
  it('that dies at any word books each deposit once', async () => {
    const memo = await on.memoOf(on.employer)
    let paid = 0
    await dyingAtEachWord(
      async (dying, died) => {
        paid += 2
        await on.pay(2, memo)
        on.final()
        const rail = on.railBy({ arrivals: dying(arrivalsOn(on.local)) })
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
    const rails = [0, 1, 2].map(() => on.railBy())
    for (let round = 0; round < 4; round++) {
      await on.pay(2, memo)
      await on.pay(1)
      on.final()
      await Promise.all(rails.map(minuteOf))
    }
    await on.minute()
    expect(await on.nobodys()).toHaveLength(4)
    expect([await on.work(), await booked()]).toEqual([[], 8n * USD])
  })
})
