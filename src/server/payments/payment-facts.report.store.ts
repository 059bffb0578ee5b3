import { type RawBuilder, sql } from 'kysely'
import type { DestinationStatus } from '#domain/destinations/destination.ts'
import { typedAmount } from '#domain/kernel/typed-amount.ts'
import type { Text } from '#domain/kernel/words.ts'
import type { HoldReason } from '#domain/payments/blockers.ts'
import { type PaymentStatus, UNSENT_STATUSES } from '#domain/payments/payment.ts'
import type { FirstPart } from '#domain/payments/split.ts'
import type { Tx } from '../kernel/db.ts'
import { sayingFolded } from '../kernel/paging.ts'
import { anyOf, cutAlong } from '../kernel/rows.ts'
import { isOfAmount } from './amount-said.store.ts'
import { FROZEN_AT } from './freeze.store.ts'
import { refusedAt } from './refusing.report.store.ts'

/** A payment with everything that decides whether it may leave. */
export type PaymentFactsRow = {
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly line_item_uuid: string
  readonly cycle_uuid: string
  readonly policy_uuid: string
  readonly contractor_sub: string
  readonly destination_uuid: string | null
  readonly destination_version: number | null
  readonly destination_label: string
  /** In which country the destination is, or its owner where that is not known; null where neither is. */
  readonly country_code: string | null
  readonly network: string
  readonly percentage_bps: number
  readonly source_currency: string
  readonly source_minor: bigint
  readonly currency: string
  readonly promised_minor: bigint | null
  readonly amount_minor: bigint | null
  readonly rate: string | null
  readonly rate_source: string | null
  readonly rate_as_of: Date | null
  readonly pay_date: string
  readonly status: PaymentStatus
  readonly hold_reason: HoldReason | null
  readonly failure_reason: string | null
  readonly funded: boolean
  readonly note: string | null
  readonly note_said: Text | null
  readonly reference: string | null
  readonly simulated: boolean
  readonly attempt: number
  readonly version: number
  readonly attempt_uuid: string | null
  readonly execution_uuid: string | null
  readonly created_at: Date
  /** When its last attempt left, or was to leave as long as its rail has not answered; null before the first. */
  readonly left_at: Date | null
  readonly settled_at: Date | null
  readonly item_status: string
  readonly approved_at: Date | null
  readonly contractor_first_name: string
  readonly contractor_last_name: string
  readonly contractor_verification: 'UNVERIFIED' | 'PENDING_REVIEW' | 'VERIFIED' | 'REJECTED'
  readonly contractor_documents_at: Date | null
  readonly contractor_suspended_at: Date | null
  readonly contractor_compliance_since: Date | null
  readonly employer_domain: string | null
  readonly employer_name: string
  readonly employer_is_partner: boolean
  readonly employer_verification: 'UNVERIFIED' | 'PENDING_REVIEW' | 'VERIFIED' | 'REJECTED'
  readonly employer_documents_at: Date | null
  readonly employer_suspended_at: Date | null
  readonly employer_compliance_since: Date | null
  /** Since when a freeze holds it, or its rail contradicts the word of two operators; null where neither does. */
  readonly frozen_at: Date | null
  readonly destination_changed_at: Date | null
  readonly destination_usable_from: Date | null
  readonly destination_status: DestinationStatus | null
  /** Whether it was never tried, and another payment to its destination did not arrive and is kept. */
  readonly destination_refused: boolean
  readonly destination_version_now: number | null
  /** Which part of a pay that a small payment goes before; null where none does. */
  readonly first_part: FirstPart | null
  /** Whether it waits until its contractor says that the small first payment is there. */
  readonly awaits_first: boolean
  /** Whether a payment that was approved without a destination could have one by now. */
  readonly destination_named_since: boolean
  /** Whether its destination is another than was approved, and another part of its line item was asked of a rail, or paid by others. */
  readonly rest_of_asked: boolean
  /** The name of the rail of its last attempt. */
  readonly rail: string | null
  /** Whether it was paid by others than Corridor. */
  readonly outside: boolean
  /** When its money went back to its employer; null where it did not. */
  readonly given_back_at: Date | null
  /** Whether what was given back stays unpaid: the rest of its pay was paid, or is to be. */
  readonly stays_unpaid: boolean
}

/** What is only shown of a payment, and decides nothing. */
type Shown =
  | 'cycle_uuid'
  | 'policy_uuid'
  | 'destination_label'
  | 'country_code'
  | 'percentage_bps'
  | 'failure_reason'
  | 'note'
  | 'note_said'
  | 'reference'
  | 'simulated'
  | 'left_at'
  | 'settled_at'
  | 'employer_domain'
  | 'rail'
  | 'outside'
  | 'given_back_at'
  | 'stays_unpaid'

/** What decides whether a payment may leave, and what it then is. */
export type LeavingFacts = Omit<PaymentFactsRow, Shown>

