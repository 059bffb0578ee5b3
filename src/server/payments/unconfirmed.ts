import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import type { Tx } from '../kernel/db.ts'
import { arrivalOf } from './present-part.ts'
import { countSent } from './sent.report.store.ts'

/** What was sent and should have arrived before a day, and nobody confirmed it: how many, since when, and their sums; null where nothing is. */
export async function findUnconfirmed(
  tx: Tx,
  today: string,
): Promise<{ payments: number; since: string; totals: Money[] } | null> {
  const late = (await countSent(tx))
    .map(row => ({ ...row, due: arrivalOf(row, row.leaves) }))
    .filter(({ due }) => due < today)
  const since = late.map(({ due }) => due).sort()[0]
  if (since === undefined) return null
  return {
    payments: late.reduce((sum, row) => sum + row.payments, 0),
    since,
    totals: totalsByCurrency(late),
  }
}
