/** A selection of a cycle's line items, named by their ids: what it is, comes to and approves. */
import { type RawBuilder, sql } from 'kysely'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { CycleCount } from '#domain/payroll/review-marks.ts'
import type { Tx } from '../kernel/db.ts'

/** Line items of one cycle, or null for all that it has. */
export type Chosen = readonly string[] | null

/** `and …` of a condition that only the chosen items meet. */
export function amongChosen(chosen: Chosen, column: RawBuilder<unknown>): RawBuilder<unknown> {
  return chosen ? sql`and ${column} = any(${[...chosen]}::uuid[])` : sql``
}

/** Those of the ids that are items of the cycle, each with its status; in id order. */
export async function listChosen(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuids: readonly string[],
): Promise<{ line_item_uuid: string; status: LineItemStatus }[]> {
  const { rows } = await sql<{ line_item_uuid: string; status: LineItemStatus }>`
    select line_item_uuid, status from line_item
      where cycle_uuid = ${cycle_uuid}::uuid ${amongChosen(line_item_uuids, sql`line_item_uuid`)} order by line_item_uuid`.execute(
    tx,
  )
  return rows
}

/** The items of a cycle, or of a selection of it, that wait and bear one of these marks, where any are named; in id order, so many at most. */
export async function listShown(
  tx: Tx,
  cycle_uuid: string,
  {
    marks,
    chosen = null,
    limit,
  }: {
    readonly marks: readonly string[] | undefined
    readonly chosen?: Chosen
    readonly limit: number
  },
): Promise<string[]> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from ${sql.table(marks ? 'item_review' : 'line_item')}
      where cycle_uuid = ${cycle_uuid}::uuid ${marks ? sql`and marks && ${[...marks]}::text[]` : sql``}
        ${amongChosen(chosen, sql`line_item_uuid`)}
      order by line_item_uuid limit ${limit}`.execute(tx)
  return rows.map(row => row.line_item_uuid)
}

/** What is counted of chosen items of a reviewed cycle, as `countsOf` counts all of them. */
export async function countsOfChosen(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuids: readonly string[],
): Promise<CycleCount[]> {
  const { rows } = await sql<CycleCount>`
    with chosen as materialized (
      select line_item_uuid, status, currency, amount_minor from line_item
        where cycle_uuid = ${cycle_uuid}::uuid ${amongChosen(line_item_uuids, sql`line_item_uuid`)}
    )
    select 'ITEM ' || status mark, currency, count(*)::int items, sum(amount_minor)::bigint amount_minor from chosen group by 1, 2
    union all
    select mark, r.currency, count(*)::int, 0::bigint from chosen join item_review r using (line_item_uuid) cross join unnest(r.marks) mark group by 1, 2
    order by 1, 2`.execute(tx)
  return rows
}

/** SHA-256 over the digests of what waits of the chosen items of a reviewed cycle, in id order, as hex. */
export async function digestOfChosen(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuids: readonly string[],
): Promise<string> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(coalesce(string_agg(digest, ''::bytea order by line_item_uuid), ''::bytea)), 'hex') digest
      from item_review where cycle_uuid = ${cycle_uuid}::uuid ${amongChosen(line_item_uuids, sql`line_item_uuid`)}`.execute(
    tx,
  )
  return rows[0]?.digest ?? ''
}
