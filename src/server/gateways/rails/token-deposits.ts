/** What came in in tokens, by the rail's books (decision 0220). Addresses are derived from a public key; what spends from them is elsewhere. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { Blockchain } from '#domain/kernel/network.ts'
import type { DepositKey } from '../account-key.ts'
import {
  type DepositRow,
  findDeposits,
  listDeposits,
  listDue,
  listFrozen,
  listOdd,
  listTaken,
  takeDeposits,
  watchAddress,
} from '../tokens/deposit.store.ts'
import type { DepositRules } from '../tokens/token-arrivals.ts'
import type { RailDeposit, RailDeposits } from './rail.ts'

export type DepositsBy = {
  readonly rules: DepositRules
  /** The network as its nodes call it. */
  readonly chain?: string
  readonly key?: DepositKey<string> | null
  readonly explorer?: string | null
}

/** What came in on a network, as far as it was read. Without a key no address is told; those that were are watched all the same. */
export function tokenDeposits(
  db: Kysely<DB>,
  network: Blockchain,
  { rules, chain = 'main', key = null, explorer = null }: DepositsBy,
): RailDeposits {
  const { coin, currencies, needed, least } = rules
  const at = { network, needed }
  const told = (rows: readonly DepositRow[]) => rows.map(row => depositOf(row, explorer))
  return {
    ...{ coin, currencies, chain, needed, least_minor: least, scheme: '', prefix: '0x', key },
    watch: async number => {
      assert(key, 'who watches an address was told it')
      return watchAddress(db, network, key.at(number))
    },
    due: async (after, limit) => told(await listDue(db, at, after, limit)),
    take: references => takeDeposits(db, network, references.map(messageOf)),
    list: async of => told(await listDeposits(db, at, of)),
    find: async references => told(await findDeposits(db, at, references.map(messageOf))),
    // What is final is never lost: where the chain says so, it is not read on.
    lost: async () => [],
    taken: async (after, limit) => told(await listTaken(db, at, after, limit)),
    odd: async (after, limit) =>
      (await listOdd(db, network, rules, { after, limit })).map(({ currency, amount, ...of }) => ({
        ...of,
        amount: currency === null ? null : { currency, minor: amount },
      })),
    frozen: addresses => listFrozen(db, network, addresses),
  }
}

function messageOf(reference: string): { txid: string; log_index: number } {
  const [txid = '', log_index = ''] = reference.split(':')
  return { txid, log_index: Number(log_index) }
}

function depositOf(
  { txid, log_index, currency, amount, ...row }: DepositRow,
  explorer: string | null,
): RailDeposit {
  return {
    ...{ ...row, reference: `${txid}:${log_index}`, transaction: txid },
    ...{ link: explorer && `${explorer}${txid}`, amount: { currency, minor: amount } },
  }
}
