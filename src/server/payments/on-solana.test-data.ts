/** Solana in this process, asked over HTTP, a treasury there, and the rail that pays from it: what tests of paying in tokens begin with. What anybody has is asked of the chain. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import type { Rail, RailOrder } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { type LocalChain, localChain } from '../gateways/solana/local-chain.test-data.ts'
import { type SolanaNode, solanaNode } from '../gateways/solana/node.ts'
import { type SolanaSigner, signerOf } from '../gateways/solana/signer.ts'
import { solanaChain } from '../gateways/solana/solana-chain.ts'
import type { TokenChain } from '../gateways/tokens/token-chain.ts'
import { ordersOn } from './orders-on-a-chain.test-data.ts'

export const SOL = 1_000_000_000n
/** What a treasury holds of each token, in smallest units. */
export const HELD = 100_000_000n

export const treasury = signerOf(new Uint8Array(32).fill(7))

/** The address of the n-th payee. */
export function walletOf(n: number): string {
  return signerOf(new Uint8Array(32).fill(100 + n)).address
}

/** The n-th attempt: of so many millionths of a dollar in USDC, to the n-th payee unless it is said otherwise. */
export const orderIn = ordersOn('solana', 'USDC', walletOf)

export type OnSolana = {
  readonly local: LocalChain
  readonly chain: TokenChain
  readonly rail: Rail
  readonly node: SolanaNode
  /** Another process that pays from the same treasury, by another node or signer where one is given. */
  another(by?: { readonly node?: SolanaNode; readonly signer?: SolanaSigner }): Promise<Rail>
  /** What the payees of orders have by what is final. */
  paid(orders: readonly RailOrder[]): Promise<bigint[]>
}

export type SolanaStage = {
  readonly rows: Admin['rows']
  /** A new chain with a treasury whose lanes are opened, so many of them, and empty books. */
  open(of?: {
    readonly lanes?: number
    readonly coin?: bigint
    /** Whether its lanes are opened. */
    readonly opens?: boolean
  }): Promise<OnSolana>
}

const BOOKS = ['payout', 'to_sign', 'raise', 'transaction', 'follow', 'purse', 'explained']

/** Opens a world for the tests of a file. */
export function onSolana(): SolanaStage {
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
    open: async ({ lanes, coin = SOL, opens = true } = {}) => {
      for (const table of BOOKS) await admin.rows(`delete from token_rail.${table}`)
      const local = await localChain()
      ends.push(local.end)
      for (const currency of ['USDC', 'USDT'] as const)
        await local.fund(treasury.address, currency, HELD)
      const node = solanaNode(local.url)
      const chainBy = (by: Parameters<OnSolana['another']>[0] = {}) =>
        solanaChain(by.node ?? node, by.signer ?? treasury, { lanes })
      const another: OnSolana['another'] = async by =>
        tokenRail(world.kernel.db.books, {
          chain: await chainBy(by),
          now: () => world.clock.now(),
        })
      const chain = await chainBy()
      await local.fund(treasury.address, 'SOL', coin)
      if (opens) await chain.open(coin)
      local.settle()
      const rail = await another()
      if (opens) await rail.follow?.()
      const paid = (orders: readonly RailOrder[]) =>
        Promise.all(orders.map(of => local.tokensOf(of.account, of.amount.currency)))
      return { local, node, chain, rail, another, paid }
    },
  }
}
