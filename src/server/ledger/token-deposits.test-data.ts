/** Companies that pay in USDC and USDT on a chain of Ethereum of this machine. Everybody has the private half of the keys: they are of the words that anvil ships with. */
import { afterAll, afterEach, beforeEach } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { ethereumArrivals } from '../gateways/ethereum/arrivals.ts'
import { readDepositKey } from '../gateways/ethereum/deposit-key.ts'
import { ethereumChain } from '../gateways/ethereum/ethereum-chain.ts'
import { type LocalChain, localChain } from '../gateways/ethereum/local-chain.test-data.ts'
import { DEPOSITS } from '../gateways/ethereum/network.ts'
import { type EthereumNode, ethereumNode } from '../gateways/ethereum/node.ts'
import { signerOf } from '../gateways/ethereum/signer.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import type { TokenArrivals } from '../gateways/tokens/token-arrivals.ts'
import type { Database } from '../kernel/db.ts'
import { givenPayingIn, type PayingIn } from './paying-in.test-data.ts'

/** m/44'/60'/1' and m/44'/60'/2' of them. */
export const XPUB =
  'xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76'
export const OTHER_XPUB =
  'xpub6Ce9NcJvTk374xmC966FRY8NvVzjBr7FGiEf1h8mWkSwvCkvZ7PsCWEJS3nMsKLtRwsuEWY6indWjZFCB7yTqMpAoU7Z8c8TEkanQrsMF6j'

export const treasury = signerOf(new Uint8Array(32).fill(7))
export const STRANGER = '0x00000000000000000000000000000000000c0ffe'
const GAS = 1_000_000_000n

export type OnEthereum = PayingIn & {
  readonly local: LocalChain
  /** Mines until all that waits is final, and a minute goes by. */
  settled(): Promise<void>
  /** The same, an hour later. */
  hour(): Promise<void>
}

/** A process that follows the chain into the books of a world, by another key or node where one is given. */
export function railOn(
  { books }: Pick<Database, 'books'>,
  local: LocalChain,
  by: {
    readonly xpub?: string
    readonly node?: EthereumNode
    readonly arrivals?: TokenArrivals
  } = {},
): Rail {
  const key = readDepositKey(by.xpub ?? XPUB)
  if (typeof key === 'string') throw new Error(key)
  const node = by.node ?? ethereumNode(local.url)
  return tokenRail(books, {
    chain: ethereumChain(node, treasury),
    deposits: {
      chain: 'main',
      key,
      rules: DEPOSITS,
      arrivals: by.arrivals ?? ethereumArrivals(node),
    },
    now: () => new Date(),
  })
}

/** Of the blocks that it goes back over anvil forgets what was before after some thousand. */
const FRESH_EACH = 3

/** Opens a world before each test of a file, beside a chain as new. */
export function eachOnEthereum(take: (it: OnEthereum) => void): void {
  let local: LocalChain | undefined
  let world: World
  let admin: Admin
  let opens = 0
  const chainAsNew = async () => {
    if (local && ++opens % FRESH_EACH !== 0) {
      await local.again()
      return local
    }
    await local?.end()
    local = await localChain()
    await local.fund(treasury.address, 'ETH', GAS)
    await local.settle()
    await local.again()
    return local
  }
  afterAll(() => local?.end())
  beforeEach(async () => {
    const local = await chainAsNew()
    world = await plainWorld('2026-03-02T10:00:00Z', {
      chains: database => ({ ethereum: railOn(database, local) }),
    })
    admin = await adminOf(world)
    const on = await givenPayingIn(world, admin, { network: 'ethereum', currency: 'USDC' })
    await on.minute()
    const settled = async () => {
      await local.settle()
      await on.minute()
    }
    const hour = async () => {
      await local.mine(300)
      await settled()
    }
    take({ ...on, local, settled, hour })
  })
  afterEach(async () => {
    await admin.close()
    await world.close()
  })
}
