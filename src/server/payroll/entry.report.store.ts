import { sql } from 'kysely'
import type { DeductionState } from '#domain/payroll/entries.ts'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { Tx } from '../kernel/db.ts'

/** What people are called, by their subs; nobody is asked for when there is none. */
export async function namesOfPeople(
  tx: Tx,
  subs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (subs.length === 0) return new Map()
  const { rows } = await sql<{ sub: string; name: string }>`
    select sub, app.person_name(first_name, last_name) name from person_seen where sub = any(${[...new Set(subs)]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ sub, name }) => [sub, name]))
}

export type DeductionRow = {
  readonly deduction_uuid: string
  readonly employer_uuid: string
  readonly employer_name: string
  readonly line_item_uuid: string
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly cycle_uuid: string
  readonly policy_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly words: string
  readonly asked_by: string
  readonly asked_by_name: string
  readonly asked_at: Date
  readonly answer_by: string
  readonly status: Exclude<DeductionState, 'LAPSED'>
  /** Whether it is an entry of the item. */
  readonly entered: boolean
  readonly item_status: LineItemStatus
  readonly item_minor: bigint
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
}

const DEDUCTION = sql`
  select d.deduction_uuid, d.employer_uuid, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name, d.line_item_uuid,
      d.contractor_sub, app.person_name(k.first_name, k.last_name) contractor_name, i.cycle_uuid, c.policy_uuid, d.currency, d.amount_minor,
      d.words, d.asked_by, app.person_name(a.first_name, a.last_name) asked_by_name, d.asked_at, d.answer_by, d.status,
      coalesce(i.entries @> jsonb_build_array(jsonb_build_object('entry_uuid', d.deduction_uuid)), false) entered, i.status item_status, i.amount_minor item_minor, c.start_date, c.end_date, c.pay_date
    from deduction d join line_item i on i.line_item_uuid = d.line_item_uuid join pay_cycle c on c.cycle_uuid = i.cycle_uuid
      join employer e on e.employer_uuid = d.employer_uuid join person_seen k on k.sub = d.contractor_sub left join person_seen a on a.sub = d.asked_by`

/** The newest deductions that a contractor was asked for. */
export async function listDeductionsOf(
  tx: Tx,
  contractor_sub: string,
  limit: number,
): Promise<DeductionRow[]> {
  const { rows } = await sql<DeductionRow>`${DEDUCTION}
    where d.contractor_sub = ${contractor_sub} and d.status <> 'WITHDRAWN' order by d.asked_at desc, d.deduction_uuid limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** The deductions that were asked for on some items, in the order in which they were. */
export async function listDeductionsOn(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<DeductionRow[]> {
  if (line_item_uuids.length === 0) return []
  const { rows } = await sql<DeductionRow>`${DEDUCTION}
    where d.line_item_uuid = any(${[...line_item_uuids]}::uuid[]) order by d.asked_at, d.deduction_uuid`.execute(
    tx,
  )
  return rows
}

/** One deduction, or undefined. */
export async function findDeduction(
  tx: Tx,
  deduction_uuid: string,
): Promise<DeductionRow | undefined> {
  const { rows } =
    await sql<DeductionRow>`${DEDUCTION} where d.deduction_uuid = ${deduction_uuid}::uuid`.execute(
      tx,
    )
  return rows[0]
}
