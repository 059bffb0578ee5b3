/** The bank's days beside the books'. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { COUNTED } from './statement.store.ts'

export type DayRow = {
  readonly day: string
  /** What the accounts of the currency have by the bank: what their last statements end with, less what it shows after that day. */
  readonly bank_minor: bigint
  /** What of it is of how statements begin: that of each account's first, and where one does not follow on another. */
  readonly begins_minor: bigint
  /** What the books moved after that day, all of it and what of it was found on statements. */
  readonly moved_after: bigint
  readonly met_after: bigint
  /** What the bank shows after that day and the books have. */
  readonly entered_after: bigint
  /** What is open until then of either side. */
  readonly open_entries: bigint
  readonly open_movements: bigint
}

/** The days of a currency at whose end a statement ends, newest first. What came after each is added up by its days first, each row once. */
export async function listDayRows(
  tx: Tx,
  {
    currency,
    before,
    limit,
  }: { readonly currency: string; readonly before: string | null; readonly limit: number },
): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with shown as materialized (
      select distinct to_day as day from bank_statement where currency = ${currency} ${before === null ? sql`` : sql`and to_day < ${before}::date`}
        order by 1 desc limit ${limit}
    ), chain as materialized (
      select account, from_day, opening_minor - lag(closing_minor, 1, 0::bigint) over (partition by account order by to_day, part) begins,
          closing_minor, lead(account) over (partition by account order by to_day, part) is null is_last
        from ${COUNTED} where currency = ${currency}
    ), ended as materialized (select coalesce(sum(closing_minor), 0)::bigint minor from chain where is_last
    ), moved as materialized (
      select day, sum(minor) minor, sum(minor) filter (where match_uuid is not null) met from bank_movement
        where currency = ${currency} and day > (select min(day) from shown) group by day
    ), entered as materialized (
      select day, sum(minor) minor, sum(minor) filter (where match_uuid is not null) met from bank_entry
        where currency = ${currency} and day > (select min(day) from shown) group by day
    ), open as materialized (
      select day, false of_bank, sum(minor) minor from bank_movement where currency = ${currency} and match_uuid is null group by day
      union all select day, true, sum(minor) from bank_entry where currency = ${currency} and match_uuid is null group by day
    )
    select shown.day, ended.minor - g.begins_after - e.shown_after bank_minor, g.begins_minor, m.moved_after, m.met_after, e.entered_after,
        o.open_entries, o.open_movements
      from shown cross join ended
      cross join lateral (select coalesce(sum(begins) filter (where from_day <= shown.day), 0)::bigint begins_minor,
        coalesce(sum(begins) filter (where from_day > shown.day), 0)::bigint begins_after from chain) g
      cross join lateral (select coalesce(sum(minor), 0)::bigint moved_after, coalesce(sum(met), 0)::bigint met_after from moved where day > shown.day) m
      cross join lateral (select coalesce(sum(minor), 0)::bigint shown_after, coalesce(sum(met), 0)::bigint entered_after from entered where day > shown.day) e
      cross join lateral (select coalesce(sum(minor) filter (where of_bank), 0)::bigint open_entries,
        coalesce(sum(minor) filter (where not of_bank), 0)::bigint open_movements from open where day <= shown.day) o
      order by shown.day desc`.execute(tx)
  return rows
}
