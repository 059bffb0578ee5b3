/** Hedera as the rail of tokens asks for it: lanes are ids of transactions, which the network takes once, and whose time is over soon (decision 0219). */

import { assert } from '#domain/kernel/assert.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { GatewayError } from '../gateway-error.ts'
import { each } from '../tokens/rest-node.ts'
import {
  chainError,
  type Lane,
  type PayeeSeen,
  type Prices,
  type Purse,
  type Signed,
  type TokenChain,
  type TokenPayment,
} from '../tokens/token-chain.ts'
import { spelledAs } from './address.ts'
import { lookUp } from './look-up.ts'
import {
  FINAL_AFTER,
  type HederaNetwork,
  LANES,
  MOST_FEE,
  OFFERED_TIMES,
  PRICE_MICRO_USD,
  SECONDS_OF_A_VALUE,
  TOKENS,
  type Token,
} from './network.ts'
import { type Account, AT_ONCE, type HederaNode, isFrozen } from './node.ts'
import { seenOn } from './seen.ts'
import type { HederaSigner } from './signer.ts'
import { holdingBody, holdingLane, signed, transferBody } from './transactions.ts'

/** The network by a mirror node and those that it hands transactions to, for the treasury of a signer, by so many lanes at the most. Nothing is asked of any before it is needed. */
export function hederaChain(
  node: HederaNode,
  signer: HederaSigner,
  {
    lanes = LANES,
    chain = 'main',
  }: { readonly lanes?: number | undefined; readonly chain?: HederaNetwork } = {},
): TokenChain {
  const { address } = signer
  const tokens: readonly Token[] = TOKENS[chain]
  const own = ownOf(node, address)
  const treasury: Treasury = { node, signer, tokens, account: own.get }
  return {
    network: 'hedera',
    isMain: chain === 'main',
    currencies: tokens.map(of => of.currency),
    coin: 'HBAR',
    fee_unit: 'TINYBARS_TRANSACTION',
    ...{ address, needed: FINAL_AFTER, most_fee: MOST_FEE, lanes_in_order: false },
    lanes_by: 'TIME',
    isPayable: text => spelledAs(text) === text,
    isOurs: text => text === address || text === own.known(),
    tip: () => tipOf(treasury),
    prices: () => pricesOf(node),
    purse: () => purseOf(treasury),
    look: payments => each(payments, AT_ONCE, lookFor(treasury)),
    keys: addresses => each(addresses, AT_ONCE, async of => keyIn((await node.account(of))?.key)),
    lanes: async () => lanesAt((await node.tip()).second, lanes),
    view: signer.view,
    open: spare => hold(treasury, spare),
    sign: (payment, lane, fee, opening = 0n) =>
      pay(treasury, payment, { lane, fee: fee + opening }),
    // Nodes take no second of the same id, whatever it offers.
    displacing: () => null,
    lookUp: (txid, to) => lookUp(node, tokens, { txid, to }),
    offer: node.offer,
    seen: open => seenOn(node, open),
  }
}

type Treasury = {
  readonly node: HederaNode
  readonly signer: HederaSigner
  readonly tokens: readonly Token[]
  /** The number of its account; null where nobody paid its address yet. */
  account(): Promise<string | null>
}

/** The number that the network gave to the account of the treasury's key, which it does once. */
function ownOf(node: HederaNode, address: string) {
  let known: string | null = null
  return {
    known: () => known,
    get: async (): Promise<string | null> => {
      if (known !== null) return known
      const told = await node.account(address)
      if (!told) return null
      if (told.evm_address !== address.toLowerCase())
        throw chainError('OTHER', 'account: the node has another under the address of ours')
      known = told.account
      return known
    },
  }
}

/** What is made by a lane now may stand from a second on that was a moment ago. */
function lanesAt(second: number, count: number): Lane[] {
  const value = String(second - (second % SECONDS_OF_A_VALUE))
  return Array.from({ length: count }, (_, n) => ({ name: String(n), value }))
}

async function tipOf({ node, tokens, account }: Treasury): Promise<number> {
  const { number, isBehind } = await node.tip()
  if (isBehind) throw chainError('BEHIND', 'the node still catches up')
  for (const { id, currency, decimals, name, symbol } of tokens) {
    const told = await node.token(id)
    const isIt = told.name === name && told.symbol === symbol && told.decimals === String(decimals)
    if (!isIt || decimals !== exponentOf(currency))
      throw chainError('OTHER_NETWORK', `what the node has as ${currency} is another token`)
  }
  await account()
  return number
}

