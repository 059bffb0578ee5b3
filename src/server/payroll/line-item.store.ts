import { sql } from 'kysely'
import type { Written } from '#domain/payroll/approval.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'
import { anyOf, type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

/** What is written on an item (domain, `Written`). */
export const WRITTEN_COLUMNS: Columns<Written> = { hours_hundredths: 'int', entries: 'jsonb' }

export type NewLineItem = {
  readonly line_item_uuid: string
  readonly contractor_sub: string
  readonly contract_uuid: string
  readonly role: string
  readonly currency: string
  readonly hourly_rate_minor: bigint
  readonly scheduled_hours_hundredths: number
  readonly hours_hundredths: number
  readonly amount_minor: bigint
  readonly proration: string
  readonly proration_said: string | null
  /** The first and the last day of the period that it pays. */
  readonly earned_from: string
  readonly earned_to: string
  /** Whether those days lie outside of what the cycle itself pays: they are paid late, by an item of their own. */
  readonly back_pay: boolean
}

const ITEM: Columns<Omit<NewLineItem, 'earned_from' | 'earned_to'>> = {
  line_item_uuid: 'uuid',
  contractor_sub: 'text',
  contract_uuid: 'uuid',
  role: 'text',
  currency: 'text',
  hourly_rate_minor: 'bigint',
  scheduled_hours_hundredths: 'int',
  hours_hundredths: 'int',
  amount_minor: 'bigint',
  proration: 'text',
  proration_said: 'jsonb',
  back_pay: 'boolean',
}

/** Inserts the line items of a cycle in one statement; a contract that has one of its period there is passed over. Answers the new ids. */
export async function insertLineItems(
  tx: Tx,
  cycle: { cycle_uuid: string; employer_uuid: string },
  items: readonly NewLineItem[],
  at: Date,
): Promise<string[]> {
  if (items.length === 0) return []
  const { rows } = await sql<{ line_item_uuid: string }>`
    insert into line_item (employer_uuid, cycle_uuid, created_at, earned, ${namesOf(ITEM)})
      select ${cycle.employer_uuid}::uuid, ${cycle.cycle_uuid}::uuid, ${at}::timestamptz, app.days(earned_from, earned_to), ${namesOf(ITEM)}
        from ${rowsOf('item', items, { ...ITEM, earned_from: 'date', earned_to: 'date' })}
      on conflict (cycle_uuid, contract_uuid) where not back_pay do nothing returning line_item_uuid`.execute(
    tx,
  )
  return rows.map(row => row.line_item_uuid)
}

export type ItemRow = Written & {
  readonly line_item_uuid: string
  readonly status: LineItemStatus
  readonly currency: string
  readonly hourly_rate_minor: bigint
  readonly amount_minor: bigint
}

/** The columns of `ItemRow`. */
const ITEM_COLUMNS = sql`line_item_uuid, status, currency, hourly_rate_minor, amount_minor, ${namesOf(WRITTEN_COLUMNS)}`

/** An item with what its entries come of. */
export type EnteredRow = ItemRow & {
  readonly contractor_sub: string
  readonly scheduled_hours_hundredths: number
  readonly back_pay: boolean
  readonly edited_by: string | null
  readonly edited_at: Date | null
}

/** One item of a locked cycle, to change what is written on it. */
export async function findEntered(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuid: string,
): Promise<EnteredRow | undefined> {
  const { rows } = await sql<EnteredRow>`
    select ${ITEM_COLUMNS}, contractor_sub, scheduled_hours_hundredths, back_pay, edited_by, edited_at from line_item
      where cycle_uuid = ${cycle_uuid}::uuid and line_item_uuid = ${line_item_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]
}

/** The line items of a cycle in id order, or the one named, after one and so many at most: what changing their state asks. */
export async function listItems(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuid?: string,
  { after, limit }: { after?: string | undefined; limit?: number } = {},
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${ITEM_COLUMNS} from line_item
      where cycle_uuid = ${cycle_uuid}::uuid ${line_item_uuid ? sql`and line_item_uuid = ${line_item_uuid}::uuid` : sql``}
        ${after ? sql`and line_item_uuid > ${after}::uuid` : sql``}
      order by line_item_uuid ${limit ? sql`limit ${sql.lit(limit)}` : sql``}`.execute(tx)
  return rows
}

/** Locks the items of a cycle in id order (ARCHITECTURE, Lock order). */
export async function lockItems(tx: Tx, cycle_uuid: string): Promise<void> {
  await sql`select count(*) from (select from line_item where cycle_uuid = ${cycle_uuid}::uuid order by line_item_uuid for no key update) held`.execute(
    tx,
  )
}

/** Locks the items that one person has in locked cycles, in id order; answers those that are approved. */
export async function lockItemsOfPerson(
  tx: Tx,
  contractor_sub: string,
  cycle_uuids: readonly string[],
): Promise<(ItemRow & { readonly cycle_uuid: string })[]> {
  if (cycle_uuids.length === 0) return []
  const theirs = sql`contractor_sub = ${contractor_sub} and cycle_uuid = any(${[...cycle_uuids]}::uuid[])`
  await sql`select count(*) from (select from line_item where ${theirs} order by line_item_uuid for no key update) held`.execute(
    tx,
  )
  const { rows } = await sql<ItemRow & { cycle_uuid: string }>`
    select cycle_uuid, ${ITEM_COLUMNS} from line_item where ${theirs} and status = 'APPROVED' order by line_item_uuid`.execute(
    tx,
  )
  return rows
}

/** Changes the status of items that are in one of the allowed states; answers each with its new version. */
export async function changeItems(
  tx: Tx,
  line_item_uuids: readonly string[],
  from: readonly LineItemStatus[],
  to: LineItemStatus,
  set: { approval_uuid?: string; approved_at?: Date; paid_at?: Date | null } = {},
): Promise<Map<string, number>> {
  const rows = await changeItemsOfAnyone(tx, line_item_uuids, from, to, set)
  return new Map(rows.map(row => [row.line_item_uuid, row.version]))
}

/** Like `changeItems`; answers whose items they are as well. */
export async function changeItemsOfAnyone(
  tx: Tx,
  line_item_uuids: readonly string[],
  from: readonly LineItemStatus[],
  to: LineItemStatus,
  set: { approval_uuid?: string; approved_at?: Date; paid_at?: Date | null } = {},
): Promise<{ line_item_uuid: string; employer_uuid: string; version: number }[]> {
  if (line_item_uuids.length === 0) return []
  const keepApproval = to === 'APPROVED' || to === 'PAID'
  return tx
    .updateTable('line_item')
    .set(row => ({
      status: to,
      version: row('version', '+', 1),
      ...(keepApproval ? {} : { approval_uuid: null, approved_at: null }),
      ...set,
    }))
    .where(sql<boolean>`line_item_uuid = ${anyOf(line_item_uuids)}`)
    .where('status', 'in', [...from])
    .returning(['line_item_uuid', 'employer_uuid', 'version'])
    .execute()
}

/**
 * Sets what is written on an item that waits for approval, and what it comes to; answers whether it did. Whoever changes its hours has
 * `edited` it: fitting the cycle leaves them alone from then on.
 */
export async function saveWritten(
  tx: Tx,
  line_item_uuid: string,
  { entries, ...written }: Written & { amount_minor: bigint },
  edited?: { edited_by: string; edited_at: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('line_item')
    .set(row => ({
      ...written,
      entries: entries && JSON.stringify(entries),
      ...edited,
      version: row('version', '+', 1),
    }))
    .where('line_item_uuid', '=', line_item_uuid)
    .where('status', '=', 'PENDING_APPROVAL')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
