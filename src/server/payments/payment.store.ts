import { type RawBuilder, sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import type { Text } from '#domain/kernel/words.ts'
import type { HoldReason } from '#domain/payments/blockers.ts'
import { WRONG_STATUSES } from '#domain/payments/lost.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import type { FirstPart } from '#domain/payments/split.ts'
import type { Tx } from '../kernel/db.ts'
import { anyOf, type Columns, lookedUpBy, namesOf, rowsOf } from '../kernel/rows.ts'
import { toKeep } from '../kernel/words.ts'
import { listPaymentFacts, type PaymentFactsRow } from './payment-facts.report.store.ts'
import { leftBeside } from './sent.store.ts'

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
  readonly first_part: FirstPart | null
  readonly note: Text | null
}

export type PaymentOrigin = {
  readonly employer_uuid: string
  readonly cycle_uuid: string
  readonly pay_date: string
  readonly created_at: Date
}

const PAYMENT: Columns<Omit<NewPayment, 'note'> & { note: string; note_said: string }> = {
  payment_uuid: 'uuid',
  line_item_uuid: 'uuid',
  contractor_sub: 'text',
  destination_uuid: 'uuid',
  destination_version: 'int',
  destination_label: 'text',
  network: 'text',
  percentage_bps: 'int',
  source_currency: 'text',
  source_minor: 'bigint',
  currency: 'text',
  promised_minor: 'bigint',
  rate: 'text',
  rate_source: 'text',
  rate_as_of: 'timestamptz',
  status: 'text',
  hold_reason: 'text',
  funded: 'boolean',
  first_part: 'text',
  note: 'text',
  note_said: 'jsonb',
}

/** Inserts the payments of one cycle in one statement. */
export async function insertPayments(
  tx: Tx,
  origin: PaymentOrigin,
  payments: readonly NewPayment[],
): Promise<void> {
  if (payments.length === 0) return
  const rows = payments.map(({ note, ...payment }) => {
    const { sentence, said } = toKeep(note)
    return { ...payment, note: sentence, note_said: said }
  })
  await sql`
    insert into payment (employer_uuid, cycle_uuid, pay_date, created_at, ${namesOf(PAYMENT)})
      select ${origin.employer_uuid}::uuid, ${origin.cycle_uuid}::uuid, ${origin.pay_date}::date, ${origin.created_at}::timestamptz,
          ${namesOf(PAYMENT)}
        from ${rowsOf('item', rows, PAYMENT)}`.execute(tx)
}

/**
 * The payments named, with their facts, locked after the line items that they are parts of: whoever decides about a whole by its parts
 * holds it, so that of two parts that settle at once the second one sees the first (ARCHITECTURE, Lock order).
 */
