/** Which entries of the bank and which movements of the books are the same money, by what both are called. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { CALLED } from './shown-receipt.report.store.ts'

/** What is open of the books, with what it is called there: the reference of a receipt, of an order, or the one typed for a payment. */
export const OPEN_MOVEMENTS = sql`(
  select v.transfer_uuid, v.currency, v.minor, v.day, v.code, v.subject_uuid, p.payment_uuid,
      lower(case v.code when 'receipt_refunded' then r.refund_reference else coalesce(f.reference, r.reference, p.reference) end) called,
      lower(coalesce(f.shares, f.reference, r.shares, r.reference)) shared,
      l.batch_uuid
    from bank_movement v
      left join funding f on f.funding_uuid = v.subject_uuid
      left join suspense_receipt r on r.receipt_uuid = v.subject_uuid
      left join payment p on p.payment_uuid = v.subject_uuid
      left join bank_batch_line l on l.attempt_uuid = p.attempt_uuid and l.counts
    where v.match_uuid is null)`

type Pass = {
  /** What is compared: of an entry `e` of the bank, and of a movement `m` of the books. */
  readonly entry: RawBuilder<unknown>
  readonly movement: RawBuilder<unknown>
  /** Whether entries alone may make up for each other: what went and came back. */
  readonly alone?: true
}

const PASSES: readonly Pass[] = [
  // What was booked of an entry alone, also of one that takes another one back.
  {
    entry: sql`e.entry_uuid::text`,
    movement: sql`case when m.code in ('bank_cost', 'bank_exchanged') then m.subject_uuid::text end`,
  },
  // An entry and the one that takes it back make up for each other where the books have neither.
  {
    entry: sql`coalesce(e.takes_back, e.entry_uuid)::text`,
    movement: sql`null::text`,
    alone: true,
  },
  { entry: sql`e.payment_uuid::text`, movement: sql`m.payment_uuid::text`, alone: true },
  { entry: sql`e.batch_uuid::text`, movement: sql`m.batch_uuid::text` },
  { entry: sql`lower(e.bank_reference)`, movement: sql`m.called` },
  { entry: sql`lower(e.reference)`, movement: sql`m.called` },
  // Several receipts of one reference: the bank's, or where it gives none that of who paid.
  { entry: sql`nullif(lower(${CALLED}), '')`, movement: sql`m.shared` },
  // One credit of which one side has the whole and the other its parts, by references of their own.
  { entry: sql`lower(coalesce(e.entry_reference, e.bank_reference))`, movement: sql`m.shared` },
]

/** How many ways there are of finding each other; each is tried once what the one before found is kept. */
export const WAYS = PASSES.length

export type Found = {
  readonly entry_uuid: string | null
  readonly transfer_uuid: string | null
  readonly match_uuid: string
}

/**
 * What is open and comes to the same sum under one name: entries and movements each way by itself, so that nothing is made up for by something
 * else. The match is called by one of its rows.
 */
export async function findMatches(tx: Tx, way: number): Promise<Found[]> {
  const pass = PASSES[way]
  if (!pass) return []
  const direction = pass.alone ? sql`0` : sql`sign(minor)`
  const both = sql`and count(transfer_uuid) > 0`
  const { rows } = await sql<Found>`
    with keyed as materialized (
      select e.entry_uuid, null::uuid transfer_uuid, e.currency, e.minor, ${pass.entry} key from bank_entry e where e.match_uuid is null and ${pass.entry} is not null
      union all
      select null, m.transfer_uuid, m.currency, m.minor, ${pass.movement} from ${OPEN_MOVEMENTS} m where ${pass.movement} is not null
    ), met as (
      select currency, key, ${direction} direction, min(coalesce(entry_uuid, transfer_uuid)::text)::uuid match_uuid from keyed group by 1, 2, 3
        having coalesce(sum(minor) filter (where entry_uuid is not null), 0) = coalesce(sum(minor) filter (where transfer_uuid is not null), 0)
          and count(entry_uuid) > 0 ${pass.alone ? sql`` : both}
    )
    select k.entry_uuid, k.transfer_uuid, met.match_uuid from keyed k join met on met.currency = k.currency and met.key = k.key
      and met.direction = ${pass.alone ? sql`0` : sql`sign(k.minor)`}`.execute(tx)
  return rows
}

