/** A chain in memory, a treasury of coins there, and the rail that pays from it: what tests of paying in bitcoin begin with. What anybody has is asked of the chain. */
import { afterAll, beforeAll } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { attemptOf } from '../gateways/bank-files/orders.test-data.ts'
import { type MemoryChain, memoryChain } from '../gateways/bitcoin/memory-chain.test-data.ts'
import { type BitcoinSigner, signerOf } from '../gateways/bitcoin/signer.ts'
import { bitcoinRail } from '../gateways/rails/bitcoin.ts'
import type { BitcoinTreasury } from '../gateways/rails/bitcoin-pay.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { ordersOn } from './orders-on-a-chain.test-data.ts'

/** What each coin of a treasury is worth, in satoshi. */
export const COIN = 1_000_000n

export const treasury = signerOf(new Uint8Array(32).fill(7))

/** The address of the n-th payee. */
export function payeeOf(n: number): string {
  return signerOf(new Uint8Array(32).fill(100 + n)).address
}

/** The n-th attempt: of so many satoshi, to the n-th payee unless it is said otherwise. */
export const orderOf = ordersOn('bitcoin', 'BTC', payeeOf)

/** What an order was before it, by the numbers of the attempts. */
export const after = (...attempts: readonly number[]) => ({ before: attempts.map(attemptOf) })

export type OnAChain = {
  readonly chain: MemoryChain
  readonly rail: Rail
  /** Another process that pays from the same treasury, by another node or signer where one is given. */
  another(by?: Partial<Pick<BitcoinTreasury, 'node' | 'signer'>>): Rail
}

export type Stage = {
  /** What the database answers. */
  readonly rows: Admin['rows']
  /** A new chain with a treasury of so many coins, and empty books. */
  open(coins?: number, signer?: BitcoinSigner): Promise<OnAChain>
}

const BOOKS = [
  'signature',
  'to_sign',
  'payout',
  'input',
  'transaction',
  'coin',
  'block',
  'follow',
  'explained',
]

/** Opens a world for the tests of a file. */
export function onAChain(): Stage {
  let world: World
  let admin: Admin
  beforeAll(async () => {
    world = await plainWorld()
    admin = await adminOf(world)
  })
  afterAll(async () => {
    await admin.close()
    await world.close()
  })
  return {
    rows: (statement, values) => admin.rows(statement, values),
    open: async (coins = 3, signer = treasury) => {
      for (const table of BOOKS) await admin.rows(`delete from bitcoin_rail.${table}`)
      const chain = memoryChain()
      const another: OnAChain['another'] = by =>
        bitcoinRail(world.kernel.db.books, {
          ...{
            node: chain.node,
            chain: 'main',
            signer,
            from_height: 0,
            now: () => world.clock.now(),
            ...by,
          },
        })
      const rail = another()
      for (let n = 0; n < coins; n++) chain.fund(signer.address, COIN)
      chain.mine()
      await rail.follow?.()
      return { chain, rail, another }
    },
  }
}

/**
 * Whoever is asked dies at the `at`-th word, before it is heard or after it was done. `work` is done for each word there is, or for every so-many-th, until one round had no death.
 */
export async function dyingAtEachWord(
  work: (dying: <T extends object>(of: T) => T, died: Error) => Promise<void>,
  every = 1,
): Promise<void> {
  const died = new Error('died')
  for (const side of ['before', 'after'] as const)
    for (let at = side === 'before' ? 1 : every, deaths = 1; deaths > 0; at += every) {
      deaths = 0
      let words = 0
      const dying = <T extends object>(of: T): T =>
        new Proxy(of, {
          get: (target, name) => {
            const value: unknown = Reflect.get(target, name)
            if (typeof value !== 'function') return value
            return async (...args: unknown[]) => {
              words += 1
              const dies = words === at
              if (dies) deaths += 1
              if (dies && side === 'before') throw died
              const answer: unknown = await value.apply(target, args)
              if (dies) throw died
              return answer
            }
          },
        })
      await work(dying, died)
    }
}
