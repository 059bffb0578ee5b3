/** What was worked out of the items that wait, and of whom it has to be worked out again (0021). */
import { sql } from 'kysely'
import { assert } from '#domain/kernel/assert.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'
import { amongChosen, type Chosen } from './selection.store.ts'

/** How many people of a cycle are due for review; no more than `most` are counted. */
export async function countDue(
  tx: Tx,
  cycle_uuid: string,
  now: Date,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*)::int due from (
      select from review_due where cycle_uuid = ${cycle_uuid}::uuid and due_at <= ${now} limit ${most}) d`.execute(
    tx,
  )
  return rows[0]?.due ?? 0
}

/** The next people of a cycle who are due for review, locked: what changes about them from here on makes them due again. */
export async function listDue(
  tx: Tx,
  cycle_uuid: string,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('review_due')
    .select('contractor_sub')
    .where('cycle_uuid', '=', cycle_uuid)
    .where('due_at', '<=', now)
    .orderBy('contractor_sub')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(row => row.contractor_sub)
}

/** The cycles of an employer in which somebody is due for review, with their policies. */
export async function listCyclesDue(
  tx: Tx,
  employer_uuid: string,
  now: Date,
): Promise<{ policy_uuid: string; cycle_uuid: string }[]> {
  const { rows } = await sql<{ policy_uuid: string; cycle_uuid: string }>`
    select c.policy_uuid, c.cycle_uuid from pay_cycle c where c.employer_uuid = ${employer_uuid}::uuid
        and exists (select from review_due d where d.cycle_uuid = c.cycle_uuid and d.due_at <= ${now})
      order by c.cycle_uuid`.execute(tx)
  return rows
}

/** The employers of whose cycles somebody is due for review. */
export async function listEmployersDue(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select distinct employer_uuid from review_due where due_at <= ${now}`.execute(tx)
  return rows.map(row => row.employer_uuid)
}

export type NewReview = {
  readonly line_item_uuid: string
  readonly contractor_sub: string
  readonly currency: string
  /** SHA-256 of what approving the item approves, as hex. */
  readonly digest: string
  readonly marks: readonly string[]
  readonly unusual: boolean
  readonly blocked: boolean
}

/** Keeps reviews in place of the earlier ones of the same items. */
export async function saveReviews(
  tx: Tx,
  cycle: { readonly cycle_uuid: string; readonly employer_uuid: string },
  reviews: readonly NewReview[],
): Promise<void> {
  if (reviews.length === 0) return
  await sql`
    insert into item_review as r (line_item_uuid, employer_uuid, cycle_uuid, contractor_sub, currency, digest, marks, unusual, blocked)
      select line_item_uuid, ${cycle.employer_uuid}::uuid, ${cycle.cycle_uuid}::uuid, contractor_sub, currency, decode(digest, 'hex'),
          marks, unusual, blocked
        from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) n(line_item_uuid uuid, contractor_sub text, currency text, digest text,
          marks text[], unusual boolean, blocked boolean)
      on conflict (line_item_uuid) do update set currency = excluded.currency, digest = excluded.digest, marks = excluded.marks,
          unusual = excluded.unusual, blocked = excluded.blocked
        where (r.currency, r.digest, r.marks) is distinct from (excluded.currency, excluded.digest, excluded.marks)`.execute(
    tx,
  )
}

/** Says that people were reviewed; those of `until` are due again at that instant. */
export async function endDue(
  tx: Tx,
  cycle_uuid: string,
  contractor_subs: readonly string[],
  until: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`delete from review_due where cycle_uuid = ${cycle_uuid}::uuid and contractor_sub = any(${contractor_subs.filter(sub => !until.has(sub))}::text[])`.execute(
    tx,
  )
  const again = [...until].map(([contractor_sub, due_at]) => ({ contractor_sub, due_at }))
  if (again.length > 0)
    await sql`update review_due d set due_at = a.due_at
      from ${rowsOf('a', again, { contractor_sub: 'text', due_at: 'timestamptz' })}
      where d.cycle_uuid = ${cycle_uuid}::uuid and d.contractor_sub = a.contractor_sub`.execute(tx)
}

