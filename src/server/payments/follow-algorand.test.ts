/** A pay in USDC on Algorand: from the wallet that its contractor adds to the chain's word that it arrived, or that it never will. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { algorandChain } from '../gateways/algorand/algorand-chain.ts'
import { type LocalChain, localChain } from '../gateways/algorand/local-chain.test-data.ts'
import { algorandNode } from '../gateways/algorand/node.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { type Due, EXPLORER, followed, givenWallets } from './followed.test-data.ts'
import { ALGO, HELD, treasury, walletOf } from './on-algorand.test-data.ts'

const PAID = 1_000_000n * HELD

let local: LocalChain
let on: Copy<Due> & ReturnType<typeof followed>
beforeEach(async () => {
  local = await localChain()
  local.fund(treasury.address, 'ALGO', ALGO)
  local.fund(treasury.address, 'USDC', PAID)
  local.fund(treasury.address, 'USDT', 0n)
  local.fund(walletOf(0), 'USDC', 0n)
  return () => local.end()
})
eachInACopy(
  async (world: World) => {
    const stage = await givenApprovableCycle(world, 2)
    await givenWallets(world, stage, { blockchain: 'algo', walletOf })
    world.clock.set('2026-03-19T10:00:00Z')
    return givenDue(world, stage)
  },
  copy => {
    on = { ...copy, ...followed(copy, 'algo') }
  },
  {
    chains: ({ books }) => {
      const chain = algorandChain(algorandNode(local.url), treasury)
      return { algo: tokenRail(books, { chain, explorer: EXPLORER, now: () => new Date() }) }
    },
  },
)

/** A minute later. */
const minute = async () => {
  local.mine(21)
  await on.follow()
}
const has = (n: number) => local.tokensOf(walletOf(n), 'USDC')
const retry = (id: string) => call(on.world, on.told.operator, 'retryPayment', { params: { id } })

describe('a pay in USDC on Algorand', () => {
  it('is settled with its block; who has not opted in is told to, and is paid once they have', async () => {
    await on.follow()
    const { operator } = on.told
    const query = { pay_date: '2026-03-20' }
    const checklist = await call(on.world, operator, 'getChecklist', { query })
    expect(checklist.chains).toMatchObject([
      {
        ...{ network: 'algo', payments: 2, short: null, coin_short: null, wait: null },
        ...{ fee_unit: 'MICROALGOS_TRANSACTION', ready: { currency: 'USDC', minor: PAID } },
        ...{ accounts: null, fee: { currency: 'ALGO', minor: 2_000n } },
      },
    ])
    await on.execute()
    await minute()
    expect((await on.payments()).map(of => of.status).toSorted()).toEqual(['FAILED', 'SETTLED'])
    const failed = (await on.payments()).find(of => of.status === 'FAILED')
    expect(failed?.failure_reason).toMatch(/has not opted in to the token on Algorand/)
    expect(await on.world.checked(true)).toEqual([])
    local.fund(walletOf(1), 'USDC', 0n)
    await retry(failed?.payment_uuid ?? '')
    await on.execute()
    await minute()
    const paid = await on.payments()
    expect(paid.map(of => [of.status, of.rail])).toEqual(Array(2).fill(['SETTLED', 'Algorand']))
    expect([has(0), has(1)].toSorted()).toEqual(paid.map(of => BigInt(of.amount_minor)).toSorted())
    expect(await on.world.checked(true)).toEqual([])
    const { treasuries } = await call(on.world, operator, 'listTreasuries')
    expect(treasuries.map(of => [of.network, of.held.currency, of.coin?.currency])).toEqual([
      ['algo', 'USDC', 'ALGO'],
      ['algo', 'USDT', 'ALGO'],
    ])
  })

  it('is paid by another transaction once its time is over and no block has it, and nobody is told that it failed', async () => {
    local.fund(walletOf(1), 'USDC', 0n)
    await on.follow()
    local.mood.refuses = true
    await on.execute()
    local.pass(520)
    await on.follow()
    local.mood.refuses = false
    expect((await on.payments()).map(of => of.status)).toEqual(['SENT', 'SENT'])
    expect(await on.world.checked(true)).toEqual([])
    await on.follow()
    await minute()
    const paid = await on.payments()
    expect(paid.map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
    expect([has(0), has(1)].toSorted()).toEqual(paid.map(of => BigInt(of.amount_minor)).toSorted())
    expect(local.stood()).toBe(2)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('that an operator called arrived is told where it never left, and is paid once that is recorded', async () => {
    await on.follow()
    local.fund(walletOf(1), 'USDC', 0n)
    local.mood.refuses = true
    await on.execute()
    const { operator, payment_uuids } = on.told
    await call(on.world, operator, 'bulkSettle', { body: { payment_uuids, reference: 'SEEN' } })
    expect((await on.payments()).map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
    local.pass(520)
    for (const n of [0, 1]) local.leave(walletOf(n), 'USDC')
    local.mood.refuses = false
    for (let reading = 0; reading < 3; reading++) await on.follow()
    const query = { limit: 50, sort: 'age' as const }
    const { items } = await call(on.world, operator, 'listWork', { query })
    expect(items.map(of => [of.kind, of.status, of.allowed_actions])).toEqual(
      Array(2).fill(['CONTRADICTED', 'SETTLED', ['return', 'close']]),
    )
    expect(await on.world.checked(true)).toEqual([])
    for (const n of [0, 1]) local.fund(walletOf(n), 'USDC', 0n)
    for (const { payment_uuid } of await on.payments()) {
      const said = { words: '', reference: '', reason: 'OTHER' as const }
      const body = { action: 'return' as const, payment_uuids: [payment_uuid], ...said }
      await call(on.world, operator, 'mendPayments', { body })
      await retry(payment_uuid)
    }
    await on.execute()
    await minute()
    const paid = await on.payments()
    expect(paid.filter(of => of.status === 'SETTLED')).toHaveLength(2)
    expect(local.stood()).toBe(2)
    expect(await on.world.checked(true)).toEqual([])
  })

  it('goes to no address of ours', async () => {
    const body = { currency: 'USDC', blockchain: 'algo', address: treasury.address } as const
    const [by] = on.told.contractors
    if (!by) throw new Error('a contractor')
    await expect(call(on.world, by, 'putCryptoWallet', { body })).rejects.toMatchObject({
      code: 'DESTINATION_NOT_VALID',
    })
  })
})
