/** What mails about approving pay say, read as it is when they are made. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

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
) {
  const { rows } = await sql<{
    policy_uuid: string
    pay_date: string
    employer_name: string
    asked_by: string
    contractors: number
    totals: readonly { currency: string; minor: string }[]
    emails: readonly string[]
  }>`select c.policy_uuid, c.pay_date, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        app.person_name(p.first_name, p.last_name, p.email) asked_by, w.contractors, w.totals,
        array(select o.email from employer_member m join person o using (sub)
          where m.employer_uuid = c.employer_uuid and m.sub = any(${[...of.asked]}::text[]) order by m.created_at) emails
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
    changed_by: string
    emails: readonly string[]
  }>`select app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name, e.currency,
        e.two_approvers_above_minor above_minor, app.person_name(p.first_name, p.last_name, p.email) changed_by,
        array(select o.email from employer_member m join person o using (sub)
          where m.employer_uuid = e.employer_uuid and m.role in ('owner', 'admin', 'approver') order by m.created_at) emails
      from employer e join person p on p.sub = ${by} where e.employer_uuid = ${employer_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]
}
