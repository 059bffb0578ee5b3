/** Companies that pay in by a chain in memory, as tests of deposits tell it. The key is that of BIP 84's test vectors. */
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { afterEach, beforeEach } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Admin, adminOf } from '#test/harness/admin.ts'
import { givenEmployer, givenOperator, plainWorld, type World } from '#test/harness/world.ts'
import { readDepositKey } from '../gateways/bitcoin/deposit-key.ts'
import { type MemoryChain, memoryChain } from '../gateways/bitcoin/memory-chain.test-data.ts'
import { signerOf } from '../gateways/bitcoin/signer.ts'
import { bitcoinRail } from '../gateways/rails/bitcoin.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { followRails } from '../payments/index.ts'
import { bookDeposits } from './index.ts'

export const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
export const OTHER_ZPUB = anotherKey()
export const treasury = signerOf(new Uint8Array(32).fill(7))

type Company = Person & { employer_uuid: string }
export type PayingIn = {
  readonly world: World
  readonly admin: Admin
  readonly chain: MemoryChain
  readonly rail: Rail
  readonly operator: Person
  readonly employer: Company
  readonly other: Company
  /** Reads the chain and books what arrived, as the worker does each minute. */
  minute(): Promise<void>
  /** The address of a company. */
  addressOf(company: Person): Promise<string>
  /** What a company has in bitcoin by the ledger, in satoshi. */
  has(company: Company): Promise<bigint>
  /** The deposits that a company sees. */
  seen(company: Person): Promise<{ status: string; confirmations: number }[]>
  /** A second operator says yes. */
  confirm(step_uuid: string | undefined): Promise<void>
  /** What operators have to look at. */
  work(): Promise<{ kind: string; outputs: number; doubt_uuid: string }[]>
}

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
export function eachPayingIn(take: (it: PayingIn) => void): void {
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
    const operator = await givenOperator(world)
    const employer = await givenEmployer(world, operator)
    const other = await givenEmployer(world, operator, 'boss@tideline.test')
    chain.mine()
    const rail = world.kernel.gateways.railOf('bitcoin')
    const minute = async () => {
      await followRails({}, world)
      await bookDeposits({}, world)
    }
    await minute()
    take({
      ...{ world, admin, chain, rail, operator, employer, other, minute },
      addressOf: async company => {
        const { ways } = await call(world, company, 'openDeposits', {
          body: { blockchain: 'bitcoin' },
        })
        return ways[0]?.address ?? ''
      },
      has: async ({ employer_uuid }) => {
        const [row] = await admin.rows<{ minor: string }>(
          `select posted_in - posted_out minor from ledger_account where employer_uuid = $1 and kind = 'available' and currency = 'BTC'`,
          [employer_uuid],
        )
        return BigInt(row?.minor ?? 0)
      },
      confirm: async (id = '') => {
        const second = await givenOperator(world, 'second@corridor.test')
        const query = { limit: 50 }
        const { step } = await call(world, second, 'getApprovalStep', { params: { id }, query })
        const body = { digest: step.digest }
        await call(world, second, 'approveStep', { params: { id }, body })
      },
      seen: async company => (await call(world, company, 'getDeposits')).deposits,
      work: async () =>
        (await call(world, operator, 'listDepositWork', { query: { limit: 20 } })).items,
    })
  })
  afterEach(async () => {
    await admin.close()
    await world.close()
  })
}
