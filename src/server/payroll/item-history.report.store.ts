import { sql } from 'kysely'
import type { WrittenEntry } from '#domain/payroll/entries.ts'
import type { Tx } from '../kernel/db.ts'

type Recorded = {
  readonly amount_minor?: number | string
  readonly hours_hundredths?: number
  readonly entries?: readonly WrittenEntry[] | null
  readonly status?: string
  readonly corrected_hundredths?: number
}

/** Something that was done to one item by itself, as the audit log keeps it. */
export type ItemChange = {
  readonly created_at: Date
  readonly actor_name: string
  readonly action: string
  readonly before: Recorded | null
  readonly after: Recorded | null
}

/** The newest things that were done to one item or to its timesheet by itself, newest first. */
export async function listItemChanges(
  tx: Tx,
  line_item_uuid: string,
  timesheet_uuid: string | null,
  limit: number,
): Promise<ItemChange[]> {
  const { rows } = await sql<ItemChange>`
    select e.created_at, coalesce(app.person_name(p.first_name, p.last_name), '') actor_name, e.action, e.before, e.after
      from app.item_changes(${line_item_uuid}::uuid, ${timesheet_uuid}::uuid, ${limit}) e left join person_seen p on p.sub = e.actor_sub
      order by e.seq desc`.execute(tx)
  return rows
}

/** An item within its cycle: when it came about, who approved it with others, and what is beside it. */
export async function findItemPlace(tx: Tx, cycle_uuid: string, line_item_uuid: string) {
  const { rows } = await sql<{
    created_at: Date
    approved_at: Date | null
    approved_by: string
    stood_in_for: string | null
    paid_at: Date | null
    position: number
    previous_uuid: string | null
    next_uuid: string | null
  }>`
    select i.created_at, i.approved_at, coalesce(app.person_name(p.first_name, p.last_name), '') approved_by, i.paid_at,
        (select string_agg(app.person_name(o.first_name, o.last_name), ', ' order by o.sub) from person_seen o
          where o.sub = any(a.stood_in_for)) stood_in_for,
        (select count(*)::int from line_item o where o.cycle_uuid = i.cycle_uuid and o.line_item_uuid <= i.line_item_uuid) "position",
        (select o.line_item_uuid from line_item o where o.cycle_uuid = i.cycle_uuid and o.line_item_uuid < i.line_item_uuid
          order by o.line_item_uuid desc limit 1) previous_uuid,
        (select o.line_item_uuid from line_item o where o.cycle_uuid = i.cycle_uuid and o.line_item_uuid > i.line_item_uuid
          order by o.line_item_uuid limit 1) next_uuid
      from line_item i left join approval a on a.approval_uuid = i.approval_uuid left join person_seen p on p.sub = a.approved_by
      where i.cycle_uuid = ${cycle_uuid}::uuid and i.line_item_uuid = ${line_item_uuid}::uuid`.execute(
    tx,
  )
  return rows[0]
}

/** What the contractor of an item was last paid before it by the same employer: of an earlier pay date, or written before it for the same. */
export async function findLastPay(tx: Tx, line_item_uuid: string) {
  const { rows } = await sql<{
    pay_date: string
    currency: string
    amount_minor: bigint
    hours_hundredths: number
  }>`
    select c.pay_date, b.currency, b.amount_minor, b.hours_hundredths
      from line_item i join line_item b on b.contractor_sub = i.contractor_sub and b.employer_uuid = i.employer_uuid
        and b.status = 'PAID' and b.line_item_uuid <> i.line_item_uuid and not b.back_pay
        join pay_cycle c on c.cycle_uuid = b.cycle_uuid join pay_cycle own on own.cycle_uuid = i.cycle_uuid
      where i.line_item_uuid = ${line_item_uuid}::uuid
        and (c.pay_date, b.line_item_uuid) < (own.pay_date, i.line_item_uuid)
      order by c.pay_date desc, b.line_item_uuid desc limit 1`.execute(tx)
  return rows[0]
}
