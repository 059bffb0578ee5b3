import { type RawBuilder, sql } from 'kysely'
import {
  type BatchState,
  MOST_BATCH_ROWS,
  NOT_PAID,
  type RowCount,
  type RowState,
} from '#domain/batches/batch.ts'
import { RETURNS } from '#domain/batches/simulation.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'
import { saying } from '../kernel/paging.ts'
import type { ToldRow } from './batch-file.ts'

export type BatchRecord = {
  readonly batch_uuid: string
  readonly employer_uuid: string
  readonly file_name: string
  readonly source: 'FILE' | 'API'
  readonly digest: Buffer
  readonly pay_date: string
  readonly words: string
  readonly sandbox: boolean
  readonly submitted_by: string
  readonly submitted_by_name: string
  readonly inviter_sub: string
  readonly submitted_at: Date
  readonly cancelled_at: Date | null
  readonly row_count: number
  readonly left_out: number
  readonly totals: readonly { readonly currency: string; readonly minor: string }[]
}

const BATCH = sql`
  select b.batch_uuid, b.employer_uuid, b.file_name, b.source, b.digest, b.pay_date, b.words, b.sandbox, b.submitted_by, b.inviter_sub,
      b.submitted_at, b.cancelled_at, b.row_count, b.left_out, b.totals,
      coalesce(k.name, app.person_name(p.first_name, p.last_name), '') submitted_by_name
    from payment_batch b
      left join person_seen p on p.sub = b.submitted_by
      left join api_key k on 'key:' || k.key_uuid = b.submitted_by`

async function batches(tx: Tx, rest: RawBuilder<unknown>): Promise<BatchRecord[]> {
  return (await sql<BatchRecord>`${BATCH} ${rest}`.execute(tx)).rows
}

/** One batch, or undefined. */
export async function findBatch(tx: Tx, batch_uuid: string): Promise<BatchRecord | undefined> {
  return (await batches(tx, sql`where b.batch_uuid = ${batch_uuid}::uuid`))[0]
}

/** Of these ids the batches, in id order; an id of another cycle has none. */
export function listBatchesByIds(tx: Tx, ids: readonly string[]): Promise<BatchRecord[]> {
  return batches(tx, sql`where b.batch_uuid = any(${[...ids]}::uuid[]) order by b.batch_uuid`)
}

