/**
 * How money leaves: by files that a bank is given, by calls, by chains or by somebody's hand, all behind one port. A rail is told each
 * attempt by its id, and never moves money twice for one id. It says what would leave (`prepare`), lets it leave (`send`), tells what
 * became of it (`ask`), and reads what a bank wrote about it (`read`).
 */

import type {
  ChainHold,
  ChainProblem,
  ChainWait,
  FeeUnit,
  WalletState,
} from '#domain/kernel/chain-problem.ts'
import type { CurrencyCode } from '#domain/kernel/currency.ts'
import type { Money } from '#domain/kernel/money.ts'
import type { DepositBlockchain } from '#domain/kernel/network.ts'
import type { CutOff } from '#domain/payments/file-day.ts'
import type { Payee } from '#domain/payments/payment-order.ts'
import type { Answers, FieldProblem, FileRead, Refusal } from '../bank-files/bank-file.ts'
import type { Found } from '../found.ts'
import type { FileToSign, SignedProblem, SignState } from '../hand-signing.ts'

/** One attempt to pay, whole, as it was when the attempt began. `attempt_uuid` is the rail's idempotency key. */
export type RailOrder = {
  readonly attempt_uuid: string
  readonly amount: Money
  readonly network: string
  /** The account or address that is paid, whole. */
  readonly account: string
  readonly account_name: string
  /** Whose account it is, with all that banks ask; null for an address of a chain. */
  readonly payee: Payee | null
  /** What the payee reads on the statement. */
  readonly remittance: string
  /** Earlier attempts at the same payment that must never arrive beside it: a rail that takes its word back (a chain) keeps them out for good, or refuses. */
  readonly before?: readonly string[]
}

/** What a rail can do. */
export type Capabilities = {
  /** Whether orders leave as soon as they are sent, or in a file that a person releases. */
  readonly leaves: 'AT_ONCE' | 'BY_RELEASE'
  readonly orders: 'BATCH' | 'SINGLE'
  /** Null where it carries any. */
  readonly currencies: readonly CurrencyCode[] | null
  /** What is handed over later leaves the next day. Null where there is no such hour. */
  readonly cut_off: CutOff | null
  /** Whether what was sent can be called back. */
  readonly reversible: boolean
  /** What one order may come to, in smallest units. */
  readonly least_minor: bigint
  readonly most_minor: bigint | null
}

/** An order as it would leave: under which reference the other side will speak of it (empty where that is known once it left), and what it takes for that. */
export type Leaving = {
  readonly attempt_uuid: string
  readonly amount: Money
  readonly fee: Money | null
  readonly reference: string
}

/** What would leave, before anything does. An order that cannot leave stops no other; what is wrong with the set-up stops all. */
export type Prepared = {
  readonly leaving: readonly Leaving[]
  readonly refused: readonly Refusal[]
  readonly totals: readonly Money[]
  /** What a bank is given; null of a rail without files, and where nothing can be in it. */
  readonly file: Uint8Array | null
  readonly setup: readonly FieldProblem[]
}

/** What became of an attempt, as far as the rail knows. `SENT` may still come back. */
export type RailReceipt = {
  readonly attempt_uuid: string
  readonly outcome: 'SENT' | 'FAILED' | 'SETTLED' | 'RETURNED'
  readonly reference: string
  /** Why it failed or came back, in words for the contractor and the operator. */
  readonly reason: string | null
  /** Whether it was refused since an attempt before it could arrive beside it: two operators' word lets the next one leave. */
  readonly by_two?: boolean
}

/** A line of a rail's own books. */
export type RailTransfer = {
  readonly attempt_uuid: string
  readonly amount: Money
  /** Whether the rail took it; null where it did, and said since that it never arrived, or took that back: which we hear a moment later. */
  readonly accepted: boolean | null
}

