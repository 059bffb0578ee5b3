/** Coins for fees that left a treasury by nothing of ours: operators are told, and payments go on. */
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, type Person } from '#db/seed/cast.ts'
import { type Copy, eachInACopy } from '#test/harness/copies.ts'
import { givenOperator, type World } from '#test/harness/world.ts'
import { algorandChain } from '../gateways/algorand/algorand-chain.ts'
import { type LocalChain, localChain } from '../gateways/algorand/local-chain.test-data.ts'
import { algorandNode } from '../gateways/algorand/node.ts'
import type { Rail } from '../gateways/rails/rail.ts'
import { tokenRail } from '../gateways/rails/token.ts'
import {
  ALGO,
  treasury as ofAlgorand,
  onAlgorand,
  orderIn as orderOnAlgorand,
} from './on-algorand.test-data.ts'
import {
  ETH,
  treasury as ofEthereum,
  onEthereum,
  orderIn as orderOnEthereum,
} from './on-ethereum.test-data.ts'
import {
  HBAR,
  treasury as ofHedera,
  onHedera,
  orderIn as orderOnHedera,
} from './on-hedera.test-data.ts'
import { onSolana, orderIn as orderOnSolana, SOL, treasury } from './on-solana.test-data.ts'

/** What is missing of the coin, and whether anything new leaves. */
async function holds(rail: Rail) {
  const [first, ...more] = (await rail.treasuries?.()) ?? []
  expect(more.map(of => of.coin_missing)).toEqual(more.map(() => null))
  return { hold: first?.hold, missing: first?.coin_missing }
}
const nothing = { hold: null, missing: null }

async function minutes(rail: Rail, count: number, between: () => unknown = () => {}) {
  for (let minute = 0; minute < count; minute++) {
    await rail.follow?.()
    await between()
  }
}

describe('a treasury of Solana', () => {
  const { open } = onSolana()

  it('lacks no coins by making its lanes, by payments, and by payees whose accounts it lays down', async () => {
    const { local, rail } = await open({ lanes: 20, coin: 10_000_000n })
    await local.fund(treasury.address, 'SOL', SOL)
    await minutes(rail, 4, local.settle)
    await rail.send([1, 2, 3].map(n => orderOnSolana(n)))
    await minutes(rail, 4, local.settle)
    expect(await holds(rail)).toEqual(nothing)
  })

  it('lacks what somebody took, as two readings say, and pays on', async () => {
    const { local, rail, paid } = await open()
    await minutes(rail, 3)
    const before = local.coinOf(treasury.address)
    local.spoil(treasury.address, new Uint8Array(), SYSTEM_PROGRAM_ADDRESS)
    const taken = before - local.coinOf(treasury.address)
    await minutes(rail, 1)
    expect((await holds(rail)).missing).toBeNull()
    await local.fund(treasury.address, 'SOL', SOL / 2n)
    await minutes(rail, 2)
    const { hold, missing } = await holds(rail)
    expect(hold).toBeNull()
    expect(missing?.currency).toBe('SOL')
    // What was funded in between makes up for as much.
    expect(missing?.minor).toBeGreaterThan(taken - SOL / 2n - 5_000_000n)
    expect(missing?.minor).toBeLessThanOrEqual(taken)
    await rail.send([orderOnSolana(1)])
    local.settle()
    expect(await paid([orderOnSolana(1)])).toEqual([orderOnSolana(1).amount.minor])
  })
})

describe('a treasury of Ethereum', () => {
  const { open } = onEthereum({ epoch: 2 })

  it('lacks no coins by fees that are raised, nor by what moved nothing, but those that somebody took', async () => {
    const { local, rail } = await open()
    await minutes(rail, 2)
    await local.list(orderOnEthereum(2).account, 'USDC')
    await rail.send([1, 3].map(n => orderOnEthereum(n)))
    await local.cost(20_000_000_000n)
    await minutes(rail, 3, () => local.settle())
    expect(await holds(rail)).toEqual(nothing)
    await local.fund(ofEthereum.address, 'ETH', -ETH / 2n)
    await local.settle()
    await minutes(rail, 2)
    const { hold, missing } = await holds(rail)
    expect(hold).toBeNull()
    expect(missing?.minor).toBeGreaterThan(ETH / 2n - 6_000_000n)
    expect(missing?.minor).toBeLessThanOrEqual(ETH / 2n)
  })
})

