/** Companies that pay in USDC and USDT by memos at one address of Solana, whose programs are the network's own. */
import { afterEach, beforeEach } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import { solanaArrivals } from '../gateways/solana/arrivals.ts'
import { type LocalChain, localChain } from '../gateways/solana/local-chain.test-data.ts'
import type { LocalPayment } from '../gateways/solana/local-moves.test-data.ts'
import { DEPOSITS } from '../gateways/solana/network.ts'
import { solanaNode } from '../gateways/solana/node.ts'
import { signerOf } from '../gateways/solana/signer.ts'
import { solanaChain } from '../gateways/solana/solana-chain.ts'
import { memoKeyAt } from '../gateways/tokens/memo-key.ts'
import type { TokenArrivals } from '../gateways/tokens/token-arrivals.ts'
import type { TokenChain } from '../gateways/tokens/token-chain.ts'
import type { Database } from '../kernel/db.ts'
import { givenPayingIn, type PayingIn } from './paying-in.test-data.ts'

export const treasury = signerOf(new Uint8Array(32).fill(7))
export const ADDRESS = signerOf(new Uint8Array(32).fill(8)).address
export const USD = 1_000_000n

export type OnSolana = PayingIn & {
  readonly local: LocalChain
  /** Has a stranger pay so many dollars in USDC to the address, with a memo or without; answers the transaction. */
  pay(dollars: number, memo?: string, of?: Partial<LocalPayment>): Promise<string>
  /** Has all be final and old enough, and a minute goes by. */
  settled(): Promise<void>
  /** The same without that minute. */
  final(): void
  /** A process that follows the network into these books, by another address or node where one is given. */
  railBy(by?: By): Rail
}

export function arrivalsOn(local: LocalChain): TokenArrivals {
  return solanaArrivals(solanaNode(local.url))
}

type By = { readonly address?: string; readonly arrivals?: TokenArrivals }

function railOf(
  { books }: Pick<Database, 'books'>,
  local: LocalChain,
  { chain, address = ADDRESS, arrivals = arrivalsOn(local) }: By & { readonly chain: TokenChain },
): Rail {
  const key = memoKeyAt('solana', address, treasury.address)
  return tokenRail(books, {
    chain,
    deposits: { chain: 'main', key, rules: DEPOSITS, arrivals },
    now: () => new Date(),
  })
}

/** Opens a world before each test of a file, beside books as new; the address of deposits holds both tokens. */
export function eachOnSolana(take: (it: OnSolana) => void): void {
  let local: LocalChain
  let world: World
  let admin: Admin
  beforeEach(async () => {
    local = await localChain()
    await local.fund(treasury.address, 'SOL', 1_000_000_000n)
    for (const currency of ['USDC', 'USDT'] as const)
      for (const owner of [treasury.address, ADDRESS]) await local.fund(owner, currency, 0n)
    const final = () => {
      for (let n = 0; n < 5; n++) local.settle()
    }
    final()
    const chain = await solanaChain(solanaNode(local.url), treasury, { lanes: 2 })
    world = await plainWorld('2026-03-02T10:00:00Z', {
      chains: database => ({ solana: railOf(database, local, { chain }) }),
    })
    admin = await adminOf(world)
    const on = await givenPayingIn(world, admin, { network: 'solana', currency: 'USDC' })
    const settled = async () => {
      final()
      await on.minute()
    }
    await on.minute()
    await settled()
    const pay: OnSolana['pay'] = (dollars, memo = '', of = {}) =>
      local.pay({ to: ADDRESS, currency: 'USDC', amount: BigInt(dollars) * USD, memo, ...of })
    const railBy = (by: By = {}) => railOf(world.kernel.db, local, { chain, ...by })
    take({ ...on, local, pay, settled, final, railBy })
  })
  afterEach(async () => {
    await admin.close()
    await world.close()
    await local.end()
  })
}
