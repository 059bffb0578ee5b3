/** Companies that pay in USDC and USDT by memos at one address of Algorand, whose books keep the network's rules. */
import { afterEach, beforeEach } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { algorandChain } from '../gateways/algorand/algorand-chain.ts'
import { algorandArrivals } from '../gateways/algorand/arrivals.ts'
import {
  type LocalChain,
  type LocalPayment,
  localChain,
} from '../gateways/algorand/local-chain.test-data.ts'
import { DEPOSITS } from '../gateways/algorand/network.ts'
import { algorandNode } from '../gateways/algorand/node.ts'
import { signerOf } from '../gateways/algorand/signer.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { memoKeyAt } from '../gateways/tokens/memo-key.ts'
import type { TokenArrivals } from '../gateways/tokens/token-arrivals.ts'
import type { Database } from '../kernel/db.ts'
import { givenPayingIn, type PayingIn } from './paying-in.test-data.ts'

export const treasury = signerOf(new Uint8Array(32).fill(7))
export const ADDRESS = signerOf(new Uint8Array(32).fill(8)).address
export const USD = 1_000_000n

export type OnAlgorand = PayingIn & {
  readonly local: LocalChain
  /** Has a stranger pay so many dollars in USDC to the address, with a memo or without, in the next block; answers the transaction. */
  pay(dollars: number, memo?: string, of?: Partial<LocalPayment>): string
  /** Makes blocks, the first with all that waits, and a minute goes by. */
  settled(): Promise<void>
}

export function arrivalsOn(local: LocalChain): TokenArrivals {
  return algorandArrivals(algorandNode(local.url))
}

/** A process that follows the network into the books of a world, by another address or node where one is given. */
export function railOn(
  { books }: Pick<Database, 'books'>,
  local: LocalChain,
  by: { readonly address?: string; readonly arrivals?: TokenArrivals } = {},
): Rail {
  const key = memoKeyAt('algo', by.address ?? ADDRESS, treasury.address)
  return tokenRail(books, {
    chain: algorandChain(algorandNode(local.url), treasury),
    deposits: { chain: 'main', key, rules: DEPOSITS, arrivals: by.arrivals ?? arrivalsOn(local) },
    now: () => new Date(),
  })
}

/** Opens a world before each test of a file, beside books as new; the address of deposits holds both tokens. */
export function eachOnAlgorand(take: (it: OnAlgorand) => void): void {
  let local: LocalChain
  let world: World
  let admin: Admin
  beforeEach(async () => {
    local = await localChain()
    local.fund(treasury.address, 'ALGO', 10_000_000n)
    for (const currency of ['USDC', 'USDT'])
      for (const owner of [treasury.address, ADDRESS]) local.fund(owner, currency, 0n)
    local.mine(20)
    world = await plainWorld('2026-03-02T10:00:00Z', {
      chains: database => ({ algo: railOn(database, local) }),
    })
    admin = await adminOf(world)
    const on = await givenPayingIn(world, admin, { network: 'algo', currency: 'USDC' })
    const settled = async () => {
      local.mine(21)
      await on.minute()
    }
    await on.minute()
    await settled()
    const pay: OnAlgorand['pay'] = (dollars, memo = '', of = {}) =>
      local.pay({ to: ADDRESS, currency: 'USDC', amount: BigInt(dollars) * USD, memo, ...of })
    take({ ...on, local, pay, settled })
  })
  afterEach(async () => {
    await admin.close()
    await world.close()
    await local.end()
  })
}
