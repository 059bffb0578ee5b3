import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { FACTS, FROM, type PaymentFactsRow } from './payment-facts.report.store.ts'

/** Whose held payments are looked at. */
export type HeldFilter = { readonly employer_uuid: string } | { readonly contractor_sub: string }

/** The employers of whom a payment is held. */
export async function listEmployersWithHeld(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select distinct employer_uuid from payment where hold_reason is not null`.execute(tx)
  return rows.map(row => row.employer_uuid)
}

/** A batch of line items with held payments, the earliest pay date first, after one of them. */
export async function listHeldItems(
  tx: Tx,
  filter: HeldFilter,
  after: { readonly pay_date: string; readonly line_item_uuid: string },
  limit: number,
): Promise<{ pay_date: string; line_item_uuid: string }[]> {
  const whose =
    'employer_uuid' in filter
      ? sql`employer_uuid = ${filter.employer_uuid}::uuid`
      : sql`line_item_uuid in (select line_item_uuid from line_item where contractor_sub = ${filter.contractor_sub})`
  const { rows } = await sql<{ pay_date: string; line_item_uuid: string }>`
    select distinct pay_date, line_item_uuid from payment
      where hold_reason is not null and ${whose} and (pay_date, line_item_uuid) > (${after.pay_date}::date, ${after.line_item_uuid}::uuid)
      order by pay_date, line_item_uuid limit ${limit}`.execute(tx)
  return rows
}

/**
 * The held payments of line items, the earliest pay date first, with their items and themselves locked. Items of which another
 * transaction has a part are left out whole: reserving for all and marking only some would promise money that is reserved already.
 */
export async function lockHeld(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<PaymentFactsRow[]> {
  if (line_item_uuids.length === 0) return []
  const { rows: free } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from line_item where line_item_uuid = any(${[...line_item_uuids]}::uuid[])
      order by line_item_uuid for no key update skip locked`.execute(tx)
  const { rows } = await sql<PaymentFactsRow & { parts: number }>`
    select ${FACTS}, (select count(*)::int from payment o where o.line_item_uuid = p.line_item_uuid and o.status = 'HELD') parts ${FROM}
      where p.line_item_uuid = any(${free.map(row => row.line_item_uuid)}::uuid[]) and p.status = 'HELD'
      order by p.pay_date, p.line_item_uuid, p.payment_uuid for update of p skip locked`.execute(tx)
  const whole = Map.groupBy(rows, row => row.line_item_uuid)
  return rows.filter(row => whole.get(row.line_item_uuid)?.length === row.parts)
}

/** Of the cycles of these line items those of which no payment lacks its money any more. */
export async function cyclesFunded(tx: Tx, line_item_uuids: readonly string[]): Promise<string[]> {
  if (line_item_uuids.length === 0) return []
  const { rows } = await sql<{ cycle_uuid: string }>`
    select distinct p.cycle_uuid from payment p where p.line_item_uuid = any(${[...line_item_uuids]}::uuid[])
      and not exists (select from payment_count n where n.cycle_uuid = p.cycle_uuid and n.unfunded_minor > 0)
      order by p.cycle_uuid`.execute(tx)
  return rows.map(row => row.cycle_uuid)
}
