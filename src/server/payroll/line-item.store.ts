import { sql } from 'kysely'
import type { Written } from '#domain/payroll/approval.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'
import { anyOf, type Columns, namesOf, rowsOf } from '../kernel/rows.ts'
import { amongChosen } from './selection.store.ts'

/** What is written on an item (domain, `Written`). */
export const WRITTEN_COLUMNS: Columns<Written> = { hours_hundredths: 'int', entries: 'jsonb' }

export type NewLineItem = {
  readonly line_item_uuid: string
  readonly contractor_sub: string
  /** Null of what pays a row of a batch. */
  readonly contract_uuid: string | null
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

/** An item that pays a row of a batch: no contract gives it, and it claims no day. */
export type RunItem = {
  readonly line_item_uuid: string
  readonly contractor_sub: string
  readonly role: string
  readonly currency: string
  readonly amount_minor: bigint
  /** Its one entry, as JSON. */
  readonly entries: string
}

const RUN_ITEM: Columns<RunItem> = {
  line_item_uuid: 'uuid',
  contractor_sub: 'text',
  role: 'text',
  currency: 'text',
  amount_minor: 'bigint',
  entries: 'jsonb',
}

/** Inserts the items of rows of a batch in one statement. */
export async function insertRunItems(
  tx: Tx,
  cycle: { cycle_uuid: string; employer_uuid: string },
  items: readonly RunItem[],
  at: Date,
): Promise<void> {
  await sql`
    insert into line_item (employer_uuid, cycle_uuid, created_at, earned, hourly_rate_minor, scheduled_hours_hundredths, hours_hundredths, ${namesOf(RUN_ITEM)})
      select ${cycle.employer_uuid}::uuid, ${cycle.cycle_uuid}::uuid, ${at}::timestamptz, 'empty', 1, 0, 0, ${namesOf(RUN_ITEM)}
        from ${rowsOf('item', items, RUN_ITEM)}`.execute(tx)
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
  readonly version: number
  readonly contractor_sub: string
  readonly scheduled_hours_hundredths: number
  readonly back_pay: boolean
  readonly edited_by: string | null
  readonly edited_at: Date | null
}

/** The columns of `EnteredRow`. */
export const ENTERED_COLUMNS = sql`${ITEM_COLUMNS}, version, contractor_sub, scheduled_hours_hundredths, back_pay, edited_by, edited_at`

/** Locks those of these items that are paid, so that they stay so; answers them. */
export async function lockPaid(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from line_item where line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and status = 'PAID'
      order by line_item_uuid for update`.execute(tx)
  return new Set(rows.map(row => row.line_item_uuid))
}

/** One item of a locked cycle, to change what is written on it. */
export async function findEntered(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuid: string,
): Promise<EnteredRow | undefined> {
  const [row] = await listEntered(tx, cycle_uuid, [line_item_uuid])
  return row
}

/** Chosen items of a locked cycle in id order, to change what is written on them. */
export async function listEntered(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuids: readonly string[],
): Promise<EnteredRow[]> {
  const { rows } = await sql<EnteredRow>`
    select ${ENTERED_COLUMNS} from line_item
      where cycle_uuid = ${cycle_uuid}::uuid ${amongChosen(line_item_uuids, sql`line_item_uuid`)} order by line_item_uuid`.execute(
    tx,
  )
  return rows
}

/** Those of some items of a locked cycle of which something is deducted, in id order. */
export async function listDeducted(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuids: readonly string[],
): Promise<EnteredRow[]> {
  if (line_item_uuids.length === 0) return []
  const { rows } = await sql<EnteredRow>`
    select ${ENTERED_COLUMNS} from line_item where cycle_uuid = ${cycle_uuid}::uuid and line_item_uuid = ${anyOf(line_item_uuids)}
      and entries @> '[{"kind": "DEDUCTION"}]' order by line_item_uuid`.execute(tx)
  return rows
}

/** The line items of a cycle in id order, or of it those that were chosen, after one and so many at most: what changing their state asks. */
export async function listItems(
  tx: Tx,
  cycle_uuid: string,
  {
    chosen,
    after,
    limit,
  }: { chosen?: readonly string[]; after?: string | undefined; limit?: number },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${ITEM_COLUMNS} from line_item
      where cycle_uuid = ${cycle_uuid}::uuid ${amongChosen(chosen ?? null, sql`line_item_uuid`)}
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

/**
 * Holds the paid items that raises on the items of a cycle are of, or on one of them, in id order: before the cycle, since whoever takes such a
 * pay back holds it before it makes anybody due for review (ARCHITECTURE, Lock order).
 */
export async function holdRaised(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuid?: string,
): Promise<void> {
  await sql`
    select count(*) from (select from line_item where line_item_uuid in (
        select r.line_item_uuid from line_item pay cross join lateral app.raises_on(pay) r
          where pay.cycle_uuid = ${cycle_uuid}::uuid and pay.entries @> '[{"kind": "RAISE"}]'
            ${line_item_uuid ? sql`and pay.line_item_uuid = ${line_item_uuid}::uuid` : sql``})
      order by line_item_uuid for no key update) held`.execute(tx)
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

export type ToSave = Written & {
  readonly line_item_uuid: string
  readonly amount_minor: bigint
  /** Whether its hours changed: fitting the cycle leaves them alone from then on. */
  readonly edited: boolean
}

/** Sets what is written on items that wait for approval, and what each comes to; answers those that did. */
export async function saveWritten(
  tx: Tx,
  items: readonly ToSave[],
  by: { readonly edited_by: string; readonly edited_at: Date },
): Promise<string[]> {
  const rows = items.map(({ entries, ...item }) => ({
    ...item,
    entries: entries && JSON.stringify(entries),
  }))
  const { rows: saved } = await sql<{ line_item_uuid: string }>`
    update line_item i set (${namesOf(WRITTEN_COLUMNS)}) = row(${namesOf(WRITTEN_COLUMNS, 'w')}), amount_minor = w.amount_minor,
        edited_by = case when w.edited then ${by.edited_by} else i.edited_by end,
        edited_at = case when w.edited then ${by.edited_at}::timestamptz else i.edited_at end, version = i.version + 1
      from ${rowsOf('w', rows, SAVED)}
      where i.line_item_uuid = w.line_item_uuid and i.status = 'PENDING_APPROVAL' returning i.line_item_uuid`.execute(
    tx,
  )
  return saved.map(row => row.line_item_uuid)
}

const SAVED: Columns<Omit<ToSave, 'entries'> & { readonly entries: string | null }> = {
  line_item_uuid: 'uuid',
  ...WRITTEN_COLUMNS,
  amount_minor: 'bigint',
  edited: 'boolean',
}
