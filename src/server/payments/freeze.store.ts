import { sql } from 'kysely'
import { NOT_LEFT_STATUSES } from '#domain/payments/payment.ts'
import type { Tx } from '../kernel/db.ts'
import { anyOf } from '../kernel/rows.ts'

/** What a freeze holds: payments with a pay date before a day; null where it is not narrowed. */
export type Scope = {
  readonly before: string
  readonly employer_uuid: string | null
  readonly contractor_sub: string | null
  readonly currency: string | null
  readonly network: string | null
}

const GATE = sql`hashtextextended('freezes', 0)`

/**
 * Lets no freeze come until the transaction ends; any number at once. Whoever lets payments leave asks what is frozen behind it, so that
 * nothing that a freeze holds is begun once the freeze was answered.
 */
export async function shareFreezes(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${GATE})`.execute(tx)
}

/** Waits until nobody is letting payments leave, and lets nobody begin until the transaction ends. */
export async function lockFreezes(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${GATE})`.execute(tx)
}

/** Inserts a freeze, unless one of the same scope is in force; answers the one in force. */
export async function insertFreeze(
  tx: Tx,
  freeze: Scope & {
    readonly freeze_uuid: string
    readonly words: string
    readonly frozen_by: string | null
    readonly frozen_at: Date
  },
): Promise<{ freeze_uuid: string; is_new: boolean }> {
  const inserted = await tx
    .insertInto('payment_freeze')
    .values({ ...freeze, frozen_by: freeze.frozen_by ?? '' })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n)
    return { freeze_uuid: freeze.freeze_uuid, is_new: true }
  const { before, employer_uuid, contractor_sub, currency, network } = freeze
  const { rows } = await sql<{ freeze_uuid: string }>`
    select freeze_uuid from payment_freeze where lifted_at is null and before = ${before}::date
      and (employer_uuid, contractor_sub, currency, network)
        is not distinct from (${employer_uuid}::uuid, ${contractor_sub}, ${currency}, ${network})`.execute(
    tx,
  )
  return { freeze_uuid: rows[0]?.freeze_uuid ?? freeze.freeze_uuid, is_new: false }
}

/** A freeze, held until the transaction ends: who froze, and who lifted it. */
export async function lockFreeze(tx: Tx, freeze_uuid: string) {
  return tx
    .selectFrom('payment_freeze')
    .select(['employer_uuid', 'frozen_by', 'lifted_by'])
    .where('freeze_uuid', '=', freeze_uuid)
    .forUpdate()
    .executeTakeFirst()
}

/** Lifts a freeze that is held. */
export async function saveLifted(
  tx: Tx,
  freeze_uuid: string,
  lifted: {
    readonly lifted_by: string | null
    readonly lifted_at: Date
    readonly lifted_words: string
  },
): Promise<void> {
  await tx
    .updateTable('payment_freeze')
    .set(lifted)
    .where('freeze_uuid', '=', freeze_uuid)
    .execute()
}

/** Since when a payment `p` is frozen; null where it is not. Asked of each only while there is a freeze. */
export const FROZEN_AT = sql`case when (select app.is_any_frozen())
    then app.frozen_since(p.pay_date, p.employer_uuid, p.contractor_sub, p.currency, p.network) end`

/** Whether a freeze is in force, or something is marked as frozen. */
export async function isAnyFrozen(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select app.is_any_frozen() or exists (select from payment_count where is_open and status = 'FROZEN') "any"`.execute(
    tx,
  )
  return rows[0]?.any ?? false
}

/** Whether one of the payments that these attempts are to make is frozen. */
export async function isFrozenAmong(tx: Tx, attempt_uuids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ frozen: boolean }>`
    select exists (select from payment p where p.attempt_uuid = ${anyOf(attempt_uuids)} and ${FROZEN_AT} is not null) frozen`.execute(
    tx,
  )
  return rows[0]?.frozen ?? false
}

/** Some of the payments that are not marked as the freezes in force have it, locked, the earliest pay date first. */
export async function lockMismarked(tx: Tx, limit: number) {
  const { rows } = await sql<{ payment_uuid: string; employer_uuid: string; status: string }>`
    select payment_uuid, employer_uuid, status from payment p
      where not is_over and (status = 'SCHEDULED' and ${FROZEN_AT} is not null or status = 'FROZEN' and ${FROZEN_AT} is null)
      order by pay_date, payment_uuid limit ${sql.lit(limit)} for update of p skip locked`.execute(
    tx,
  )
  return rows
}

/** Payments that have not left and would by a scope, counted by whose they are and how they would go; and how many are on their way to a rail. */
export async function countInScope(tx: Tx, scope: Scope) {
  const { before, employer_uuid, contractor_sub, currency, network } = scope
  const { rows } = await sql<{
    employer_uuid: string
    source_currency: string
    currency: string
    network: string
    payments: number
    minor: bigint
    frozen: number
    executing: number
  }>`
    select employer_uuid, source_currency, currency, network, count(*) filter (where not leaves)::int payments,
        coalesce(sum(source_minor) filter (where not leaves), 0)::bigint minor,
        count(frozen_at) filter (where not leaves)::int frozen, count(*) filter (where leaves)::int executing
      from (select p.employer_uuid, source_currency, p.currency, p.network, source_minor, p.status = 'EXECUTING' leaves, ${FROZEN_AT} frozen_at
        from payment p
          where not is_over and status in ('EXECUTING', ${sql.join(NOT_LEFT_STATUSES.map(of => sql.lit(of)))}) and pay_date < ${before}::date
            ${employer_uuid === null ? sql`` : sql`and employer_uuid = ${employer_uuid}::uuid`}
            ${contractor_sub === null ? sql`` : sql`and contractor_sub = ${contractor_sub}`}
            ${currency === null ? sql`` : sql`and currency = ${currency}`}
            ${network === null ? sql`` : sql`and network = ${network}`}) found
      group by employer_uuid, source_currency, currency, network`.execute(tx)
  return rows
}