/** The columns of `LeavingFacts`, read from `LEAVING_FROM` or `fromSlice`. */
export const LEAVING = sql`
  p.payment_uuid, p.employer_uuid, p.line_item_uuid, p.contractor_sub, p.destination_uuid, p.destination_version, p.network,
  p.source_currency, p.source_minor, p.currency, p.promised_minor, p.amount_minor, p.rate, p.rate_source, p.rate_as_of, p.pay_date,
  p.status, p.hold_reason, p.funded, p.attempt, p.version, p.attempt_uuid, p.execution_uuid, p.created_at, i.status item_status, i.approved_at,
  person.first_name contractor_first_name, person.last_name contractor_last_name,
  coalesce(k.verification, person.verification_at_end, 'UNVERIFIED') contractor_verification, k.documents_at contractor_documents_at, person.suspended_at contractor_suspended_at,
  app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
  e.is_partner employer_is_partner, e.verification employer_verification, e.documents_at employer_documents_at,
  e.suspended_at employer_suspended_at, hc.since contractor_compliance_since, he.since employer_compliance_since, coalesce(p.contradicted_at, ${FROZEN_AT}) frozen_at, d.changed_at destination_changed_at, d.usable_from destination_usable_from, d.status destination_status,
  case when p.attempt = 0 then ${refusedAt(sql`p.destination_uuid`)} else false end destination_refused,
  d.version destination_version_now, p.first_part, coalesce(p.first_part = 'REST' and d.first_payment = 'WANTED', false) awaits_first,
  p.destination_uuid is null and exists (select from destination h where h.contractor_sub = p.contractor_sub
    and h.status = 'ACTIVE' and h.percentage_bps > 0) destination_named_since,
  case when p.destination_version is distinct from d.version then exists (select from payment o where o.line_item_uuid = p.line_item_uuid
    and o.payment_uuid <> p.payment_uuid and (o.attempt > 0 or o.status = 'SETTLED') and o.status <> 'CANCELLED') else false end rest_of_asked`

/** The columns of `PaymentFactsRow`, read from `FROM`. */
export const FACTS = sql`${LEAVING}, p.cycle_uuid, c.policy_uuid, p.destination_label, coalesce(d.country_code, person.country_code) country_code, p.percentage_bps, p.failure_reason, p.note, p.note_said,
  p.reference, p.simulated, greatest(p.executed_at, p.sent_at) left_at, p.settled_at, e.domain employer_domain,
  (select t.rail from payment_attempt t where t.attempt_uuid = p.attempt_uuid) rail, p.outside, p.given_back_at, p.stays_unpaid`

/** Payments with the rows that decide whether they may leave. */
const LEAVING_FROM = joined(sql`payment`)
/** Of these, the cycles, which are only shown. */
const CYCLE = sql`join pay_cycle c on c.cycle_uuid = p.cycle_uuid`
export const FROM = sql`${LEAVING_FROM} ${CYCLE}`

/**
 * Like `LEAVING_FROM`, of a slice of the payments that is cut along its index before anything is joined to it: told a limit of all of it, and
 * counts of an hour ago, the planner joins everything first.
 */
export function fromSlice(
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit?: number,
): RawBuilder<unknown> {
  const columns = sql`payment_uuid, employer_uuid, line_item_uuid, cycle_uuid, contractor_sub, destination_uuid, destination_version,
        destination_label, network, percentage_bps, source_currency, source_minor, currency, promised_minor, amount_minor, rate, rate_source,
        rate_as_of, pay_date, status, hold_reason, failure_reason, funded, note, note_said, reference, simulated, attempt, version, attempt_uuid,
        execution_uuid, first_part, created_at, executed_at, sent_at, settled_at, contradicted_at, outside,
        given_back_at, stays_unpaid`
  const ordered = sql`from payment p where ${where} order by ${order}`
  return joined(
    sql`(${limit ? cutAlong(columns, ordered, limit) : sql`select ${columns} ${ordered}`})`,
  )
}

