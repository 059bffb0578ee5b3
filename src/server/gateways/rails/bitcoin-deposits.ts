/** What came in in bitcoin, by the rail's books (decision 0179). Addresses are derived from a public key; what spends from them is elsewhere. */
import type { Kysely } from 'kysely'
import type { DB } from '#db/types.gen.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { Chain } from '../bitcoin/bitcoin-node.ts'
import { CONFIRMATIONS } from '../bitcoin/books.store.ts'
import {
  type DepositRow,
  findDeposits,
  LEAST_DEPOSIT_SAT,
  listDeposits,
  listDue,
  listDust,
  listLost,
  listTaken,
  takeDeposits,
  watchAddress,
} from '../bitcoin/deposit.store.ts'
import type { DepositKey } from '../bitcoin/deposit-key.ts'
import type { RailDeposit, RailDeposits } from './rail.ts'

/** What came in, as far as the chain was read. Without a key no address is told; those that were are watched all the same. */
export function bitcoinDeposits(
  db: Kysely<DB>,
  {
    key = null,
    explorer = null,
    chain = 'main',
  }: { key?: DepositKey | null; explorer?: string | null; chain?: Chain },
): RailDeposits {
  const told = (rows: readonly DepositRow[]) => rows.map(row => depositOf(row, explorer))
  return {
    ...{ coin: 'BTC', currencies: ['BTC'], network: 'bitcoin', chain, scheme: 'bitcoin:' },
    ...{ by_memo: false, needed: CONFIRMATIONS, least_minor: LEAST_DEPOSIT_SAT },
    key: key && { name: key.name, at: number => key.at(number).address },
    watch: async number => {
      assert(key, 'who watches an address was told it')
      return watchAddress(db, key.at(number))
    },
    due: async (after, limit) => told(await listDue(db, CONFIRMATIONS, after, limit)),
    take: references => takeDeposits(db, references.map(outpointOf)),
    list: async of => told(await listDeposits(db, of)),
    find: async references => told(await findDeposits(db, references.map(outpointOf))),
    lost: async limit => told(await listLost(db, limit)),
    taken: async (after, limit) => told(await listTaken(db, after, limit)),
    odd: async (after, limit) =>
      (await listDust(db, CONFIRMATIONS, after?.address ?? '', limit)).map(
        ({ address, outputs, value_sat }) => ({
          ...{ kind: 'DUST', reference: address, address, outputs },
          amount: { currency: 'BTC', minor: value_sat },
        }),
      ),
  }
}

function outpointOf(reference: string): { txid: string; vout: number } {
  const [txid = '', vout = ''] = reference.split(':')
  return { txid, vout: Number(vout) }
}

function depositOf(
  { txid, vout, number, address, value_sat, confirmations, taken }: DepositRow,
  explorer: string | null,
): RailDeposit {
  return {
    ...{ reference: `${txid}:${vout}`, transaction: txid, link: explorer && `${explorer}${txid}` },
    ...{ address, sender: null, amount: { currency: 'BTC', minor: value_sat } },
    ...{ confirmations, taken, number },
  }
}
