/**
 * Pays in bitcoin, many payees in one transaction. What leaves is built, signed and kept, with who is paid by it, before any node hears of it; after a
 * crash the same bytes are offered again, and a new transaction is made for nobody who has one (decision 0165).
 */
import { hex } from '@scure/base'
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { ChainHold, ChainProblem } from '#domain/kernel/chain-problem.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { say, sayText } from '../../kernel/words.ts'
import type { BitcoinNode } from '../bitcoin/bitcoin-node.ts'
import {
  alone,
  type Books,
  CONFIRMATIONS,
  findPayouts,
  insertPayouts,
  insertTransaction,
  keepFollowed,
  keepHold,
  listOpen,
  listPayouts,
  listTurned,
  type PayoutRow,
  spendable,
  standing,
} from '../bitcoin/books.store.ts'
import {
  buildPayout,
  isSignedAs,
  type Payee,
  scriptOf,
  type Unsigned,
} from '../bitcoin/build-payout.ts'
import { followChain, tipOf } from '../bitcoin/follow-chain.ts'
import type { BitcoinSigner, PayeeRefusal, SignerView } from '../bitcoin/signer.ts'
import { GatewayError } from '../gateway-error.ts'
import { readNothing } from './at-once.ts'
import type { Capabilities, Rail, RailBooks, RailOrder, RailReceipt } from './rail.ts'

/** Bitcoin Core's limit for outputs of the oldest kind; what is less is not relayed (policy/policy.cpp, GetDustThreshold). */
const LEAST_SAT = 546n
/** So many are paid by one transaction: some 3,500 virtual bytes. */
const MOST_PAYEES = 100
/** In so many blocks a transaction is to stand: within the hour. */
const WITHIN_BLOCKS = 6
/** Nobody pays more for a virtual byte, whatever a node says; in satoshi. */
const MOST_FEE_RATE = 500n
const LEAST_FEE_RATE = 1n
/** So many of ours wait for a block at the most: nodes relay no chain of more than 25, each of which spends the change of the one before. */
const MOST_WAITING = 20

const CAPABILITIES: Capabilities = {
  leaves: 'AT_ONCE',
  orders: 'BATCH',
  currencies: ['BTC'],
  cut_off: null,
  reversible: false,
  least_minor: LEAST_SAT,
  most_minor: null,
}

export type BitcoinTreasury = {
  readonly node: BitcoinNode
  readonly signer: BitcoinSigner
  readonly from_height: number | null
  readonly now: () => Date
}

/** What that rail knows of what it was handed, without a node or a key. */
export function bitcoinBooks(db: Kysely<DB>) {
  return {
    name: 'Bitcoin',
    ask: async attempt_uuids => (await findPayouts(db, attempt_uuids)).map(receiptOf),
    books: async (after, limit) =>
      (await listPayouts(db, after, limit)).map(({ attempt_uuid, value_sat, txid, ...of }) => ({
        ...{ attempt_uuid, amount: { currency: 'BTC', minor: value_sat } },
        accepted: of.dead_by === null && !of.was_dead ? txid !== null : null,
      })),
  } satisfies RailBooks
}

/** A rail whose books are the schema `bitcoin_rail`. The treasury bears the network's fee; whoever is paid gets what they were promised. */
export function bitcoinRail(db: Kysely<DB>, treasury: BitcoinTreasury): Rail {
  const { node, signer, from_height, now } = treasury
  const books = bitcoinBooks(db)
  return {
    ...books,
    simulated: false,
    capabilities: CAPABILITIES,
    prepare: async orders => {
      const once = onceEach(orders)
      const { judged } = await judge(once, signer)
      const refused = judged.flatMap(({ order: { attempt_uuid }, problem }) =>
        problem ? [{ attempt_uuid, problems: [{ field: 'account', text: problem }] }] : [],
      )
      const out = new Set(refused.map(one => one.attempt_uuid))
      const leaving = once.filter(order => !out.has(order.attempt_uuid))
      return {
        leaving: leaving.map(({ attempt_uuid, amount }) => ({
          ...{ attempt_uuid, amount, fee: null, reference: '' },
        })),
        refused,
        totals: totalsByCurrency(leaving.map(({ amount }) => amount)),
        file: null,
        setup: [],
      }
    },
    read: readNothing,
    follow: async () => {
      try {
        await followChain(db, { node, script: signer.script, from_height })
        await lookForHold(db, treasury)
        await keepFollowed(db, now(), null)
      } catch (error) {
        await keepFollowed(db, now(), problemWith(error))
        throw error
      }
    },
    turned: async () => (await listTurned(db)).map(receiptOf),
    treasury: async () => {
      const { held_sat, free_sat, ...rest } = await standing(db)
      const inBitcoin = (minor: bigint) => ({ currency: 'BTC', minor })
      return {
        ...{ ...rest, address: signer.address },
        ...{ held: inBitcoin(held_sat), ready: inBitcoin(free_sat), most_fee_rate: MOST_FEE_RATE },
      }
    },
    send: async orders => {
      const once = onceEach(orders)
      for (let at = 0; at < once.length; at += MOST_PAYEES)
        await pay(db, treasury, once.slice(at, at + MOST_PAYEES))
      return books.ask(once.map(order => order.attempt_uuid))
    },
  }
}

