/** Which cycles have pay that did not leave, whose it is, and what mails about it say. */
import { type RawBuilder, sql } from 'kysely'
import { KEPT_STATUSES } from '#domain/payments/lost.ts'
import {
  LATE_ROUNDS,
  LATE_STATUSES,
  type LateAudience,
  type RoundOfDate,
} from '#domain/payroll/late-pay.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'
import type { LateNotice } from './late-pay.store.ts'

const listed = (values: readonly string[]) => sql.join(values.map(of => sql.lit(of)))
const anyWaits = sql`exists (select from cycle_count n where n.cycle_uuid = c.cycle_uuid and n.mark = 'ITEM PENDING_APPROVAL' and n.items > 0)`
const anyPayment = (where: RawBuilder<unknown>) =>
  sql`exists (select from payment_count n where n.cycle_uuid = c.cycle_uuid and n.payments > 0 and ${where})`
const anyUnsent = anyPayment(sql`n.status in (${listed(LATE_STATUSES)})`)

/** The cycles of which an audience is still to be told: by what is counted of each, so that it does not matter how many people they pay. */
export async function listNoticesDue(
  tx: Tx,
  {
    audience,
    rounds,
    employer_uuid,
  }: {
    readonly audience: LateAudience
    readonly rounds: readonly RoundOfDate[]
    /** Of one employer, or of all. */
    readonly employer_uuid: string | null
  },
): Promise<LateNotice[]> {
  const dates = rowsOf('d', rounds, { pay_date: 'date', round: 'int' })
  const { rows } = await sql<Omit<LateNotice, 'audience'>>`
    select c.cycle_uuid, c.employer_uuid, d.round from ${dates} join pay_cycle c on c.pay_date = d.pay_date
      where (${employer_uuid}::uuid is null or c.employer_uuid = ${employer_uuid}::uuid)
        and not exists (select from late_notice t where t.cycle_uuid = c.cycle_uuid and t.audience = ${audience}
          and (t.round > d.round or t.round = d.round and t.done))
        and case when d.round = ${LATE_ROUNDS.FUND} then ${anyPayment(sql`n.unfunded_minor > 0`)}
          else ${anyWaits} or ${anyUnsent} end
      order by c.pay_date, c.cycle_uuid`.execute(tx)
  return rows.map(row => ({ ...row, audience }))
}

/** The next people of a cycle, by their ids, of whose pay something has not left. */
export async function listLatePeople(
  tx: Tx,
  cycle_uuid: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ contractor_sub: string }>`
    select distinct i.contractor_sub from line_item i
      where i.cycle_uuid = ${cycle_uuid}::uuid and i.contractor_sub > ${after} and (i.status = 'PENDING_APPROVAL'
        or i.status = 'APPROVED' and exists (select from payment p
          where p.line_item_uuid = i.line_item_uuid and p.status in (${listed(LATE_STATUSES)})))
      order by i.contractor_sub limit ${sql.lit(limit)}`.execute(tx)
  return rows.map(row => row.contractor_sub)
}

/** A pay that is live, with whose it is. */
export type LiveItem = {
  readonly line_item_uuid: string
  readonly employer_uuid: string
  readonly employer_name: string
  readonly contractor_sub: string
  readonly email: string
  readonly status: LineItemStatus
  readonly currency: string
  readonly amount_minor: bigint
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
  readonly failed_today: boolean
}

/** The pays of people in a cycle that are neither over nor archived, person by person. */
export async function listLiveItems(
  tx: Tx,
  { cycle_uuid, subs }: { readonly cycle_uuid: string; readonly subs: readonly string[] },
  today: string,
): Promise<LiveItem[]> {
  const { rows } = await sql<LiveItem>`
    select i.line_item_uuid, i.employer_uuid, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        i.contractor_sub, p.email, i.status, i.currency, i.amount_minor, c.start_date, c.end_date, c.pay_date,
        exists (select from payment y join payment_attempt a on a.attempt_uuid = y.attempt_uuid
          where y.line_item_uuid = i.line_item_uuid and y.status in (${listed(KEPT_STATUSES)})
            and a.outcome = 'FAILED' and a.ended_at >= ${today}::date) failed_today
      from line_item i join pay_cycle c using (cycle_uuid) join employer e on e.employer_uuid = i.employer_uuid
        join person p on p.sub = i.contractor_sub
      where i.cycle_uuid = ${cycle_uuid}::uuid and i.contractor_sub = any(${[...subs]}::text[])
        and i.status in ('PENDING_APPROVAL', 'APPROVED')
      order by i.contractor_sub, i.line_item_uuid`.execute(tx)
  return rows
}

/** A cycle whose pay is told of, and whether somebody was reminded today of what waits in it for an approval. */
export async function findLateCycle(tx: Tx, cycle_uuid: string, today: string) {
  const { rows } = await sql<{
    cycle_uuid: string
    employer_uuid: string
    policy_uuid: string
    policy_label: string
    is_partner: boolean
    start_date: string
    end_date: string
    pay_date: string
    approvals_told: boolean
  }>`select c.cycle_uuid, c.employer_uuid, c.policy_uuid, y.label policy_label, e.is_partner, c.start_date, c.end_date, c.pay_date,
        exists (select from approval_reminder r where r.cycle_uuid = c.cycle_uuid and r.reminded_at >= ${today}::date) approvals_told
      from pay_cycle c join payroll_policy y using (policy_uuid) join employer e on e.employer_uuid = c.employer_uuid
      where c.cycle_uuid = ${cycle_uuid}::uuid`.execute(tx)
  return rows[0]
}
