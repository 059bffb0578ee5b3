/** A cycle's line items as somebody looks for them: by name, address or role, and in an order of their own. */
import { type RawBuilder, sql } from 'kysely'
import type { ItemSort } from '#domain/payroll/item-order.ts'
import type { Tx } from '../kernel/db.ts'
import { sayingFolded } from '../kernel/paging.ts'
import { amongChosen, type Chosen } from './selection.store.ts'

export type Looked = {
  /** Only items that wait and bear one of these marks. */
  readonly marks?: readonly string[] | undefined
  /** Parts of a name, of an address, or of a role, in any order. */
  readonly search?: string | undefined
  readonly chosen?: Chosen
  /** Neither what is archived nor what is cancelled. */
  readonly live?: boolean
}

/** By what a list goes, above the id; names as their languages sort them, amounts currency by currency. */
const KEYS: Readonly<Record<'name' | 'amount', RawBuilder<unknown>>> = {
  name: sql`lower(app.person_name(p.first_name, p.last_name, p.email)) collate "und-x-icu"`,
  amount: sql`i.currency, i.amount_minor`,
}

/**
 * The ids of what is looked for, in the order of `sort`, or of the ids without one; `after` is the last item of the page before. An order
 * of names or amounts reads the whole cycle for each page: where there is neither that nor a search, `listReviewPage` reads the page alone.
 */
export async function listFound(
  tx: Tx,
  cycle_uuid: string,
  looked: Looked & {
    readonly sort?: ItemSort | undefined
    readonly after?: string | undefined
    readonly limit: number
  },
): Promise<string[]> {
  const { sort, after, limit } = looked
  const down = sort?.endsWith('_down') ?? false
  const key = keyOf(sort)
  const beyond = after
    ? sql`and (${key}) ${sql.raw(down ? '<' : '>')} (select ${key} from ${ITEMS} where i.line_item_uuid = ${after}::uuid)`
    : sql``
  // Whose they are is asked where that decides.
  const items = sort || looked.search ? ITEMS : sql`line_item i`
  const { rows } = await sql<{ line_item_uuid: string }>`
    select i.line_item_uuid from ${items} where ${isLookedFor(cycle_uuid, looked)} ${beyond}
      order by (${key}) ${sql.raw(down ? 'desc' : 'asc')} limit ${limit}`.execute(tx)
  return rows.map(row => row.line_item_uuid)
}

/** How many items are looked for. */
export async function countFound(tx: Tx, cycle_uuid: string, looked: Looked): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from ${ITEMS} where ${isLookedFor(cycle_uuid, looked)}`.execute(tx)
  return rows[0]?.n ?? 0
}

const ITEMS = sql`line_item i join person_seen p on p.sub = i.contractor_sub`

/** What an item is found by: the name as it is entered and as it is written, the address and the role. */
const SAID = sql`concat_ws(E'\n', p.said, app.folded(i.role))`

function keyOf(sort: ItemSort | undefined): RawBuilder<unknown> {
  if (!sort) return sql`i.line_item_uuid`
  return sql`${KEYS[sort.startsWith('name') ? 'name' : 'amount']}, i.line_item_uuid`
}

function isLookedFor(
  cycle_uuid: string,
  { marks, search, chosen = null, live = false }: Looked,
): RawBuilder<unknown> {
  const said = sayingFolded(SAID, search)
  return sql`i.cycle_uuid = ${cycle_uuid}::uuid ${amongChosen(chosen, sql`i.line_item_uuid`)}
    ${marks ? sql`and exists (select from item_review r where r.line_item_uuid = i.line_item_uuid and r.marks && ${[...marks]}::text[])` : sql``}
    ${live ? sql`and i.status not in ('ARCHIVED', 'CANCELLED')` : sql``} ${said ? sql`and ${said}` : sql``}`
}