const PROBLEMS: Readonly<Record<string, ChainProblem>> = {
  BITCOIN_NODE_SILENT: 'SILENT',
  BITCOIN_NODE_BEHIND: 'BEHIND',
  BITCOIN_OTHER_NETWORK: 'OTHER_NETWORK',
}

function problemWith(error: unknown): ChainProblem {
  return (error instanceof GatewayError && PROBLEMS[error.code]) || 'OTHER'
}

function onceEach(orders: readonly RailOrder[]): RailOrder[] {
  return [...new Map(orders.map(order => [order.attempt_uuid, order])).values()]
}

function receiptOf({ attempt_uuid, txid, vout, ...row }: PayoutRow): RailReceipt {
  const reference = txid === null ? '' : `${txid}:${vout}`
  const failed = row.refused ?? (row.dead_by === null ? null : say('payments.reasons.bitcoin.dead'))
  if (failed !== null) return { attempt_uuid, outcome: 'FAILED', reference, reason: failed }
  const outcome = row.confirmations >= CONFIRMATIONS ? 'SETTLED' : 'SENT'
  return { attempt_uuid, outcome, reference, reason: null }
}

/** Why an order cannot leave; undefined where it can. What pays the treasury itself would move nothing. */
function problemOf(
  { account, amount }: RailOrder,
  { script }: Pick<BitcoinSigner, 'script'>,
): Text | undefined {
  const paid = scriptOf(account)
  if (amount.currency !== 'BTC' || paid === undefined)
    return textOf('payments.reasons.bitcoin.address')
  if (paid === script) return textOf('payments.reasons.bitcoin.treasury')
  if (amount.minor < LEAST_SAT) return textOf('payments.reasons.bitcoin.least')
  return undefined
}

type Limits = Pick<SignerView, 'left_sat' | 'most_fee_sat'>

/** Of each order why it is not paid, by us or by its signer, and what that signs for by now; null where it has no limits. */
async function judge(
  orders: readonly RailOrder[],
  signer: BitcoinSigner,
): Promise<{
  readonly judged: readonly { readonly order: RailOrder; readonly problem: Text | undefined }[]
  readonly limits: Limits | null
}> {
  const judged = orders.map(order => ({ order, problem: problemOf(order, signer) }))
  const asked = judged.filter(({ problem }) => !problem).map(({ order }) => order)
  if (!signer.view || asked.length === 0) return { judged, limits: null }
  const { refusals, ...limits } = await signer.view(asked.map(payeeOf))
  const said = new Map(asked.map((order, at) => [order, refusals[at] ?? null]))
  return {
    limits,
    judged: judged.map(({ order, problem }) => {
      const refusal = said.get(order)
      return { order, problem: refusal ? textOf(REFUSED_BY_SIGNER[refusal]) : problem }
    }),
  }
}

const REFUSED_BY_SIGNER = {
  PAYEE_UNKNOWN: 'payments.reasons.bitcoin.unlisted',
  PAYMENT_TOO_LARGE: 'payments.reasons.bitcoin.tooLarge',
} as const satisfies Record<PayeeRefusal, string>

function payeeOf({ account, amount }: RailOrder): Payee {
  return { address: account, value_sat: amount.minor }
}

/** Pays those of the orders that the books do not know, in one transaction; what cannot be paid is refused, and stays so. */
async function pay(
  db: Kysely<DB>,
  treasury: BitcoinTreasury,
  orders: readonly RailOrder[],
): Promise<void> {
  const { node } = treasury
  const known = new Set((await findPayouts(db, idsOf(orders))).map(row => row.attempt_uuid))
  if (orders.every(order => known.has(order.attempt_uuid))) return
  await tipOf(node)
  const { hold, fee_rate } = await lookForHold(db, treasury)
  // What is less may leave yet.
  if (hold && hold !== 'SIGNER_FULL') throw heldBack(hold)
  const { raw, waits } = await alone(db, books => keepPayout(books, treasury, orders, fee_rate))
  // What is kept is offered again for as long as it stands in no block: a node that is away now, or refuses it, delays it.
  if (raw) await node.broadcast(raw).catch(() => null)
  if (waits) throw heldBack('SIGNER_FULL')
}

/** Looks whether anything new could leave by now, and keeps why not; answers the fee that is paid for a byte. */
async function lookForHold(db: Kysely<DB>, { node, signer, now }: BitcoinTreasury) {
  const fee_rate = await node.feeRate(WITHIN_BLOCKS)
  const open = await listOpen(db)
  const hold = holdOf(fee_rate, open.length) ?? (await holdOfSigner(signer))
  await keepHold(db, now(), { hold, fee_rate })
  return {
    hold,
    fee_rate: fee_rate === null || fee_rate < LEAST_FEE_RATE ? LEAST_FEE_RATE : fee_rate,
  }
}

