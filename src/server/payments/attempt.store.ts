import { sql } from 'kysely'
import { assert } from '#domain/kernel/assert.ts'
import type { Tx } from '../kernel/db.ts'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { type Columns, lookedUpBy } from '../kernel/rows.ts'
import { type KeptOrder, listOrders } from './attempt-order.report.store.ts'
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
  /** The name of the rail, and whether it is simulated. */
  readonly rail: string
  readonly simulated: boolean
  /** By whose files it leaves; null where it leaves at once. */
  readonly channel_uuid: string | null
  readonly order: KeptOrder
}

type StartedAttempt = Omit<ExecutingPayment, 'order'> & { readonly payee: string }

const EXECUTING: Columns<StartedAttempt> = {
  payment_uuid: 'uuid',
  attempt_uuid: 'uuid',
  rail: 'text',
  simulated: 'boolean',
  channel_uuid: 'uuid',
  payee: 'text',
  number: 'int',
  version: 'int',
  amount_minor: 'bigint',
  rate: 'text',
  rate_source: 'text',
  rate_as_of: 'timestamptz',
}

/**
 * Takes SCHEDULED payments that are as they were read to EXECUTING under new attempts, in one statement whatever their number; answers how
 * many. Whom each pays is sealed beside it.
 */
export async function startAttempts(
  { tx, fields }: PrivateTx,
  starting: readonly ExecutingPayment[],
  by: { execution_uuid: string; requested_by: string; at: Date },
): Promise<number> {
  const started = starting.map(({ order, ...attempt }): StartedAttempt => {
    const kept = JSON.stringify(order)
    return { ...attempt, payee: fields.seal('payment_attempt.payee', attempt.attempt_uuid, kept) }
  })
  const { numAffectedRows } = await sql`
    with started as (
      update payment p set status = 'EXECUTING', attempt = s.number, attempt_uuid = s.attempt_uuid, amount_minor = s.amount_minor,
          rate = s.rate, rate_source = s.rate_source, rate_as_of = s.rate_as_of, execution_uuid = ${by.execution_uuid}::uuid,
          executed_at = ${by.at}, simulated = s.simulated, failure_reason = null, version = p.version + 1
        from ${lookedUpBy('s', started, EXECUTING)}
        where p.payment_uuid = s.payment_uuid and p.version = s.version and p.status || '' = 'SCHEDULED'
        returning p.payment_uuid, p.employer_uuid, p.attempt, p.attempt_uuid, p.currency, p.amount_minor, s.rail, s.channel_uuid, s.payee
    )
    insert into payment_attempt (attempt_uuid, payment_uuid, employer_uuid, number, rail, currency, amount_minor, requested_by, requested_at,
        execution_uuid, payee, channel_uuid)
      select attempt_uuid, payment_uuid, employer_uuid, attempt, rail, currency, amount_minor, ${by.requested_by}, ${by.at},
          ${by.execution_uuid}::uuid, payee, channel_uuid from started`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** A payment on its way to its rail: what decides whether it may leave, and whom it pays. */
export type Leaving = LeavingFacts & {
  readonly attempt_uuid: string
  readonly amount_minor: bigint
  readonly order: KeptOrder
}

/**
 * Those of an execution's payments named that are on their way to the rail, with what decides whether they may leave: those that leave by
 * the files of a channel, or those that leave at once.
 */
export async function listExecuting(
  on: PrivateTx,
  execution_uuid: string,
  payment_uuids: readonly string[],
  channel_uuid: string | null = null,
): Promise<Leaving[]> {
  type Sealed = Omit<Leaving, 'order'> & { readonly payee: string | null }
  const leaving = sql`${named(payment_uuids)} and execution_uuid = ${execution_uuid}::uuid and status = 'EXECUTING'`
  const { rows } = await sql<Sealed>`
    select ${LEAVING}, a.payee ${fromSlice(leaving, sql`p.payment_uuid`)} join payment_attempt a on a.attempt_uuid = p.attempt_uuid
      where a.channel_uuid is not distinct from ${channel_uuid}::uuid order by p.payment_uuid`.execute(
    on.tx,
  )
  return withOrders(on, rows)
}

/** Opens whom attempts pay; of those that an older process began, as everything is now. */
export async function withOrders<Row extends { payment_uuid: string; attempt_uuid: string }>(
  on: PrivateTx,
  rows: readonly (Row & { readonly payee: string | null })[],
): Promise<(Omit<Row, 'payee'> & { readonly order: KeptOrder })[]> {
  const old = rows.filter(({ payee }) => payee === null).map(row => row.payment_uuid)
  const now = old.length > 0 ? await listOrders(on, old) : new Map<string, KeptOrder>()
  return rows.map(({ payee, ...row }) => {
    const order = payee === null ? now.get(row.payment_uuid) : opened(on, row.attempt_uuid, payee)
    assert(order, 'a payment is to somebody')
    return { ...row, order }
  })
}

function opened({ fields }: PrivateTx, attempt_uuid: string, sealed: string): KeptOrder {
  return JSON.parse(fields.open('payment_attempt.payee', attempt_uuid, sealed)) as KeptOrder
}

export type AttemptOutcome = {
  readonly payment_uuid: string
  readonly attempt_uuid: string
  readonly outcome: 'SENT' | 'FAILED'
  readonly reference: string
  readonly reason: string | null
  /** Whether its rail refused it since an attempt before it could arrive beside it. */
  readonly by_two?: boolean
}

export type RecordedPayment = {
  readonly payment_uuid: string
  readonly employer_uuid: string
  readonly status: 'SENT' | 'FAILED'
  readonly attempt_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
}

const OUTCOME: Columns<Required<AttemptOutcome>> = {
  payment_uuid: 'uuid',
  attempt_uuid: 'uuid',
  outcome: 'text',
  reference: 'text',
  reason: 'text',
  by_two: 'boolean',
}

/** Records what the rail said, once: payments whose attempt is no longer executing are left alone. */
export async function recordOutcomes(
  tx: Tx,
  outcomes: readonly AttemptOutcome[],
  at: Date,
): Promise<RecordedPayment[]> {
  const said = outcomes.map(one => ({ ...one, by_two: one.by_two ?? false }))
  const { rows } = await sql<RecordedPayment>`
    with recorded as (
      -- Found by what was said and judged here: told the status itself, the planner looks for payments by it and compares all with all.
      update payment p set status = s.outcome, reference = s.reference, failure_reason = s.reason,
          sent_at = case when s.outcome = 'SENT' then ${at}::timestamptz end, version = p.version + 1
        from ${lookedUpBy('s', said, OUTCOME)}
        where p.payment_uuid = s.payment_uuid and p.attempt_uuid = s.attempt_uuid and p.status || '' = 'EXECUTING'
        returning p.payment_uuid, p.employer_uuid, p.status, p.attempt_uuid, p.currency, p.amount_minor
    ), ended as (
      update payment_attempt a set outcome = s.outcome, reference = s.reference, reason = s.reason, by_two = s.by_two, ended_at = ${at}
        from ${lookedUpBy('s', said, OUTCOME)}
        where a.attempt_uuid = s.attempt_uuid and a.outcome is null
    )
    select payment_uuid, employer_uuid, status, attempt_uuid, currency, amount_minor from recorded`.execute(
    tx,
  )
  return rows
}

/** Ends the attempts of payments that came back or were turned away, for a reason if one is known, so that another may be made. */
export async function endAttempts(
  tx: Tx,
  attempt_uuids: readonly string[],
  outcome: 'FAILED' | 'RETURNED',
  at: Date,
  reason: string | null = null,
): Promise<void> {
  await tx
    .updateTable('payment_attempt')
    .set({ outcome, reason, ended_at: at })
    .where(sql<boolean>`attempt_uuid = any(${[...attempt_uuids]}::uuid[])`)
    .execute()
}