/** What a wallet of ours holds of one currency, as its chain had it when that was last read. */
export type Treasury = {
  readonly address: string
  readonly held: Money
  /** What lies at the addresses of deposits beside that, which whoever has their key may bring here. */
  readonly deposited: Money
  /** What of it left by nothing of the rail's, and is not explained; absent of a rail that does not hold that against its books. */
  readonly missing?: Money | null
  /** What it could pay by now, before the network's fee. */
  readonly ready: Money
  /** What is left there of the coin in which the network is paid; null where that is the same currency. */
  readonly coin: Money | null
  /** What of that left by nothing of the rail's, and is not explained: said once for a network, with its first token. */
  readonly coin_missing?: Money | null
  /** How many transactions of ours wait for a block. */
  readonly waiting: number
  readonly height: number | null
  readonly read_at: Date | null
  /** What is wrong with following the chain, and since when. */
  readonly problem: ChainProblem | null
  readonly problem_since: Date | null
  /** Why nothing new leaves although it is followed, and since when. */
  readonly hold: ChainHold | null
  readonly hold_since: Date | null
  /** What a byte, or a transaction, costs by the node, and what is paid at the most, in the smallest unit. */
  readonly fee_rate: bigint | null
  readonly most_fee_rate: bigint
  readonly fee_unit: FeeUnit
}

/** How far an attempt has come on its chain. */
export type ChainProgress = {
  readonly attempt_uuid: string
  /** Null as long as nothing that pays it was made. */
  readonly transaction: string | null
  /** Where anybody can look it up; null where no explorer is configured. */
  readonly link: string | null
  /** In how many blocks it stands, and in how many it counts as arrived. */
  readonly confirmations: number
  readonly needed: number
  /** Why it is not in a block although it could be, and since when where that is known. */
  readonly wait: ChainWait | null
  readonly since: Date | null
  /** What it pays for a byte with all that waits together with it, and what would be paid by now, in the smallest unit; null where none of it waits for a block. */
  readonly fee_rate: bigint | null
  readonly fee_rate_now: bigint | null
}

/** How two people explain what is missing from a treasury. */
export type Explained = {
  readonly missing: Money
  readonly words: string
  readonly asked_by: string
  readonly explained_by: string
  readonly explained_at: Date
}

/** A transaction that people are to sign away from here. */
export type ToSign = {
  /** What is known of it before anybody signed, and wallets show: its id on the chain, or the hash of what is signed where signatures make another id. */
  readonly id: string
  /** How the network, or a device, spells that, where that is otherwise. */
  readonly shown?: string | undefined
  /** Whom it pays, where that is one. */
  readonly payee?: string
  /** How many payments it makes, of how much together, and what the network takes beside. */
  readonly payments: number
  readonly amount: Money
  readonly fee: Money
  /** Since when it waits; when it was first handed to whoever signs. */
  readonly since: Date
  readonly exported_at: Date | null
  /** Until about when it can be signed, where it cannot be later, and whether that is over: another is asked for then. */
  readonly until?: Date | null
  readonly over?: boolean
  /** How many keys signed it, of how many it takes. */
  readonly signatures: number
  readonly needed: number
  /** The one in whose place it stands for a higher fee, and one that has to be signed as well for this one to arrive. */
  readonly replaces: string | null
  readonly after: string | null
}

/** What became of what was brought back signed: it was sent or waits for more keys, or nothing of it was taken. */
export type Imported =
  | {
      readonly outcome: 'SIGNED' | 'KEPT'
      readonly signatures: number
      readonly needed: number
    }
  | { readonly outcome: 'UNKNOWN' }
  | { readonly outcome: 'DEAD' }
  | { readonly outcome: 'REFUSED'; readonly problem: SignedProblem }

/** How people sign for a wallet whose keys are in no process. What they are asked for is the same each time, and stays asked for until it stands on its chain or cannot any more. */
export type ByHand = {
  /** What waits, the oldest first. */
  list(): Promise<readonly ToSign[]>
  /** The attempts that one pays, or pays anew for a higher fee. */
  pays(id: string): Promise<readonly string[]>
  /** The file to sign, and keeps that it was handed out; how it stands where it does not wait, and undefined where it was never asked for. */
  export(id: string): Promise<FileToSign | SignState | undefined>
  /** Takes what was signed, where it is just what was asked for; the same again changes nothing. */
  import(id: string, bytes: Uint8Array): Promise<Imported>
}

/** What paying so much by a chain takes, as far as that is known before it is built. */
export type ChainCost = {
  /** The network's fee, which the treasury bears; null where nobody knows what the network asks. */
  readonly fee: Money | null
  /** What would be paid for a byte, or for a transaction, in the smallest unit, and when the node said so. */
  readonly fee_rate: bigint | null
  readonly fee_unit: FeeUnit
  readonly asked_at: Date | null
  /** What is laid down beside that, at the most, for payees who have no account for it yet; null where there are no such accounts. */
  readonly accounts: Money | null
  /** What the treasury could pay by now, fees included, and what it lacks for this; null where it reaches. */
  readonly ready: Money
  readonly short: Money | null
  /** What it lacks of the coin in which the network is paid, where that is another currency; null where it reaches. */
  readonly coin_short: Money | null
  /** Why nothing of it would leave by now. */
  readonly wait: ChainWait | null
}

