/** Days that a signed contract earns and that no line item pays, read over contracts, cycles and items. */
import { sql } from 'kysely'
import type { Days, FitContract } from '#domain/payroll/fit.ts'
import type { RaisedItem } from '#domain/payroll/raise.ts'
import type { Tx } from '../kernel/db.ts'

export type UnpaidContract = FitContract & {
  readonly contractor_name: string
  readonly revision: number
  readonly policy_uuid: string
  readonly policy_label: string
  readonly unpaid: readonly Days[]
  /** Items at a lower rate, for days of which it now gives more. */
  readonly raised: readonly RaisedItem[]
  /** The next open cycle of its policy that can pay them. */
  readonly open_cycle_uuid: string | null
  readonly open_pay_date: string | null
}

export type UnpaidFilter = {
  readonly employer_uuid: string
  readonly contract_uuid?: string | undefined
  readonly contractor_sub?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
  readonly today: string
}

/**
 * The contracts of an employer with days up to the end of their policy's last opened cycle that no line item pays, or that one pays at a
 * lower rate than they have since, in id order. What was archived was decided not to be paid, and is not named.
 */
export async function listUnpaid(tx: Tx, filter: UnpaidFilter): Promise<UnpaidContract[]> {
  const { employer_uuid, contract_uuid, contractor_sub, after, limit, today } = filter
  // Each of the few that may have such days is looked at in turn until the page is full, whatever the planner thinks (`offset 0`).
  const { rows } = await sql<UnpaidContract>`
    select k.contract_uuid, k.revision, k.contractor_sub, k.role, k.currency, k.hourly_rate_minor, k.scheduled_hours_hundredths,
        lower(k.earns) contract_start_date, upper(k.earns) - 1 contract_end_date,
        app.person_name(p.first_name, p.last_name, p.email) contractor_name,
        y.policy_uuid, y.label policy_label, o.cycle_uuid open_cycle_uuid, o.pay_date open_pay_date,
        coalesce((select json_agg(json_build_object('first', lower(days), 'last', upper(days) - 1) order by days) from unnest(k.gaps) days), '[]') unpaid,
        coalesce(k.raised, '[]') raised
      from (select k.contract_uuid, k.revision, k.contractor_sub, k.role, k.currency, k.hourly_rate_minor, k.scheduled_hours_hundredths, k.earns, k.pay_policy_uuid, k.gaps, k.raised
          from maybe_unpaid u cross join lateral (select c.contract_uuid, c.revision, c.contractor_sub, c.role, c.currency, c.hourly_rate_minor,
            c.scheduled_hours_hundredths, c.earns, c.pay_policy_uuid, app.unpaid_days(c) gaps, app.items_raised(c) raised
            from contract c where c.contract_uuid = u.contract_uuid offset 0) k
          where u.employer_uuid = ${employer_uuid}::uuid and not isempty(k.earns) and (not isempty(k.gaps) or k.raised is not null)
            ${contract_uuid ? sql`and u.contract_uuid = ${contract_uuid}::uuid` : sql``}
            ${contractor_sub ? sql`and k.contractor_sub = ${contractor_sub}` : sql``}
            ${after ? sql`and u.contract_uuid > ${after}::uuid` : sql``}
          order by u.contract_uuid limit ${sql.lit(limit)}) k
        join payroll_policy y on y.policy_uuid = k.pay_policy_uuid
        join person_seen p on p.sub = k.contractor_sub
        left join lateral (select cycle_uuid, pay_date from pay_cycle
          where policy_uuid = k.pay_policy_uuid and pay_date >= ${today}::date order by pay_date limit 1) o on true
      order by k.contract_uuid`.execute(tx)
  return rows
}

/** Where back pay or the raise of a contract was added last, with how many items of it stand there; undefined while there is none. */
export async function findBackPay(
  tx: Tx,
  employer_uuid: string,
  contract_uuid: string,
): Promise<{ policy_uuid: string; cycle_uuid: string; line_items: number } | undefined> {
  const { rows } = await sql<{ policy_uuid: string; cycle_uuid: string; line_items: number }>`
    select c.policy_uuid, c.cycle_uuid, count(*)::int line_items
      from line_item i join pay_cycle c on c.cycle_uuid = i.cycle_uuid
      where i.employer_uuid = ${employer_uuid}::uuid and app.is_live(i.status)
        and i.contractor_sub = (select contractor_sub from contract where contract_uuid = ${contract_uuid}::uuid)
        and (i.contract_uuid = ${contract_uuid}::uuid and (i.back_pay or i.entries @> '[{"kind": "RAISE"}]')
          or i.entries @> ${JSON.stringify([{ kind: 'RAISE', raise: { contract_uuid } }])}::jsonb)
      group by c.cycle_uuid order by c.start_date desc limit 1`.execute(tx)
  return rows[0]
}

/**
 * The item of a cycle on which a raise by a contract is written: its own pay, else that of another revision of the role, in the currency; what
 * waits before what does not, back pay last. Undefined while there is none.
 */
export async function findToRaise(
  tx: Tx,
  cycle_uuid: string,
  { contract_uuid, contractor_sub, role, currency }: UnpaidContract,
): Promise<string | undefined> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from line_item where cycle_uuid = ${cycle_uuid}::uuid and contractor_sub = ${contractor_sub} and contract_uuid is not null
        and lower(btrim(role)) = lower(btrim(${role})) and currency = ${currency} and app.is_live(status)
      order by status = 'PENDING_APPROVAL' desc, back_pay, contract_uuid = ${contract_uuid}::uuid desc, line_item_uuid limit 1`.execute(
    tx,
  )
  return rows[0]?.line_item_uuid
}
