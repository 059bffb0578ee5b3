/** What of a pay an operator has frozen, before it is approved. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'
import type { CycleRecord } from './cycle.report.store.ts'

export type Kind = { readonly network: string; readonly currency: string }

/**
 * Of kinds of payments those that a freeze holds on the cycle's pay date, and since when; and how many of its people whose pay waits for an approval a freeze
 * names. Nothing is looked up where nothing is frozen.
 */
export async function findFrozen(
  tx: Tx,
  { cycle_uuid, employer_uuid, pay_date }: CycleRecord,
  kinds: readonly Kind[],
): Promise<{ kinds: (Kind & { readonly since: Date })[]; people: number }> {
  const any = await sql<{ frozen: boolean }>`select app.is_any_frozen() frozen`.execute(tx)
  if (!any.rows[0]?.frozen) return { kinds: [], people: 0 }
  const [held, named] = await Promise.all([
    sql<Kind & { since: Date }>`
      select network, currency, since from ${rowsOf('k', kinds, { network: 'text', currency: 'text' })},
          lateral app.frozen_since(${pay_date}::date, ${employer_uuid}::uuid, null, currency, network) since
        where since is not null order by currency, network`.execute(tx),
    sql<{ people: number }>`
      select count(distinct i.contractor_sub)::int people from line_item i
        where i.cycle_uuid = ${cycle_uuid}::uuid and i.status = 'PENDING_APPROVAL'
          and i.contractor_sub in (select app.contractors_frozen(${pay_date}::date, ${employer_uuid}::uuid))`.execute(
      tx,
    ),
  ])
  return { kinds: held.rows, people: named.rows[0]?.people ?? 0 }
}
