/** Solana as the rail of tokens asks for it: nonce accounts are its lanes, and the treasury pays for the accounts of payees who have none (decision 0185). */
import type { Address } from '@solana/kit'
import { getNonceDecoder, getNonceSize, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import {
  AccountState,
  getMintDecoder,
  getMintSize,
  getTokenDecoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { assert } from '#domain/kernel/assert.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { GatewayError } from '../gateway-error.ts'
import {
  chainError,
  type Lane,
  type PayeeSeen,
  type Prices,
  type Purse,
  type Seen,
  type TokenChain,
  type TokenPayment,
  type UnderWay,
} from '../tokens/token-chain.ts'
import type { Account } from './asked.ts'
import { solanaByHand } from './by-hand.ts'
import { failureOf } from './failure.ts'
import { lookUp } from './look-up.ts'
import {
  FINAL_AFTER,
  GENESIS,
  LANES,
  LEAST_UNIT_PRICE,
  MINTS,
  type Mint,
  MOST_FEE,
} from './network.ts'
import type { SolanaNode, Status } from './node.ts'
import { readAddress, type SolanaSigner } from './signer.ts'
import {
  accountOf,
  feeAt,
  MOST_OPENED,
  type NewNonce,
  nonceOf,
  signOpening,
  signPayment,
  unsignedPayment,
} from './transactions.ts'
import { usedBy } from './used.ts'

/** A mint with the treasury's account for it. */
type Held = Mint & { readonly account: Address }

/** What is the treasury's: its accounts of tokens, and its nonce accounts, opened or not. */
type Own = {
  readonly address: Address
  readonly held: readonly Held[]
  readonly nonces: readonly NewNonce[]
}

/** The network by a node, for the treasury of a signer, by so many lanes at the most. Nothing is asked of the node before it is needed. */
export async function solanaChain(
  node: SolanaNode,
  signer: SolanaSigner,
  {
    lanes = LANES,
    chain = 'main',
  }: { readonly lanes?: number | undefined; readonly chain?: keyof typeof GENESIS } = {},
): Promise<TokenChain> {
  const own = await ownOf(signer.address, lanes)
  const ours = new Set<string>([
    own.address,
    ...own.held.map(of => of.account),
    ...own.nonces.map(of => of.address),
  ])
  return {
    network: 'solana',
    isMain: chain === 'main',
    currencies: MINTS.map(of => of.currency),
    coin: 'SOL',
    fee_unit: 'LAMPORTS_TRANSACTION',
    lanes_in_order: false,
    lanes_by: 'USE',
    ...{ address: own.address, needed: FINAL_AFTER, most_fee: MOST_FEE },
    isPayable: text => readAddress(text) !== undefined && !MINTS.some(of => of.mint === text),
    isOurs: text => ours.has(text),
    tip: () => tipOf(node, chain),
    prices: () => pricesOf(node, own),
    purse: () => purseOf(node, own),
    look: payments => look(node, payments),
    lanes: async (of = own.address) =>
      lanesOf(node, of === own.address ? own : await ownOf(of as Address, lanes)),
    open: async spare => {
      if (!signer.by_hand) await openLanes(node, signer, own, spare)
    },
    ...(signer.by_hand && {
      unready: async () => ((await lanesOf(node, own)).length > 0 ? null : 'NO_NONCES'),
      byHand: solanaByHand(async (payment, lane, fee) =>
        unsignedPayment(own.address, await paymentOf(payment, own), { lane, fee }),
      ),
    }),
    view: signer.view,
    sign: async (payment, lane, fee) =>
      signPayment(signer, await paymentOf(payment, own), { lane, fee }),
    // No node keeps one in the place of another: whichever uses the nonce first stands, and no other then.
    displacing: fee => (fee * 9n) / 8n + 1n,
    lookUp: (txid, to) => lookUp(node, txid, to),
    offer: async raw => {
      await node.offer(raw)
    },
    seen: (open, of = own.address) => seenOn(node, open, of as Address),
  }
}

async function ownOf(address: Address, most_lanes: number): Promise<Own> {
  return {
    address,
    held: await Promise.all(
      MINTS.map(async of => ({ ...of, account: await accountOf(address, of.mint) })),
    ),
    nonces: await Promise.all(Array.from({ length: most_lanes }, (_, n) => nonceOf(address, n))),
  }
}

function mintOf<M extends Mint>(currency: string, of: readonly M[]): M {
  const found = of.find(one => one.currency === currency)
  assert(found, `Solana carries no ${currency}`)
  return found
}

async function paymentOf({ payee, currency, amount }: TokenPayment, { held }: Own) {
  const mint = mintOf(currency, held)
  const to = await accountOf(payee as Address, mint.mint)
  return { mint, from: mint.account, to, payee: payee as Address, amount }
}

async function purseOf(node: SolanaNode, { address, held, nonces }: Own): Promise<Purse> {
  const ours = [...held.map(of => of.account), ...nonces.map(of => of.address)]
  const [wallet, ...accounts] = await node.accounts([address, ...ours])
  const lanes = accounts.slice(held.length).filter(of => of && nonceIn(of, address))
  const amountOf = (of: Held, account: Account | null | undefined) =>
    (account && tokensIn(account, of, address)?.amount) ?? 0n
  return {
    coin: wallet?.lamports ?? 0n,
    laid: lanes.reduce((sum, of) => sum + (of?.lamports ?? 0n), 0n),
    tokens: new Map(held.map((of, at) => [of.currency, amountOf(of, accounts[at])])),
  }
}

async function look(node: SolanaNode, payments: readonly TokenPayment[]): Promise<PayeeSeen[]> {
  const wallets = payments.map(of => of.payee as Address)
  const accounts = await Promise.all(
    payments.map(of => accountOf(of.payee as Address, mintOf(of.currency, MINTS).mint)),
  )
  const found = await node.accounts([...wallets, ...accounts])
  return payments.map(({ payee, currency }, at) =>
    payeeOf(payee, mintOf(currency, MINTS), {
      wallet: found[at] ?? null,
      account: found[payments.length + at] ?? null,
    }),
  )
}

async function lanesOf(node: SolanaNode, { address, nonces }: Own): Promise<Lane[]> {
  const found = await node.accounts(nonces.map(of => of.address))
  return nonces.flatMap(({ address: name }, at) => {
    const account = found[at]
    const value = account && nonceIn(account, address)
    return value ? [{ name, value }] : []
  })
}

async function openLanes(
  node: SolanaNode,
  signer: SolanaSigner,
  own: Own,
  spare: bigint,
): Promise<void> {
  const there = new Set((await lanesOf(node, own)).map(of => of.name))
  const missing = own.nonces.filter(of => !there.has(of.address))
  if (missing.length === 0) return
  const rent = await node.rent(BigInt(getNonceSize()))
  const reach = Number(spare > 0n ? spare / (rent + feeAt(0n)) : 0n)
  const opened = missing.slice(0, reach)
  for (let at = 0; at < opened.length; at += MOST_OPENED) {
    const of = { rent, ...(await node.latestBlock()) }
    const { raw } = await signOpening(signer, opened.slice(at, at + MOST_OPENED), of)
    await node.offer(raw)
  }
}

async function tipOf(node: SolanaNode, chain: keyof typeof GENESIS): Promise<number> {
  if ((await node.genesis()) !== GENESIS[chain])
    throw chainError('OTHER_NETWORK', `the node follows another network than the ${chain} one`)
  await node.health()
  const mints = await node.accounts(MINTS.map(of => of.mint))
  for (const [at, of] of MINTS.entries()) if (!isMint(mints[at] ?? null, of)) throw otherToken(of)
  return node.height()
}

function otherToken({ currency }: Mint) {
  return chainError('OTHER_NETWORK', `what the node has as ${currency} is another token`)
}

function isMint(account: Account | null, { currency, decimals }: Mint): boolean {
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== getMintSize())
    return false
  const mint = getMintDecoder().decode(account.data)
  return mint.isInitialized && mint.decimals === decimals && decimals === exponentOf(currency)
}

/** What three in four of those pay who write to the same accounts within some minutes; null where the node tells of no block at all. */
async function pricesOf(node: SolanaNode, { held }: Own): Promise<Prices> {
  const [asked, account, lane, least] = await Promise.all([
    node.unitPrices(held.map(of => of.account)).then(feesFor, unknown),
    node.rent(BigInt(getTokenSize())),
    node.rent(BigInt(getNonceSize())),
    node.rent(0n),
  ])
  return { ...(asked ?? { fee: null, entering: 0n }), account, lane, least }
}

/** What is offered, by three of four of the last blocks, and what one has to offer that would have stood in half of them; null where the node knows of none. */
function feesFor(prices: readonly bigint[]): Pick<Prices, 'fee' | 'entering'> | null {
  if (prices.length === 0) return null
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0n
  const upper = at(0.75)
  return {
    fee: feeAt(upper > LEAST_UNIT_PRICE ? upper : LEAST_UNIT_PRICE),
    entering: feeAt(at(0.5)),
  }
}

/** A node that answers, and not that, knows no fee. */
function unknown(error: unknown): null {
  if (error instanceof GatewayError) return null
  throw error
}

/** The value of a nonce account that is the treasury's to use. */
function nonceIn({ owner, data }: Account, treasury: Address): string | undefined {
  if (owner !== SYSTEM_PROGRAM_ADDRESS || data.length !== getNonceSize()) return undefined
  const { state, authority, blockhash } = getNonceDecoder().decode(data)
  return state === INITIALIZED && authority === treasury ? blockhash : undefined
}
/** `NonceState::Initialized` of the system program. */
const INITIALIZED = 1

function tokensIn({ owner, data }: Account, { mint }: Mint, of: string) {
  if (owner !== TOKEN_PROGRAM_ADDRESS || data.length !== getTokenSize()) return undefined
  const token = getTokenDecoder().decode(data)
  return token.mint === mint && token.owner === of ? token : undefined
}

/** A wallet holds SOL or nothing, and no data; mints, accounts of tokens, programs and nonce accounts are none. */
function payeeOf(
  payee: string,
  mint: Mint,
  { wallet, account }: { readonly wallet: Account | null; readonly account: Account | null },
): PayeeSeen {
  const isWallet =
    !wallet ||
    (wallet.owner === SYSTEM_PROGRAM_ADDRESS && !wallet.executable && wallet.data.length === 0)
  if (!isWallet) return 'NO_WALLET'
  // Somebody may have sent SOL to where the account will be.
  if (!account || account.owner === SYSTEM_PROGRAM_ADDRESS) return 'NEW'
  const token = tokensIn(account, mint, payee)
  if (!token) return 'NO_WALLET'
  return token.state === AccountState.Frozen ? 'FROZEN' : 'READY'
}

/** In their order. Of what people were asked for and no node has by an id that we know, what used up its lane is looked for. */
async function seenOn(
  node: SolanaNode,
  open: readonly UnderWay[],
  treasury: Address,
): Promise<Seen[]> {
  const txids = open.flatMap(of => of.versions.map(one => one.txid))
  const statuses = await node.statuses(txids)
  const told = new Map(txids.map((of, at) => [of, statuses[at] ?? null]))
  const seen = open.map(({ versions }): Seen => {
    // Of several by one nonce one stands at the most.
    const stands = versions.find(of => told.get(of.txid))?.txid
    return stands === undefined ? UNSEEN : seenIn(told.get(stands) ?? null, stands)
  })
  const sought = open.filter((of, at) => of.asked?.length && seen[at]?.state === 'UNSEEN')
  const nonces = await node.accounts(sought.map(of => of.lane.name as Address))
  for (const [at, of] of sought.entries()) {
    const nonce = nonces[at]
    const value = nonce && nonceIn(nonce, treasury)
    if (value && value !== of.lane.value) seen[open.indexOf(of)] = await usedBy(node, of, treasury)
  }
  return seen
}
const UNSEEN: Seen = { state: 'UNSEEN' }

function seenIn(status: Status | null, txid: string): Seen {
  if (!status) return { state: 'UNSEEN' }
  if (status.confirmationStatus === 'finalized')
    return { state: 'FINAL', txid, failure: failureOf(status.err) }
  const confirmations = Math.min(Number(status.confirmations ?? 0n), FINAL_AFTER - 1)
  return { state: 'SEEN', txid, confirmations }
}
