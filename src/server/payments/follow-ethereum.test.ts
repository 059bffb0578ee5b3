/** A pay of which a part goes out in USDC on Ethereum: from the wallet that its contractor adds to the chain's word that it arrived, or that it moved nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenApprovableCycle, givenDue, type World } from '#test/harness/world.ts'
import { ethereumChain } from '../gateways/ethereum/ethereum-chain.ts'
import { type LocalChain, localChain } from '../gateways/ethereum/local-chain.test-data.ts'
import { TOKENS } from '../gateways/ethereum/network.ts'
import { ethereumNode } from '../gateways/ethereum/node.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { type Due, EXPLORER, followed, givenWallets } from './followed.test-data.ts'
import { first } from './held.test-data.ts'
import { ETH, HELD, treasury, walletOf } from './on-ethereum.test-data.ts'

const PAID = 1_000_000n * HELD

let local: LocalChain
let on: Copy<Due> & ReturnType<typeof followed>
beforeAll(async () => {
  local = await localChain()
  await local.fund(treasury.address, 'ETH', ETH)
  await local.fund(treasury.address, 'USDC', PAID)
  await local.settle()
})
beforeEach(() => local.again())
afterAll(() => local.end())
eachInACopy(
  async (world: World) => {
    const stage = await givenApprovableCycle(world, 2)
    await givenWallets(world, stage, { blockchain: 'ethereum', walletOf })
    world.clock.set('2026-03-19T10:00:00Z')
    return givenDue(world, stage)
  },
  copy => {
    on = { ...copy, ...followed(copy, 'ethereum') }
  },
  {
    chains: ({ books }) => {
      const chain = ethereumChain(ethereumNode(local.url), treasury)
      return { ethereum: tokenRail(books, { chain, explorer: EXPLORER, now: () => new Date() }) }
    },
  },
)

const follow = () => on.follow()
const execute = () => on.execute()
const payments = () => on.payments()
/** A minute after what was sent is final. */
const minute = async () => {
  await local.settle()
  await follow()
}
const has = async () =>
  (await Promise.all([0, 1].map(n => local.tokensOf(walletOf(n), 'USDC')))).toSorted()

describe('a pay in USDC on Ethereum', () => {
  it('is counted block by block, raised where the network asks more, and settled once it is final', async () => {
    await follow()
    const { operator } = on.told
    const query = { pay_date: '2026-03-20' }
    const checklist = await call(on.world, operator, 'getChecklist', { query })
    expect(checklist.chains).toMatchObject([
      {
        ...{ network: 'ethereum', payments: 2, short: null, coin_short: null, wait: null },
        ...{ fee_unit: 'GWEI_TRANSACTION', ready: { currency: 'USDC', minor: PAID } },
        ...{ accounts: null, fee: { currency: 'ETH', minor: 20_000n } },
      },
    ])
    await execute()
    const sent = await payments()
    expect(sent.map(of => [of.status, of.rail])).toEqual(Array(2).fill(['SENT', 'Ethereum']))
    const payment_uuids = sent.map(of => of.payment_uuid).join(',')
    const seen = async () =>
      (await call(on.world, operator, 'listOnChain', { query: { payment_uuids } })).payments
    const [txid] = await local.waiting()
    const link = `${EXPLORER}${txid}`
    expect(await seen()).toContainEqual(
      expect.objectContaining({ transaction: txid, link, needed: 64, wait: null }),
    )
    await local.cost(10_000_000_000n)
    await follow()
    const raised = await local.waiting()
    expect(raised).not.toContain(txid)
    await local.mine(3)
    await follow()
    expect(await seen()).toMatchObject(Array(2).fill({ confirmations: 3 }))
    expect((await seen()).map(of => of.transaction).toSorted()).toEqual(raised.toSorted())
    expect(await on.world.checked(true)).toEqual([])
    await minute()
    const settled = await payments()
    expect(settled.map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
    expect(settled.map(of => of.reference).toSorted()).toEqual(raised.toSorted())
    expect(await has()).toEqual(settled.map(of => BigInt(of.amount_minor)).toSorted())
    expect(await on.world.checked(true)).toEqual([])
    const { treasuries } = await call(on.world, operator, 'listTreasuries')
    expect(treasuries.map(of => [of.network, of.held.currency, of.coin?.currency])).toEqual([
      ['ethereum', 'USDC', 'ETH'],
      ['ethereum', 'USDT', 'ETH'],
    ])
  })

  it('fails in words where its issuer lists the wallet, and is paid anew once, when that is over', async () => {
    await follow()
    await execute()
    for (const n of [0, 1]) await local.list(walletOf(n), 'USDC')
    await minute()
    const failed = await payments()
    expect(failed.map(of => of.status)).toEqual(['FAILED', 'FAILED'])
    for (const { failure_reason } of failed)
      expect(failure_reason).toMatch(/has frozen the account/)
    expect(await on.world.checked(true)).toEqual([])
    for (const n of [0, 1]) await local.list(walletOf(n), 'USDC', false)
    await local.mine()
    for (const { payment_uuid: id } of failed)
      await call(on.world, on.told.operator, 'retryPayment', { params: { id } })
    await execute()
    await minute()
    const paid = await payments()
    expect(paid.map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
    expect(await has()).toEqual(paid.map(of => BigInt(of.amount_minor)).toSorted())
    expect(await on.world.checked(true)).toEqual([])
  })

  it('that an operator called arrived is told once it stands and moved nothing', async () => {
    await follow()
    await execute()
    const { operator, payment_uuids } = on.told
    await call(on.world, operator, 'bulkSettle', { body: { payment_uuids, reference: 'SEEN' } })
    await local.list(walletOf(0), 'USDC')
    await minute()
    const query = { limit: 50, sort: 'age' as const }
    const { items } = await call(on.world, operator, 'listWork', { query })
    expect(items.map(of => [of.kind, of.status, of.allowed_actions])).toEqual([
      ['CONTRADICTED', 'SETTLED', ['return', 'close']],
    ])
    expect((await payments()).map(of => of.status)).toEqual(['SETTLED', 'SETTLED'])
    expect(await on.world.checked(true)).toEqual([])
  })

  it.each([
    ['of ours', treasury.address],
    ['of ours, in one case', treasury.address.toLowerCase()],
    ['of the token', TOKENS[0]?.contract ?? ''],
    ['of nobody', `0x${'0'.repeat(40)}`],
    ['of the network itself', `0x${'0'.repeat(38)}0a`],
    ['that is mistyped', `${walletOf(5).slice(0, -1)}${walletOf(5).endsWith('0') ? '1' : '0'}`],
  ])('goes to no address %s', async (_, address) => {
    const body = { currency: 'USDC', blockchain: 'ethereum', address } as const
    await expect(call(on.world, first(on.told), 'putCryptoWallet', { body })).rejects.toMatchObject(
      {
        code: 'DESTINATION_NOT_VALID',
      },
    )
  })
})
