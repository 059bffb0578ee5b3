import { type RawBuilder, sql } from 'kysely'
import type { Text } from '#domain/kernel/words.ts'
import type { Written } from '#domain/payroll/approval.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { TimesheetStatus } from '#domain/payroll/timesheet.ts'
import type { Tx } from '../kernel/db.ts'
import { cutAlong, namesOf } from '../kernel/rows.ts'
import { type PlanDestination, refusedAt } from '../payments/index.ts'
import { type NewLineItem, WRITTEN_COLUMNS } from './line-item.store.ts'
import { amongChosen, type Chosen } from './selection.store.ts'

/** A line item with its person, contract and destinations: what is approved of it, and what its payments are planned by. */
export type ApprovedRow = Written &
  Omit<
    NewLineItem,
    'role' | 'proration' | 'proration_said' | 'earned_from' | 'earned_to' | 'back_pay'
  > & {
    readonly version: number
    readonly contractor_first_name: string
    readonly contractor_last_name: string
    readonly verification: 'UNVERIFIED' | 'PENDING_REVIEW' | 'VERIFIED' | 'REJECTED'
    readonly documents_at: Date | null
    readonly suspended_at: Date | null
    readonly compliance_since: Date | null
    readonly contract_revision: number | null
    readonly destinations: PlanDestination[]
  }

/** With its last pay and its time as well: what an approval is judged by. */
export type ReviewRow = ApprovedRow &
  Omit<NewLineItem, 'proration_said'> & {
    readonly proration_said: Text | null
    readonly status: LineItemStatus
    readonly edited_by: string | null
    readonly edited_at: Date | null
    readonly approval_uuid: string | null
    readonly contractor_email: string
    readonly country_code: string | null
    /** The last day that the contract pays, or null while it runs. */
    readonly contract_last_day: string | null
    readonly time_required: boolean
    /** What was reported of its period. */
    readonly time_status: TimesheetStatus
    readonly time_hours: number | null
    /** Somebody else of the company who is paid to one of these accounts too. */
    readonly twin_first_name: string | null
    readonly twin_last_name: string | null
    /** The invoice that was sent of it. */
    readonly invoiced: {
      readonly number: string
      readonly currency: string
      readonly minor: string
    } | null
    /** The batch in which the same reference is paid to the same person too. */
    readonly sent_in_too: {
      readonly file: string
      readonly row: number | null
      readonly here: boolean
    } | null
    readonly previous: {
      readonly currency: string
      readonly minor: number
      readonly paid_at: string
    } | null
  }

/** One line item of a cycle for review, with the others of the same contractor in it. */
export function listReviewOfItem(
  tx: Tx,
  cycle_uuid: string,
  line_item_uuid: string,
): Promise<ReviewRow[]> {
  return reviewed(
    tx,
    withSiblings(
      sql`select line_item_uuid, cycle_uuid, contractor_sub from line_item
        where cycle_uuid = ${cycle_uuid}::uuid and line_item_uuid = ${line_item_uuid}::uuid`,
    ),
  )
}

