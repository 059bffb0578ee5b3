/** What operators work off: payments that went wrong, with everything that is known of them. For operators alone. */
import { type RawBuilder, sql } from 'kysely'
import type { WRONG_STATUSES } from '#domain/payments/lost.ts'
import type { Tx } from '../kernel/db.ts'
import { sayingFolded } from '../kernel/paging.ts'
import { type Columns, rowsOf } from '../kernel/rows.ts'
import type { Place } from './payment.store.ts'

export type WorkKind = (typeof WRONG_STATUSES)[number] | 'CONTRADICTED'

/** What a currency is worth: for sorting sums of several. */
export type Worth = { readonly currency: string; readonly rate: string; readonly exponent: number }
const WORTH: Columns<Worth> = { currency: 'text', rate: 'text', exponent: 'int' }

export type WorkKey = {
  readonly rank: number
  /** Seconds, or less than nothing by what it is worth: the smallest comes first. */
  readonly place: string
  readonly payment_uuid: string
}

export type WorkRow = WorkKey & { readonly kind: WorkKind; readonly since: Date }

export type WorkFilter = {
  readonly kind?: WorkKind | undefined
  readonly network?: string | undefined
  readonly search?: string | undefined
  readonly sort: 'age' | 'amount'
  readonly worth: readonly Worth[]
  readonly after?: WorkKey | undefined
  readonly limit: number
}

const WRONG = sql`
  select p.payment_uuid, p.network, p.contractor_sub, p.employer_uuid, p.source_currency, p.source_minor, p.currency, p.destination_uuid,
      case when p.contradicted_at is not null then 'CONTRADICTED' else p.status end kind,
      coalesce(p.contradicted_at, case when p.status = 'UNKNOWN' then d.lost_at end, a.ended_at, p.executed_at, p.created_at) since
    from payment p left join payment_attempt a on a.attempt_uuid = p.attempt_uuid
      left join attempt_doubt d on d.attempt_uuid = p.attempt_uuid
    where p.payment_uuid in (select payment_uuid from payment where is_wrong
      union all select payment_uuid from payment where contradicted_at is not null)`

const RANK = sql`case w.kind when 'CONTRADICTED' then 0 when 'UNKNOWN' then 1 when 'RETURNED' then 2 else 3 end`

