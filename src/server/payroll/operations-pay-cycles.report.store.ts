import { sql } from 'kysely'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'
import { asUuid } from '../kernel/ids.ts'

type Row = {
  readonly cycle_uuid: string
  readonly policy_uuid: string
  readonly policy_label: string
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
}

type Employer = {
  readonly employer_uuid: string
  readonly domain: string | null
  readonly corporation_name: string
  readonly business_name: string
}

/** The newest cycles of the employer with this domain or uuid, so many or all (null), or the one named; undefined when there is no such employer. */
export async function listEmployerCycles(
  tx: Tx,
  id: string,
  { cycle_uuid, most }: { readonly cycle_uuid?: string | undefined; readonly most: number | null },
): Promise<(Employer & { cycles: Row[] }) | undefined> {
  const employer = await tx
    .selectFrom('employer')
    .select(['employer_uuid', 'domain', 'corporation_name', 'business_name'])
    .where(eb => eb.or([eb('domain', '=', id), eb('employer_uuid', '=', asUuid(id))]))
    .executeTakeFirst()
  if (!employer) return undefined
  const { rows: cycles } = await sql<Row>`
    select c.cycle_uuid, c.policy_uuid, p.label policy_label, c.start_date, c.end_date, c.pay_date
      from pay_cycle c join payroll_policy p on p.policy_uuid = c.policy_uuid
      where c.employer_uuid = ${employer.employer_uuid}::uuid ${cycle_uuid ? sql`and c.cycle_uuid = ${cycle_uuid}::uuid` : sql``}
      order by c.pay_date desc, c.cycle_uuid limit ${most}`.execute(tx)
  return { ...employer, cycles }
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

/** The line items of cycles that are neither archived nor cancelled, so many of them. */
export async function listLiveItems(
  tx: Tx,
  cycle_uuids: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ line_item_uuid: string }>`
    select line_item_uuid from line_item where cycle_uuid = any(${[...cycle_uuids]}::uuid[]) and status not in ('ARCHIVED', 'CANCELLED')
      limit ${limit}`.execute(tx)
  return rows.map(row => row.line_item_uuid)
}

/** Line items by the names of their contractors. */
export async function listEmployerItems(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select i.cycle_uuid, i.line_item_uuid, i.contractor_sub, app.person_name(p.first_name, p.last_name) contractor_name, i.role, i.status,
        i.currency, i.amount_minor
      from line_item i join person_seen p on p.sub = i.contractor_sub
      where i.line_item_uuid = any(${[...line_item_uuids]}::uuid[])
      order by p.last_name, p.first_name, i.line_item_uuid`.execute(tx)
  return rows
}