/** Line items for review, with the others of the same contractors in their cycles: these are not `shown`. */
export function listWithSiblings(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<(ReviewRow & { readonly shown: boolean })[]> {
  return reviewed(
    tx,
    withSiblings(
      sql`select line_item_uuid, cycle_uuid, contractor_sub from line_item where line_item_uuid = any(${[...line_item_uuids]}::uuid[])`,
    ),
  )
}

export type ReviewPage = {
  /** The last item of the page before. */
  readonly after?: string | undefined
  readonly limit: number
  /** Only those that wait and bear one of these marks. */
  readonly marks?: readonly string[] | undefined
}

/** A page of a cycle's line items for review, in id order, with the others of the same contractors: these are not `shown`. */
export function listReviewPage(
  tx: Tx,
  cycle_uuid: string,
  { after, limit, marks }: ReviewPage,
): Promise<(ReviewRow & { readonly shown: boolean })[]> {
  return reviewed(
    tx,
    withSiblings(
      sql`select line_item_uuid, cycle_uuid, contractor_sub from ${sql.table(marks ? 'item_review' : 'line_item')}
        where cycle_uuid = ${cycle_uuid}::uuid ${after ? sql`and line_item_uuid > ${after}::uuid` : sql``} ${marks ? bearing(marks) : sql``}
        order by line_item_uuid limit ${limit}`,
    ),
  )
}

/** One of the marks; what has an index of its own goes by that. */
function bearing(marks: readonly string[]): RawBuilder<unknown> {
  const [only, ...more] = marks
  if (more.length === 0 && only === 'UNUSUAL') return sql`and unusual`
  if (more.length === 0 && only === 'BLOCKED') return sql`and blocked`
  return sql`and marks && ${[...marks]}::text[]`
}

/** The line items of these contractors in a cycle for review. */
export function listReviewOfPeople(
  tx: Tx,
  cycle_uuid: string,
  contractor_subs: readonly string[],
): Promise<ReviewRow[]> {
  return reviewed(
    tx,
    sql`select line_item_uuid, true shown from line_item
      where contractor_sub = any(${[...contractor_subs]}::text[]) and cycle_uuid = ${cycle_uuid}::uuid`,
  )
}

/** The next line items of a cycle that wait, in id order, to be approved. */
export function listWaiting(
  tx: Tx,
  cycle_uuid: string,
  after: string | undefined,
  limit: number,
): Promise<ApprovedRow[]> {
  return toApprove(
    tx,
    cutAlong(
      sql`line_item_uuid`,
      sql`from line_item where cycle_uuid = ${cycle_uuid}::uuid and status = 'PENDING_APPROVAL'
        ${after ? sql`and line_item_uuid > ${after}::uuid` : sql``} order by line_item_uuid`,
      limit,
    ),
  )
}

/** Line items of any cycles, in id order, to be approved. */
export function listToApprove(tx: Tx, line_item_uuids: readonly string[]): Promise<ApprovedRow[]> {
  return toApprove(
    tx,
    sql`select line_item_uuid from unnest(${[...line_item_uuids]}::uuid[]) of(line_item_uuid)`,
  )
}

function withSiblings(page: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select s.line_item_uuid, bool_or(s.line_item_uuid = page.line_item_uuid) shown
    from (${page}) page join line_item s on s.contractor_sub = page.contractor_sub and s.cycle_uuid = page.cycle_uuid group by 1`
}

/** The columns of `ApprovedRow`, read from `APPROVED_FROM`. */
const APPROVED = sql`
  i.line_item_uuid, i.contractor_sub, i.contract_uuid, i.currency, i.hourly_rate_minor, i.scheduled_hours_hundredths,
  ${namesOf(WRITTEN_COLUMNS, 'i')}, i.amount_minor, i.version,
  p.first_name contractor_first_name, p.last_name contractor_last_name, p.suspended_at, h.since compliance_since,
  coalesce(k.verification, p.verification_at_end, 'UNVERIFIED') verification, k.documents_at, c.revision contract_revision,
  coalesce(d.destinations, '[]') destinations`

/** The line items of `named`, each looked up by itself: a page costs what its rows cost. */
const APPROVED_FROM = sql`
  from named join line_item i on i.line_item_uuid = named.line_item_uuid
    join person_seen p on p.sub = i.contractor_sub
    left join contractor k on k.sub = i.contractor_sub
    left join compliance_hold h on h.contractor_sub = i.contractor_sub
    left join contract c on c.contract_uuid = i.contract_uuid
    left join lateral (
      select json_agg(json_build_object('destination_uuid', destination_uuid, 'version', version, 'percentage_bps', percentage_bps,
          'currency', currency, 'network', network, 'label', label, 'changed_at', changed_at, 'usable_from', usable_from,
          'refused', ${refusedAt(sql`destination.destination_uuid`)},
          'country_code', coalesce(destination.country_code, p.country_code), 'tried_first', coalesce(first_payment = 'WANTED', false),
          'first_under_way', case when first_payment = 'WANTED' then exists (select from payment o where o.destination_uuid = destination.destination_uuid
            and o.first_part = 'FIRST' and not o.outside and (o.status in ('EXECUTING', 'SENT', 'UNKNOWN', 'SETTLED')
              or o.status in ('SCHEDULED', 'HELD', 'FROZEN') and o.hold_reason is distinct from 'FUNDS'
                and o.pay_date <= (select y.pay_date from pay_cycle y where y.cycle_uuid = i.cycle_uuid))) else false end) order by position, destination_uuid) destinations
        from destination where contractor_sub = i.contractor_sub and status = 'ACTIVE' and percentage_bps > 0
    ) d on true`

async function toApprove(tx: Tx, named: RawBuilder<unknown>): Promise<ApprovedRow[]> {
  const { rows } = await sql<ApprovedRow>`
    with named as materialized (${named}) select ${APPROVED} ${APPROVED_FROM} order by i.line_item_uuid`.execute(
    tx,
  )
  return rows
}

/** The line items that a query names as (line_item_uuid, shown), with all that they are judged by. */
async function reviewed(
  tx: Tx,
  named: RawBuilder<unknown>,
): Promise<(ReviewRow & { readonly shown: boolean })[]> {
  const { rows } = await sql<ReviewRow & { shown: boolean }>`
    with named as materialized (${named})
    select named.shown, ${APPROVED}, i.role, i.proration, i.proration_said, lower(i.earned) earned_from, upper(i.earned) - 1 earned_to, i.back_pay,
        i.status, i.edited_by, i.edited_at, i.approval_uuid, p.email contractor_email, p.country_code,
        case when isempty(c.earns) then c.contract_end_date else upper(c.earns) - 1 end contract_last_day,
        y.time_required, coalesce(t.status, 'OPEN') time_status, t.hours_hundredths time_hours,
        s.twin_first_name, s.twin_last_name, (select json_build_object('file', q.label, 'row', w.row_number, 'here', u.cycle_uuid = i.cycle_uuid) from payroll_policy q
          left join payment_batch_row w on w.line_item_uuid = u.line_item_uuid where q.policy_uuid = u.cycle_uuid) sent_in_too, to_json(l) previous,
        case when v.number_text is not null then json_build_object('number', v.number_text, 'currency', v.currency, 'minor', v.total_minor::text) end invoiced
      ${APPROVED_FROM}
        join pay_cycle o on o.cycle_uuid = i.cycle_uuid
        join payroll_policy y on y.policy_uuid = o.policy_uuid
        left join timesheet t on t.contract_uuid = i.contract_uuid and t.start_date = o.start_date and not i.back_pay
        left join app.account_twins(array(select line_item_uuid from named)) s on s.line_item_uuid = i.line_item_uuid
        left join app.invoices_of_pays(array(select line_item_uuid from named)) v on v.line_item_uuid = i.line_item_uuid
        left join lateral (
          select b.cycle_uuid, b.line_item_uuid from line_item b
            where b.contractor_sub = i.contractor_sub and b.employer_uuid = i.employer_uuid and b.contract_uuid is null
              and lower(b.role) = lower(i.role) and b.line_item_uuid <> i.line_item_uuid and b.status not in ('ARCHIVED', 'CANCELLED')
            order by b.cycle_uuid = i.cycle_uuid desc, b.line_item_uuid limit 1
        ) u on i.contract_uuid is null
        left join lateral (
          select b.currency, b.amount_minor minor, b.paid_at from line_item b
            where b.contractor_sub = i.contractor_sub and b.employer_uuid = i.employer_uuid and b.status = 'PAID'
              and b.line_item_uuid <> i.line_item_uuid and not b.back_pay
            order by b.paid_at desc limit 1
        ) l on true
      order by i.line_item_uuid`.execute(tx)
  return rows
}

/** Chosen items of a cycle that wait and come to nothing, with whom they would pay. */
export async function listWorthless(tx: Tx, cycle_uuid: string, chosen: Chosen, limit: number) {
  const { rows } = await sql<
    Pick<ReviewRow, 'line_item_uuid' | 'contractor_first_name' | 'contractor_last_name'>
  >`
    select i.line_item_uuid, p.first_name contractor_first_name, p.last_name contractor_last_name
      from line_item i join person_seen p on p.sub = i.contractor_sub
      where i.cycle_uuid = ${cycle_uuid}::uuid and i.status = 'PENDING_APPROVAL' and i.amount_minor = 0 ${amongChosen(chosen, sql`i.line_item_uuid`)}
      order by i.line_item_uuid limit ${limit}`.execute(tx)
  return rows
}

/** Whose line items these are, as people are called. */
export async function namesOfItems(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<Map<string, string>> {
  if (line_item_uuids.length === 0) return new Map()
  const { rows } = await sql<{ line_item_uuid: string; name: string }>`
    select i.line_item_uuid, app.person_name(p.first_name, p.last_name, p.email) "name"
      from line_item i join person_seen p on p.sub = i.contractor_sub where i.line_item_uuid = any(${[...line_item_uuids]}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.line_item_uuid, row.name]))
}
/** The names of those for whom who approved stood in; null for nobody. */
const STOOD_IN_FOR = sql<
  string | null
>`(select string_agg(app.person_name(o.first_name, o.last_name), ', ' order by o.sub)
  from person_seen o where o.sub = any(approval.stood_in_for))`.as('stood_in_for')

/** The newest approval of a cycle with the name of who gave it. */
export async function findApproval(tx: Tx, cycle_uuid: string) {
  return tx
    .selectFrom('approval')
    .innerJoin('person', 'person.sub', 'approval.approved_by')
    .select(['approval_uuid', 'digest', 'approved_at', 'first_name', 'last_name'])
    .select(STOOD_IN_FOR)
    .where('cycle_uuid', '=', cycle_uuid)
    .orderBy('approved_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Which of these items somebody has an invoice of, or began one. */
export async function invoicedAmong(tx: Tx, line_item_uuids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from app.invoices_of_pays(${[...line_item_uuids]}::uuid[]) order by 1`.execute(
    tx,
  )
  return rows.map(({ line_item_uuid }) => line_item_uuid)
}
