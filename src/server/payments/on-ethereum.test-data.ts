/** Ethereum on this machine, asked over HTTP, a treasury there, and the rail that pays from it: what tests of paying in its tokens begin with. What anybody has is asked of the chain. */
import { afterAll, beforeAll } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { ethereumChain } from '../gateways/ethereum/ethereum-chain.ts'
import { type LocalChain, localChain } from '../gateways/ethereum/local-chain.test-data.ts'
import { type EthereumNode, ethereumNode } from '../gateways/ethereum/node.ts'
import { type EthereumSigner, signerOf } from '../gateways/ethereum/signer.ts'
import type { Rail, RailOrder } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import type { TokenChain } from '../gateways/tokens/token-chain.ts'
import { ordersOn } from './orders-on-a-chain.test-data.ts'

/** In gwei. */
export const ETH = 1_000_000_000n
/** What a treasury holds of each token, in smallest units. */
export const HELD = 100_000_000n

export const treasury = signerOf(new Uint8Array(32).fill(7))

/** The address of the n-th payee. */
export function walletOf(n: number): string {
  return signerOf(new Uint8Array(32).fill(100 + n)).address
}

/** The n-th attempt: of so many millionths of a dollar in USDC, to the n-th payee unless it is said otherwise. */
export const orderIn = ordersOn('ethereum', 'USDC', walletOf)

export type OnEthereum = {
  readonly local: LocalChain
  readonly chain: TokenChain
  readonly rail: Rail
  readonly node: EthereumNode
  /** Another process that pays from the same treasury, by another node or signer where one is given. */
  another(by?: { readonly node?: EthereumNode; readonly signer?: EthereumSigner }): Rail
  /** What the payees of orders have by the last block. */
  paid(orders: readonly RailOrder[]): Promise<bigint[]>
}

export type EthereumStage = {
  readonly rows: Admin['rows']
  /** A chain as new with a treasury, so many lanes, and empty books. */
  open(of?: {
    readonly lanes?: number
    readonly coin?: bigint
    readonly most_fee?: bigint
  }): Promise<OnEthereum>
}

const BOOKS = ['payout', 'to_sign', 'raise', 'transaction', 'follow', 'purse', 'explained']

/** Of the blocks that it goes back over anvil forgets what was before after some thousand. */
const FRESH_EACH = 8

/** Opens a world for the tests of a file, on a chain whose epochs have so many blocks. */
export function onEthereum(of: Parameters<typeof localChain>[0] = {}): EthereumStage {
  let world: World
  let admin: Admin
  let local: LocalChain | undefined
  let opens = 0
  const chainAsNew = async () => {
    if (local && ++opens % FRESH_EACH !== 0) {
      await local.again()
      return local
    }
    await local?.end()
    local = await localChain(of)
    for (const currency of ['USDC', 'USDT'] as const)
      await local.fund(treasury.address, currency, HELD)
    await local.fund(treasury.address, 'ETH', ETH)
    await local.settle()
    await local.again()
    return local
  }
  beforeAll(async () => {
    world = await plainWorld()
    admin = await adminOf(world)
  })
  afterAll(async () => {
    await local?.end()
    await admin.close()
    await world.close()
  })
  return {
    rows: (statement, values) => admin.rows(statement, values),
    open: async ({ lanes, coin = ETH, most_fee } = {}) => {
      for (const table of BOOKS) await admin.rows(`delete from token_rail.${table}`)
      const local = await chainAsNew()
      if (coin !== ETH) {
        await local.fund(treasury.address, 'ETH', coin - ETH)
        await local.settle()
      }
      const node = ethereumNode(local.url)
      const chainBy = (by: Parameters<OnEthereum['another']>[0] = {}) =>
        ethereumChain(by.node ?? node, by.signer ?? treasury, { lanes, most_fee })
      const another: OnEthereum['another'] = by =>
        tokenRail(world.kernel.db.books, { chain: chainBy(by), now: () => world.clock.now() })
      const rail = another()
      await rail.follow?.()
      const paid = (orders: readonly RailOrder[]) =>
        Promise.all(orders.map(of => local.tokensOf(of.account, of.amount.currency)))
      return { local, node, chain: chainBy(), rail, another, paid }
    },
  }
}
