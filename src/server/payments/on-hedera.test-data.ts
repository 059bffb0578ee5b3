/** Hedera's books in this process, asked over HTTP and gRPC, a treasury there, and the rail that pays from it: what tests of paying in its token begin with. What anybody has is asked of the chain. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { hederaChain } from '../gateways/hedera/hedera-chain.ts'
import { type LocalChain, localChain } from '../gateways/hedera/local-chain.test-data.ts'
import { type HederaNode, hederaNode } from '../gateways/hedera/node.ts'
import { type HederaSigner, signerOf } from '../gateways/hedera/signer.ts'
import type { Rail, RailOrder } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { ordersOn } from './orders-on-a-chain.test-data.ts'

/** In hundred millionths. */
export const HBAR = 1_000_000_000n
/** What a treasury holds of the token, in smallest units. */
export const HELD = 100_000_000n

export const treasury = signerOf(new Uint8Array(32).fill(7))

/** The account of the n-th payee. */
export function walletOf(n: number): string {
  return `0.0.${48_000 + n}`
}
/** So many of them hold the token. */
const PAYEES = 60

/** The n-th attempt: of so many millionths of a dollar in USDC, to the n-th payee unless it is said otherwise. */
export const orderIn = ordersOn('hedera', 'USDC', walletOf)

export type OnHedera = {
  readonly local: LocalChain
  readonly rail: Rail
  readonly node: HederaNode
  /** Another process that pays from the same treasury, by another node or signer where one is given. */
  another(by?: { readonly node?: HederaNode; readonly signer?: HederaSigner }): Rail
  /** What the payees of orders have by the last block. */
  paid(orders: readonly RailOrder[]): bigint[]
}

export type HederaStage = {
  readonly rows: Admin['rows']
  /** A new chain with a treasury and payees who hold the token, so many lanes, and empty books. */
  open(of?: {
    readonly lanes?: number
    readonly coin?: bigint
    /** Whether the treasury holds the token yet. */
    readonly holds?: boolean
  }): Promise<OnHedera>
}

const BOOKS = ['payout', 'transaction', 'raise', 'to_sign', 'follow', 'purse', 'explained']

/** Opens a world for the tests of a file. */
export function onHedera(): HederaStage {
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
    open: async ({ lanes, coin = HBAR, holds = true } = {}) => {
      await admin.rows(`truncate ${BOOKS.map(table => `token_rail.${table}`).join(', ')}`)
      const local = await localChain()
      ends.push(local.end)
      if (coin > 0n) local.fund(treasury.address, 'HBAR', coin)
      if (holds) local.fund(treasury.address, 'USDC', HELD)
      for (let n = 0; n < PAYEES; n++) local.fund(walletOf(n), 'USDC', 0n)
      const node = hederaNode(local.url, local.nodes, { now: local.now })
      const another: OnHedera['another'] = (by = {}) => {
        const chain = hederaChain(by.node ?? node, by.signer ?? treasury, { lanes })
        return tokenRail(world.kernel.db.books, { chain, now: () => world.clock.now() })
      }
      const rail = another()
      await rail.follow?.()
      const paid = (orders: readonly RailOrder[]) =>
        orders.map(of => local.tokensOf(of.account, of.amount.currency))
      return { local, node, rail, another, paid }
    },
  }
}