export async function lockPaymentsOfItems(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<PaymentFactsRow[]> {
  await holdPaymentsOfItems(tx, named(payment_uuids))
  return listPaymentFacts(tx, payment_uuids)
}

/** Locks payments in id order, and tells nothing of them: however many, they stay as they are until the transaction ends. */
export async function holdPayments(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`select count(*) from (select from payment where ${which} order by payment_uuid for update) held`.execute(
    tx,
  )
}

/** Like `holdPayments`, after the line items that they are parts of. */
export async function holdPaymentsOfItems(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await holdItemsOf(tx, which)
  await holdPayments(tx, which)
}

/** Locks the line items that payments are parts of: what was sent changes under that lock alone. */
export async function holdItemsOf(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`select count(*) from (select from line_item where line_item_uuid in (select line_item_uuid from payment where ${which})
    order by line_item_uuid for no key update) held`.execute(tx)
}

export type Part = Pick<
  PaymentFactsRow,
  | 'payment_uuid'
  | 'line_item_uuid'
  | 'status'
  | 'attempt'
  | 'funded'
  | 'source_currency'
  | 'source_minor'
>

/** The payments of line items, but for cancelled ones, in id order; `held` keeps them as they are until the transaction ends. */
export async function listParts(
  tx: Tx,
  line_item_uuids: readonly string[],
  { held = false } = {},
): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select payment_uuid, line_item_uuid, status, attempt, funded, source_currency, source_minor from payment
      where line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and status <> 'CANCELLED'
      order by payment_uuid ${held ? sql`for update` : sql``}`.execute(tx)
  return rows
}

export type SettlingPayment = Pick<
  PaymentFactsRow,
  | 'payment_uuid'
  | 'employer_uuid'
  | 'line_item_uuid'
  | 'currency'
  | 'network'
  | 'amount_minor'
  | 'attempt_uuid'
  | 'status'
  | 'first_part'
>

/** The payments named of which this holds, in id order: what settling them asks. */
export async function listSettling(
  tx: Tx,
  payment_uuids: readonly string[],
  which: RawBuilder<unknown> = sql`true`,
): Promise<SettlingPayment[]> {
  const { rows } = await sql<SettlingPayment>`
    select payment_uuid, employer_uuid, line_item_uuid, currency, network, amount_minor, attempt_uuid, status, first_part from payment
      where ${named(payment_uuids)} and ${which} order by payment_uuid`.execute(tx)
  return rows
}

/** The payments named. */
export function named(payment_uuids: readonly string[]): RawBuilder<unknown> {
  return sql`payment_uuid = ${anyOf(payment_uuids)}`
}

/** The payments of line items. */
export function ofItems(line_item_uuids: readonly string[]): RawBuilder<unknown> {
  return sql`line_item_uuid = any(${[...line_item_uuids]}::uuid[])`
}

/** The payments that are in an execution by now: its attempts say which were, since each step changes the payments themselves. */
export function ofExecution(execution_uuid: string): RawBuilder<unknown> {
  return sql`payment_uuid in (select payment_uuid from payment_attempt where execution_uuid = ${execution_uuid}::uuid)
    and execution_uuid = ${execution_uuid}::uuid`
}

export type SentOf = {
  readonly execution_uuid?: string | undefined
  readonly until?: Date | undefined
  /** The rails that tell by themselves what arrived: what left by them is left out. */
  readonly beside: readonly string[]
}

/** What was sent and waits for its confirmation: of one execution or of all, up to an instant or until now. */
export function sent(of: SentOf): RawBuilder<unknown> {
  return sql`${of.execution_uuid ? ofExecution(of.execution_uuid) : sql`true`} and ${isSent(of)}`
}

/** Like `sent`, of payments that are found otherwise. */
export function isSent({ execution_uuid, until, beside }: SentOf): RawBuilder<unknown> {
  return sql`not is_over and status = 'SENT' ${execution_uuid ? sql`and execution_uuid = ${execution_uuid}::uuid` : sql``}
    ${until ? sql`and sent_at <= ${until}` : sql``} ${beside.length > 0 ? sql`and ${leftBeside(beside)}` : sql``}`
}

/** A payment where a walk has come to: the id alone in an execution. */
export type Step = { readonly payment_uuid: string; readonly pay_date: string | null }

/** The next of an execution's payments in id order, whatever became of them: cut along an index (`cutAlong`), so that all of it is read once. */
export async function walkExecution(
  tx: Tx,
  execution_uuid: string,
  after: string | undefined,
  limit: number,
): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select payment_uuid, null pay_date from payment_attempt
      where execution_uuid = ${execution_uuid}::uuid ${after ? sql`and payment_uuid > ${after}::uuid` : sql``}
      order by payment_uuid limit (select ${sql.lit(limit)})`.execute(tx)
  return rows
}

/** The next of the payments that are not over, by pay date, whatever their status. */
export async function walkUnpaid(tx: Tx, after: Step | undefined, limit: number): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select payment_uuid, pay_date from payment
      where not is_over ${after ? sql`and (pay_date, payment_uuid) > (${after.pay_date}::date, ${after.payment_uuid}::uuid)` : sql``}
      order by pay_date, payment_uuid limit (select ${sql.lit(limit)})`.execute(tx)
  return rows
}

/** What waits for its confirmation, told as a whole: how many, when the last of them was sent, and which. */
export type SentSeen = {
  readonly execution_uuid?: string | undefined
  readonly payments: number
  readonly until: Date
  /** The sum of a hash of each payment and its attempt, in whatever order. */
  readonly fingerprint: string
  /** The networks that they went by. */
  readonly networks?: string[] | undefined
}

/** What was sent and waits for its confirmation by hand; null where nothing does. */
export async function findSent(tx: Tx, of: SentOf): Promise<SentSeen | null> {
  const { rows } = await sql<Omit<SentSeen, 'until'> & { until: Date | null }>`
    select count(*)::int payments, max(sent_at) until, coalesce(sum(hashtextextended(payment_uuid || ' ' || attempt, 0)), 0)::text fingerprint,
        coalesce(array_agg(distinct network), '{}') networks
      from payment where ${sent(of)}`.execute(tx)
  const [found] = rows
  const { execution_uuid } = of
  return found?.until
    ? { ...found, until: found.until, ...(execution_uuid ? { execution_uuid } : {}) }
    : null
}

/** How many unpaid payments there are in each status. */
export async function countUnpaid(tx: Tx): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    select status, sum(payments)::int n from payment_count where is_open group by status`.execute(
    tx,
  )
  return Object.fromEntries(rows.map(row => [row.status, row.n]))
}

