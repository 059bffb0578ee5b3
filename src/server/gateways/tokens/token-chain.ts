/**
 * What the rail that pays in tokens asks of a chain of accounts: what its node knows, and how its transactions are made. A chain is an adapter of this; the
 * rail's books and rules are the same for each (decision 0185).
 */
import type { ChainHold, ChainProblem, FeeUnit } from '#domain/kernel/chain-problem.ts'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { Found } from '../found.ts'
import { GatewayError } from '../gateway-error.ts'
import type { FileToSign, SignedProblem } from '../hand-signing.ts'
import type { ViewOf } from '../signer/view.ts'

/** One payee and what it is paid, in smallest units. */
export type TokenPayment = {
  readonly payee: string
  readonly currency: CurrencyCode
  readonly amount: bigint
}

/**
 * What lets through one transaction at a time: the one that names its value. Once it let one through its value is another for good, so that of two
 * transactions that name the same value the chain holds one at the most, whatever a node says.
 */
export type Lane = { readonly name: string; readonly value: string }

/** A transaction as it was signed: its id is known before anybody hears of it. `raw` as the adapter offers it. */
export type Signed = { readonly txid: string; readonly raw: string }

/** A transaction that nobody signed yet: the hash of what is to be signed, in hexadecimal, and its bytes as the adapter spells them. */
export type Unsigned = {
  readonly id: string
  readonly message: string
  /** How many keys it takes; one where that is not said. */
  readonly needed?: number
}

/** What too few keys signed yet: their signatures as the adapter spells them, how many they are, and how many it takes. */
export type Partly = {
  readonly partly: string
  readonly signatures: number
  readonly needed: number
}

/** What makes one payment and is not final: all that were signed for it, by the same lane, the newest last, and what people were asked to sign, who may have sent it by themselves. One of all these can stand. */
export type UnderWay = {
  readonly lane: Lane
  readonly versions: readonly Signed[]
  readonly asked?: readonly string[]
}

/** What the treasury holds for good: tokens by currency, and of the coin in which the network's fees are paid, beside what of that is laid down for its lanes. In smallest units. */
export type Purse = {
  readonly coin: bigint
  readonly laid?: bigint
  readonly tokens: ReadonlyMap<CurrencyCode, bigint>
}

/** What the network takes, in the smallest unit of its coin. */
export type Prices = {
  /** Of a transaction that pays one payee; null where nobody knows. */
  readonly fee: bigint | null
  /** What one has to offer at the least to stand on the chain by now; nothing where whatever is offered may. */
  readonly entering: bigint
  /** What is laid down for a payee who has no account for the token yet. */
  readonly account: bigint
  /** What is laid down for a lane that there is not yet. */
  readonly lane: bigint
  /** What the treasury has to keep. */
  readonly least: bigint
}

/**
 * What a payee is: paid at once, paid once an account is made for it, not paid by the token's issuer, who pays nobody from here by now (`STOPPED`), one who has not said
 * yet that they hold the token, which only they can (`NOT_OPTED_IN`), or no wallet at all.
 */
export type PayeeSeen = 'READY' | 'NEW' | 'FROZEN' | 'STOPPED' | 'NOT_OPTED_IN' | 'NO_WALLET'

/** Why a transaction moved nothing: it stands on the chain as that, another that used up its lane does (`REPLACED`), or its time was over before it stood (`EXPIRED`), and another is made. */
export const CHAIN_FAILURES = [
  'FROZEN',
  'STOPPED',
  'ACCOUNT',
  'TOKENS',
  'COIN',
  'REPLACED',
  'EXPIRED',
  'NOT_OPTED_IN',
  'OTHER',
] as const
export type ChainFailure = (typeof CHAIN_FAILURES)[number]

/**
 * What the chain has of what makes a payment, and which of its versions that is. `FINAL` never changes any more; `UNSEEN` proves nothing: a node may have forgotten.
 * `SPENT`: its lane was used up for good by another transaction, which is signed by the treasury's key, so that no node can make it up; `proof` is that, whole.
 * `EXPIRED`: its time is over, and it is in none of the blocks of that time, which `proof` names. `LOST`: its time is over, and the node does not have all of these.
 */
export type Seen =
  | { readonly state: 'UNSEEN' }
  | { readonly state: 'SEEN'; readonly txid: string; readonly confirmations: number }
  | { readonly state: 'FINAL'; readonly txid: string; readonly failure: ChainFailure | null }
  | { readonly state: 'SPENT'; readonly by: string; readonly proof: string }
  | { readonly state: 'EXPIRED'; readonly proof: string }
  | { readonly state: 'LOST' }

