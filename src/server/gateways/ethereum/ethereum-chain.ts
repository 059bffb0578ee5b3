/** Ethereum as the rail of tokens asks for it: nonces of the treasury are its lanes, and whoever is paid needs nothing (decision 0196). */
import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { exponentOf } from '#domain/kernel/currency.ts'
import { GatewayError } from '../gateway-error.ts'
import {
  chainError,
  type Lane,
  type PayeeSeen,
  type Prices,
  type Purse,
  type TokenChain,
  type TokenPayment,
} from '../tokens/token-chain.ts'
import { ethereumByHand } from './by-hand.ts'
import { lookUp } from './look-up.ts'
import { CHAIN_IDS, FINAL_AFTER, GWEI, LANES, LEAST_TIP, MOST_FEE, TOKENS } from './network.ts'
import type { EthereumNode } from './node.ts'
import { seenOn } from './seen.ts'
import type { EthereumSigner } from './signer.ts'
import {
  balanceCall,
  isNothing,
  listedCall,
  numberIn,
  shapeCalls,
  stopCalls,
  textIn,
  tokenOf,
} from './token-calls.ts'
import { enteringAt, feeAt, signerIn, signTransfer, transferOf } from './transactions.ts'

/** The network by a node, for the treasury of a signer, by so many lanes at the most. Nothing is asked of the node before it is needed. */
export function ethereumChain(
  node: EthereumNode,
  signer: EthereumSigner,
  {
    chain = 'main',
    lanes = LANES,
    most_fee = MOST_FEE,
  }: {
    readonly chain?: keyof typeof CHAIN_IDS
    readonly lanes?: number | undefined
    readonly most_fee?: bigint | undefined
  } = {},
): TokenChain {
  const address = getAddress(signer.address)
  return {
    network: 'ethereum',
    isMain: chain === 'main',
    currencies: TOKENS.map(of => of.currency),
    coin: 'ETH',
    fee_unit: 'GWEI_TRANSACTION',
    ...{ address, needed: FINAL_AFTER, most_fee, lanes_in_order: true },
    lanes_by: 'USE',
    isPayable: text =>
      isAddress(text) &&
      getAddress(text) === text &&
      !NOBODYS.test(text) &&
      !TOKENS.some(of => of.contract === text),
    isOurs: text => text.toLowerCase() === address.toLowerCase(),
    tip: () => tipOf(node, CHAIN_IDS[chain]),
    prices: () => node.fees().then(pricesFor, unknown),
    purse: () => purseOf(node, address),
    look: payments => look(node, address, payments),
    lanes: async (of = address) => {
      const { number } = await node.block('finalized')
      return lanesAt(await node.count(of as Address, number), lanes)
    },
    signerIn,
    // There is a nonce for whoever asks.
    open: async () => {},
    view: signer.view,
    sign: (payment, lane, fee) =>
      signTransfer(signer, ...transferOf(payment, lane, { fee, chain_id: CHAIN_IDS[chain] })),
    byHand: signer.by_hand && ethereumByHand(CHAIN_IDS[chain]),
    // Nodes take another of the same nonce that offers a tenth more (geth, "txpool.pricebump").
    displacing: fee => (fee * 9n) / 8n + 1n,
    lookUp: (txid, to) => lookUp(node, txid, to),
    offer: async raw => {
      await node.offer(raw as Hex)
    },
    seen: (open, of = address) =>
      seenOn(node, { treasury: of as Address, chain_id: CHAIN_IDS[chain] }, open),
  }
}

/** The empty address, the network's own programs, and where coins are burnt. */
const NOBODYS = /^0x0{36}/

/** The nonces that are next: each that is final makes room for the one that so many later is. */
function lanesAt(next: bigint, count: number): Lane[] {
  return Array.from({ length: count }, (_, n) => {
    const nonce = next + BigInt(n)
    return { name: String(nonce % BigInt(count)), value: String(nonce) }
  })
}

async function tipOf(node: EthereumNode, chain_id: bigint): Promise<number> {
  const [told, syncing] = await Promise.all([node.chainId(), node.isSyncing()])
  if (told !== chain_id)
    throw chainError('OTHER_NETWORK', `the node follows the network ${told} and not ${chain_id}`)
  if (syncing) throw chainError('BEHIND', 'the node still catches up')
  const { number } = await node.block('finalized')
  const told_of = await node.calls(TOKENS.flatMap(shapeCalls), number)
  for (const [at, { currency, decimals }] of TOKENS.entries()) {
    const [places, symbol] = told_of.slice(at * 2)
    const isIt =
      numberIn(places) === BigInt(decimals) &&
      decimals === exponentOf(currency) &&
      textIn(symbol) === currency
    if (!isIt)
      throw chainError('OTHER_NETWORK', `what the node has as ${currency} is another token`)
  }
  return Number(number)
}

/** What half of those offer who stand in the last blocks, and twice what a unit of gas costs in the next one, which it takes six full blocks to reach. */
function pricesFor({ base, tips }: Awaited<ReturnType<EthereumNode['fees']>>): Prices {
  const sorted = tips.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const half = sorted[Math.floor(sorted.length / 2)] ?? 0n
  const fee = feeAt(base, half > LEAST_TIP ? half : LEAST_TIP)
  return { ...NOTHING_ELSE, fee, entering: enteringAt(base) }
}

const NOTHING_ELSE = { account: 0n, lane: 0n, least: 0n } as const

/** A node that answers, and not that, knows no fee. */
function unknown(error: unknown): Prices {
  if (error instanceof GatewayError && error.code === 'CHAIN_OTHER')
    return { ...NOTHING_ELSE, fee: null, entering: 0n }
  throw error
}

async function purseOf(node: EthereumNode, address: Address): Promise<Purse> {
  const { number } = await node.block('finalized')
  const [coin, held] = await Promise.all([
    node.balance(address, number),
    node.calls(
      TOKENS.map(of => balanceCall(of, address)),
      number,
    ),
  ])
  return {
    coin: coin / GWEI,
    tokens: new Map(TOKENS.map((of, at) => [of.currency, numberIn(held[at]) ?? 0n])),
  }
}

async function look(
  node: EthereumNode,
  treasury: Address,
  payments: readonly TokenPayment[],
): Promise<PayeeSeen[]> {
  const payees = payments.map(of => getAddress(of.payee))
  const asked = payments.map(({ currency }, at) => [
    listedCall(tokenOf(currency), payees[at] as Address),
    ...stopCalls(tokenOf(currency), treasury),
  ])
  const [codes, told] = await Promise.all([
    node.codes(payees, 'latest'),
    node.calls(asked.flat(), 'latest'),
  ])
  let from = 0
  return asked.map((calls, at) => {
    const [listed, ...stops] = told.slice(from, from + calls.length)
    from += calls.length
    if (!isWallet(codes[at] ?? '0x')) return 'NO_WALLET'
    if (!stops.every(isNothing)) return 'STOPPED'
    return isNothing(listed) ? 'READY' : 'FROZEN'
  })
}

/**
 * What has no code is a key's, or nobody's yet; so is what a key has act by a program (EIP-7702). Anything else is a contract, of which nobody can prove that a
 * person moves what it is paid.
 */
function isWallet(code: Hex): boolean {
  return code === '0x' || /^0xef0100[0-9a-f]{40}$/i.test(code)
}
