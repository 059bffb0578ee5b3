/** Companies that pay in USDC by memos at one account of Hedera, whose books keep the network's rules. */
import { afterEach, beforeEach } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { hederaArrivals } from '../gateways/hedera/arrivals.ts'
import { hederaChain } from '../gateways/hedera/hedera-chain.ts'
import { type LocalChain, localChain } from '../gateways/hedera/local-chain.test-data.ts'
import { DEPOSITS } from '../gateways/hedera/network.ts'
import { hederaNode } from '../gateways/hedera/node.ts'
import { signerOf } from '../gateways/hedera/signer.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { memoKey } from '../gateways/tokens/memo-key.ts'
import type { TokenArrivals } from '../gateways/tokens/token-arrivals.ts'
import type { Database } from '../kernel/db.ts'
import { givenPayingIn, type PayingIn } from './paying-in.test-data.ts'

export const treasury = signerOf(new Uint8Array(32).fill(7))
export const ACCOUNT = '0.0.7001'
export const OTHER_ACCOUNT = '0.0.7002'
export const STRANGER = '0.0.9000'
export const USD = 1_000_000n

export type OnHedera = PayingIn & {
  readonly local: LocalChain
  /** Has a stranger pay so many dollars to the account, with a memo or without; answers the transaction. */
  pay(dollars: number, memo?: string): string
  /** Passes so much time that all that stands is final, and a minute goes by. */
  settled(): Promise<void>
}

/** A process that follows the network into the books of a world, by another account or node where one is given. */
export function railOn(
  { books }: Pick<Database, 'books'>,
  local: LocalChain,
  by: { readonly account?: string | null; readonly arrivals?: TokenArrivals } = {},
): Rail {
  const node = hederaNode(local.url, local.nodes, { now: local.now })
  const arrivals = by.arrivals ?? hederaArrivals(node)
  const { account = ACCOUNT } = by
  const key = account === null ? null : memoKey('hedera', account)
  return tokenRail(books, {
    chain: hederaChain(node, treasury),
    deposits: { chain: 'main', key, rules: DEPOSITS, arrivals },
    now: () => new Date(local.now()),
  })
}

export function arrivalsOn(local: LocalChain): TokenArrivals {
  return hederaArrivals(hederaNode(local.url, local.nodes, { now: local.now }))
}

/** Opens a world before each test of a file, beside books as new; the account of deposits holds the token. */
export function eachOnHedera(take: (it: OnHedera) => void): void {
  let local: LocalChain
  let world: World
  let admin: Admin
  beforeEach(async () => {
    local = await localChain()
    local.fund(treasury.address, 'HBAR', 10_000_000_000n)
    local.fund(treasury.address, 'USDC', 0n)
    for (const account of [ACCOUNT, OTHER_ACCOUNT]) local.fund(account, 'USDC', 0n)
    local.pass(120)
    world = await plainWorld('2026-03-02T10:00:00Z', {
      chains: database => ({ hedera: railOn(database, local) }),
    })
    admin = await adminOf(world)
    const on = await givenPayingIn(world, admin, { network: 'hedera', currency: 'USDC' })
    const settled = async () => {
      local.mine(70)
      await on.minute()
    }
    await on.minute()
    await settled()
    const pay = (dollars: number, memo = '') =>
      local.pay({ to: ACCOUNT, currency: 'USDC', amount: BigInt(dollars) * USD, memo })
    take({ ...on, local, pay, settled })
  })
  afterEach(async () => {
    await admin.close()
    await world.close()
    await local.end()
  })
}
