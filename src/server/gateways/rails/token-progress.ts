/** How far what is paid in tokens has come, what paying takes, and what the treasury holds: by the books alone, no node is asked for a page. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import type { ChainHold, ChainWait } from '#domain/kernel/chain-problem.ts'
import type { Money } from '#domain/kernel/money.ts'
import { findPayouts, type PayoutRow, type Standing, standing } from '../tokens/books.store.ts'
import { heldByDeposits } from '../tokens/deposit.store.ts'
import type { TokenChain } from '../tokens/token-chain.ts'
import type { ChainCost, ChainProgress, Treasury } from './rail.ts'
import type { TokenTreasury } from './token-pay.ts'
import { raisedFee } from './token-raise.ts'

/** Of each attempt that is not refused, in the order in which they are asked for. */
export async function progressOf(
  db: Kysely<DB>,
  attempt_uuids: readonly string[],
  treasury: TokenTreasury,
): Promise<ChainProgress[]> {
  const { network } = treasury.chain
  const [payouts, now] = await db
    .connection()
    .execute(
      async books =>
        [await findPayouts(books, network, attempt_uuids), await standing(books, network)] as const,
    )
  const of = new Map(payouts.map(row => [row.attempt_uuid, row]))
  return attempt_uuids.flatMap(attempt_uuid => {
    const row = of.get(attempt_uuid)
    return row?.refused ? [] : [progress(attempt_uuid, row, now, treasury)]
  })
}

function progress(
  attempt_uuid: string,
  row: PayoutRow | undefined,
  now: Standing,
  { chain, explorer = null }: TokenTreasury,
): ChainProgress {
  const { needed } = chain
  const transaction = row?.txid ?? null
  const ended = row?.ended_at != null
  return {
    ...{ attempt_uuid, transaction, link: explorer && transaction && `${explorer}${transaction}` },
    ...{ confirmations: ended ? needed : (row?.confirmations ?? 0), needed },
    ...(ended ? { wait: null, since: null } : waitOf(row, now, chain)),
    ...{ fee_rate: null, fee_rate_now: null },
  }
}

function waitOf(
  row: PayoutRow | undefined,
  now: Standing,
  chain: TokenChain,
): Pick<ChainProgress, 'wait' | 'since'> {
  const { problem, problem_since, hold, hold_since } = now
  if (problem) return { wait: 'UNREAD', since: problem_since }
  if (row?.lost_since) return { wait: 'LOST', since: row.lost_since }
  if (row?.asked_at && row.confirmations === 0)
    return { wait: row.txid ? 'FEE_SIGNATURE' : 'SIGNATURE', since: row.asked_at }
  if (row?.txid) return { wait: lowOf(row, now, chain), since: null }
  return hold || !row ? { wait: hold, since: hold_since } : { wait: 'TURN', since: null }
}

const NOT_SIGNED: readonly ChainHold[] = ['SIGNER_SILENT', 'SIGNER_OTHER', 'SIGNER_REFUSES']

/** Whether it offers too little to stand by now, and what keeps it from being raised; it is by itself, a minute later, where nothing does. */
function lowOf(
  { fee, confirmations }: PayoutRow,
  now: Standing,
  chain: TokenChain,
): ChainWait | null {
  if (fee === null || confirmations > 0 || fee >= now.entering) return null
  if (now.hold && NOT_SIGNED.includes(now.hold)) return 'FEE_SIGNER'
  const raised = raisedFee(chain, fee, now.fee)
  if (raised === null) return 'FEE_LIMIT'
  return raised - fee > now.coin_free ? 'FEE_COINS' : 'FEE_LOW'
}

/** The fee of so many payments, a transaction each, and what is laid down at the most for payees who have no account for the token yet. */
export async function costOf(
  db: Kysely<DB>,
  { chain }: TokenTreasury,
  { payments, total }: { readonly payments: number; readonly total: Money },
): Promise<ChainCost> {
  const now = await standing(db, chain.network)
  const { fee: fee_rate } = now
  const fee = fee_rate === null ? null : BigInt(payments) * fee_rate
  const accounts = BigInt(payments) * now.account
  const free = now.held[total.currency]?.free ?? 0n
  const inCoin = (minor: bigint): Money => ({ currency: chain.coin, minor })
  const lacks = total.minor - free
  const lacksCoin = (fee ?? 0n) + accounts - now.coin_free
  return {
    ...{ fee: fee === null ? null : inCoin(fee), fee_rate, fee_unit: chain.fee_unit },
    ...{ asked_at: now.read_at, accounts: accounts > 0n ? inCoin(accounts) : null },
    ready: { currency: total.currency, minor: free },
    short: lacks > 0n ? { currency: total.currency, minor: lacks } : null,
    coin_short: lacksCoin > 0n ? inCoin(lacksCoin) : null,
    wait: now.problem ? 'UNREAD' : now.hold,
  }
}

/** What the treasury holds of each token, with what is left of the coin beside it. */
export async function treasuriesOf(
  db: Kysely<DB>,
  { chain }: TokenTreasury,
): Promise<readonly Treasury[]> {
  const {
    held,
    coin,
    coin_free: _,
    fee,
    entering: __,
    account: ___,
    ...now
  } = await standing(db, chain.network)
  const deposited = await heldByDeposits(db, chain.network)
  const inCoin = (minor: bigint): Money => ({ currency: chain.coin, minor })
  const coin_missing = held[chain.coin]?.missing ?? 0n
  return chain.currencies.map((currency, at) => {
    const of = held[currency] ?? { held: 0n, free: 0n, waiting: 0, missing: 0n }
    return {
      ...{ ...now, address: chain.address, waiting: of.waiting },
      ...{ held: { currency, minor: of.held }, ready: { currency, minor: of.free } },
      deposited: { currency, minor: deposited.get(currency) ?? 0n },
      missing: of.missing > 0n ? { currency, minor: of.missing } : null,
      coin: inCoin(coin),
      coin_missing: at === 0 && coin_missing > 0n ? inCoin(coin_missing) : null,
      ...{ fee_rate: fee, most_fee_rate: chain.most_fee, fee_unit: chain.fee_unit },
    }
  })
}
