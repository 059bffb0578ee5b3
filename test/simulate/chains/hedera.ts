/** Hedera as the simulator has it: books of ours that keep its rules. */
import { hederaArrivals } from '#server/gateways/hedera/arrivals.ts'
import { hederaChain } from '#server/gateways/hedera/hedera-chain.ts'
import { localChain } from '#server/gateways/hedera/local-chain.test-data.ts'
import { DEPOSITS } from '#server/gateways/hedera/network.ts'
import { hederaNode } from '#server/gateways/hedera/node.ts'
import { signerOf } from '#server/gateways/hedera/signer.ts'
import { tokenRail } from '#server/gateways/rails/token.ts'
import { memoKey } from '#server/gateways/tokens/memo-key.ts'
import { mortal } from '../faults.ts'
import { moodsOf, type SimulatedNetwork } from './network.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const treasury = signer.address
/** Few, so that payments wait for their turn. */
const LANES = 3
/** More seconds than what was signed may stand in. */
const OVER = 260
/** More than nodes may be apart. */
const FINAL = 70
const DEPOSITS_AT = '0.0.7001'

export async function hederaNetwork(): Promise<SimulatedNetwork> {
  const local = await localChain()
  for (const account of [treasury, DEPOSITS_AT]) local.fund(account, 'USDC', 0n)
  const usual = { ...local.mood }
  const has = async (address: string) => local.tokensOf(address, 'USDC')
  return {
    ...{ network: 'hedera', currency: 'USDC', fee: 4_000_000n },
    rail: async ({ books }, now) => {
      const alive = hederaNode(local.url, local.nodes, { now: local.now })
      // Which node is next it asks nobody.
      const node = { ...mortal(alive), nodeFor: alive.nodeFor }
      const deposits = { key: memoKey('hedera', DEPOSITS_AT), arrivals: hederaArrivals(node) }
      return tokenRail(books, {
        chain: hederaChain(node, signer, { lanes: LANES }),
        deposits: { ...deposits, rules: DEPOSITS },
        now,
      })
    },
    walletOf: n => `0.0.${48_000 + n}`,
    ...{ has, hasForGood: has, held: () => has(treasury) },
    coin: async () => local.coinOf(treasury),
    fund: async amount => local.fund(treasury, 'USDC', amount),
    fundCoin: async amount => local.fund(treasury, 'HBAR', amount),
    steal: async amount => {
      const held = await has(treasury)
      const stolen = amount < held ? amount : held
      local.fund(treasury, 'USDC', -stolen)
      return stolen
    },
    stealCoin: async amount => {
      const stolen = amount < local.coinOf(treasury) ? amount : 0n
      local.fund(treasury, 'HBAR', -stolen)
      return stolen
    },
    refuse: async address => {
      if ((await has(address)) === 0n) local.leave(address, 'USDC')
      else local.freeze(address, 'USDC')
    },
    accept: async address => {
      local.fund(address, 'USDC', 0n)
      local.freeze(address, 'USDC', false)
    },
    payIn: async (to, amount, memo) =>
      void local.pay({ to, amount, currency: 'USDC', memo: memo ?? '' }),
    blocks: [
      { name: 'seconds pass', act: chance => local.mine(2 + chance.below(10)) },
      { name: 'half a minute passes', act: () => local.mine(31) },
      { name: 'seconds of others pass', act: chance => local.pass(1 + chance.below(60)) },
      { name: 'the time of what was signed is over', act: () => local.pass(OVER) },
      { name: 'its nodes forget what waits', act: () => local.forget() },
    ],
    bad: moodsOf(local.mood, {
      ...{ 'is silent': { silent: true }, 'is deaf': { deaf: true }, refuses: { refuses: true } },
      ...{ 'is behind': { behind: true }, forgets: { forgetful: true }, cuts: { cut: true } },
      ...{ 'is late': { late: 10 }, 'knows no fee': { cents: null }, 'asks much': { cents: 2 } },
      'talks nonsense': { nonsense: true },
    }),
    calm: async () => void Object.assign(local.mood, usual),
    settle: async () => local.mine(FINAL),
    end: local.end,
  }
}
