import { sql } from 'kysely'
import type { Text } from '#domain/kernel/words.ts'
import type { HoldReason } from '#domain/payments/blockers.ts'
import type { DestinationStatus } from '#domain/payments/destination.ts'
import { HISTORY_STATUSES, type PaymentStatus } from '#domain/payments/payment.ts'
import type { Tx } from '../kernel/db.ts'

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
  readonly attempt_uuid: string | null
  readonly execution_uuid: string | null
  readonly created_at: Date
  readonly sent_at: Date | null
  readonly settled_at: Date | null
  readonly item_status: string
  readonly approved_at: Date | null
  readonly contractor_first_name: string
  readonly contractor_last_name: string
  readonly contractor_verification: 'UNVERIFIED' | 'PENDING_REVIEW' | 'VERIFIED' | 'REJECTED'
  readonly contractor_documents_at: Date | null
  readonly contractor_suspended_at: Date | null
  readonly employer_domain: string | null
  readonly employer_name: string
  readonly employer_is_partner: boolean
  readonly employer_verification: 'UNVERIFIED' | 'PENDING_REVIEW' | 'VERIFIED' | 'REJECTED'
  readonly employer_documents_at: Date | null
  readonly employer_suspended_at: Date | null
  readonly destination_changed_at: Date | null
  readonly destination_status: DestinationStatus | null
  readonly destination_version_now: number | null
  /** Whether a payment that was approved without a destination could have one by now. */
  readonly destination_named_since: boolean
  /** The name of the rail of its last attempt. */
  readonly rail: string | null
}

/** The columns of `PaymentFactsRow`, read from `FROM`. */
export const FACTS = sql`
  p.payment_uuid, p.employer_uuid, p.line_item_uuid, p.cycle_uuid, c.policy_uuid, p.contractor_sub, p.destination_uuid,
  p.destination_version, p.destination_label, p.network, p.percentage_bps, p.source_currency, p.source_minor, p.currency, p.promised_minor,
  p.amount_minor, p.rate, p.rate_source, p.rate_as_of, p.pay_date, p.status, p.hold_reason, p.failure_reason, p.funded, p.note, p.note_said,
  p.reference, p.simulated, p.attempt, p.attempt_uuid, p.execution_uuid, p.created_at, p.sent_at, p.settled_at,
  i.status item_status, i.approved_at,
  person.first_name contractor_first_name, person.last_name contractor_last_name,
  coalesce(k.verification, person.verification_at_end, 'UNVERIFIED') contractor_verification, k.documents_at contractor_documents_at, person.suspended_at contractor_suspended_at,
  e.domain employer_domain, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
  e.is_partner employer_is_partner, e.verification employer_verification, e.documents_at employer_documents_at,
  e.suspended_at employer_suspended_at, d.changed_at destination_changed_at, d.status destination_status,
  d.version destination_version_now,
  p.destination_uuid is null and exists (select from destination h where h.contractor_sub = p.contractor_sub
    and h.status = 'ACTIVE' and h.percentage_bps > 0) destination_named_since,
  (select t.rail from payment_attempt t where t.attempt_uuid = p.attempt_uuid) rail`

/** Payments with the rows that decide whether they may leave. */
export const FROM = sql`
  from payment p
    join line_item i on i.line_item_uuid = p.line_item_uuid
    join pay_cycle c on c.cycle_uuid = p.cycle_uuid
    join person_seen person on person.sub = p.contractor_sub
    left join contractor k on k.sub = p.contractor_sub
    join employer e on e.employer_uuid = p.employer_uuid
    left join destination d on d.destination_uuid = p.destination_uuid`

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

/** The payments of line items, in the order of their destinations. */
export async function listPaymentsOfItems(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<PaymentFactsRow[]> {
  if (line_item_uuids.length === 0) return []
  const { rows } = await sql<PaymentFactsRow>`
    select ${FACTS} ${FROM} where p.line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and p.status <> 'CANCELLED'
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
>

/** A page of settled and cancelled payments for operators, newest first. It is cut along its index before anything is joined to it. */
export async function listEnded(
  tx: Tx,
  { after, limit }: Pick<PaymentFilter, 'after' | 'limit'>,
): Promise<ListedPayment[]> {
  const { rows } = await sql<ListedPayment>`
    select p.payment_uuid, p.employer_uuid, p.line_item_uuid, p.cycle_uuid, c.policy_uuid, p.contractor_sub, p.destination_label, p.network,
        p.source_currency, p.source_minor, p.currency, p.promised_minor, p.amount_minor, p.pay_date, p.status, p.failure_reason, p.reference,
        p.simulated, p.attempt, p.created_at, p.settled_at, person.first_name contractor_first_name, person.last_name contractor_last_name,
        coalesce(k.verification, 'UNVERIFIED') contractor_verification, e.domain employer_domain,
        app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name, t.rail
      from (select payment_uuid, employer_uuid, line_item_uuid, cycle_uuid, contractor_sub, destination_label, network, source_currency, source_minor,
            currency, promised_minor, amount_minor, pay_date, status, failure_reason, reference, simulated, attempt, attempt_uuid, created_at,
            settled_at from payment where status in (${sql.join(HISTORY_STATUSES.map(of => sql.lit(of)))})
          ${after ? sql`and (pay_date, payment_uuid) < (${after.pay_date}::date, ${after.payment_uuid}::uuid)` : sql``}
          order by pay_date desc, payment_uuid desc limit ${sql.lit(limit)}) p
        join pay_cycle c on c.cycle_uuid = p.cycle_uuid
        join person_seen person on person.sub = p.contractor_sub
        left join contractor k on k.sub = p.contractor_sub
        join employer e on e.employer_uuid = p.employer_uuid
        left join payment_attempt t on t.attempt_uuid = p.attempt_uuid
      order by p.pay_date desc, p.payment_uuid desc`.execute(tx)
  return rows
}

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

/** A page of payments by pay date, the earliest first; the key of the last row continues it. */
export async function listPayments(tx: Tx, filter: PaymentFilter): Promise<PaymentFactsRow[]> {
  const { after, search, status } = filter
  const { rows } = await sql<PaymentFactsRow>`
    select ${FACTS} ${FROM}
      where p.status in (${sql.join(filter.statuses.map(of => sql.lit(of)))})
        ${status ? sql`and p.status = ${status}` : sql``}
        ${filter.execution_uuid ? sql`and p.execution_uuid = ${filter.execution_uuid}::uuid` : sql``}
        ${filter.due_by ? sql`and p.pay_date <= ${filter.due_by}::date` : sql``}
        ${after ? sql`and (p.pay_date, p.payment_uuid) > (${after.pay_date}::date, ${after.payment_uuid}::uuid)` : sql``}
        ${search ? sql`and (app.person_name(person.first_name, person.last_name) || ' ' || e.corporation_name || ' ' || coalesce(e.domain, '')) ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}` : sql``}
      order by p.pay_date, p.payment_uuid limit ${sql.lit(filter.limit)}`.execute(tx)
  return rows
}