/** What a wallet is on its chain by now; null where that could not be learned. The key is the public one that its network has for it, where its address does not say it. */
export type WalletOnChain = { readonly state: WalletState | null; readonly key: string | null }

/** What an address of ours was paid. */
export type RailDeposit = {
  /** The transaction and its output: `txid:vout`. One deposit, whichever block holds it. */
  readonly reference: string
  readonly transaction: string
  readonly link: string | null
  /** Where it was paid, with its memo where one says whose it is (`placeOf`). */
  readonly address: string
  /** From which address it came; null where coins have none. Whose that is nobody knows: it may be an exchange's. */
  readonly sender: string | null
  readonly amount: Money
  /** In how many blocks it stands; none where the chain has it no more. */
  readonly confirmations: number
  /** Whether it was told to us, and kept by us. */
  readonly taken: boolean
  /** Where it stands in a page of them. */
  readonly number: bigint
}

/**
 * What lies at an address and is no deposit, or cannot be moved from there: pieces that are too small, the network's own coin, tokens that nobody here knows (which have
 * no amount), what the token's issuer froze, what lies there and nothing told, and what was told and does not; and that an account cannot take a token.
 */
export type RailOdd = {
  readonly kind: 'DUST' | 'COIN' | 'STRANGE' | 'FROZEN' | 'UNTOLD' | 'MISSING' | 'CLOSED'
  /** One piece of work, whatever more comes. */
  readonly reference: string
  readonly address: string
  readonly outputs: number
  readonly amount: Money | null
}

/** What came in by a chain. All but `watch` and `take` only reads, and none asks a node. */
export type RailDeposits = {
  /** Under which currency an address is kept, and what can be paid in at it. */
  readonly coin: CurrencyCode
  readonly currencies: readonly CurrencyCode[]
  readonly network: DepositBlockchain
  /** The network as its nodes call it. */
  readonly chain: string
  /** What stands before an address in a code for wallets. */
  readonly scheme: 'bitcoin:' | ''
  /** In how many blocks a deposit counts as arrived, and what is less than one, in the smallest unit. */
  readonly needed: number
  readonly least_minor: bigint
  /** By which key addresses are made, or memos of one account; null where none is configured, and no new ones are told. */
  readonly key: {
    readonly name: string
    readonly account?: string
    at(number: number): string
  } | null
  /** Whether memos say whose a deposit is: what is at fault then lies at no company's address. */
  readonly by_memo: boolean
  /** What of the currencies the one account takes by now; only where there is one. */
  takes?(): Promise<readonly CurrencyCode[]>
  /** Has what pays the key's address of a number be kept from the next block on; false where no block was ever read, so that nobody knows which that is. */
  watch(number: number): Promise<boolean>
  /** What arrived and was not taken, in the order of their numbers after one. */
  due(after: bigint, limit: number): Promise<RailDeposit[]>
  /** Keeps that these were told to us, and kept by us. */
  take(references: readonly string[]): Promise<void>
  /** Of these addresses, or of all; newest first, before a number. */
  list(of: {
    readonly addresses: readonly string[] | null
    readonly before: bigint | null
    readonly limit: number
  }): Promise<RailDeposit[]>
  find(references: readonly string[]): Promise<RailDeposit[]>
  /** What was taken, and stands in no block although the chain came as far again. */
  lost(limit: number): Promise<RailDeposit[]>
  /** What was taken, in the order of their numbers after one. */
  taken(after: bigint, limit: number): Promise<RailDeposit[]>
  /** What is no deposit, by kind and reference, after one. */
  odd(after: RailOdd | null, limit: number): Promise<RailOdd[]>
  /** Which of these addresses a token's issuer froze; only where one can. */
  frozen?(
    addresses: readonly string[],
  ): Promise<readonly { readonly address: string; readonly currency: CurrencyCode }[]>
}