function joined(payments: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  from ${payments} p
    join line_item i on i.line_item_uuid = p.line_item_uuid
    join person_seen person on person.sub = p.contractor_sub
    left join contractor k on k.sub = p.contractor_sub
    join employer e on e.employer_uuid = p.employer_uuid
    left join destination d on d.destination_uuid = p.destination_uuid
    left join compliance_hold hc on hc.contractor_sub = p.contractor_sub
    left join compliance_hold he on he.employer_uuid = p.employer_uuid`
}

/** The payments named, with their facts, in id order. */
export async function listPaymentFacts(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<PaymentFactsRow[]> {
  const { rows } = await sql<PaymentFactsRow>`
    select ${FACTS} ${FROM} where p.payment_uuid = any(${[...payment_uuids]}::uuid[]) order by p.payment_uuid`.execute(
    tx,
  )
  return rows
}

/** Of the payments named what decides whether they may leave, in id order. */
export async function listLeavingFacts(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<LeavingFacts[]> {
  const { rows } = await sql<LeavingFacts>`
    select ${LEAVING} ${LEAVING_FROM} where p.payment_uuid = any(${[...payment_uuids]}::uuid[]) order by p.payment_uuid`.execute(
    tx,
  )
  return rows
}

/** Of the payments that these attempts are to make what decides whether they may leave. */
export async function listFactsOfAttempts(
  tx: Tx,
  attempt_uuids: readonly string[],
): Promise<(LeavingFacts & { readonly attempt_uuid: string })[]> {
  const { rows } = await sql<LeavingFacts & { attempt_uuid: string }>`
    select ${LEAVING} ${LEAVING_FROM} where p.attempt_uuid = ${anyOf(attempt_uuids)} order by p.payment_uuid`.execute(
    tx,
  )
  return rows
}

/** The payments of line items, in the order of their destinations; `given_back` as well those that were given back and stay unpaid. */
export async function listPaymentsOfItems(
  tx: Tx,
  line_item_uuids: readonly string[],
  { given_back = false } = {},
): Promise<PaymentFactsRow[]> {
  if (line_item_uuids.length === 0) return []
  const { rows } = await sql<PaymentFactsRow>`
    select ${FACTS} ${FROM} where p.line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and (p.status <> 'CANCELLED' ${given_back ? sql`or p.stays_unpaid` : sql``})
      order by p.line_item_uuid, d.position nulls last, p.payment_uuid`.execute(tx)
  return rows
}

/** What lists show of a payment, whatever became of it. */
export type ListedPayment = Pick<
  PaymentFactsRow,
  | 'payment_uuid'
  | 'employer_uuid'
  | 'line_item_uuid'
  | 'cycle_uuid'
  | 'policy_uuid'
  | 'contractor_sub'
  | 'destination_label'
  | 'network'
  | 'source_currency'
  | 'source_minor'
  | 'currency'
  | 'promised_minor'
  | 'amount_minor'
  | 'pay_date'
  | 'status'
  | 'failure_reason'
  | 'reference'
  | 'simulated'
  | 'attempt'
  | 'created_at'
  | 'settled_at'
  | 'contractor_first_name'
  | 'contractor_last_name'
  | 'contractor_verification'
  | 'employer_domain'
  | 'employer_name'
  | 'rail'
  | 'outside'
  | 'given_back_at'
>

export type PaymentFilter = {
  readonly statuses: readonly PaymentStatus[]
  readonly status?: PaymentStatus | undefined
  readonly search?: string | undefined
  readonly execution_uuid?: string | undefined
  /** Only what is due by this day. */
  readonly due_by?: string | undefined
  readonly after?: { readonly pay_date: string; readonly payment_uuid: string } | undefined
  readonly limit: number
}

const BY_DATE = sql`p.pay_date, p.payment_uuid`

function chosen({ statuses, status, execution_uuid, due_by, after }: PaymentFilter) {
  return sql`not p.is_over and p.status in (${sql.join(statuses.map(of => sql.lit(of)))})
        ${status ? sql`and p.status = ${status}` : sql``}
        ${
          execution_uuid
            ? sql`and p.payment_uuid in (select payment_uuid from payment_attempt where execution_uuid = ${execution_uuid}::uuid)
          and p.execution_uuid = ${execution_uuid}::uuid`
            : sql``
        }
        ${due_by ? sql`and p.pay_date <= ${due_by}::date` : sql``}
        ${after ? sql`and (p.pay_date, p.payment_uuid) > (${after.pay_date}::date, ${after.payment_uuid}::uuid)` : sql``}`
}

/** A page of payments by pay date, the earliest first; the key of the last row continues it. */
export async function listPayments(tx: Tx, filter: PaymentFilter): Promise<PaymentFactsRow[]> {
  const { limit } = filter
  const said = sayingFolded(
    sql`concat_ws(E'\n', person.said, app.folded(concat_ws(' ', e.business_name, e.corporation_name, e.domain)))`,
    filter.search,
  )
  const amount = filter.search && typedAmount(filter.search)
  const from = said
    ? sql`${FROM} where ${chosen(filter)}
        and (${said}
          ${amount ? sql`or ${isOfAmount(amount)}` : sql``})`
    : sql`${fromSlice(chosen(filter), BY_DATE, limit)} ${CYCLE}`
  const { rows } = await sql<PaymentFactsRow>`
    select ${FACTS} ${from} order by ${BY_DATE} limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** Like `listPayments`, with what decides whether they may leave and no more. */
export async function listDue(tx: Tx, filter: PaymentFilter): Promise<LeavingFacts[]> {
  const { rows } = await sql<LeavingFacts>`
    select ${LEAVING} ${fromSlice(chosen(filter), BY_DATE, filter.limit)} order by ${BY_DATE}`.execute(
    tx,
  )
  return rows
}

/** The line items of which a part has not left for a destination of a contractor: scheduled, held, frozen, failed or come back. */
export async function listItemsUnsentTo(
  tx: Tx,
  contractor_sub: string,
  destination_uuid: string,
): Promise<string[]> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select distinct line_item_uuid from line_item i join payment p using (line_item_uuid)
      where i.contractor_sub = ${contractor_sub} and p.destination_uuid = ${destination_uuid}::uuid and not p.is_over
        and p.status in (${sql.join(UNSENT_STATUSES.map(of => sql.lit(of)))})`.execute(tx)
  return rows.map(row => row.line_item_uuid)
}
