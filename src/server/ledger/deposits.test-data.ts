/** Companies that pay in by a chain in memory, as tests of deposits tell it. The key is that of BIP 84's test vectors. */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { afterEach, beforeEach } from 'vitest'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { plainWorld, type World } from '#test/harness/world.ts'
import { readDepositKey } from '../gateways/bitcoin/deposit-key.ts'
import { type MemoryChain, memoryChain } from '../gateways/bitcoin/memory-chain.test-data.ts'
import { signerOf } from '../gateways/bitcoin/signer.ts'
import { bitcoinRail } from '../gateways/rails/bitcoin.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { givenPayingIn, type PayingIn } from './paying-in.test-data.ts'

export const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
export const OTHER_ZPUB = anotherKey()
export const treasury = signerOf(new Uint8Array(32).fill(7))

export type OnBitcoin = PayingIn & { readonly chain: MemoryChain }

const key = readDepositKey(ZPUB)

/** A key of another chain code: what it derives differs. */
function anotherKey(): string {
  const check = createBase58check(sha256)
  const bytes = Uint8Array.from(check.decode(ZPUB))
  bytes.set(Uint8Array.of(1, 2, 3), 20)
  return check.encode(bytes)
}

/** Another process that follows the same chain into the same books. */
export function anotherRail(world: World, chain: MemoryChain, zpub = ZPUB): Rail {
  const deposits = zpub === ZPUB ? key : readDepositKey(zpub)
  if (typeof deposits === 'string') throw new Error(deposits)
  return bitcoinRail(world.kernel.db.books, {
    ...{ node: chain.node, chain: 'main', signer: treasury, from_height: 0, deposits },
    now: () => world.clock.now(),
  })
}

/** Opens it before each test. */
export function eachPayingIn(take: (it: OnBitcoin) => void): void {
  let world: World
  let admin: Admin
  beforeEach(async () => {
    const chain = memoryChain()
    world = await plainWorld('2026-03-02T10:00:00Z', {
      chains: ({ books }) => {
        if (typeof key === 'string') throw new Error(key)
        const bitcoin = bitcoinRail(books, {
          ...{ node: chain.node, chain: 'main', signer: treasury, from_height: 0, deposits: key },
          now: () => new Date(),
        })
        return { bitcoin }
      },
    })
    admin = await adminOf(world)
    const on = await givenPayingIn(world, admin, { network: 'bitcoin', currency: 'BTC' })
    chain.mine()
    await on.minute()
    take({ ...on, chain })
  })
  afterEach(async () => {
    await admin.close()
    await world.close()
  })
}
