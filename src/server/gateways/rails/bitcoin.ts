/**
 * Pays in bitcoin, many payees in one transaction. What leaves is built, signed and kept, with who is paid by it, before any node hears of it; after a
 * crash the same bytes are offered again, and a new transaction is made for nobody who has one (decision 0165).
 */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { ChainProblem } from '#domain/kernel/chain-problem.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { say } from '../../kernel/words.ts'
import type { Chain } from '../bitcoin/bitcoin-node.ts'
import {
  alone,
  CONFIRMATIONS,
  findPayouts,
  freeSat,
  isOfRail,
  keepFollowed,
  listPayouts,
  listTurned,
  type PayoutRow,
  standing,
} from '../bitcoin/books.store.ts'
import { scriptOf } from '../bitcoin/build-payout.ts'
import { heldByDeposits } from '../bitcoin/deposit.store.ts'
import type { DepositKey } from '../bitcoin/deposit-key.ts'
import { followChain } from '../bitcoin/follow-chain.ts'
import { keepDiffers, keepExplained, missingSat } from '../bitcoin/missing.store.ts'
import { type Found, notSaid } from '../found.ts'
import { GatewayError } from '../gateway-error.ts'
import { readNothing } from './at-once.ts'
import { bitcoinByHand } from './bitcoin-by-hand.ts'
import { costOf } from './bitcoin-cost.ts'
import { bitcoinDeposits } from './bitcoin-deposits.ts'
import { judge, LEAST_SAT, ownedAmong } from './bitcoin-judge.ts'
import {
  type BitcoinTreasury,
  followedOf,
  forgo,
  lookForHold,
  MOST_FEE_RATE,
  pay,
} from './bitcoin-pay.ts'
import { progressOf } from './bitcoin-progress.ts'
import { raiseFee, raiseFees } from './bitcoin-raise.ts'
import type {
  Capabilities,
  Prepared,
  Rail,
  RailBooks,
  RailOrder,
  RailReceipt,
  Treasury,
} from './rail.ts'

/** So many are paid by one transaction: some 3,500 virtual bytes. */
const MOST_PAYEES = 100

const CAPABILITIES: Capabilities = {
  leaves: 'AT_ONCE',
  orders: 'BATCH',
  currencies: ['BTC'],
  cut_off: null,
  reversible: false,
  least_minor: LEAST_SAT,
  most_minor: null,
}

/** What that rail knows of what it was handed, and of what came in, without a node or a key. */
export function bitcoinBooks(
  db: Kysely<DB>,
  by: {
    readonly key?: DepositKey | null
    readonly explorer?: string | null
    readonly chain?: Chain
  } = {},
) {
  return {
    name: 'Bitcoin',
    made: transaction => isOfRail(db, transaction),
    deposits: bitcoinDeposits(db, by),
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
  const { node, chain, signer, now } = treasury
  const books = bitcoinBooks(db, {
    ...{ key: treasury.deposits ?? null, explorer: treasury.explorer ?? null, chain },
  })
  return {
    ...books,
    simulated: chain !== 'main',
    capabilities: CAPABILITIES,
    prepare: orders => prepared(db, orders, signer),
    read: readNothing,
    follow: async () => {
      try {
        const to_end = await followChain(db, followedOf(treasury))
        const { hold, fee_rate } = await lookForHold(db, treasury)
        // What waits may be raised also where nothing new leaves: a signer whose hour is full counts the difference alone.
        if (hold !== 'FEE_UNKNOWN' && hold !== 'FEE_TOO_HIGH')
          await raiseFees(db, treasury, fee_rate)
        await keepFollowed(db, now(), { problem: null, to_end })
      } catch (error) {
        await keepFollowed(db, now(), { problem: problemWith(error), to_end: false })
        throw error
      }
    },
    forgo: async attempts => {
      await forgo(db, attempts)
      return books.ask(attempts.map(one => one.attempt_uuid))
    },
    progress: attempts => progressOf(db, attempts, treasury.explorer ?? null),
    owned: addresses => ownedAmong(db, addresses, signer),
    lookUp: (transaction, to) => lookUp(node, transaction, to).catch(notSaid),
    cost: of =>
      costOf(db, of, {
        ...{ script: signer.script, per_transaction: MOST_PAYEES },
        input_bytes: signer.by_hand?.input_bytes,
      }),
    raise: async (attempt_uuid, fee_rate) => {
      const [payout] = await findPayouts(db, [attempt_uuid])
      if (payout?.txid) await raiseFee(db, treasury, { txid: payout.txid, fee_rate })
    },
    byHand: signer.by_hand && bitcoinByHand(db, treasury, signer.by_hand),
    explainMissing: of => alone(db, books => keepExplained(books, of)),
    differ: differs => keepDiffers(db, differs),
    turned: async () => (await listTurned(db)).map(receiptOf),
    treasuries: async () => [await treasuryOf(db, signer)],
    send: async orders => {
      const once = onceEach(orders)
      for (let at = 0; at < once.length; at += MOST_PAYEES)
        await pay(db, treasury, once.slice(at, at + MOST_PAYEES))
      return books.ask(once.map(order => order.attempt_uuid))
    },
  }
}

/** What a transaction of whomever pays an address, once a block holds it. */
async function lookUp({ find }: BitcoinTreasury['node'], txid: string, to: string): Promise<Found> {
  const found = await find(txid)
  if (!found || found.confirmations === 0) return { state: 'UNSEEN' }
  const script = scriptOf(to)
  const paid = found.outputs.filter(of => of.script === script)
  const sat = paid.reduce((sum, of) => sum + of.value_sat, 0n)
  return { state: 'STANDS', amounts: new Map([['BTC', sat]]) }
}

/** How the treasury stands, by the books alone. */
async function treasuryOf(
  db: Kysely<DB>,
  { address, script }: BitcoinTreasury['signer'],
): Promise<Treasury> {
  const [{ held_sat, ...rest }, free_sat, deposited_sat, missing_sat] = await db
    .connection()
    .execute(
      async of =>
        [
          await standing(of),
          await freeSat(of, script),
          await heldByDeposits(of),
          await missingSat(of),
        ] as const,
    )
  const inBitcoin = (minor: bigint) => ({ currency: 'BTC', minor })
  return {
    ...{ ...rest, address, coin: null },
    ...{ held: inBitcoin(held_sat), deposited: inBitcoin(deposited_sat) },
    ready: inBitcoin(free_sat),
    missing: missing_sat > 0n ? inBitcoin(missing_sat) : null,
    ...{ most_fee_rate: MOST_FEE_RATE, fee_unit: 'SATOSHI_BYTE' },
  }
}

async function prepared(
  db: Kysely<DB>,
  orders: readonly RailOrder[],
  signer: BitcoinTreasury['signer'],
): Promise<Prepared> {
  const once = onceEach(orders)
  const { judged } = await judge(db, once, signer)
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
  if (failed !== null)
    return { attempt_uuid, outcome: 'FAILED', reference, reason: failed, by_two: row.by_two }
  const outcome = row.confirmations >= CONFIRMATIONS ? 'SETTLED' : 'SENT'
  return { attempt_uuid, outcome, reference, reason: null }
}