/** How people sign what leaves a treasury whose key is in no process (decision 0226). None of it asks a node. */
export type HandSigning = {
  /** What `sign` would be asked for. */
  unsigned(payment: TokenPayment, lane: Lane, fee: bigint): Unsigned | Promise<Unsigned>
  /** The last block in which something by a lane can stand, and how long a block takes at the least; absent where nothing is ever too late. */
  readonly window?: { ends(lane: Lane): bigint; readonly block_ms: number }
  /** How the network, or a device, spells what names it; absent where that is its id. */
  shown?(of: Unsigned): string
  /** As wallets take it. */
  file(of: Unsigned): FileToSign
  /** What somebody brought back, where it is just that, signed by the key of the treasury that it was asked of, or with what others brought by some of its keys; or why it is not. */
  signed(
    bytes: Uint8Array,
    of: Unsigned & { readonly partly?: string | null },
    treasury: string,
  ): Promise<Signed | Partly | SignedProblem>
}

/** Each call that asks a node throws an error of `chainError` where that does not answer, or answers what nobody understands. */
export type TokenChain = {
  readonly network: Blockchain
  /** Whether it is the network of that name whose coins are worth something: payments on another are called simulated. */
  readonly isMain: boolean
  readonly currencies: readonly CurrencyCode[]
  /** The coin in which the network's fees are paid. */
  readonly coin: CurrencyCode
  /** What its fees are said in. */
  readonly fee_unit: FeeUnit
  /** Where the treasury is paid: tokens and coin alike. */
  readonly address: string
  /** In how many blocks a transaction is final. */
  readonly needed: number
  /** What is paid at the most for one transaction, in the smallest unit of the coin. */
  readonly most_fee: bigint
  /** Whether what is in one lane stands only once what is in all before it does: then none of them may be left out. */
  readonly lanes_in_order: boolean
  /** What makes a lane's value another for good: that a transaction stood by it, or that its time is over; then what became of one is said by its blocks alone. */
  readonly lanes_by: 'USE' | 'TIME'
  /** Whether anybody could hold the key of it: a wallet's address, and not the treasury's or the token's own. */
  isPayable(address: string): boolean
  /** Whether it is the treasury's, or one of its accounts and lanes. */
  isOurs(address: string): boolean
  /** The last final block. Throws where the node follows another network, has other tokens under these names, or still catches up. */
  tip(): Promise<number>
  prices(): Promise<Prices>
  purse(): Promise<Purse>
  /** What payees are by now, in their order. */
  look(payments: readonly TokenPayment[]): Promise<PayeeSeen[]>
  /** The public keys that the network has for these accounts, in their order, as `ED25519:` or `ECDSA_SECP256K1:` and hexadecimal; null of one that has none, or several. Absent where an address says its key. */
  keys?(addresses: readonly string[]): Promise<readonly (string | null)[]>
  /** The lanes that there are, each with its final value: the treasury's, or those of another that was set before. */
  lanes(treasury?: string): Promise<Lane[]>
  /** Whose lane a signed transaction takes; absent where a lane's name says that. */
  signerIn?(raw: string): Promise<string>
  /** Makes what paying from here needs and there is not, lanes or the treasury's own accounts, as far as so much of the coin reaches. Twice is harmless, as is being killed here. */
  open(spare: bigint): Promise<void>
  /** What people have to do once, away from here, before anything can be paid; null where it is done, absent where nothing is. */
  unready?(): Promise<ChainHold | null>
  /** What its signer would say to payments, by rules of its own; undefined where it has none. */
  readonly view?: ViewOf | undefined
  /**
   * A transaction that makes one payment by a lane, for so much of a fee and what is laid down for the payee's account besides, signed. Nothing leaves by that. Throws what
   * `signerHold` knows where its signer does not sign.
   */
  sign(payment: TokenPayment, lane: Lane, fee: bigint, account?: bigint): Promise<Signed>
  /** How people sign in its place, where its key is in no process: nothing is signed here then. */
  readonly byHand?: HandSigning | undefined
  /** What another by the same lane has to offer at the least so that nodes take it in the place of one that offers so much; null where none ever does. */
  displacing(fee: bigint): bigint | null
  /** Looks a transaction up, whoever made it, with what went to an account by it. */
  lookUp(txid: string, to: string): Promise<Found>
  /** Offers one to the network. Whether that was heard, or refused, says nothing. */
  offer(raw: string): Promise<void>
  /** What the chain has of what is under way by lanes of one treasury, in their order. */
  seen(open: readonly UnderWay[], treasury?: string): Promise<Seen[]>
}

/** That a chain cannot be followed, or what is wrong with it. */
export function chainError(problem: ChainProblem, message: string, cause?: unknown): GatewayError {
  const retriable = problem !== 'OTHER_NETWORK'
  return new GatewayError(`CHAIN_${problem}`, message, { retriable, cause })
}
