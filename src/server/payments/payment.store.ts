import { sql } from 'kysely'
import type { HoldReason } from '#domain/payments/blockers.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { Tx } from '../kernel/db.ts'
import { listPaymentFacts, type PaymentFactsRow } from './payment-facts.report.store.ts'

export type NewPayment = {
  readonly payment_uuid: string
  readonly line_item_uuid: string
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
  readonly rate: string | null
  readonly rate_source: string | null
  readonly rate_as_of: string | null
  readonly status: 'SCHEDULED' | 'HELD'
  readonly hold_reason: HoldReason | null
  readonly funded: boolean
  readonly note: string | null
}

export type PaymentOrigin = {
  readonly employer_uuid: string
  readonly cycle_uuid: string
  readonly pay_date: string
  readonly created_at: Date
}

/** Inserts the payments of one cycle in one statement. */
export async function insertPayments(
  tx: Tx,
  origin: PaymentOrigin,
  payments: readonly NewPayment[],
): Promise<void> {
  if (payments.length === 0) return
  const column = <K extends keyof NewPayment>(name: K) => payments.map(payment => payment[name])
  await sql`
    insert into payment (employer_uuid, cycle_uuid, pay_date, created_at, payment_uuid, line_item_uuid, contractor_sub,
        destination_uuid, destination_version, destination_label, network, percentage_bps, source_currency, source_minor,
        currency, promised_minor, rate, rate_source, rate_as_of, status, hold_reason, funded, note)
      select ${origin.employer_uuid}::uuid, ${origin.cycle_uuid}::uuid, ${origin.pay_date}::date, ${origin.created_at}::timestamptz, *
        from unnest(${column('payment_uuid')}::uuid[], ${column('line_item_uuid')}::uuid[], ${column('contractor_sub')}::text[],
          ${column('destination_uuid')}::uuid[], ${column('destination_version')}::int[], ${column('destination_label')}::text[],
          ${column('network')}::text[], ${column('percentage_bps')}::int[], ${column('source_currency')}::text[],
          ${column('source_minor')}::bigint[], ${column('currency')}::text[], ${column('promised_minor')}::bigint[],
          ${column('rate')}::text[], ${column('rate_source')}::text[], ${column('rate_as_of')}::timestamptz[],
          ${column('status')}::text[], ${column('hold_reason')}::text[],
          ${column('funded')}::boolean[], ${column('note')}::text[])`.execute(tx)
}

/** The payments named, with their facts, locked in id order so that two bulks never wait for each other in a circle. */
export async function lockPayments(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<PaymentFactsRow[]> {
  await sql`select 1 from payment where payment_uuid = any(${[...payment_uuids]}::uuid[]) order by payment_uuid for update`.execute(
    tx,
  )
  return listPaymentFacts(tx, payment_uuids)
}

/**
 * Like `lockPayments`, after the line items that the payments are parts of: whoever decides about a whole by its parts holds it, so
 * that of two parts that settle at once the second one sees the first (ARCHITECTURE, Lock order).
 */
export async function lockPaymentsOfItems(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<PaymentFactsRow[]> {
  await sql`select 1 from line_item where line_item_uuid in (select line_item_uuid from payment where payment_uuid = any(${[...payment_uuids]}::uuid[]))
    order by line_item_uuid for no key update`.execute(tx)
  return lockPayments(tx, payment_uuids)
}

/** How many unpaid payments there are in each status. */
export async function countUnpaid(tx: Tx): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, count(*)::int n from payment where status not in ('SETTLED', 'CANCELLED') group by status`.execute(
    tx,
  )
  return Object.fromEntries(rows.map(row => [row.status, row.n]))
}

/** How many payments in these states are due by a day. */
export async function countDue(
  tx: Tx,
  statuses: readonly PaymentStatus[],
  due_by: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int n from payment
      where status in (${sql.join(statuses.map(of => sql.lit(of)))}) and pay_date <= ${due_by}::date`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Changes the status of locked payments; answers how many were in one of the states that allow it. */
export async function changeStatus(
  tx: Tx,
  payment_uuids: readonly string[],
  from: readonly PaymentStatus[],
  to: PaymentStatus,
  set: { hold_reason?: HoldReason; settled_at?: Date; reference?: string; funded?: boolean } = {},
): Promise<number> {
  if (payment_uuids.length === 0) return 0
  const result = await tx
    .updateTable('payment')
    .set(row => ({
      status: to,
      hold_reason: set.hold_reason ?? null,
      version: row('version', '+', 1),
      ...(to === 'SETTLED' ? { settled_at: set.settled_at ?? null } : {}),
      ...(to === 'SCHEDULED' ? { settled_at: null } : {}),
      ...(set.reference ? { reference: set.reference } : {}),
      ...(set.funded === undefined ? {} : { funded: set.funded }),
    }))
    .where(sql<boolean>`payment_uuid = any(${[...payment_uuids]}::uuid[])`)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Of these line items, those that are wholly settled: at least one payment, none of them unsettled. */
export async function settledItems(tx: Tx, line_item_uuids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from payment
      where line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and status <> 'CANCELLED'
      group by line_item_uuid having bool_and(status = 'SETTLED')`.execute(tx)
  return rows.map(row => row.line_item_uuid)
}

/** Sends what is held for a contractor to another of their destinations: the one it was for is out of use. */
export async function redirectPayment(
  tx: Tx,
  payment_uuid: string,
  to: Pick<
    NewPayment,
    'destination_uuid' | 'destination_version' | 'destination_label' | 'network'
  >,
): Promise<void> {
  await tx.updateTable('payment').set(to).where('payment_uuid', '=', payment_uuid).execute()
}

/** Gives payments another rate and what arrives at it, in one statement; amounts in smallest units. */
export async function promiseAnew(
  tx: Tx,
  promised: readonly {
    readonly payment_uuid: string
    readonly rate: string
    readonly rate_source: string
    readonly rate_as_of: string
    readonly promised_minor: string
  }[],
): Promise<void> {
  if (promised.length === 0) return
  await sql`
    update payment p set promised_minor = s.promised_minor, rate = s.rate, rate_source = s.rate_source, rate_as_of = s.rate_as_of,
        version = p.version + 1
      from jsonb_to_recordset(${JSON.stringify(promised)}::jsonb)
        s(payment_uuid uuid, promised_minor bigint, rate text, rate_source text, rate_as_of timestamptz)
      where p.payment_uuid = s.payment_uuid`.execute(tx)
}
