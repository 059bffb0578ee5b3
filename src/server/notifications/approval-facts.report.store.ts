/** What mails about approving pay say, read as it is when they are made. */
import { type RawBuilder, sql } from 'kysely'
import type { StoredBand } from '#domain/payroll/approval-bands.ts'
import type { Tx } from '../kernel/db.ts'

/** Somebody who is asked to approve, with those for whom they stand in on the day. */
export type ToAsk = {
  readonly email: string
  readonly absent: string | null
  readonly until: string | null
}

/**
 * As SQL, the people of an employer who may approve, or those of them who are named: where nobody is, who is absent and has a substitute is
 * left alone.
 */
export function peopleToAsk(
  employer_uuid: RawBuilder<unknown>,
  today: string,
  named: readonly string[] | null = null,
) {
  const on = sql`s.employer_uuid = m.employer_uuid and s.ended_at is null and ${today}::date between s.from_date and s.until_date`
  return sql<
    ToAsk[]
  >`(select coalesce(json_agg(json_build_object('email', o.email, 'absent', w.absent, 'until', w.until_date) order by m.created_at), '[]')
    from employer_member m join person o using (sub) cross join lateral (
      select string_agg(app.person_name(a.first_name, a.last_name, a.email), ', ' order by a.sub) absent, min(s.until_date) until_date
        from approval_substitute s join person a on a.sub = s.absent_sub where s.substitute_sub = m.sub and ${on}) w
    where m.employer_uuid = ${employer_uuid} and m.role in ('owner', 'admin', 'approver')
      and ${
        named === null
          ? sql`not exists (select from approval_substitute s where s.absent_sub = m.sub and ${on})`
          : sql`m.sub = any(${[...named]}::text[])`
      })`
}

/**
 * As SQL, whom of an employer to tell of what one of its people began: them while they may go on with it, else its owners and admins; nobody
 * where nobody began it.
 */
export function addressesFor(employer_uuid: RawBuilder<unknown>, sub: RawBuilder<unknown>) {
  return sql<string[]>`array(select o.email from employer_member m join person o using (sub)
    where m.employer_uuid = ${employer_uuid} and m.role in ('owner', 'admin') and case
      when exists (select from employer_member s where s.employer_uuid = ${employer_uuid} and s.sub = ${sub} and s.role in ('owner', 'admin'))
      then m.sub = ${sub} else ${sub} is not null end
    order by m.created_at)`
}

/** Somebody of a company, with whether they are asked to approve today, and whether they fund and run its payroll. */
export type Reader = ToAsk & { readonly asked: boolean; readonly runs: boolean }

/** Those of a company who are asked to approve on a day, and its owners and admins, in the order in which they came. */
export async function findReaders(tx: Tx, employer_uuid: string, today: string): Promise<Reader[]> {
  const { rows } = await sql<Omit<Reader, keyof ToAsk | 'asked'> & { email: string; to: ToAsk[] }>`
    select p.email, m.role in ('owner', 'admin') runs, ${peopleToAsk(sql`${employer_uuid}::uuid`, today)} "to"
      from employer_member m join person p using (sub)
      where m.employer_uuid = ${employer_uuid}::uuid and m.role in ('owner', 'admin', 'approver') order by m.created_at`.execute(
    tx,
  )
  return rows.map(({ email, runs, to }) => {
    const asked = to.find(one => one.email === email)
    return { email, runs, asked: asked !== undefined, absent: null, until: null, ...asked }
  })
}

/** What somebody asks others to approve, everything of a cycle that waits, a selection or one item of it; undefined where nothing does any more. */
export async function findAskedApproval(
  tx: Tx,
  of: {
    readonly cycle_uuid: string
    readonly line_item_uuid: string | null
    readonly selection?: string | null
    readonly by: string
    readonly asked: readonly string[]
  },
  today: string,
) {
  const { rows } = await sql<{
    policy_uuid: string
    pay_date: string
    employer_name: string
    asked_by: string
    contractors: number
    totals: readonly { currency: string; minor: string }[]
    to: readonly ToAsk[]
  }>`select c.policy_uuid, c.pay_date, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        app.person_name(p.first_name, p.last_name, p.email) asked_by, w.contractors, w.totals,
        ${peopleToAsk(sql`c.employer_uuid`, today, of.asked)} "to"
      from pay_cycle c join employer e using (employer_uuid) join person p on p.sub = ${of.by}
        cross join lateral (select sum(people)::int contractors,
            json_agg(json_build_object('currency', t.currency, 'minor', t.minor::text) order by t.currency) totals
          from (select currency, sum(amount_minor) minor, count(distinct contractor_sub) people from line_item
            where cycle_uuid = c.cycle_uuid and status = 'PENDING_APPROVAL'
              and (${of.line_item_uuid}::uuid is null or line_item_uuid = ${of.line_item_uuid}::uuid)
              and (${of.selection ?? null}::uuid is null or line_item_uuid::text in (
                select jsonb_array_elements_text(content -> 'selected') from approval_step where step_uuid = ${of.selection ?? null}::uuid))
            group by currency) t) w
      where c.cycle_uuid = ${of.cycle_uuid}::uuid and w.contractors > 0`.execute(tx)
  return rows[0]
}

