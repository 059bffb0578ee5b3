import { sql } from 'kysely'
import type { Money } from '#domain/kernel/money.ts'
import { type CycleStatus, cycleStatus, type LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'

type Row = {
  readonly cycle_uuid: string
  readonly policy_uuid: string
  readonly policy_label: string
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
  readonly statuses: LineItemStatus[]
  readonly contractors: number
  readonly totals: { currency: string; minor: number }[]
  readonly paid: { currency: string; minor: number }[]
}

const MOST = 200

/** The newest cycles of the employer with this domain or uuid, or the one named; undefined when there is no such employer. */
export async function listEmployerCycles(
  tx: Tx,
  id: string,
  cycle_uuid?: string,
): Promise<
  | (Omit<Row, 'statuses' | 'totals' | 'paid'> & {
      status: CycleStatus
      totals: Money[]
      paid: Money[]
    })[]
  | undefined
> {
  const employer = await tx
    .selectFrom('employer')
    .select('employer_uuid')
    .where(eb => eb.or([eb('domain', '=', id), eb(sql<string>`employer_uuid::text`, '=', id)]))
    .executeTakeFirst()
  if (!employer) return undefined
  const { rows } = await sql<Row>`
    with items as (
      select i.cycle_uuid, i.currency, count(*) n, sum(i.amount_minor) total,
          coalesce(sum(i.amount_minor) filter (where i.status = 'PAID'), 0) paid
        from line_item i where i.employer_uuid = ${employer.employer_uuid}::uuid and i.status not in ('ARCHIVED', 'CANCELLED')
        group by i.cycle_uuid, i.currency
    )
    select c.cycle_uuid, c.policy_uuid, p.label policy_label, c.start_date, c.end_date, c.pay_date,
        array(select distinct i.status from line_item i where i.cycle_uuid = c.cycle_uuid) statuses,
        coalesce((select sum(n)::int from items i where i.cycle_uuid = c.cycle_uuid), 0) contractors,
        coalesce((select json_agg(json_build_object('currency', currency, 'minor', total) order by currency) from items i where i.cycle_uuid = c.cycle_uuid), '[]') totals,
        coalesce((select json_agg(json_build_object('currency', currency, 'minor', paid) order by currency) from items i where i.cycle_uuid = c.cycle_uuid and paid > 0), '[]') paid
      from pay_cycle c join payroll_policy p on p.policy_uuid = c.policy_uuid
      where c.employer_uuid = ${employer.employer_uuid}::uuid ${cycle_uuid ? sql`and c.cycle_uuid = ${cycle_uuid}::uuid` : sql``} order by c.pay_date desc, c.cycle_uuid limit ${MOST}`.execute(
    tx,
  )
  const money = (sums: Row['totals']): Money[] =>
    sums.map(({ currency, minor }) => ({ currency, minor: BigInt(minor) }))
  return rows.map(({ statuses, totals, paid, ...row }) => ({
    ...row,
    status: cycleStatus(statuses.map(status => ({ status }))),
    totals: money(totals),
    paid: money(paid),
  }))
}

type ItemRow = {
  readonly cycle_uuid: string
  readonly line_item_uuid: string
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly role: string
  readonly status: LineItemStatus
  readonly currency: string
  readonly amount_minor: bigint
}

/** The line items of cycles that are neither archived nor cancelled, by name. */
export async function listEmployerItems(
  tx: Tx,
  cycle_uuids: readonly string[],
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.cycle_uuid, i.line_item_uuid, i.contractor_sub, trim(p.first_name || ' ' || p.last_name) contractor_name, i.role, i.status,
        i.currency, i.amount_minor
      from line_item i join person_seen p on p.sub = i.contractor_sub
      where i.cycle_uuid = any(${[...cycle_uuids]}::uuid[]) and i.status not in ('ARCHIVED', 'CANCELLED')
      order by p.last_name, p.first_name, i.line_item_uuid`.execute(tx)
  return rows
}