/** The batches of which these line items pay rows. */
export function listBatchesOfItems(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<BatchRecord[]> {
  return batches(
    tx,
    sql`where b.batch_uuid in (select r.batch_uuid from payment_batch_row r where r.line_item_uuid = any(${[...line_item_uuids]}::uuid[]))
      order by b.batch_uuid`,
  )
}

/** Of these cycles the batches of which something is approved that is not paid, and nothing of that lacks its money. */
export function listFunded(tx: Tx, cycle_uuids: readonly string[]): Promise<BatchRecord[]> {
  return batches(
    tx,
    sql`where b.batch_uuid = any(${[...cycle_uuids]}::uuid[])
      and exists (select from payment_count n where n.cycle_uuid = b.batch_uuid and n.is_open)
      and not exists (select from payment_count n where n.cycle_uuid = b.batch_uuid and n.unfunded_minor > 0)
      order by b.batch_uuid`,
  )
}

/** The batch as which this was sent in and not cancelled, or undefined. */
export async function findSame(
  tx: Tx,
  of: { readonly employer_uuid: string; readonly sandbox: boolean; readonly digest: Buffer },
): Promise<BatchRecord | undefined> {
  const { employer_uuid, sandbox, digest } = of
  const found = await batches(
    tx,
    sql`where b.employer_uuid = ${employer_uuid}::uuid and b.sandbox = ${sandbox} and b.digest = ${digest} and b.cancelled_at is null`,
  )
  return found[0]
}

export type BatchFilter = {
  readonly employer_uuid: string
  readonly sandbox: boolean
  readonly state?: BatchState | undefined
  readonly search?: string | undefined
  readonly after: readonly [at: string, batch_uuid: string] | undefined
  readonly limit: number
}

/** A page of an employer's batches, newest first: the real ones, or the sandbox's; of one state, and whose file or words say the text, where these are asked. */
export function listBatchRecords(tx: Tx, filter: BatchFilter): Promise<BatchRecord[]> {
  const { employer_uuid, sandbox, state, search, after, limit } = filter
  const said = saying(sql`concat_ws(' ', b.file_name, b.words)`, search)
  return batches(
    tx,
    sql`where b.employer_uuid = ${employer_uuid}::uuid and b.sandbox = ${sandbox}
      ${after ? sql`and (b.submitted_at, b.batch_uuid) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
      ${said ? sql`and ${said}` : sql``}
      ${state ? sql`and ${STANDS[state]}` : sql``}
      order by b.submitted_at desc, b.batch_uuid desc limit ${limit}`,
  )
}

/** Whether items of a batch `b` stand so, by what is counted of its cycle. */
const some = (
  ...statuses: LineItemStatus[]
) => sql`exists (select from cycle_count n where n.cycle_uuid = b.batch_uuid and n.items > 0
  and n.mark in (${sql.join(statuses.map(status => sql.lit(`ITEM ${status}`)))}))`
/** Whether rows of a batch `b` of the sandbox stand so. */
const simulated = (
  ...states: RowState[]
) => sql`(b.sandbox and exists (select from payment_batch_row r
  where r.batch_uuid = b.batch_uuid and ${SIMULATED} in (${sql.join(states.map(state => sql.lit(state)))})))`
const SIMULATED = sql`coalesce(r.simulated, 'INVITED')`
const WAITING = sql`(${some('PENDING_APPROVAL')} or ${simulated('WAITING')})`
const PAYING = sql`(${some('APPROVED')} or ${simulated('FAILED', 'HELD', 'APPROVED', 'SENT')})`
const JOINING = sql`(not b.sandbox and b.cancelled_at is null
    and exists (select from payment_batch_row r where r.batch_uuid = b.batch_uuid and r.line_item_uuid is null
      and not app.has_declined(r.employer_uuid, r.email))
  or ${simulated('INVITED')})`
const SETTLED = sql`(${some('PAID')} or ${simulated('SETTLED')})`
/** The states of `batchState`, each where none that is to be done before it holds. */
const STANDS: Readonly<Record<BatchState, RawBuilder<unknown>>> = {
  APPROVING: WAITING,
  PAYING: sql`${PAYING} and not ${WAITING}`,
  JOINING: sql`${JOINING} and not ${WAITING} and not ${PAYING}`,
  SETTLED: sql`${SETTLED} and not ${WAITING} and not ${PAYING} and not ${JOINING}`,
  CANCELLED: sql`not ${SETTLED} and not ${WAITING} and not ${PAYING} and not ${JOINING}`,
}

/** How many of these addresses accepted an invitation of a company, have one that waits, or declined; the others are strangers. */
export async function countPeople(
  tx: Tx,
  employer_uuid: string,
  emails: readonly string[],
): Promise<{ joined: number; invited: number; declined: number }> {
  const { rows } = await sql<{ joined: number; invited: number; declined: number }>`
    select count(*) filter (where status = 'ACCEPTED')::int joined, count(*) filter (where status = 'INVITED')::int invited,
        (select count(*)::int from unnest(${[...emails]}::text[]) e (email) where app.has_declined(${employer_uuid}::uuid, e.email)) declined
      from invitation where employer_uuid = ${employer_uuid}::uuid and email = any(${[...emails]}::text[])
        and status in ('INVITED', 'ACCEPTED') and removed_at is null`.execute(tx)
  return rows[0] ?? { joined: 0, invited: 0, declined: 0 }
}

/** In which currency each of these addresses is paid by the contracts that run with a company on a day; those of several or none are left out. */
export async function listCurrencies(
  tx: Tx,
  employer_uuid: string,
  emails: readonly string[],
  today: string,
): Promise<{ email: string; currency: string }[]> {
  const { rows } = await sql<{ email: string; currency: string }>`
    select i.email, min(k.currency) currency from invitation i join contract k on k.employer_uuid = i.employer_uuid and k.contractor_sub = i.contractor_sub
      where i.employer_uuid = ${employer_uuid}::uuid and i.email = any(${[...emails]}::text[]) and i.status = 'ACCEPTED' and i.removed_at is null
        and not isempty(k.earns) and not k.earns << daterange(${today}::date, null)
      group by i.email having count(distinct k.currency) = 1`.execute(tx)
  return rows
}

/** Of these references those that were sent in for an address and stand, however they were capitalised, with the newest file that has each. */
export async function listSentBefore(
  tx: Tx,
  employer_uuid: string,
  references: readonly string[],
): Promise<{ reference: string; email: string; file_name: string }[]> {
  const { rows } = await sql<{ reference: string; email: string; file_name: string }>`
    select distinct on (asked.reference, r.email) asked.reference, r.email, b.file_name
      from unnest(${[...references]}::text[]) asked (reference) join payment_batch_row r on lower(r.reference) = lower(asked.reference)
        join payment_batch b using (batch_uuid) left join line_item i on i.line_item_uuid = r.line_item_uuid
      where r.employer_uuid = ${employer_uuid}::uuid and not b.sandbox
        and case when r.line_item_uuid is null then b.cancelled_at is null else i.status not in ('ARCHIVED', 'CANCELLED') end
      order by asked.reference, r.email, b.submitted_at desc`.execute(tx)
  return rows
}

/** Where a row `r` of a batch `b` stands, by its item `i`, the payments of that, and the newest invitation of its address; of the sandbox as it was simulated. */
const STATE = sql`case
    when b.sandbox then ${SIMULATED}
    when r.line_item_uuid is null then case
      when b.cancelled_at is not null then 'CANCELLED'
      when app.has_declined(r.employer_uuid, r.email) then 'DECLINED'
      when n.status is null or n.status = 'OFFBOARDED' then 'UNINVITED'
      else 'INVITED' end
    when i.status in ('ARCHIVED', 'CANCELLED') then 'CANCELLED'
    when i.status = 'PENDING_APPROVAL' then 'WAITING'
    when i.status = 'PAID' then 'SETTLED'
    else coalesce((select case
        when bool_or(p.status in ('FAILED', 'RETURNED')) then 'FAILED'
        when bool_or(p.status in ('HELD', 'FROZEN')) then 'HELD'
        when bool_or(p.status = 'SCHEDULED') then 'APPROVED'
        else 'SENT' end
      from payment p where p.line_item_uuid = r.line_item_uuid and p.status <> 'CANCELLED'), 'APPROVED')
  end`
const STANDING = sql`payment_batch_row r join payment_batch b using (batch_uuid)
      left join line_item i on i.line_item_uuid = r.line_item_uuid
      left join lateral (select status from invitation v where not b.sandbox and r.line_item_uuid is null and v.employer_uuid = r.employer_uuid
          and v.email = r.email and v.removed_at is null
        order by v.status in ('INVITED', 'ACCEPTED') desc, v.datetime_invited desc limit 1) n on true`

export type BatchRowCount = RowCount & { readonly batch_uuid: string }

/** How many rows of batches stand where, by currency, and what they come to. */
export async function countRows(tx: Tx, batch_uuids: readonly string[]): Promise<BatchRowCount[]> {
  if (batch_uuids.length === 0) return []
  const { rows } = await sql<BatchRowCount>`
    select batch_uuid, state, currency, count(*)::int "rows", sum(amount_minor)::bigint amount_minor
      from (select r.batch_uuid, r.currency, r.amount_minor, ${STATE} state from ${STANDING}
        where r.batch_uuid = any(${[...batch_uuids]}::uuid[])) s
      group by batch_uuid, state, currency order by currency`.execute(tx)
  return rows
}

export type StandingRow = {
  readonly row: number
  readonly email: string
  readonly name: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly reference: string
  readonly words: string
  readonly state: RowState
  readonly line_item_uuid: string | null
}

/** The next rows of a batch in the order of the file, of some states alone, and those that say the text, where that is asked. */
export async function listRows(
  tx: Tx,
  batch_uuid: string,
  page: {
    readonly after: number | undefined
    readonly limit: number
    readonly states?: readonly RowState[] | undefined
    readonly search?: string | undefined
  },
): Promise<StandingRow[]> {
  const { after = 0, limit, states, search } = page
  const said = saying(sql`concat_ws(' ', r.email, r.name, r.reference)`, search)
  const { rows } = await sql<StandingRow>`
    select "row", email, name, currency, amount_minor, reference, words, state, line_item_uuid from (
      select r.row_number "row", r.email, r.name, r.currency, r.amount_minor, r.reference, r.words, ${STATE} state, r.line_item_uuid
        from ${STANDING} where r.batch_uuid = ${batch_uuid}::uuid and r.row_number > ${after}
          ${said ? sql`and ${said}` : sql``}) s
      ${states ? sql`where state = any(${states}::text[])` : sql``} order by "row" limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Every row of a batch of the sandbox with where it stands, in the order of the file. */
export function listSimulated(tx: Tx, batch_uuid: string): Promise<StandingRow[]> {
  return listRows(tx, batch_uuid, { after: undefined, limit: MOST_BATCH_ROWS })
}

/** A row of a batch of the sandbox that is told as arrived and can be told otherwise, if there is one. */
export function listReturning(tx: Tx, batch_uuid: string): Promise<StandingRow[]> {
  return listRows(tx, batch_uuid, {
    ...{ after: undefined, limit: 1, states: ['SETTLED'], search: RETURNS },
  })
}

/** Who said yes to payments of a batch that stand so at an instant, to how many, the first first; also the first of two yeses, with or without the second. */
export async function listApprovals(
  tx: Tx,
  { batch_uuid, now }: { readonly batch_uuid: string; readonly now: Date },
): Promise<{ sub: string; name: string; at: Date; rows: number }[]> {
  const { rows } = await sql<{ sub: string; name: string; at: Date; rows: number }>`
    with given as (
      select a.approved_by sub, a.approved_at "at", a.digest, count(*)::int "rows"
        from approval a join line_item i on i.approval_uuid = a.approval_uuid and i.status in ('APPROVED', 'PAID')
        where a.cycle_uuid = ${batch_uuid}::uuid and i.cycle_uuid = a.cycle_uuid group by a.approval_uuid),
      yeses as (
        select sub, "at", "rows" from given
        union all
        select s.asked_by, s.asked_at, s.lines from approval_step s join payment_batch b on b.employer_uuid = s.employer_uuid
          where b.batch_uuid = ${batch_uuid}::uuid and s.kind = 'approve_pay' and s.content ->> 'cycle_uuid' = b.batch_uuid::text
            and (s.answer is null and s.expires_at > ${now}
              or s.answer = 'APPROVED' and exists (select from given g where g.digest = s.digest and g."at" = s.answered_at)))
    select y.sub, app.person_name(p.first_name, p.last_name, p.email) "name", y."at", y."rows"
      from yeses y left join person_seen p on p.sub = y.sub order by y."at", y.sub`.execute(tx)
  return rows
}

/** Rows that no item pays although their person works with the company by now, with who that is. */
export async function listJoined(tx: Tx, batch_uuid: string) {
  const { rows } = await sql<{
    row_number: number
    contractor_sub: string
    reference: string
    words: string
    currency: string
    amount_minor: bigint
  }>`
    select r.row_number, v.contractor_sub, r.reference, r.words, r.currency, r.amount_minor
      from payment_batch_row r join invitation v on v.employer_uuid = r.employer_uuid and v.email = r.email
        and v.status = 'ACCEPTED' and v.removed_at is null
      where r.batch_uuid = ${batch_uuid}::uuid and r.line_item_uuid is null and v.contractor_sub is not null
      order by r.row_number`.execute(tx)
  return rows
}

/** Whom a batch pays who is a stranger to the company, each once, with the name that the file gives. */
export async function listStrangers(tx: Tx, batch_uuid: string, limit: number) {
  const { rows } = await sql<{ email: string; name: string }>`
    select r.email, max(r.name) "name" from payment_batch_row r
      where r.batch_uuid = ${batch_uuid}::uuid and r.line_item_uuid is null and not exists (
        select from invitation v where v.employer_uuid = r.employer_uuid and v.email = r.email and v.removed_at is null
          and v.status in ('INVITED', 'ACCEPTED')) and not app.has_declined(r.employer_uuid, r.email)
      group by r.email order by r.email limit ${limit}`.execute(tx)
  return rows
}

/** Rows of a batch that are not paid, the first so many. */
export function listNotPaid(tx: Tx, batch_uuid: string, limit: number): Promise<StandingRow[]> {
  return listRows(tx, batch_uuid, { after: undefined, limit, states: NOT_PAID })
}

/** The open batches of a company in which somebody waits who may have joined, in id order; of one address where that is named. */
export async function listWaitingBatches(
  tx: Tx,
  employer_uuid: string,
  invitation_uuid: string,
): Promise<string[]> {
  const { rows } = await sql<{ batch_uuid: string }>`
    select distinct r.batch_uuid from payment_batch_row r join payment_batch b using (batch_uuid)
      where r.employer_uuid = ${employer_uuid}::uuid and r.line_item_uuid is null and b.cancelled_at is null and not b.sandbox
        and r.email = (select email from invitation where invitation_uuid = ${invitation_uuid}::uuid)
      order by r.batch_uuid`.execute(tx)
  return rows.map(row => row.batch_uuid)
}

/** In whose name the batches of a key invite: who made it, while they are of its company, else the first of its owners. */
export async function findKeyInviter(tx: Tx, key_uuid: string): Promise<string> {
  const { rows } = await sql<{ sub: string }>`
    select m.sub from api_key k join employer_member m on m.employer_uuid = k.employer_uuid and (m.sub = k.created_by or m.role = 'owner')
      where k.key_uuid = ${key_uuid}::uuid order by m.sub = k.created_by desc, m.created_at, m.sub limit 1`.execute(
    tx,
  )
  const [first] = rows
  assert(first, 'a company has an owner')
  return first.sub
}

/** The next rows of a batch that were left out, with what was typed and what is said of it, in order. */
export async function listLeftOutRows(
  tx: Tx,
  batch_uuid: string,
  { after = 0, limit }: { readonly after: number | undefined; readonly limit: number },
): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    select row_number "row", typed, wrong said from payment_batch_left_out
      where batch_uuid = ${batch_uuid}::uuid and row_number > ${after} order by row_number limit ${limit}`.execute(
    tx,
  )
  return rows
}
