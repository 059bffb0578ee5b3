import { type RawBuilder, sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'
import type { PlanDestination } from '../payments/index.ts'

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
  /** The first and the last day of the period that it pays. */
  readonly earned_from: string
  readonly earned_to: string
  /** Whether those days lie outside of what the cycle itself pays: they are paid late, by an item of their own. */
  readonly back_pay: boolean
}

/** Inserts the line items of a cycle in one statement; a contract that has one of its period there is passed over. Answers the new ids. */
export async function insertLineItems(
  tx: Tx,
  cycle: { cycle_uuid: string; employer_uuid: string },
  items: readonly NewLineItem[],
  at: Date,
): Promise<string[]> {
  if (items.length === 0) return []
  const column = <K extends keyof NewLineItem>(name: K) => items.map(item => item[name])
  const { rows } = await sql<{ line_item_uuid: string }>`
    insert into line_item (employer_uuid, cycle_uuid, created_at, line_item_uuid, contractor_sub, contract_uuid, role, currency,
        hourly_rate_minor, scheduled_hours_hundredths, hours_hundredths, amount_minor, proration, earned, back_pay)
      select ${cycle.employer_uuid}::uuid, ${cycle.cycle_uuid}::uuid, ${at}::timestamptz, line_item_uuid, contractor_sub, contract_uuid, role,
          currency, hourly_rate_minor, scheduled_hours_hundredths, hours_hundredths, amount_minor, proration, app.days(earned_from, earned_to), back_pay
        from unnest(${column('line_item_uuid')}::uuid[], ${column('contractor_sub')}::text[], ${column('contract_uuid')}::uuid[],
          ${column('role')}::text[], ${column('currency')}::text[], ${column('hourly_rate_minor')}::bigint[],
          ${column('scheduled_hours_hundredths')}::int[], ${column('hours_hundredths')}::int[], ${column('amount_minor')}::bigint[],
          ${column('proration')}::text[], ${column('earned_from')}::date[], ${column('earned_to')}::date[], ${column('back_pay')}::boolean[])
          item(line_item_uuid, contractor_sub, contract_uuid, role, currency, hourly_rate_minor, scheduled_hours_hundredths,
            hours_hundredths, amount_minor, proration, earned_from, earned_to, back_pay)
      on conflict (cycle_uuid, contract_uuid) where not back_pay do nothing returning line_item_uuid`.execute(
    tx,
  )
  return rows.map(row => row.line_item_uuid)
}

/** A line item with its person, contract, destinations and last pay: what an approval is judged by. */
export type ReviewRow = NewLineItem & {
  readonly status: LineItemStatus
  readonly version: number
  readonly edited_at: Date | null
  readonly approval_uuid: string | null
  readonly contractor_first_name: string
  readonly contractor_last_name: string
  readonly contractor_email: string
  readonly country_code: string | null
  readonly verification: 'UNVERIFIED' | 'PENDING_REVIEW' | 'VERIFIED' | 'REJECTED'
  readonly documents_at: Date | null
  readonly suspended_at: Date | null
  readonly contract_revision: number
  /** The last day that the contract pays, or null while it runs. */
  readonly contract_last_day: string | null
  readonly destinations: PlanDestination[]
  readonly previous: {
    readonly currency: string
    readonly minor: number
    readonly paid_at: string
  } | null
}

/** The line items of a cycle for review, in id order; of one item where it is named. */
export function listReview(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuid?: string,
): Promise<ReviewRow[]> {
  return reviewed(
    tx,
    sql`i.cycle_uuid = ${cycle_uuid}::uuid ${line_item_uuid ? sql`and i.line_item_uuid = ${line_item_uuid}::uuid` : sql``}`,
  )
}

/** Line items of any cycles, as `listReview` answers them. */
export function listReviewOf(tx: Tx, line_item_uuids: readonly string[]): Promise<ReviewRow[]> {
  return reviewed(tx, sql`i.line_item_uuid = any(${[...line_item_uuids]}::uuid[])`)
}