function holdOf(fee_rate: bigint | null, waiting: number): ChainHold | null {
  if (fee_rate === null) return 'FEE_UNKNOWN'
  if (fee_rate > MOST_FEE_RATE) return 'FEE_TOO_HIGH'
  return waiting >= MOST_WAITING ? 'MUCH_WAITS' : null
}

/** Whether its signer would sign for the largest payment that it may by now. */
async function holdOfSigner({ view }: BitcoinSigner): Promise<ChainHold | null> {
  try {
    const seen = await view?.([])
    return seen && seen.left_sat < seen.most_payment_sat ? 'SIGNER_FULL' : null
  } catch (error) {
    const silent = error instanceof GatewayError && error.code === 'BITCOIN_SIGNER_SILENT'
    return silent ? 'SIGNER_SILENT' : 'SIGNER_OTHER'
  }
}

const HELD: Readonly<Record<ChainHold, string>> = {
  FEE_UNKNOWN: 'the node cannot tell what a transaction costs',
  FEE_TOO_HIGH: 'a byte costs more than is paid',
  MUCH_WAITS: 'too many transactions wait for a block',
  SIGNER_SILENT: 'the signer does not answer',
  SIGNER_OTHER: 'the signer holds another key, or answers what nobody understands',
  SIGNER_FULL: 'the signer signs for no more within this hour',
}

function heldBack(hold: ChainHold): GatewayError {
  return new GatewayError(`BITCOIN_${hold}`, HELD[hold], { retriable: true })
}

/** Keeps what becomes of orders of which the books know nothing; answers the transaction that pays them, signed, where one does. */
async function keepPayout(
  books: Books,
  { signer, now }: BitcoinTreasury,
  orders: readonly RailOrder[],
  fee_rate: bigint,
): Promise<{ readonly raw?: string; readonly waits: boolean }> {
  const known = new Set((await findPayouts(books, idsOf(orders))).map(row => row.attempt_uuid))
  const fresh = orders.filter(order => !known.has(order.attempt_uuid))
  const { judged, limits } = await judge(fresh, signer)
  const good = judged.filter(({ problem }) => !problem).map(({ order }) => order)
  if ((await listOpen(books)).length >= MOST_WAITING) throw heldBack('MUCH_WAITS')
  const { within, paid, unsigned } = await reach(books, signer, good, { fee_rate, limits })
  const waits = paid.length < within
  const short = textOf('payments.reasons.bitcoin.short')
  const refused = [
    ...judged.flatMap(({ order, problem }) => (problem ? [{ order, problem }] : [])),
    ...good.slice(within).map(order => ({ order, problem: short })),
  ]
  await insertPayouts(
    books,
    refused
      .filter(({ order }) => order.amount.minor > 0n)
      .map(({ order, problem }) => ({
        ...{ ...payoutOf(order), txid: null, vout: null, refused: sayText(problem) },
      })),
  )
  if (!unsigned) return { waits }
  const raw = await signer.sign(unsigned.psbt)
  if (!isSignedAs(unsigned, raw))
    throw new GatewayError('BITCOIN_SIGNED_OTHERWISE', 'what was signed is not what was asked', {
      retriable: false,
    })
  const { txid, vouts } = unsigned
  const { script } = signer
  await insertTransaction(books, unsigned, { raw: hex.encode(raw), script, made_at: now() })
  await insertPayouts(
    books,
    paid.map((order, at) => ({
      ...{ ...payoutOf(order), txid, vout: vouts[at] ?? null, refused: null },
    })),
  )
  return { raw: hex.encode(raw), waits }
}

function idsOf(orders: readonly RailOrder[]): string[] {
  return orders.map(order => order.attempt_uuid)
}

function payoutOf({ attempt_uuid, amount }: RailOrder) {
  return { attempt_uuid, value_sat: amount.minor }
}

/**
 * How many of the orders, from the first on, the treasury can pay whole (`within`), how many of those its signer signs for by now, and the transaction that
 * pays these.
 */
async function reach(
  books: Books,
  signer: BitcoinSigner,
  orders: readonly RailOrder[],
  { fee_rate, limits }: { readonly fee_rate: bigint; readonly limits: Limits | null },
): Promise<{ within: number; paid: readonly RailOrder[]; unsigned?: Unsigned }> {
  const coins = await spendable(books)
  let within: number | undefined
  for (let count = orders.length; count > 0; count--) {
    const paid = orders.slice(0, count)
    const unsigned = buildPayout(coins, paid.map(payeeOf), signer, fee_rate)
    if (!unsigned) continue
    within ??= count
    if (isSignedFor(unsigned, paid, limits)) return { within, paid, unsigned }
  }
  return { within: within ?? 0, paid: [] }
}

function isSignedFor(
  { fee_sat }: Unsigned,
  paid: readonly RailOrder[],
  limits: Limits | null,
): boolean {
  if (!limits) return true
  const leaves_sat = paid.reduce((sum, { amount }) => sum + amount.minor, fee_sat)
  return fee_sat <= limits.most_fee_sat && leaves_sat <= limits.left_sat
}