/** Which of the chosen items of a cycle that wait are unusual in one of these ways and not acknowledged by name, in id order. */
export async function listUnacknowledged(
  tx: Tx,
  cycle_uuid: string,
  chosen: Chosen,
  codes: readonly string[],
  acknowledged: readonly { readonly line_item_uuid: string; readonly code: string }[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    with known as (
      select line_item_uuid, 'UNUSUAL ' || code mark
        from ${rowsOf('k', acknowledged, { line_item_uuid: 'uuid', code: 'text' })}
    )
    select r.line_item_uuid from item_review r
      where r.cycle_uuid = ${cycle_uuid}::uuid and r.unusual ${amongChosen(chosen, sql`r.line_item_uuid`)} and exists (
        select from unnest(r.marks) mark where mark = any(${codes.map(code => `UNUSUAL ${code}`)}::text[])
          and (r.line_item_uuid, mark) not in (select line_item_uuid, mark from known))
      order by r.line_item_uuid limit ${limit}`.execute(tx)
  return rows.map(row => row.line_item_uuid)
}

/**
 * Compares these people's pay in a cycle anew with the cycle before of the same policy: of what is paid late, it alone is told. Who worked as much for
 * as much an hour differs by what is written on the pay: a bonus is no other rate.
 */
export async function saveDifferences(
  tx: Tx,
  { cycle_uuid }: { readonly cycle_uuid: string },
  contractor_subs: readonly string[],
): Promise<void> {
  const subs = sql`any(${[...contractor_subs]}::text[])`
  await sql`delete from cycle_difference where cycle_uuid = ${cycle_uuid}::uuid and contractor_sub = ${subs}`.execute(
    tx,
  )
  await sql`
    with this as (
      select c.cycle_uuid, c.employer_uuid, b.cycle_uuid before_uuid from pay_cycle c
        join lateral (select cycle_uuid from pay_cycle where policy_uuid = c.policy_uuid and start_date < c.start_date
          order by start_date desc limit 1) b on true
        where c.cycle_uuid = ${cycle_uuid}::uuid
    ), pay as (
      select i.contractor_sub, i.currency, i.cycle_uuid = this.cycle_uuid now, i.back_pay, sum(i.amount_minor) minor,
          sum(i.amount_minor - coalesce(app.entries_minor(i.entries), 0)) time, sum(i.hours_hundredths)::int hours
        from this join line_item i on i.cycle_uuid in (this.cycle_uuid, this.before_uuid) and i.contractor_sub = ${subs} and app.is_live(i.status)
        group by 1, 2, 3, 4
    ), compared as (
      select contractor_sub, currency, n.minor, w.minor was, n.hours, w.hours had, n.time is distinct from w.time other_time
        from (select contractor_sub, currency, minor, time, hours from pay where now and not back_pay) n
          full join (select contractor_sub, currency, minor, time, hours from pay where not now and not back_pay) w using (contractor_sub, currency)
    )
    insert into cycle_difference (cycle_uuid, contractor_sub, currency, code, employer_uuid, difference_minor, hours_hundredths)
      select this.cycle_uuid, d.contractor_sub, d.currency, d.code, this.employer_uuid, d.minor, d.hours from this, (
        select contractor_sub, currency, case when was is null then 'NEW' when minor is null then 'GONE' when hours <> had then 'HOURS' when other_time then 'RATE'
              else 'ENTRIES' end code,
            coalesce(minor, 0) - coalesce(was, 0) minor, coalesce(hours, 0) - coalesce(had, 0) hours
          from compared where coalesce(minor, 0) <> coalesce(was, 0)
        union all
        select contractor_sub, currency, 'BACK_PAY', minor, hours from pay where now and back_pay) d`.execute(
    tx,
  )
}

/**
 * SHA-256 over the digests of everything that waits in a cycle, in id order, as it was kept or worked out now; as hex. What is kept anew
 * is kept under the lock of the cycle: whoever changes a review at that moment would else not see what they have to take away.
 */
export async function digestOfWaiting(
  tx: Tx,
  { cycle_uuid, employer_uuid }: { readonly cycle_uuid: string; readonly employer_uuid: string },
): Promise<string> {
  const kept = () =>
    tx
      .selectFrom('cycle_digest')
      .select('digest')
      .where('cycle_uuid', '=', cycle_uuid)
      .executeTakeFirst()
  const known = await kept()
  if (known) return known.digest
  await sql`select 1 from pay_cycle where cycle_uuid = ${cycle_uuid}::uuid for no key update`.execute(
    tx,
  )
  await sql`
    insert into cycle_digest (cycle_uuid, employer_uuid, digest)
      select ${cycle_uuid}::uuid, ${employer_uuid}::uuid, encode(sha256(coalesce(string_agg(digest, ''::bytea order by line_item_uuid), ''::bytea)), 'hex')
        from item_review where cycle_uuid = ${cycle_uuid}::uuid
      on conflict (cycle_uuid) do nothing`.execute(tx)
  const made = await kept()
  assert(made, 'what was kept under the lock is there')
  return made.digest
}