describe('a treasury of Algorand', () => {
  const { open } = onAlgorand()

  it('lacks no coins by holding its tokens, nor by what is made again, but those that somebody took', async () => {
    const { local, rail } = await open({ holds: false, coin: 2n * ALGO })
    await minutes(rail, 3, () => local.mine(3))
    local.fund(ofAlgorand.address, 'USDC', 1_000_000n)
    await minutes(rail, 2)
    local.mood.refuses = true
    await rail.send([orderOnAlgorand(1)])
    local.pass(520)
    local.mood.refuses = false
    await minutes(rail, 5, () => local.mine(21))
    expect(local.tokensOf(orderOnAlgorand(1).account, 'USDC')).toBe(orderOnAlgorand(1).amount.minor)
    expect(await holds(rail)).toEqual(nothing)
    // Three of these take more than what is called missing of nobody.
    local.mood.for_a_byte = 300n
    await rail.send([2, 3, 4].map(n => orderOnAlgorand(n)))
    await minutes(rail, 4, () => local.mine(21))
    expect(await holds(rail)).toEqual(nothing)
    local.fund(ofAlgorand.address, 'ALGO', -ALGO / 2n)
    await minutes(rail, 2)
    expect((await holds(rail)).missing?.minor).toBeGreaterThan(ALGO / 2n - 110_000n)
  })
})

describe('a treasury of Hedera', () => {
  const { open } = onHedera()

  it('lacks no coins by holding its token, nor by payments, but those that somebody took', async () => {
    const { local, rail } = await open({ holds: false })
    await minutes(rail, 3, () => local.mine(31))
    local.fund(ofHedera.address, 'USDC', 1_000_000n)
    await minutes(rail, 2)
    await rail.send([1, 2].map(n => orderOnHedera(n)))
    await minutes(rail, 3, () => local.mine(31))
    expect(await holds(rail)).toEqual(nothing)
    local.fund(ofHedera.address, 'HBAR', -HBAR / 2n)
    await minutes(rail, 2)
    const { hold, missing } = await holds(rail)
    expect(hold).toBeNull()
    expect(missing?.minor).toBeGreaterThan(HBAR / 2n - 210_000_000n)
  })
})

describe('coins that are missing', () => {
  const TAKEN = 5n * ALGO
  let local: LocalChain
  beforeEach(async () => {
    local = await localChain()
    local.fund(ofAlgorand.address, 'ALGO', 10n * ALGO)
    for (const currency of ['USDC', 'USDT']) local.fund(ofAlgorand.address, currency, 0n)
    return () => local.end()
  })
  let on: Copy<{ noor: Person; emeka: Person }>
  eachInACopy(
    async (world: World) => ({
      noor: await givenOperator(world),
      emeka: await givenOperator(world, 'emeka@corridor.test'),
    }),
    copy => {
      on = copy
    },
    {
      chains: ({ books }) => {
        const chain = algorandChain(algorandNode(local.url), ofAlgorand)
        return { algo: tokenRail(books, { chain, now: () => new Date() }) }
      },
    },
  )

  it('are work of operators until two explain them', async () => {
    const { noor, emeka } = on.told
    const rail = on.world.kernel.gateways.railOf('algo')
    const work = async () => (await call(on.world, noor, 'getBalances')).work
    await minutes(rail, 2)
    expect(await work()).toEqual([])
    local.fund(ofAlgorand.address, 'ALGO', -TAKEN)
    await minutes(rail, 2)
    const { treasuries } = await call(on.world, noor, 'listTreasuries')
    const missing = treasuries[0]?.coin_missing
    expect(missing?.currency).toBe('ALGO')
    expect(treasuries.map(of => [of.missing, of.allowed_actions])).toEqual([
      [null, ['explain_missing']],
      [null, []],
    ])
    expect(await work()).toMatchObject([{ kind: 'COINS_MISSING', count: 1, totals: [missing] }])
    if (!missing) throw new Error('it is missing')
    const body = { network: 'algo' as const, missing, words: 'Moved to the vault.' }
    const { waiting } = await call(on.world, noor, 'explainMissing', { body })
    const params = { id: waiting?.step_uuid ?? '' }
    const query = { limit: 50 }
    const { step } = await call(on.world, emeka, 'getApprovalStep', { params, query })
    await call(on.world, emeka, 'approveStep', { params, body: { digest: step.digest } })
    expect(await work()).toEqual([])
    expect(await holds(rail)).toEqual(nothing)
  })
})