/** What a rail knows of what it was handed. */
export type RailBooks = {
  readonly name: string
  /** The receipts of attempts that the rail knows; the others are left out. */
  ask(attempt_uuids: readonly string[]): Promise<RailReceipt[]>
  /** A page of the rail's own books in the order of attempts, after one of them; absent where it has none that can be read. */
  books?(after: string | null, limit: number): Promise<RailTransfer[]>
  /** What came in by it; absent where nothing can. */
  readonly deposits?: RailDeposits
  /** Whether a transaction is one by which it pays, or paid; only of a chain. */
  made?(transaction: string): Promise<boolean>
}

/** What nothing new may be made of by now: all that waits, or some attempts that were handed over before; and which of these leave no more, in words. */
export type Stopped = {
  readonly all: boolean
  readonly attempts: readonly string[]
  readonly refused: readonly { readonly attempt_uuid: string; readonly reason: string }[]
}

/** Where nothing is stopped. */
export const NOTHING_STOPPED: Stopped = { all: false, attempts: [], refused: [] }

export type Rail = RailBooks & {
  readonly simulated: boolean
  readonly capabilities: Capabilities
  /** What these orders would be. Nothing leaves, and the same orders are prepared alike. */
  prepare(orders: readonly RailOrder[]): Promise<Prepared>
  /** Hands over orders. Sending an id again answers the first receipt and moves nothing; a GatewayError leaves it unknown. What was handed over before and is stopped waits on. */
  send(orders: readonly RailOrder[], stopped?: Stopped): Promise<RailReceipt[]>
  /** The attempts that it took and has made nothing of that stands or may stand yet; only of a rail where such wait. */
  waiting?(): Promise<readonly string[]>
  /** Looks what happened outside since, so that `ask` tells it, and goes on with what waits and is not stopped; only of a rail that tells by itself that what it sent arrived. */
  follow?(stopped?: Stopped): Promise<void>
  /**
   * Makes certain of attempts: one that it never kept it takes no more, however late it is handed over, and answers as failed; of the others the receipts. Only
   * of a rail whose books can tell.
   */
  forgo?(attempts: readonly Pick<RailOrder, 'attempt_uuid' | 'amount'>[]): Promise<RailReceipt[]>
  /** What it says by now of attempts of which it may have said the opposite: they failed, or neither arrived nor failed for good. Few; only of a rail that is followed. */
  turned?(): Promise<RailReceipt[]>
  /** How far attempts that were handed to it, or are to be, have come; those that it refused are left out. Only of a rail that is followed. */
  progress?(attempt_uuids: readonly string[]): Promise<ChainProgress[]>
  /** What so many payments of so much together would take by now; nothing is asked of a node for it. Only of a rail that is followed. */
  cost?(of: { readonly payments: number; readonly total: Money }): Promise<ChainCost>
  /**
   * Has an attempt that waits for a block pay so much for a byte, where it pays less: by another transaction in the place of its own, of which one is confirmed
   * at the most. Nothing happens where it does not wait, pays as much, or cannot pay more.
   */
  raise?(attempt_uuid: string, fee_rate: bigint): Promise<void>
  /** Which of these addresses are ours: what it pays from, or where money comes in. Paying one would move nothing. Only of a rail that is followed. */
  owned?(addresses: readonly string[]): Promise<readonly string[]>
  /** What these wallets are by now, in their order, by asking the chain. Only of a rail of a chain where not every address takes what is sent. */
  payees?(
    wallets: readonly { readonly address: string; readonly currency: CurrencyCode }[],
  ): Promise<readonly WalletOnChain[]>
  /** Looks a transaction up, whoever made it, with what went to an account by it in smallest units. Only of a rail that follows a chain. */
  lookUp?(transaction: string, to: string): Promise<Found>
  /** What it pays from, by currency; only of a rail that knows that by itself. */
  treasuries?(): Promise<readonly Treasury[]>
  /** How people sign for it, where its keys are in no process. */
  readonly byHand?: ByHand | undefined
  /**
   * Keeps how two people explain that so much of a currency is missing; payments leave again then, and saying it again changes nothing. False where that much is not missing, or others explained it. Only of
   * a rail whose treasury says what is missing.
   */
  explainMissing?(of: Explained): Promise<boolean>
  /** Keeps whether its treasury differs from the ledger so that nothing new may leave, until that is said otherwise. Only of a rail whose treasury is held against the ledger. */
  differ?(differs: boolean): Promise<void>
  /** What a statement or a file of returns says of orders, whole, or everything that is wrong with it. */
  read(bytes: Uint8Array): Promise<FileRead<Answers>>
}
