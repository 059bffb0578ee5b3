import { sql } from 'kysely'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'

export type CycleRecord = {
  readonly cycle_uuid: string
  readonly employer_uuid: string
  readonly policy_uuid: string
  readonly policy_label: string
  readonly period_index: number
  readonly start_date: string
  readonly end_date: string
  readonly nominal_pay_date: string
  readonly pay_date: string
  readonly moved_because: 'WEEKEND' | 'HOLIDAY' | null
  readonly opened_at: Date
  readonly country_code: string
  readonly subdivision_code: string | null
}

const CYCLE = sql`
  select c.*, p.label policy_label, e.country_code, e.subdivision_code
    from pay_cycle c join payroll_policy p on p.policy_uuid = c.policy_uuid join employer e on e.employer_uuid = c.employer_uuid`

/** One cycle of a policy, or undefined. */
export async function findCycle(
  tx: Tx,
  policy_uuid: string,
  cycle_uuid: string,
): Promise<CycleRecord | undefined> {
  const { rows } =
    await sql<CycleRecord>`${CYCLE} where c.cycle_uuid = ${cycle_uuid}::uuid and c.policy_uuid = ${policy_uuid}::uuid`.execute(
      tx,
    )
  return rows[0]
}

/** The opened cycles in which somebody of a pair earns or has an item that waits, in id order: the order in which they are locked. */
export async function listCyclesOfPair(
  tx: Tx,
  pair: {
    readonly employer_uuid: string
    readonly contractor_sub: string
    readonly policy_uuids: readonly string[]
  },
): Promise<{ policy_uuid: string; cycle_uuid: string }[]> {
  const { rows } = await sql<{ policy_uuid: string; cycle_uuid: string }>`
    select c.policy_uuid, c.cycle_uuid from pay_cycle c where c.policy_uuid = any(${[...pair.policy_uuids]}::uuid[]) and (
        exists (select from contract k where k.pay_policy_uuid = c.policy_uuid and k.employer_uuid = ${pair.employer_uuid}::uuid
          and k.contractor_sub = ${pair.contractor_sub} and k.earns && app.days(c.start_date, c.end_date))
        or exists (select from line_item i where i.cycle_uuid = c.cycle_uuid and i.contractor_sub = ${pair.contractor_sub}
          and i.status = 'PENDING_APPROVAL'))
      order by c.cycle_uuid`.execute(tx)
  return rows
}

export type CycleSummary = CycleRecord & {
  readonly statuses: LineItemStatus[]
  readonly contractors: number
  /** `through`: what this cycle and those paid before it still want of the balance. */
  readonly totals: { currency: string; minor: number; unapproved: number; through: number }[]
}

export type CycleFilter = {
  readonly today: string
  readonly employer_uuid: string
  readonly policy_uuid?: string | undefined
  readonly view?: 'run' | 'historical' | 'reported' | undefined
  readonly after?: { readonly pay_date: string; readonly cycle_uuid: string } | undefined
  readonly newest_first: boolean
  readonly limit: number
}

/** A page of cycles with the statuses and sums of their items: running ones have an item that waits or is approved. */
export async function listCycles(tx: Tx, filter: CycleFilter): Promise<CycleSummary[]> {
  const { employer_uuid, policy_uuid, view, after, newest_first, limit } = filter
  const running = sql`exists (select from line_item i where i.cycle_uuid = c.cycle_uuid and i.status in ('PENDING_APPROVAL', 'APPROVED'))`
  const empty = sql`not exists (select from line_item i where i.cycle_uuid = c.cycle_uuid)`
  const wanted = {
    run: sql`and (${running} or (${empty} and c.pay_date >= ${filter.today}::date))`,
    historical: sql`and not ${running} and not ${empty}`,
    reported: sql`and exists (select from line_item i where i.cycle_uuid = c.cycle_uuid and i.status in ('APPROVED', 'PAID'))`,
  }
  const way = newest_first ? sql`desc` : sql`asc`
  const beyond = newest_first ? sql`<` : sql`>`
  const { rows } = await sql<CycleSummary>`
    with page as (
      ${CYCLE} where c.employer_uuid = ${employer_uuid}::uuid ${policy_uuid ? sql`and c.policy_uuid = ${policy_uuid}::uuid` : sql``}
        ${view ? wanted[view] : sql``}
        ${after ? sql`and (c.pay_date, c.cycle_uuid) ${beyond} (${after.pay_date}::date, ${after.cycle_uuid}::uuid)` : sql``}
        order by c.pay_date ${way}, c.cycle_uuid ${way} limit ${limit}
    ), wanted as (
      select c.cycle_uuid, i.currency, sum(sum(i.amount_minor)) over (partition by i.currency order by c.pay_date, c.cycle_uuid) through
        from pay_cycle c join line_item i on i.cycle_uuid = c.cycle_uuid
        where c.employer_uuid = ${employer_uuid}::uuid and i.status = 'PENDING_APPROVAL'
        group by c.pay_date, c.cycle_uuid, i.currency
    )
    select page.*, coalesce(s.statuses, '{}') statuses, coalesce(s.contractors, 0) contractors, coalesce(s.totals, '[]') totals
      from page left join lateral (
        select array(select distinct i.status from line_item i where i.cycle_uuid = page.cycle_uuid) statuses,
            sum(n)::int contractors, json_agg(json_build_object('currency', currency, 'minor', minor, 'unapproved', unapproved, 'through', coalesce((select w.through from wanted w
              where w.cycle_uuid = page.cycle_uuid and w.currency = g.currency), 0)) order by currency) totals
          from (select i.currency, count(*) n, sum(i.amount_minor) minor,
                  coalesce(sum(i.amount_minor) filter (where i.status = 'PENDING_APPROVAL'), 0) unapproved
                from line_item i where i.cycle_uuid = page.cycle_uuid and i.status not in ('ARCHIVED', 'CANCELLED') group by i.currency) g
      ) s on true
      order by page.pay_date ${way}, page.cycle_uuid ${way}`.execute(tx)
  return rows
}

/** The cycle of the same policy before this one, with its items' amounts per contractor. */
export async function findPreviousCycle(tx: Tx, policy_uuid: string, start_date: string) {
  const { rows } = await sql<{
    pay_date: string
    items: {
      contractor_sub: string
      contractor_name: string
      currency: string
      minor: number
      hours: number
      back_pay: boolean
    }[]
  }>`
    select c.pay_date, coalesce((select json_agg(json_build_object('contractor_sub', i.contractor_sub, 'contractor_name', p.first_name || ' ' || p.last_name,
        'currency', i.currency, 'minor', i.amount_minor, 'hours', i.hours_hundredths, 'back_pay', i.back_pay)) from line_item i join person_seen p on p.sub = i.contractor_sub
        where i.cycle_uuid = c.cycle_uuid and i.status not in ('ARCHIVED', 'CANCELLED')), '[]') items
      from pay_cycle c where c.policy_uuid = ${policy_uuid}::uuid and c.start_date < ${start_date}::date order by c.start_date desc limit 1`.execute(
    tx,
  )
  return rows[0]
}
