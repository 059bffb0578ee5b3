/** What paying on a chain takes, said before anything is executed (issue of fees: estimated with source and age, and never cut from anybody's pay). */
import { describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { eachInBitcoin, type InBitcoin } from './in-bitcoin.test-data.ts'
import { COIN, onAChain, orderOf } from './on-a-chain.test-data.ts'

describe('what a rail says that payments take', () => {
  const { open, rows } = onAChain()
  const inAll = (orders: readonly ReturnType<typeof orderOf>[]) => ({
    payments: orders.length,
    total: {
      currency: 'BTC',
      minor: orders.reduce((sum, { amount }) => sum + amount.minor, 0n),
    },
  })

  it.each([
    ['one by one coin', 1, 10_000n],
    ['three by two coins', 3, 500_000n],
    ['a hundred and twenty, which two transactions pay', 120, 15_000n],
  ])(
    'is no less than what it comes to, and not half as much again: %s',
    async (_name, count, minor) => {
      const on = await open(3)
      on.chain.mood.fee_rate = 7n
      await on.rail.follow?.()
      const orders = Array.from({ length: count }, (_, n) => orderOf(n + 1, minor))
      const cost = await on.rail.cost?.(inAll(orders))
      expect(cost).toMatchObject({ fee_rate: 7n, short: null, wait: null })
      expect(await rows('select from bitcoin_rail.transaction')).toEqual([])
      await on.rail.send(orders)
      const [paid] = await rows<{ fee: string }>(
        'select sum(fee_sat)::text fee from bitcoin_rail.transaction',
      )
      const fee = BigInt(paid?.fee ?? 0)
      expect(cost?.fee?.minor).toBeGreaterThanOrEqual(fee)
      expect(cost?.fee?.minor).toBeLessThan((fee * 3n) / 2n)
    },
  )

  it('says what is lacking, with the fee, and of which hour the fee is', async () => {
    const on = await open(2)
    const orders = [orderOf(1, 2n * COIN)]
    const cost = await on.rail.cost?.(inAll(orders))
    expect(cost?.ready).toEqual({ currency: 'BTC', minor: 2n * COIN })
    expect(cost?.short).toEqual(cost?.fee)
    expect(cost?.fee?.minor).toBeGreaterThan(0n)
    expect(cost?.asked_at).toBeInstanceOf(Date)
  })

  it('says that nobody knows the fee, or that nothing leaves, and why', async () => {
    const on = await open(1)
    await rows('delete from bitcoin_rail.follow')
    expect(await on.rail.cost?.(inAll([orderOf(1)]))).toMatchObject({ fee: null, short: null })
    on.chain.mood.fee_rate = 900n
    await on.rail.follow?.()
    expect(await on.rail.cost?.(inAll([orderOf(1)]))).toMatchObject({ wait: 'FEE_TOO_HIGH' })
  })
})

describe('the checklist', () => {
  let on: InBitcoin
  eachInBitcoin(it => {
    on = it
  })
  const checklist = () =>
    call(on.world, on.told.operator, 'getChecklist', { query: { pay_date: '2026-03-20' } })

  it('says what bitcoin takes beside what leaves, and nothing of banks and of what is recorded by hand', async () => {
    await on.follow()
    const { ready, chains } = await checklist()
    expect(ready.map(rail => rail.network).toSorted()).toEqual(['bitcoin', 'fiat', 'solana'])
    const bitcoin = ready.find(rail => rail.network === 'bitcoin')
    expect(chains).toMatchObject([
      {
        ...{ network: 'bitcoin', payments: 1, short: null, wait: null },
        total: { currency: 'BTC', minor: bitcoin?.total },
        ready: { currency: 'BTC', minor: 5_000_000n },
      },
    ])
  })

  it('says before it is executed that the wallet does not reach', async () => {
    await on.follow()
    await on.admin.rows('update bitcoin_rail.coin set value_sat = 1000')
    const [chain] = (await checklist()).chains ?? []
    expect(chain?.short?.minor).toBe((chain?.total.minor ?? 0n) + (chain?.fee?.minor ?? 0n) - 1000n)
  })
})
