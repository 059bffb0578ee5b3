/** Ethereum as the simulator has it: a node of this machine alone, with short epochs. */
import type { Address } from 'viem'
import { ethereumArrivals } from '#server/gateways/ethereum/arrivals.ts'
import { readDepositKey } from '#server/gateways/ethereum/deposit-key.ts'
import { ethereumChain } from '#server/gateways/ethereum/ethereum-chain.ts'
import { type LocalChain, localChain } from '#server/gateways/ethereum/local-chain.test-data.ts'
import { DEPOSITS } from '#server/gateways/ethereum/network.ts'
import { ethereumNode } from '#server/gateways/ethereum/node.ts'
import { signerOf } from '#server/gateways/ethereum/signer.ts'
import { balanceCall, numberIn, tokenOf } from '#server/gateways/ethereum/token-calls.ts'
import { tokenRail } from '#server/gateways/rails/token.ts'
import { XPUB } from '#server/ledger/token-deposits.test-data.ts'
import { mortal } from '../faults.ts'
import type { Chance } from '../sim.ts'
import { moodsOf, type SimulatedNetwork } from './network.ts'

const signer = signerOf(new Uint8Array(32).fill(7))
const treasury = signer.address
/** Blocks of an epoch: what stands is final in two. */
const EPOCH = 3
const WEI_OF_A_GWEI = 1_000_000_000n

export async function ethereumNetwork(): Promise<SimulatedNetwork> {
  const local = await localChain({ epoch: EPOCH })
  await local.settle()
  const usual = { ...local.mood }
  const key = readDepositKey(XPUB)
  if (typeof key === 'string') throw new Error(key)
  const has = (address: string) => local.tokensOf(address, 'USDC')
  const put = async (currency: 'ETH' | 'USDC', amount: bigint) => {
    await local.fund(treasury, currency, amount)
    // What is put there is of no transaction: a block that is left behind would take it along.
    await local.settle()
  }
  return {
    ...{ network: 'ethereum', currency: 'USDC', fee: 20_000n },
    rail: async ({ books }, now) => {
      const node = mortal(ethereumNode(local.url))
      const deposits = { chain: 'main', key, rules: DEPOSITS, arrivals: ethereumArrivals(node) }
      return tokenRail(books, { chain: ethereumChain(node, signer), deposits, now })
    },
    walletOf: n => signerOf(new Uint8Array(32).fill(100 + n)).address,
    has,
    hasForGood: address => finalOf(local, address),
    held: () => has(treasury),
    coin: () => local.coinOf(treasury),
    fund: amount => put('USDC', amount),
    fundCoin: amount => put('ETH', amount),
    steal: (amount, chance) =>
      chance.often(0.5) ? stealByKey(local, amount) : stealOut(local, put, amount),
    stealCoin: async amount => {
      const stolen = amount < (await local.coinOf(treasury)) ? amount : 0n
      await put('ETH', -stolen)
      return stolen
    },
    refuse: address => local.list(address, 'USDC').then(() => local.settle()),
    accept: address => local.list(address, 'USDC', false).then(() => local.settle()),
    payIn: async (address, amount) => void (await local.pay(address, 'USDC', amount)),
    blocks: [
      { name: 'a block', act: () => local.mine() },
      { name: 'some blocks', act: (chance: Chance) => local.mine(2 + chance.below(3)) },
      { name: 'blocks become final', act: () => local.settle() },
      {
        name: 'blocks that are not final are left behind',
        act: chance => local.reorganise(1 + chance.below(EPOCH)),
      },
      { name: 'its node forgets what waits', act: () => local.forget() },
      {
        name: 'a block costs much',
        act: chance => local.cost(BigInt(3 + chance.below(20)) * WEI_OF_A_GWEI),
      },
    ],
    bad: [
      ...moodsOf(local.mood, {
        ...{ 'is silent': { silent: true }, 'is deaf': { deaf: true }, refuses: { refuses: true } },
        ...{ 'is behind': { behind: true }, forgets: { forgetful: true }, cuts: { cut: true } },
        ...{ 'names no block': { homeless: true }, 'keeps no past': { pruned: true } },
        ...{ 'knows no fee': { feeless: true }, 'talks nonsense': { nonsense: true } },
      }),
      {
        name: 'is late',
        act: async () => {
          local.mood.late = BigInt(String(await local.ask('eth_blockNumber'))) - 2n
        },
      },
    ],
    calm: async () => void Object.assign(local.mood, usual),
    settle: async () => {
      await local.settle()
    },
    end: local.end,
  }
}

/** What it has in the block that is final. */
async function finalOf(local: LocalChain, address: string): Promise<bigint> {
  const call = balanceCall(tokenOf('USDC'), address as Address)
  return numberIn(String(await local.ask('eth_call', [call, 'finalized'])) as `0x${string}`) ?? 0n
}

type Put = (currency: 'ETH' | 'USDC', amount: bigint) => Promise<void>

async function stealOut(local: LocalChain, put: Put, amount: bigint): Promise<bigint> {
  const held = await local.tokensOf(treasury, 'USDC')
  const stolen = amount < held ? amount : held
  await put('USDC', -stolen)
  return stolen
}

/** Whoever has its key pays a stranger by its next nonce, for more than any of ours offers. */
async function stealByKey(local: LocalChain, amount: bigint): Promise<bigint> {
  const held = await local.tokensOf(treasury, 'USDC')
  if (held < amount || (await local.coinOf(treasury)) < 10_000_000n) return 0n
  const chain = ethereumChain(ethereumNode(local.url), signer)
  const nonce = await local.countOf(treasury)
  const payment = { payee: STRANGER, currency: 'USDC', amount }
  await local.forget()
  const { raw } = await chain.sign(payment, { name: '0', value: String(nonce) }, 5_000_000n)
  const before = await local.tokensOf(STRANGER, 'USDC')
  await local.ask('eth_sendRawTransaction', [raw])
  await local.settle()
  return (await local.tokensOf(STRANGER, 'USDC')) - before
}

const STRANGER = signerOf(new Uint8Array(32).fill(99)).address