/** How many people approve the pay of a company, who changed it, and who may approve. */
export async function findApproversRule(tx: Tx, employer_uuid: string, by: string) {
  const { rows } = await sql<{
    employer_name: string
    currency: string
    above_minor: bigint | null
    bands: readonly StoredBand[] | null
    /** The names of those who are named in bands, by their `sub`. */
    names: Readonly<Record<string, string>>
    changed_by: string
    emails: readonly string[]
  }>`select app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name, e.currency,
        e.two_approvers_above_minor above_minor, e.approval_bands bands,
        (select coalesce(json_object_agg(n.sub, app.person_name(n.first_name, n.last_name, n.email)), '{}') from person n
          where n.sub in (select jsonb_array_elements_text(b -> 'named') from jsonb_array_elements(e.approval_bands) b)) names, app.person_name(p.first_name, p.last_name, p.email) changed_by,
        array(select o.email from employer_member m join person o using (sub)
          where m.employer_uuid = e.employer_uuid and m.role in ('owner', 'admin', 'approver') order by m.created_at) emails
      from employer e join person p on p.sub = ${by} where e.employer_uuid = ${employer_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]
}

/** Who stood or stands in for whom, and who set or ended it; undefined where an end is told of and the same two go on. */
export async function findSubstitution(tx: Tx, substitution_uuid: string, by: string | null) {
  const { rows } = await sql<{
    employer_name: string
    absent: string
    substitute: string
    from_date: string
    until_date: string
    ended: boolean
    goes_on: boolean
    by: string | null
    emails: readonly string[]
  }>`select app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        app.person_name(a.first_name, a.last_name, a.email) absent, app.person_name(b.first_name, b.last_name, b.email) substitute,
        s.from_date, s.until_date, s.ended_at is not null ended, app.person_name(p.first_name, p.last_name, p.email) "by",
        array[a.email, b.email] emails,
        exists (select from approval_substitute o where o.employer_uuid = s.employer_uuid and o.absent_sub = s.absent_sub
          and o.substitute_sub = s.substitute_sub and o.ended_at is null) goes_on
      from approval_substitute s join employer e using (employer_uuid) join person a on a.sub = s.absent_sub
        join person b on b.sub = s.substitute_sub left join person p on p.sub = ${by}
      where s.substitution_uuid = ${substitution_uuid}::uuid`.execute(tx)
  return rows[0]
}

/** A first yes that somebody rejected, with who said it; undefined once they left the company. */
export async function findRejectedYes(tx: Tx, step_uuid: string) {
  const { rows } = await sql<{
    email: string
    employer_name: string
    rejected_by: string
    reason: string | null
    pay_date: string
    policy_uuid: string
    cycle_uuid: string
    line_item_uuid: string | null
  }>`select p.email, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        app.person_name(b.first_name, b.last_name, b.email) rejected_by, s.reason, c.pay_date, c.policy_uuid, c.cycle_uuid,
        s.content ->> 'line_item_uuid' line_item_uuid
      from approval_step s join employer e using (employer_uuid) join person p on p.sub = s.asked_by
        join employer_member m on m.employer_uuid = s.employer_uuid and m.sub = s.asked_by join person b on b.sub = s.answered_by
        join pay_cycle c on c.employer_uuid = s.employer_uuid and c.cycle_uuid::text = s.content ->> 'cycle_uuid'
      where s.step_uuid = ${step_uuid}::uuid and s.answer = 'REJECTED'`.execute(tx)
  return rows[0]
}
