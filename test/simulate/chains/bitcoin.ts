/** Bitcoin as the simulator has it: a chain in memory that is left behind for up to six blocks. */
import { readDepositKey } from '#server/gateways/bitcoin/deposit-key.ts'
import { memoryChain } from '#server/gateways/bitcoin/memory-chain.test-data.ts'
import { signerOf } from '#server/gateways/bitcoin/signer.ts'
import { bitcoinRail } from '#server/gateways/rails/bitcoin.ts'
import { ZPUB } from '#server/ledger/deposits.test-data.ts'
import { mortal } from '../faults.ts'
import { moodsOf, type SimulatedNetwork } from './network.ts'

const treasury = signerOf(new Uint8Array(32).fill(7))
const CONFIRMATIONS = 6
/** What a coin of the treasury's is worth. */
const COIN = 1_500_000n

export async function bitcoinNetwork(): Promise<SimulatedNetwork> {
  const chain = memoryChain()
  const usual = { ...chain.mood }
  const key = readDepositKey(ZPUB)
  if (typeof key === 'string') throw new Error(key)
  const has = (address: string) => chain.paid(address)
  return {
    ...{ network: 'bitcoin', currency: 'BTC', fee: 0n },
    rail: async ({ books }, now) =>
      bitcoinRail(books, {
        ...{ node: mortal(chain.node), chain: 'main', signer: treasury, from_height: 0 },
        ...{ deposits: key, now },
      }),
    walletOf: n => signerOf(new Uint8Array(32).fill(100 + n)).address,
    has: async address => has(address),
    hasForGood: async address => chain.paid(address, CONFIRMATIONS),
    held: async () => chain.unspent(treasury.address).reduce((sum, of) => sum + of.value_sat, 0n),
    coin: async () => 0n,
    fund: async amount => {
      for (let left = amount; left > 0n; left -= COIN) chain.fund(treasury.address, COIN)
      chain.mine()
    },
    fundCoin: async () => {},
    steal: async (_amount, chance) => {
      const coin = chance.pick(chain.unspent(treasury.address))
      if (!coin) return 0n
      chain.spendElsewhere(coin.txid, coin.vout)
      return coin.value_sat
    },
    payIn: async (address, amount) => void chain.fund(address, amount),
    blocks: [
      { name: 'a block', act: () => chain.mine() },
      { name: 'some blocks', act: chance => chain.mine(2 + chance.below(3)) },
      { name: 'an hour of blocks', act: () => chain.mine(6) },
      {
        name: 'up to six blocks are left behind',
        act: chance => chain.reorganise(1 + chance.below(6)),
      },
      { name: 'its node forgets what waits', act: () => chain.forget() },
    ],
    bad: moodsOf(chain.mood, {
      ...{ 'is silent': { silent: true }, 'is deaf': { deaf: true } },
      ...{ refuses: { refuses: 'mempool full' }, 'knows no fee': { fee_rate: null } },
      'says no fee': { estimates: false },
      ...{ 'asks much': { fee_rate: 40n, mines_from: 30n } },
      ...{ 'asks too much': { fee_rate: 600n }, 'is full': { mines_from: 20n } },
    }),
    calm: async () => void Object.assign(chain.mood, usual),
    settle: async () => chain.mine(CONFIRMATIONS),
    end: async () => {},
  }
}
