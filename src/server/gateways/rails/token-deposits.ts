/** What came in in tokens, by the rail's books (decisions 0220 and 0233). Addresses are derived from a public key, or memos are told; what spends from them is elsewhere. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { assert } from '#domain/kernel/assert.ts'
import { placeOf, readPlace } from '#domain/kernel/deposit-memo.ts'
import type { DepositKey } from '../account-key.ts'
import {
  type DepositRow,
  findDeposits,
  findReading,
  listDeposits,
  listDue,
  listFrozen,
  listOdd,
  listTaken,
  listTaking,
  takeDeposits,
  watchAddress,
} from '../tokens/deposit.store.ts'
import type { DepositRules } from '../tokens/token-arrivals.ts'
import type { RailDeposit, RailDeposits } from './rail.ts'

/** By a number a place: an address of its own, or a memo of the one account. */
export type PlaceKey = DepositKey<string> & { readonly account?: string }

export type DepositsBy = {
  readonly rules: DepositRules
  /** The network as its nodes call it. */
  readonly chain?: string
  readonly key?: PlaceKey | null
  readonly explorer?: string | null
}

/** What came in on a network, as far as it was read. Without a key no place is told; those that were are watched all the same. */
export function tokenDeposits(
  db: Kysely<DB>,
  { rules, chain = 'main', key = null, explorer = null }: DepositsBy,
): RailDeposits {
  const { network, coin, currencies, needed, least, by_memo } = rules
  const at = { network, needed }
  const told = (rows: readonly DepositRow[]) => rows.map(row => depositOf(row, explorer))
  return {
    ...{ network, coin, currencies, chain, needed, least_minor: least, scheme: '', key, by_memo },
    watch: async number => {
      assert(key, 'who watches an address was told it')
      if (key.account === undefined) return watchAddress(db, network, key.at(number))
      return (await findReading(db, network)) !== undefined
    },
    ...(by_memo && {
      takes: async () => (key?.account ? listTaking(db, network, key.account) : []),
    }),
    due: async (after, limit) => told(await listDue(db, at, after, limit)),
    take: references => takeDeposits(db, network, references.map(messageOf)),
    list: async ({ addresses, ...of }) =>
      told(await listDeposits(db, at, { ...of, places: addresses?.map(readPlace) ?? null })),
    find: async references => told(await findDeposits(db, at, references.map(messageOf))),
    // What is final is never lost: where the chain says so, it is not read on.
    lost: async () => [],
    taken: async (after, limit) => told(await listTaken(db, at, after, limit)),
    odd: async (after, limit) =>
      (await listOdd(db, network, rules, { after, limit })).map(({ currency, amount, ...of }) => ({
        ...of,
        amount: currency === null ? null : { currency, minor: amount },
      })),
    frozen: places =>
      listFrozen(
        db,
        network,
        places.map(of => readPlace(of).address),
      ),
  }
}

function messageOf(reference: string): { txid: string; log_index: number } {
  const end = reference.lastIndexOf(':')
  return { txid: reference.slice(0, end), log_index: Number(reference.slice(end + 1)) }
}

function depositOf(
  { txid, log_index, address, memo, currency, amount, ...row }: DepositRow,
  explorer: string | null,
): RailDeposit {
  return {
    ...{ ...row, reference: `${txid}:${log_index}`, transaction: txid },
    address: placeOf({ address, memo: memo || null }),
    ...{ link: explorer && `${explorer}${txid}`, amount: { currency, minor: amount } },
  }
}
