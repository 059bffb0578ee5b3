/** Solana as the simulator has it: the network's own programs, in this process. */
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { tokenRail } from '#server/gateways/rails/token.ts'
import { solanaArrivals } from '#server/gateways/solana/arrivals.ts'
import { localChain } from '#server/gateways/solana/local-chain.test-data.ts'
import { DEPOSITS } from '#server/gateways/solana/network.ts'
import { solanaNode } from '#server/gateways/solana/node.ts'
import { signerOf } from '#server/gateways/solana/signer.ts'
import { solanaChain } from '#server/gateways/solana/solana-chain.ts'
import { memoKey } from '#server/gateways/tokens/memo-key.ts'
import { mortal } from '../faults.ts'
import { moodsOf, type SimulatedNetwork } from './network.ts'

const treasury = signerOf(new Uint8Array(32).fill(7)).address
const signer = signerOf(new Uint8Array(32).fill(7))
/** Few, so that payments wait for their turn. */
const LANES = 3
/** Of forty slots each: more than nodes may be apart. */
const OLD_ENOUGH = 5
const DEPOSITS_AT = signerOf(new Uint8Array(32).fill(8)).address

export async function solanaNetwork(): Promise<SimulatedNetwork> {
  const local = await localChain()
  await local.fund(DEPOSITS_AT, 'USDC', 0n)
  const usual = { ...local.mood }
  let gifts = 0
  const has = (address: string) => local.tokensOf(address, 'USDC')
  return {
    ...{ network: 'solana', currency: 'USDC', fee: 3_000_000n },
    rail: async ({ books }, now) => {
      const node = mortal(solanaNode(local.url))
      const deposits = { key: memoKey('solana', DEPOSITS_AT), arrivals: solanaArrivals(node) }
      return tokenRail(books, {
        chain: await solanaChain(node, signer, { lanes: LANES }),
        deposits: { ...deposits, rules: DEPOSITS },
        now,
      })
    },
    walletOf: n => signerOf(new Uint8Array(32).fill(100 + n)).address,
    ...{ has, hasForGood: has, held: () => has(treasury) },
    coin: async () => local.coinOf(treasury),
    fund: amount => local.fund(treasury, 'USDC', amount),
    // The same gift twice in one block is one.
    fundCoin: amount => local.fund(treasury, 'SOL', amount + BigInt(++gifts)),
    steal: async amount => {
      const held = await has(treasury)
      const stolen = amount < held ? amount : held
      await local.fund(treasury, 'USDC', -stolen)
      return stolen
    },
    stealCoin: async () => {
      const held = local.coinOf(treasury)
      // An account without data that somebody emptied keeps a little.
      local.spoil(treasury, new Uint8Array(), SYSTEM_PROGRAM_ADDRESS)
      const left = local.coinOf(treasury)
      return held > left ? held - left : 0n
    },
    refuse: address => local.freeze(address, 'USDC'),
    accept: address => local.thaw(address, 'USDC'),
    payIn: async (to, amount, memo) =>
      void (await local.pay({ to, amount, currency: 'USDC', memo: memo ?? '' })),
    blocks: [
      { name: 'a block that is not final', act: chance => local.confirm(1 + chance.below(30)) },
      { name: 'blocks become final', act: () => local.settle() },
      { name: 'what is not final is left behind', act: () => local.fork() },
      { name: 'its node forgets what waits', act: () => local.forget() },
    ],
    bad: moodsOf(local.mood, {
      ...{ 'is silent': { silent: true }, 'is deaf': { deaf: true }, refuses: { refuses: true } },
      ...{ 'is behind': { behind: true }, forgets: { forgetful: true }, 'is late': { late: true } },
      ...{
        'knows no fee': { unitPrices: null },
        'asks too much': { unitPrices: [1_000_000_000n] },
      },
      'talks nonsense': { nonsense: true },
    }),
    calm: async () => void Object.assign(local.mood, usual),
    settle: async () => {
      for (let n = 0; n < OLD_ENOUGH; n++) local.settle()
    },
    end: local.end,
  }
}
