/** Algorand's books in this process, asked over HTTP, a treasury there, and the rail that pays from it: what tests of paying in its tokens begin with. What anybody has is asked of the chain. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { algorandChain } from '../gateways/algorand/algorand-chain.ts'
import { type LocalChain, localChain } from '../gateways/algorand/local-chain.test-data.ts'
import { type AlgorandNode, algorandNode } from '../gateways/algorand/node.ts'
import { type AlgorandSigner, signerOf } from '../gateways/algorand/signer.ts'
import type { Rail, RailOrder } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import type { TokenChain } from '../gateways/tokens/token-chain.ts'
import { ordersOn } from './orders-on-a-chain.test-data.ts'

/** In millionths. */
export const ALGO = 1_000_000n
/** What a treasury holds of each token, in smallest units. */
export const HELD = 100_000_000n

export const treasury = signerOf(new Uint8Array(32).fill(7))

/** The address of the n-th payee. */
export function walletOf(n: number): string {
  return signerOf(new Uint8Array(32).fill(100 + n)).address
}
/** So many of them hold both tokens. */
const PAYEES = 60

/** The n-th attempt: of so many millionths of a dollar in USDC, to the n-th payee unless it is said otherwise. */
export const orderIn = ordersOn('algo', 'USDC', walletOf)

export type OnAlgorand = {
  readonly local: LocalChain
  readonly chain: TokenChain
  readonly rail: Rail
  readonly node: AlgorandNode
  /** Another process that pays from the same treasury, by another node or signer where one is given. */
  another(by?: { readonly node?: AlgorandNode; readonly signer?: AlgorandSigner }): Rail
  /** What the payees of orders have by the last block. */
  paid(orders: readonly RailOrder[]): bigint[]
}

export type AlgorandStage = {
  readonly rows: Admin['rows']
  /** A new chain with a treasury and payees who hold the tokens, so many lanes, and empty books. */
  open(of?: {
    readonly lanes?: number
    readonly coin?: bigint
    /** Whether the treasury holds the tokens yet. */
    readonly holds?: boolean
  }): Promise<OnAlgorand>
}

const BOOKS = ['payout', 'transaction', 'raise', 'to_sign', 'follow', 'purse', 'explained']

/** Opens a world for the tests of a file. */
export function onAlgorand(): AlgorandStage {
  let world: World
  let admin: Admin
  const ends: (() => Promise<void>)[] = []
  beforeAll(async () => {
    world = await plainWorld()
    admin = await adminOf(world)
  })
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })
  afterAll(async () => {
    await admin.close()
    await world.close()
  })
  return {
    rows: (statement, values) => admin.rows(statement, values),
    open: async ({ lanes, coin = ALGO, holds = true } = {}) => {
      await admin.rows(`truncate ${BOOKS.map(table => `token_rail.${table}`).join(', ')}`)
      const local = await localChain()
      ends.push(local.end)
      for (const currency of ['USDC', 'USDT'] as const) {
        if (holds) local.fund(treasury.address, currency, HELD)
        for (let n = 0; n < PAYEES; n++) local.fund(walletOf(n), currency, 0n)
      }
      local.fund(treasury.address, 'ALGO', coin)
      const node = algorandNode(local.url)
      const chainBy = (by: Parameters<OnAlgorand['another']>[0] = {}) =>
        algorandChain(by.node ?? node, by.signer ?? treasury, { lanes })
      const another: OnAlgorand['another'] = by =>
        tokenRail(world.kernel.db.books, { chain: chainBy(by), now: () => world.clock.now() })
      const rail = another()
      await rail.follow?.()
      const paid = (orders: readonly RailOrder[]) =>
        orders.map(of => local.tokensOf(of.account, of.amount.currency))
      return { local, node, chain: chainBy(), rail, another, paid }
    },
  }
}
