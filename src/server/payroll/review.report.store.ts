import { type RawBuilder, sql } from 'kysely'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'
import type { PlanDestination } from '../payments/index.ts'
import type { NewLineItem } from './line-item.store.ts'

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