async function reviewed(tx: Tx, which: RawBuilder<unknown>): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select i.line_item_uuid, i.contractor_sub, i.contract_uuid, i.role, i.currency, i.hourly_rate_minor, i.scheduled_hours_hundredths,
        i.hours_hundredths, i.amount_minor, i.proration, lower(i.earned) earned_from, upper(i.earned) - 1 earned_to, i.back_pay, i.status, i.version, i.edited_at, i.approval_uuid,
        p.first_name contractor_first_name, p.last_name contractor_last_name, p.email contractor_email, p.country_code, p.suspended_at,
        coalesce(k.verification, p.verification_at_end, 'UNVERIFIED') verification, k.documents_at, c.revision contract_revision,
        case when isempty(c.earns) then c.contract_end_date else upper(c.earns) - 1 end contract_last_day,
        coalesce(d.destinations, '[]') destinations, to_json(l) previous
      from line_item i
        join person_seen p on p.sub = i.contractor_sub
        left join contractor k on k.sub = i.contractor_sub
        join contract c on c.contract_uuid = i.contract_uuid
        left join lateral (
          select json_agg(json_build_object('destination_uuid', destination_uuid, 'version', version, 'percentage_bps', percentage_bps,
              'currency', currency, 'network', network, 'label', label, 'changed_at', changed_at) order by position, destination_uuid) destinations
            from destination where contractor_sub = i.contractor_sub and status = 'ACTIVE' and percentage_bps > 0
        ) d on true
        left join lateral (
          select b.currency, b.amount_minor minor, b.paid_at from line_item b
            where b.contractor_sub = i.contractor_sub and b.employer_uuid = i.employer_uuid and b.status = 'PAID'
              and b.line_item_uuid <> i.line_item_uuid and not b.back_pay
            order by b.paid_at desc limit 1
        ) l on true
      where ${which} order by i.line_item_uuid`.execute(tx)
  return rows
}

/** Locks the items of a cycle in id order (ARCHITECTURE, Lock order). */
export async function lockItems(tx: Tx, cycle_uuid: string): Promise<void> {
  await sql`select 1 from line_item where cycle_uuid = ${cycle_uuid}::uuid order by line_item_uuid for no key update`.execute(
    tx,
  )
}

/** Changes the status of items that are in one of the allowed states; answers each with its new version. */
export async function changeItems(
  tx: Tx,
  line_item_uuids: readonly string[],
  from: readonly LineItemStatus[],
  to: LineItemStatus,
  set: { approval_uuid?: string; approved_at?: Date; paid_at?: Date | null } = {},
): Promise<Map<string, number>> {
  if (line_item_uuids.length === 0) return new Map()
  const keepApproval = to === 'APPROVED' || to === 'PAID'
  const rows = await tx
    .updateTable('line_item')
    .set(row => ({
      status: to,
      version: row('version', '+', 1),
      ...(keepApproval ? {} : { approval_uuid: null, approved_at: null }),
      ...set,
    }))
    .where(sql<boolean>`line_item_uuid = any(${[...line_item_uuids]}::uuid[])`)
    .where('status', 'in', [...from])
    .returning(['line_item_uuid', 'version'])
    .execute()
  return new Map(rows.map(row => [row.line_item_uuid, row.version]))
}

/** Sets the hours of an item that waits for approval; answers whether it did. */
export async function saveHours(
  tx: Tx,
  line_item_uuid: string,
  hours: { hours_hundredths: number; amount_minor: bigint; edited_by: string; edited_at: Date },
): Promise<boolean> {
  const result = await tx
    .updateTable('line_item')
    .set(row => ({ ...hours, version: row('version', '+', 1) }))
    .where('line_item_uuid', '=', line_item_uuid)
    .where('status', '=', 'PENDING_APPROVAL')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The employers of line items, for the audit log. */
export async function employersOfItems(tx: Tx, line_item_uuids: readonly string[]) {
  return tx
    .selectFrom('line_item')
    .select(['line_item_uuid', 'employer_uuid'])
    .where(sql<boolean>`line_item_uuid = any(${[...line_item_uuids]}::uuid[])`)
    .execute()
}

/** What is approved of a cycle, per currency. */
export async function listApprovedTotals(tx: Tx, cycle_uuid: string): Promise<Money[]> {
  const { rows } = await sql<{ currency: string; minor: string }>`
    select currency, sum(amount_minor)::text minor from line_item
      where cycle_uuid = ${cycle_uuid}::uuid and status in ('APPROVED', 'PAID') group by currency`.execute(
    tx,
  )
  return rows.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) }))
}

/** Records an approval. */
export async function insertApproval(
  tx: Tx,
  approval: {
    approval_uuid: string
    employer_uuid: string
    cycle_uuid: string
    digest: string
    content: string
    approved_by: string
    approved_at: Date
  },
): Promise<void> {
  await tx.insertInto('approval').values(approval).execute()
}

/** The newest approval of a cycle with the name of who gave it; with a digest, the newest of that digest. */
export async function findApproval(tx: Tx, cycle_uuid: string, digest?: string) {
  return tx
    .selectFrom('approval')
    .innerJoin('person', 'person.sub', 'approval.approved_by')
    .select(['approval_uuid', 'digest', 'content', 'approved_at', 'first_name', 'last_name'])
    .where('cycle_uuid', '=', cycle_uuid)
    .$if(digest !== undefined, query => query.where('digest', '=', digest ?? ''))
    .orderBy('approved_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