/**
 * What the bank took back and shows again as it was, where the books still have it: the two make up for each other, one by one.
 */
export async function findRestored(tx: Tx): Promise<Found[]> {
  const told = sql`s.account, e.currency, e.day, abs(e.minor), e.bank_reference, e.reference`
  const { rows } = await sql<Found>`
    with open as (
      select e.entry_uuid, e.takes_back is not null taken, s.account, e.currency, e.day, e.bank_reference, e.reference,
          case when e.takes_back is null then e.minor else -e.minor end minor,
          row_number() over (partition by ${told}, sign(e.minor), e.takes_back is null order by e.entry_uuid) n
        from bank_entry e join bank_statement s using (statement_uuid) left join bank_entry o on o.entry_uuid = e.takes_back
        where e.match_uuid is null and (e.takes_back is null or o.match_uuid is not null)
    ), met as (
      select t.entry_uuid, k.entry_uuid kept from open t join open k on t.taken and not k.taken and (t.account, t.currency, t.day, t.minor, t.n)
        = (k.account, k.currency, k.day, k.minor, k.n) and t.bank_reference is not distinct from k.bank_reference
        and t.reference is not distinct from k.reference
    )
    select entry_uuid, null::uuid transfer_uuid, entry_uuid match_uuid from met
    union all select kept, null, entry_uuid from met`.execute(tx)
  return rows
}

/**
 * What was taken back so that its parts take its place, and these: the bank shows the whole once, which found the booking that was taken back. The two make
 * up for each other.
 */
export async function findApart(tx: Tx): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with open as materialized (
      select m.transfer_uuid, m.currency, m.minor, m.code, m.subject_uuid, m.called, m.shared from ${OPEN_MOVEMENTS} m
        where m.code in ('funding_received', 'funding_reversed', 'receipt_suspended', 'receipt_refunded')
    ), back as (
      select o.currency, o.shared, o.called from open o left join funding_reversal r on o.code = 'funding_reversed' and r.funding_uuid = o.subject_uuid
          left join suspense_receipt s on o.code = 'receipt_refunded' and s.receipt_uuid = o.subject_uuid
        where r.apart or s.apart
    ), met as (
      select currency, shared, min(transfer_uuid::text)::uuid match_uuid from open o where (currency, shared) in (select currency, shared from back)
        group by 1, 2 having sum(minor) = 0
          and not bool_or(minor > 0 and exists (select from back where back.currency = o.currency and back.called = o.called))
    )
    select null::uuid entry_uuid, o.transfer_uuid, met.match_uuid from open o join met using (currency, shared)`.execute(
    tx,
  )
  return rows
}

/**
 * What the books moved and moved back, and of which the bank shows neither until a day: a receipt that was booked wrongly, a payment that was marked
 * by mistake.
 */
export async function findUndone(tx: Tx, cutoffs: RawBuilder<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with open as materialized (
      select v.currency, v.subject_uuid, v.transfer_uuid, v.minor from bank_movement v join ${cutoffs} on c.currency = v.currency
        where v.match_uuid is null and v.day <= c.day and v.code in ('funding_received', 'funding_reversed', 'payment_settled', 'payment_unsettled')
    ), met as (
      select currency, subject_uuid, min(transfer_uuid::text)::uuid match_uuid from open group by 1, 2 having sum(minor) = 0
    )
    select null::uuid entry_uuid, open.transfer_uuid, met.match_uuid from open join met using (currency, subject_uuid)`.execute(
    tx,
  )
  return rows
}