/** What the network asks by its rate of the hour, twice; null where the node tells none. */
async function pricesOf(node: HederaNode): Promise<Prices> {
  const [fee, account] = await Promise.all(
    [PRICE_MICRO_USD.transfer, PRICE_MICRO_USD.holding].map(of =>
      node.inCoin(OFFERED_TIMES * of).catch(unknown),
    ),
  )
  return { fee: fee ?? null, entering: 0n, account: account ?? 0n, lane: 0n, least: 0n }
}

/** A node that answers, and not that, knows no fee. */
function unknown(error: unknown): null {
  if (error instanceof GatewayError && error.code === 'CHAIN_OTHER') return null
  throw error
}

async function purseOf({ node, signer, tokens, account }: Treasury): Promise<Purse> {
  const own = await account()
  if (own === null) return { coin: 0n, tokens: new Map(tokens.map(of => [of.currency, 0n])) }
  const [wallet, held] = await Promise.all([
    node.account(signer.address),
    each(tokens, AT_ONCE, of => node.holding(own, of.id)),
  ])
  return {
    coin: wallet?.balance?.balance ?? 0n,
    tokens: new Map(tokens.map((of, at) => [of.currency, held[at]?.balance ?? 0n])),
  }
}

function tokenOf(tokens: readonly Token[], currency: string): Token {
  const found = tokens.find(of => of.currency === currency)
  assert(found, `Hedera carries no ${currency}`)
  return found
}

/** Looks at payees: who holds the token, or takes it by itself, is paid; of the latter no program that has not said so. */
function lookFor({ node, tokens, account }: Treasury) {
  const stopped = new Map<string, Promise<boolean>>()
  const isStopped = async (id: string): Promise<boolean> => {
    const [token, own] = await Promise.all([node.token(id), account()])
    const held = own === null ? null : await node.holding(own, id)
    const { fixed_fees = [], fractional_fees = [] } = token.custom_fees ?? {}
    const takes = fixed_fees.length + fractional_fees.length > 0
    return Boolean(token.deleted) || token.pause_status === 'PAUSED' || takes || isFrozen(held)
  }
  return async ({ payee, currency }: TokenPayment): Promise<PayeeSeen> => {
    const { id } = tokenOf(tokens, currency)
    const asked = stopped.get(id) ?? isStopped(id)
    stopped.set(id, asked)
    if (await asked) return 'STOPPED'
    const [wallet, own] = await Promise.all([node.account(payee), account()])
    if (!wallet) return 'NOT_OPTED_IN'
    if (wallet.deleted || wallet.receiver_sig_required || wallet.account === own) return 'NO_WALLET'
    const held = await node.holding(wallet.account, id)
    if (held) return isFrozen(held) ? 'FROZEN' : 'READY'
    if (!(await node.takesOneMore(wallet))) return 'NOT_OPTED_IN'
    const token = await node.token(id)
    // It would hold the token frozen, or unknown to its issuer, until that says otherwise.
    if (token.freeze_default || token.kyc_key) return 'NOT_OPTED_IN'
    return (await node.isContract(wallet.account)) ? 'NO_WALLET' : 'NEW'
  }
}

/** A key by itself, in the form that the mirror node has it; lists of keys, and those of contracts, are none. */
function keyIn(key: Account['key']): string | null {
  return key && KEYS.test(`${key._type}:${key.key}`) ? `${key._type}:${key.key}` : null
}
const KEYS = /^(ED25519:[0-9a-f]{64}|ECDSA_SECP256K1:0[23][0-9a-f]{64})$/

async function pay(
  { node, signer, tokens, account: find }: Treasury,
  { payee, currency, amount }: TokenPayment,
  { lane, fee }: { readonly lane: Lane; readonly fee: bigint },
): Promise<Signed> {
  const account = await find()
  if (account === null) throw chainError('OTHER', 'account: nobody paid the treasury yet')
  const by = { account, lane, fee, node: node.nodeFor(Number(lane.name)) }
  return signed(signer, transferBody({ token: tokenOf(tokens, currency), payee, amount }, by))
}

/** Has the treasury hold a token that it does not, where its coin reaches for that: one at a time, a minute apart. */
async function hold(
  { node, signer, tokens, account: find }: Treasury,
  spare: bigint,
): Promise<void> {
  const account = await find()
  if (account === null) return
  const held = await each(tokens, AT_ONCE, of => node.holding(account, of.id))
  const missing = tokens.find((_, at) => !held[at])
  if (!missing) return
  const [fee, { second }] = await Promise.all([
    node.inCoin(OFFERED_TIMES * PRICE_MICRO_USD.holding),
    node.tip(),
  ])
  if (fee > spare) return
  const lane = holdingLane(String(second - (second % SECONDS_OF_A_VALUE)))
  const by = { account, lane, fee, node: node.nodeFor(second) }
  await node.offer((await signed(signer, holdingBody(missing.id, by))).raw)
}
