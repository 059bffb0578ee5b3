/** Algorand as the simulator has it: books of ours that keep its rules. */
import { algorandChain } from '#server/gateways/algorand/algorand-chain.ts'
import { algorandArrivals } from '#server/gateways/algorand/arrivals.ts'
import { localChain } from '#server/gateways/algorand/local-chain.test-data.ts'
import { DEPOSITS } from '#server/gateways/algorand/network.ts'
import { algorandNode } from '#server/gateways/algorand/node.ts'
import { signerOf } from '#server/gateways/algorand/signer.ts'
import { tokenRail } from '#server/gateways/rails/token.ts'
import { memoKey } from '#server/gateways/tokens/memo-key.ts'
import { mortal } from '../faults.ts'
import { moodsOf, type SimulatedNetwork } from './network.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const treasury = signer.address
const DEPOSITS_AT = signerOf(new Uint8Array(32).fill(8)).address
/** Few, so that payments wait for their turn. */
const LANES = 3
/** What a treasury that holds both tokens has to keep. */
const KEPT = 300_000n
/** More rounds than what was signed may stand in. */
const OVER = 540

export async function algorandNetwork(): Promise<SimulatedNetwork> {
  const local = await localChain()
  for (const currency of ['USDC', 'USDT'])
    for (const owner of [treasury, DEPOSITS_AT]) local.fund(owner, currency, 0n)
  local.fund(treasury, 'ALGO', KEPT)
  const usual = { ...local.mood }
  const has = async (address: string) => local.tokensOf(address, 'USDC')
  return {
    ...{ network: 'algo', currency: 'USDC', fee: 1_000n },
    rail: async ({ books }, now) => {
      const node = mortal(algorandNode(local.url))
      const deposits = { key: memoKey('algo', DEPOSITS_AT), arrivals: algorandArrivals(node) }
      return tokenRail(books, {
        chain: algorandChain(node, signer, { lanes: LANES }),
        deposits: { ...deposits, rules: DEPOSITS },
        now,
      })
    },
    walletOf: n => signerOf(new Uint8Array(32).fill(100 + n)).address,
    ...{ has, hasForGood: has, held: () => has(treasury) },
    coin: async () => local.coinOf(treasury),
    fund: async amount => local.fund(treasury, 'USDC', amount),
    fundCoin: async amount => local.fund(treasury, 'ALGO', amount),
    steal: async amount => {
      const held = await has(treasury)
      const stolen = amount < held ? amount : held
      local.fund(treasury, 'USDC', -stolen)
      return stolen
    },
    stealCoin: async amount => {
      const stolen = amount < local.coinOf(treasury) ? amount : 0n
      local.fund(treasury, 'ALGO', -stolen)
      return stolen
    },
    refuse: async address => {
      // Who was paid keeps it: whoever opts out gives back what they hold.
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
      { name: 'a block', act: () => local.mine() },
      { name: 'blocks', act: chance => local.mine(1 + chance.below(40)) },
      { name: 'blocks of others', act: chance => local.pass(1 + chance.below(60)) },
      { name: 'the time of what was signed is over', act: () => local.pass(OVER) },
      { name: 'its node forgets what waits', act: () => local.forget() },
    ],
    bad: moodsOf(local.mood, {
      ...{ 'is silent': { silent: true }, 'is deaf': { deaf: true }, refuses: { refuses: true } },
      ...{ 'is behind': { behind: true }, forgets: { forgetful: true }, cuts: { cut: true } },
      ...{ 'is late': { late: 5n }, 'knows no fee': { for_a_byte: null } },
      ...{ 'asks much': { for_a_byte: 20n }, 'asks too much': { for_a_byte: 1_000n } },
      'talks nonsense': { nonsense: true },
    }),
    calm: async () => void Object.assign(local.mood, usual),
    settle: async () => local.mine(25),
    end: local.end,
  }
}
