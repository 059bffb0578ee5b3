import { sql } from 'kysely'
import { openBank } from '../destinations/index.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { type Columns, lookedUpBy } from '../kernel/rows.ts'
import { named } from './payment.store.ts'
import { fromSlice, LEAVING, type LeavingFacts } from './payment-facts.report.store.ts'

export type ExecutingPayment = {
  readonly payment_uuid: string
  readonly attempt_uuid: string
  readonly number: number
  /** As it was read: a payment that changed since is left alone. */
  readonly version: number
  readonly amount_minor: bigint
  readonly rate: string | null
  readonly rate_source: string | null
  readonly rate_as_of: string | null
}

const EXECUTING: Columns<ExecutingPayment> = {
  payment_uuid: 'uuid',
  attempt_uuid: 'uuid',
  number: 'int',
  version: 'int',
  amount_minor: 'bigint',
  rate: 'text',
  rate_source: 'text',
  rate_as_of: 'timestamptz',
}

/** Takes SCHEDULED payments that are as they were read to EXECUTING under new attempts, in one statement whatever their number; answers how many. */
export async function startAttempts(
  tx: Tx,
  started: readonly ExecutingPayment[],
  by: { execution_uuid: string; requested_by: string; rail: string; simulated: boolean; at: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with started as (
      update payment p set status = 'EXECUTING', attempt = s.number, attempt_uuid = s.attempt_uuid, amount_minor = s.amount_minor,
          rate = s.rate, rate_source = s.rate_source, rate_as_of = s.rate_as_of, execution_uuid = ${by.execution_uuid}::uuid,
          executed_at = ${by.at}, simulated = ${by.simulated}, failure_reason = null, version = p.version + 1
        from ${lookedUpBy('s', started, EXECUTING)}
        where p.payment_uuid = s.payment_uuid and p.version = s.version and p.status || '' = 'SCHEDULED'
        returning p.payment_uuid, p.employer_uuid, p.attempt, p.attempt_uuid, p.currency, p.amount_minor
    )
    insert into payment_attempt (attempt_uuid, payment_uuid, employer_uuid, number, rail, currency, amount_minor, requested_by, requested_at,
        execution_uuid)
      select attempt_uuid, payment_uuid, employer_uuid, attempt, ${by.rail}, currency, amount_minor, ${by.requested_by}, ${by.at},
          ${by.execution_uuid}::uuid from started`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export type Leaving = LeavingFacts & {
  readonly attempt_uuid: string
  readonly amount_minor: bigint
  /** The account or address that is paid, whole. */
  readonly account: string
  readonly account_name: string
}

/** Those of an execution's payments named that are on their way to the rail, with what decides whether they may leave. */
export async function listExecuting(
  { tx, fields }: PrivateTx,
  execution_uuid: string,
  payment_uuids: readonly string[],
): Promise<Leaving[]> {
  type Sealed = Omit<Leaving, 'account' | 'account_name'> & {
    readonly address: string | null
    readonly bank: string | null
  }
  const leaving = sql`${named(payment_uuids)} and execution_uuid = ${execution_uuid}::uuid and status = 'EXECUTING'`
  const { rows } = await sql<Sealed>`
    select ${LEAVING}, d.address, d.bank ${fromSlice(leaving, sql`p.payment_uuid`)} order by p.payment_uuid`.execute(
    tx,
  )
  return rows.map(({ address, bank, ...order }) => {
    const details = openBank(fields, order.destination_uuid ?? '', bank)
    const account = details && (details.iban || details.account_number || details.interac_email)
    return {
      ...order,
      account: address ?? account ?? '',
      account_name: details?.account_name ?? '',
    }
  })
}

export type AttemptOutcome = {
  readonly payment_uuid: string
  readonly attempt_uuid: string
  readonly outcome: 'SENT' | 'FAILED'
  readonly reference: string
  readonly reason: string | null
}

export type RecordedPayment = {
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly status: 'SENT' | 'FAILED'
  readonly attempt_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
}

const OUTCOME: Columns<AttemptOutcome> = {
  payment_uuid: 'uuid',
  attempt_uuid: 'uuid',
  outcome: 'text',
  reference: 'text',
  reason: 'text',
}

/** Records what the rail said, once: payments whose attempt is no longer executing are left alone. */
export async function recordOutcomes(
  tx: Tx,
  outcomes: readonly AttemptOutcome[],
  at: Date,
): Promise<RecordedPayment[]> {
  const { rows } = await sql<RecordedPayment>`
    with recorded as (
      -- Found by what was said and judged here: told the status itself, the planner looks for payments by it and compares all with all.
      update payment p set status = s.outcome, reference = s.reference, failure_reason = s.reason,
          sent_at = case when s.outcome = 'SENT' then ${at}::timestamptz end, version = p.version + 1
        from ${lookedUpBy('s', outcomes, OUTCOME)}
        where p.payment_uuid = s.payment_uuid and p.attempt_uuid = s.attempt_uuid and p.status || '' = 'EXECUTING'
        returning p.payment_uuid, p.employer_uuid, p.status, p.attempt_uuid, p.currency, p.amount_minor
    ), ended as (
      update payment_attempt a set outcome = s.outcome, reference = s.reference, reason = s.reason, ended_at = ${at}
        from ${lookedUpBy('s', outcomes, OUTCOME)}
        where a.attempt_uuid = s.attempt_uuid and a.outcome is null
    )
    select payment_uuid, employer_uuid, status, attempt_uuid, currency, amount_minor from recorded`.execute(
    tx,
  )
  return rows
}

/** Ends the attempts of payments that came back, for a reason if one is known, so that another may be made. */
export async function endAttempts(
  tx: Tx,
  attempt_uuids: readonly string[],
  outcome: 'RETURNED',
  at: Date,
  reason: string | null = null,
): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({ outcome, reason, ended_at: at })
    .where(sql<boolean>`attempt_uuid = any(${[...attempt_uuids]}::uuid[])`)
    .execute()
}
