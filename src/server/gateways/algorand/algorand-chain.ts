/** Algorand as the rail of tokens asks for it: lanes are leases of some rounds, and whoever is paid a token has said before that they hold it (decision 0218). */

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
import { algorandByHand } from './by-hand.ts'
import { lookUp } from './look-up.ts'
import { BYTES_OF_A_KEY } from './multisig.ts'
import {
  ASSETS,
  FINAL_AFTER,
  GENESIS,
  LANES,
  MOST_BYTES,
  MOST_FEE,
  ROUNDS_OF_A_VALUE,
} from './network.ts'
import type { AlgorandNode } from './node.ts'
import { seenOn } from './seen.ts'
import { type AlgorandSigner, readAddress } from './signer.ts'
import {
  assetOf,
  type Genesis,
  laneName,
  signHolding,
  signTransfer,
  transferOf,
} from './transactions.ts'

/** The network by a node, for the treasury of a signer, by so many lanes at the most. Nothing is asked of the node before it is needed. */
export function algorandChain(
  node: AlgorandNode,
  signer: AlgorandSigner,
  {
    lanes = LANES,
    chain = 'main',
  }: { readonly lanes?: number | undefined; readonly chain?: keyof typeof GENESIS } = {},
): TokenChain {
  const { address } = signer
  const genesis = GENESIS[chain]
  return {
    network: 'algo',
    isMain: chain === 'main',
    currencies: ASSETS.map(of => of.currency),
    coin: 'ALGO',
    fee_unit: 'MICROALGOS_TRANSACTION',
    ...{ address, needed: FINAL_AFTER, most_fee: MOST_FEE, lanes_in_order: false },
    lanes_by: 'TIME',
    isPayable: text => readAddress(text) !== undefined,
    isOurs: text => text === address,
    tip: () => tipOf(node, genesis),
    prices: () => pricesOf(node, address, mostBytes(signer)),
    purse: () => purseOf(node, address),
    look: payments => look(node, address, payments),
    lanes: async () => lanesAt((await node.status()).round, lanes, signer.by_hand !== undefined),
    view: signer.view,
    open: async spare => {
      if (!signer.by_hand) await hold(node, signer, { genesis, spare })
    },
    ...(signer.by_hand && {
      unready: async () => ((await holdingsOf(node, address)).some(Boolean) ? null : 'OPT_IN'),
    }),
    sign: (payment, lane, fee) => signTransfer(signer, transferOf(payment), { lane, fee, genesis }),
    byHand: signer.by_hand && algorandByHand(address, genesis, signer.by_hand.several),
    // Nodes take no second of the same lease, whatever it offers.
    displacing: () => null,
    lookUp: (txid, to) => lookUp(node, txid, to),
    offer: raw => node.offer(Uint8Array.from(Buffer.from(raw, 'base64'))),
    seen: (open, of = address) => seenOn(node, open, of),
  }
}

/** What a treasury has of each token, in their order; null where it does not hold it. */
function holdingsOf(node: AlgorandNode, address: string) {
  return node.holdings(ASSETS.map(({ id: asset }) => ({ address, asset })))
}

/** What is made by a lane now may stand from a round on that was a moment ago. */
function lanesAt(round: bigint, count: number, by_hand?: boolean): Lane[] {
  const value = String(round - (round % ROUNDS_OF_A_VALUE))
  return Array.from({ length: count }, (_, n) => ({ name: laneName(n, by_hand), value }))
}

async function tipOf(node: AlgorandNode, { genesis_id, genesis_hash }: Genesis): Promise<number> {
  if ((await node.params()).genesis_hash !== genesis_hash)
    throw chainError('OTHER_NETWORK', `the node follows another network than ${genesis_id}`)
  const { round, isBehind } = await node.status()
  if (isBehind) throw chainError('BEHIND', 'the node still catches up')
  for (const { id, currency, decimals, unit } of ASSETS) {
    const told = await node.asset(id)
    if (told.decimals !== decimals || told.unit !== unit || decimals !== exponentOf(currency))
      throw chainError('OTHER_NETWORK', `what the node has as ${currency} is another token`)
  }
  return Number(round)
}

/** How large a transfer is at the most, with all of its signatures. */
function mostBytes({ by_hand }: AlgorandSigner): bigint {
  return MOST_BYTES + BYTES_OF_A_KEY * BigInt(by_hand?.several?.addrs.length ?? 0)
}

/** What the network asks at the least, and of each byte while it is full; null where the node tells none. */
async function pricesOf(node: AlgorandNode, address: string, bytes: bigint): Promise<Prices> {
  const [fee, { least }] = await Promise.all([
    node.params().then(({ least_fee, for_a_byte }) => {
      const asked = for_a_byte * bytes
      return asked > least_fee ? asked : least_fee
    }, unknown),
    node.wallet(address),
  ])
  return { fee, entering: 0n, account: 0n, lane: 0n, least }
}

/** A node that answers, and not that, knows no fee. */
function unknown(error: unknown): null {
  if (error instanceof GatewayError && error.code === 'CHAIN_OTHER') return null
  throw error
}

async function purseOf(node: AlgorandNode, address: string): Promise<Purse> {
  const [{ amount: coin }, held] = await Promise.all([
    node.wallet(address),
    holdingsOf(node, address),
  ])
  return { coin, tokens: new Map(ASSETS.map((of, at) => [of.currency, held[at]?.amount ?? 0n])) }
}

/** Whoever holds a token has said so by their own key, or by the program that acts for them: nobody is paid there by mistake who could not have it. */
async function look(
  node: AlgorandNode,
  treasury: string,
  payments: readonly TokenPayment[],
): Promise<PayeeSeen[]> {
  const of = payments.map(({ payee, currency }) => ({
    address: payee,
    asset: assetOf(currency).id,
  }))
  const [held, ours] = await Promise.all([node.holdings(of), holdingsOf(node, treasury)])
  const stopped = new Set(ASSETS.filter((_, at) => ours[at]?.isFrozen).map(({ id }) => id))
  return of.map(({ asset }, at): PayeeSeen => {
    const holding = held[at]
    if (stopped.has(asset)) return 'STOPPED'
    if (!holding) return 'NOT_OPTED_IN'
    return holding.isFrozen ? 'FROZEN' : 'READY'
  })
}

/** What the network asks to be kept for each token that is held (dev.algorand.co, "Minimum balance"). */
const OF_A_HOLDING = 100_000n

/** Has the treasury hold the tokens that it does not, as far as its coin reaches. */
async function hold(
  node: AlgorandNode,
  signer: AlgorandSigner,
  { genesis, spare }: { readonly genesis: Genesis; readonly spare: bigint },
): Promise<void> {
  const { address } = signer
  const held = await holdingsOf(node, address)
  const missing = ASSETS.filter((_, at) => !held[at])
  if (missing.length === 0) return
  const [{ round }, { least_fee: fee }] = await Promise.all([node.status(), node.params()])
  let left = spare
  for (const { id } of missing) {
    left -= OF_A_HOLDING + fee
    if (left < 0n || fee > MOST_FEE) return
    const { raw } = await signHolding(signer, id, { round, fee, genesis })
    await node.offer(Uint8Array.from(Buffer.from(raw, 'base64')))
  }
}
