/**
 * Pays in tokens on a chain of accounts, one payee in a transaction: whoever cannot be paid stops no other. After a crash the same bytes are offered again, and
 * a new transaction is made for nobody who has one (decision 0185).
 */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { totalsByCurrency } from '#domain/kernel/money.ts'
import { type Blockchain, networkName } from '#domain/kernel/network.ts'
import { sayText } from '../../kernel/words.ts'
import { notSaid } from '../found.ts'
import {
  findPayouts,
  isOfRail,
  listPayouts,
  listTaken,
  listTurned,
  type PayoutRow,
} from '../tokens/books.store.ts'
import { keepDiffers, keepExplained } from '../tokens/missing.store.ts'
import { readNothing } from './at-once.ts'
import { heldBack } from './held.ts'
import {
  NOTHING_STOPPED,
  type Prepared,
  type Rail,
  type RailBooks,
  type RailOrder,
  type RailReceipt,
  type Stopped,
} from './rail.ts'
import { tokenByHand } from './token-by-hand.ts'
import { type DepositsBy, tokenDeposits } from './token-deposits.ts'
import { follow, keepLook, lookForHold, makeIfAny, quietly, stops } from './token-follow.ts'
import { failedWords, judge, ownedAmong, payeesOf } from './token-judge.ts'
import { forgo, refuseStopped, type TokenTreasury, take } from './token-pay.ts'
import { costOf, progressOf, treasuriesOf } from './token-progress.ts'

/** What the rail of a network knows of what it was handed, and of what came in where something can, without a node or a key. */
export function tokenBooks(db: Kysely<DB>, network: Blockchain, deposits?: DepositsBy) {
  return {
    name: networkName(network),
    ...(deposits && { deposits: tokenDeposits(db, deposits) }),
    made: transaction => isOfRail(db, network, transaction),
    ask: async attempt_uuids =>
      (await findPayouts(db, network, attempt_uuids)).map(row => receiptOf(row, network)),
    books: async (after, limit) =>
      (await listPayouts(db, network, { after, limit })).map(
        ({ attempt_uuid, currency, amount: minor, ...row }) => ({
          ...{ attempt_uuid, amount: { currency, minor }, accepted: acceptedOf(row) },
        }),
      ),
  } satisfies RailBooks
}

/** What was refused at once was not accepted; what was taken, and said since to move nothing, we hear a moment later. */
function acceptedOf({
  refused,
  was_taken,
  failure,
}: Pick<PayoutRow, 'refused' | 'was_taken' | 'failure'>) {
  if (was_taken || failure !== null) return null
  return refused === null
}

/** A rail whose books are the schema `token_rail`. The treasury bears the network's fee; whoever is paid gets what they were promised. */
export function tokenRail(db: Kysely<DB>, treasury: TokenTreasury): Rail {
  const { chain, deposits, explorer = null } = treasury
  const books = tokenBooks(db, chain.network, deposits && { ...deposits, explorer })
  return {
    ...books,
    simulated: !chain.isMain,
    capabilities: {
      ...{ leaves: 'AT_ONCE', orders: 'BATCH', currencies: chain.currencies, cut_off: null },
      ...{ reversible: false, least_minor: 1n, most_minor: null },
    },
    prepare: orders => prepared(db, treasury, orders),
    read: readNothing,
    send: async (orders, stopped) => {
      const once = onceEach(orders)
      await pay(db, treasury, once, stopped)
      return books.ask(once.map(order => order.attempt_uuid))
    },
    waiting: () => listTaken(db, chain.network),
    follow: stopped => follow(db, treasury, stopped),
    forgo: async attempts => {
      await forgo(db, chain, attempts)
      return books.ask(attempts.map(one => one.attempt_uuid))
    },
    turned: async () =>
      (await listTurned(db, chain.network, treasury.now())).map(row =>
        receiptOf(row, chain.network),
      ),
    progress: attempts => progressOf(db, attempts, treasury),
    cost: of => costOf(db, treasury, of),
    owned: addresses => ownedAmong(db, chain, addresses),
    payees: wallets => payeesOf(chain, wallets),
    lookUp: (transaction, to) => chain.lookUp(transaction, to).catch(notSaid),
    treasuries: () => treasuriesOf(db, treasury),
    byHand: chain.byHand && tokenByHand(db, treasury, chain.byHand),
    explainMissing: of => keepExplained(db, chain.network, of),
    differ: differs => keepDiffers(db, chain.network, differs),
  }
}

async function pay(
  db: Kysely<DB>,
  treasury: TokenTreasury,
  orders: readonly RailOrder[],
  stopped: Stopped = NOTHING_STOPPED,
): Promise<void> {
  const { chain } = treasury
  const ids = orders.map(order => order.attempt_uuid)
  const known = await findPayouts(db, chain.network, ids)
  if (known.length === orders.length) return
  await chain.tip()
  const seen = await lookForHold(db, treasury)
  if (stops(seen.hold)) {
    await keepLook(db, treasury, seen)
    throw heldBack('CHAIN', seen.hold)
  }
  await take(db, chain, orders)
  await refuseStopped(db, treasury, stopped)
  const { raws, hold } = await makeIfAny(db, treasury, seen, stopped)
  await keepLook(db, treasury, seen, hold)
  // What is kept is offered again for as long as it is not final: a node that is away now, or refuses it, delays it.
  for (const raw of raws) await chain.offer(raw).catch(quietly)
}

async function prepared(
  db: Kysely<DB>,
  { chain }: TokenTreasury,
  orders: readonly RailOrder[],
): Promise<Prepared> {
  const judged = await judge(db, chain, onceEach(orders))
  const leaving = judged.filter(({ problem }) => !problem).map(({ order }) => order)
  return {
    leaving: leaving.map(({ attempt_uuid, amount }) => ({
      ...{ attempt_uuid, amount, fee: null, reference: '' },
    })),
    refused: judged.flatMap(({ order: { attempt_uuid }, problem }) =>
      problem ? [{ attempt_uuid, problems: [{ field: 'account', text: problem }] }] : [],
    ),
    totals: totalsByCurrency(leaving.map(({ amount }) => amount)),
    file: null,
    setup: [],
  }
}

function onceEach(orders: readonly RailOrder[]): RailOrder[] {
  return [...new Map(orders.map(order => [order.attempt_uuid, order])).values()]
}

function receiptOf(row: PayoutRow, network: Blockchain): RailReceipt {
  const { attempt_uuid, refused, failure, ended_at } = row
  const reference = row.txid ?? row.asked_id ?? ''
  const failed = refused ?? (failure && sayText(failedWords(network, failure)))
  if (failed !== null) return { attempt_uuid, outcome: 'FAILED', reference, reason: failed }
  return { attempt_uuid, outcome: ended_at ? 'SETTLED' : 'SENT', reference, reason: null }
}
