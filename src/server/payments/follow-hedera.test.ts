/** A pay in USDC on Hedera: from the wallet that its contractor adds to the chain's word that it arrived, or that it never will. */
import { beforeEach, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { hederaChain } from '../gateways/hedera/hedera-chain.ts'
import { type LocalChain, localChain } from '../gateways/hedera/local-chain.test-data.ts'
import { hederaNode } from '../gateways/hedera/node.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { type Due, EXPLORER, followed, givenWallets } from './followed.test-data.ts'
import { HBAR, HELD, treasury, walletOf } from './on-hedera.test-data.ts'

const PAID = 1_000_000n * HELD

let local: LocalChain
let on: Copy<Due> & ReturnType<typeof followed>
beforeEach(async () => {
  local = await localChain()
  local.fund(treasury.address, 'HBAR', HBAR)
  local.fund(treasury.address, 'USDC', PAID)
  local.fund(walletOf(0), 'USDC', 0n)
  return () => local.end()
})
eachInACopy(
  async (world: World) => {
    const stage = await givenApprovableCycle(world, 2)
    await givenWallets(world, stage, { blockchain: 'hedera', walletOf })
    world.clock.set('2026-03-19T10:00:00Z')
    return givenDue(world, stage)
  },
  copy => {
    on = { ...copy, ...followed(copy, 'hedera') }
  },
  {
    chains: ({ books }) => {
      const chain = hederaChain(hederaNode(local.url, local.nodes, { now: local.now }), treasury)
      return { hedera: tokenRail(books, { chain, explorer: EXPLORER, now: () => new Date() }) }
    },
  },
)

/** A minute later. */
const minute = async () => {
  local.mine(31)
  await on.follow()
}
const has = (n: number) => local.tokensOf(walletOf(n), 'USDC')
const retry = (id: string) => call(on.world, on.told.operator, 'retryPayment', { params: { id } })

describe('a pay in USDC on Hedera', () => {
  it('is settled with its block; who has not opted in is told to, and is paid once they have', async () => {
    await on.follow()
    const { operator } = on.told
    const query = { pay_date: '2026-03-20' }
    const checklist = await call(on.world, operator, 'getChecklist', { query })
    expect(checklist.chains).toMatchObject([
      {
        ...{ network: 'hedera', payments: 2, short: null, coin_short: null, wait: null },
        ...{ fee_unit: 'TINYBARS_TRANSACTION', ready: { currency: 'USDC', minor: PAID } },
        ...{ fee: { currency: 'HBAR', minor: 4_000_000n } },
      },
    ])
    await on.execute()
    await minute()
    expect((await on.payments()).map(of => of.status).toSorted()).toEqual(['FAILED', 'SETTLED'])
    const failed = (await on.payments()).find(of => of.status === 'FAILED')
    expect(failed?.failure_reason).toMatch(/has not opted in to the token on Hedera/)
    expect(await on.world.checked(true)).toEqual([])
    local.fund(walletOf(1), 'USDC', 0n)
    await retry(failed?.payment_uuid ?? '')
    await on.execute()
    await minute()
    const paid = await on.payments()
    expect(paid.map(of => [of.status, of.rail])).toEqual(Array(2).fill(['SETTLED', 'Hedera']))
    expect([has(0), has(1)].toSorted()).toEqual(paid.map(of => BigInt(of.amount_minor)).toSorted())
    expect(await on.world.checked(true)).toEqual([])
    const { treasuries } = await call(on.world, operator, 'listTreasuries')
    expect(treasuries.map(of => [of.network, of.held.currency, of.coin?.currency])).toEqual([
      ['hedera', 'USDC', 'HBAR'],
    ])
  })

  it('is paid by another transaction once its time is over and no block has it, and nobody is told that it failed', async () => {
    local.fund(walletOf(1), 'USDC', 0n)
    await on.follow()
    local.mood.refuses = true
    await on.execute()
    local.pass(250)
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

  it('goes to no address of ours', async () => {
    const body = { currency: 'USDC', blockchain: 'hedera', address: treasury.address } as const
    const [by] = on.told.contractors
    if (!by) throw new Error('a contractor')
    await expect(call(on.world, by, 'putCryptoWallet', { body })).rejects.toMatchObject({
      code: 'DESTINATION_NOT_VALID',
    })
  })
})