/** What went wrong by status, the worst first. */
export async function countWrong(tx: Tx) {
  const { rows } = await sql<{ status: string; payments: number; since: string } & Money>`
    select status, source_currency currency, count(*)::int payments, min(pay_date) since, sum(source_minor)::bigint minor from (
        select status, source_currency, pay_date, source_minor from payment
          where is_wrong and contradicted_at is null
        union all select 'CONTRADICTED', source_currency, pay_date, source_minor from payment where contradicted_at is not null) w
      group by status, source_currency order by source_currency`.execute(tx)
  return (['CONTRADICTED', ...WRONG_STATUSES] as const).flatMap(status => {
    const own = rows.filter(row => row.status === status)
    const since = own.map(row => row.since).sort()[0]
    if (since === undefined) return []
    return {
      status,
      since,
      payments: own.reduce((sum, row) => sum + row.payments, 0),
      totals: own.map(({ currency, minor }) => ({ currency, minor })),
    }
  })
}

/** Changes the status of locked payments; answers how many were in one of the states that allow it. */
export async function changeStatus(
  tx: Tx,
  payment_uuids: readonly string[],
  from: readonly PaymentStatus[],
  to: PaymentStatus,
  set: {
    hold_reason?: HoldReason
    settled_at?: Date
    reference?: string
    failure_reason?: string
    funded?: boolean
    note?: Text
  } = {},
): Promise<number> {
  if (payment_uuids.length === 0) return 0
  const note = set.note && toKeep(set.note)
  const result = await tx
    .updateTable('payment')
    .set(row => ({
      status: to,
      hold_reason: set.hold_reason ?? null,
      version: row('version', '+', 1),
      ...(to === 'SETTLED' ? { settled_at: set.settled_at ?? null } : {}),
      ...(to === 'SCHEDULED' || to === 'RETURNED' ? { settled_at: null } : {}),
      ...(set.failure_reason ? { failure_reason: set.failure_reason } : {}),
      ...(set.reference ? { reference: set.reference } : {}),
      ...(set.funded === undefined ? {} : { funded: set.funded }),
      ...(note ? { note: note.sentence, note_said: note.said } : {}),
    }))
    .where(sql<boolean>`payment_uuid = ${anyOf(payment_uuids)}`)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Lets go of held payments that are still as they were read; answers how many. */
export async function releaseHeld(
  tx: Tx,
  held: readonly { readonly payment_uuid: string; readonly version: number }[],
): Promise<number> {
  const columns: Columns<(typeof held)[number]> = { payment_uuid: 'uuid', version: 'int' }
  const { numAffectedRows } = await sql`
    update payment p set status = 'SCHEDULED', hold_reason = null, version = p.version + 1 from ${lookedUpBy('s', held, columns)}
      where p.payment_uuid = s.payment_uuid and p.version = s.version and p.status || '' = 'HELD'`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Of these line items, those that are wholly settled: at least one payment, none of them unsettled. */
export async function settledItems(tx: Tx, line_item_uuids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from payment
      where line_item_uuid = ${anyOf(line_item_uuids)} and status <> 'CANCELLED'
      group by line_item_uuid having bool_and(status = 'SETTLED')`.execute(tx)
  return rows.map(row => row.line_item_uuid)
}

/** Where a payment goes: a destination as it is now. */
export type Place = {
  readonly destination_uuid: string
  readonly version: number
  readonly label: string
  readonly network: string
  /** What its contractor says of a small first payment there. */
  readonly first_payment: string | null
}

/** Sends payments whose status was changed to another destination of their contractor as well; to one to which a small payment goes first they wait for that. */
export async function redirectPayments(
  tx: Tx,
  payment_uuids: readonly string[],
  { destination_uuid, version, label, network, first_payment }: Place,
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({
      destination_uuid,
      destination_version: version,
      destination_label: label,
      network,
      first_part: first_payment === 'WANTED' ? 'REST' : null,
    })
    .where(sql<boolean>`payment_uuid = any(${[...payment_uuids]}::uuid[])`)
    .execute()
}

/** Nobody approved that locked payments go where they go by now: no version of their destination is the one that was approved. */
export async function voidApproval(tx: Tx, payment_uuids: readonly string[]): Promise<void> {
  if (payment_uuids.length === 0) return
  await tx
    .updateTable('payment')
    .set(row => ({ destination_version: null, version: row('version', '+', 1) }))
    .where(sql<boolean>`${named(payment_uuids)}`)
    .execute()
}

export type NewPromise = {
  readonly payment_uuid: string
  readonly rate: string
  readonly rate_source: string
  readonly rate_as_of: string
  readonly promised_minor: bigint
}

/** Gives payments another rate and what arrives at it, in one statement; amounts in smallest units. */
export async function promiseAnew(tx: Tx, promised: readonly NewPromise[]): Promise<void> {
  if (promised.length === 0) return
  const columns: Columns<NewPromise> = {
    payment_uuid: 'uuid',
    rate: 'text',
    rate_source: 'text',
    rate_as_of: 'timestamptz',
    promised_minor: 'bigint',
  }
  await sql`
    update payment p set promised_minor = s.promised_minor, rate = s.rate, rate_source = s.rate_source, rate_as_of = s.rate_as_of,
        version = p.version + 1
      from ${lookedUpBy('s', promised, columns)} where p.payment_uuid = s.payment_uuid`.execute(tx)
}