/** A page of what went wrong, the worst kind first and by age or by amount within it; the key of the last row continues it. */
export async function listWrong(tx: Tx, filter: WorkFilter): Promise<WorkRow[]> {
  const { kind, network, sort, worth, after, limit } = filter
  const said = sayingFolded(
    sql`concat_ws(E'\n', s.said, app.folded(concat_ws(' ', e.business_name, e.corporation_name, e.domain)))`,
    filter.search,
  )
  const place =
    sort === 'age'
      ? sql`extract(epoch from w.since)::numeric`
      : sql`-round(coalesce(w.source_minor * f.rate::numeric / (10::numeric ^ f.exponent), 0), 4)`
  const { rows } = await sql<WorkRow>`
    select payment_uuid, kind, since, rank, place::text place from (
      select w.payment_uuid, w.kind, w.since, ${RANK} rank, ${place} place from (${WRONG}) w
        left join ${rowsOf('f', worth, WORTH)} on f.currency = w.source_currency
        ${
          said
            ? sql`join person_seen s on s.sub = w.contractor_sub join employer e on e.employer_uuid = w.employer_uuid
          where ${said}`
            : sql`where true`
        } ${kind ? sql`and w.kind = ${kind}` : sql``} ${network ? sql`and w.network = ${network}` : sql``}) listed
      where ${after ? sql`(rank, place, payment_uuid) > (${after.rank}::int, ${after.place}::numeric, ${after.payment_uuid}::uuid)` : sql`true`}
      order by listed.rank, listed.place, listed.payment_uuid limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

export type WorkCount = {
  readonly kind: WorkKind
  readonly currency: string
  readonly minor: bigint
  readonly payments: number
  readonly overdue: number
  readonly mended: number
}

/** How many there are of each kind and currency, how many of them since before an instant, and how many have another account since. */
export async function countWork(tx: Tx, overdue_before: Date): Promise<WorkCount[]> {
  const { rows } = await sql<WorkCount>`
    select w.kind, w.source_currency currency, sum(w.source_minor)::bigint minor, count(*)::int payments,
        count(*) filter (where w.since < ${overdue_before})::int overdue,
        count(*) filter (where w.kind in ('FAILED', 'RETURNED') and exists (select from destination h where ${OTHER} and h.changed_at >= w.since))::int mended
      from (${WRONG}) w group by 1, 2 order by 2`.execute(tx)
  return rows
}

/** Another destination in use of the contractor of a payment `w`, of its currency. */
const OTHER: RawBuilder<unknown> = sql`h.contractor_sub = w.contractor_sub and h.currency = w.currency and h.status = 'ACTIVE'
  and h.destination_uuid is distinct from w.destination_uuid`

export type OtherPlace = Place & {
  readonly payment_uuid: string
  readonly changed_at: Date
  readonly usable_from: Date
}

/** Of each payment another destination that it can go to, the one that changed last; none where there is none. */
export async function listOthers(tx: Tx, payment_uuids: readonly string[]): Promise<OtherPlace[]> {
  const { rows } = await sql<OtherPlace>`
    select distinct on (w.payment_uuid) w.payment_uuid, h.destination_uuid, h.version, h.label, h.network, h.first_payment, h.changed_at, h.usable_from
      from payment w join destination h on ${OTHER}
      where w.payment_uuid = any(${[...payment_uuids]}::uuid[]) order by w.payment_uuid, h.changed_at desc, h.destination_uuid`.execute(
    tx,
  )
  return rows
}

export type AttemptRow = {
  readonly payment_uuid: string
  readonly number: number
  readonly at: Date
  readonly rail: string
  readonly outcome: string | null
  readonly reference: string | null
  readonly reason: string | null
  readonly ended_at: Date | null
}

/** Every attempt of payments, in their order. */
export async function listAttempts(
  tx: Tx,
  payment_uuids: readonly string[],
): Promise<AttemptRow[]> {
  return tx
    .selectFrom('payment_attempt')
    .select(['payment_uuid', 'number', 'requested_at as at', 'rail', 'outcome', 'reference'])
    .select(['reason', 'ended_at'])
    .where(sql<boolean>`payment_uuid = any(${[...payment_uuids]}::uuid[])`)
    .orderBy('payment_uuid')
    .orderBy('number')
    .execute()
}

export type ToldRow = {
  readonly payment_uuid: string
  readonly template: string
  readonly at: Date
  readonly sent: boolean
}

/** What contractors were told of payments last. */
export async function listTold(tx: Tx, payment_uuids: readonly string[]): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    select distinct on (payment_uuid) payment_uuid, template, coalesce(sent_at, written_at) at, sent_at is not null sent from payment_told
      where payment_uuid = any(${[...payment_uuids]}::uuid[]) and reader = 'CONTRACTOR' order by payment_uuid, written_at desc`.execute(
    tx,
  )
  return rows
}

export type RecordRow = {
  readonly payment_uuid: string
  readonly record_uuid: string
  readonly kind: string
  readonly reference: string
  readonly happened_on: string | null
  readonly words: string
  readonly proof: boolean
  readonly by: string
  readonly at: Date
}

/** What was recorded of payments by hand, the newest first. */
export async function listRecords(tx: Tx, payment_uuids: readonly string[]): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select r.payment_uuid, r.record_uuid, r.kind, r.reference, r.happened_on, r.words, r.file_uuid is not null proof,
        app.person_name(s.first_name, s.last_name, 'Corridor') "by", r.recorded_at at
      from payment_record r left join person_seen s on s.sub = r.recorded_by
      where r.payment_uuid = any(${[...payment_uuids]}::uuid[]) order by r.recorded_at desc, r.record_uuid`.execute(
    tx,
  )
  return rows
}
