import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { CALENDAR, type Calendar, WITH_HOLIDAYS } from './policy.report.store.ts'

/** A running contract of a contractor with the policy that pays it. */
export type PaidBy = Calendar & {
  readonly contract_uuid: string
  readonly employer_name: string
  readonly role: string
  readonly contract_start_date: string
  readonly contract_end_date: string | null
}

/** The policies by which a contractor's running contracts are paid, one row for each contract. */
export async function listPaidBy(tx: Tx, contractor_sub: string): Promise<PaidBy[]> {
  const { rows } = await sql<PaidBy>`
    select ${CALENDAR}, k.contract_uuid, k.role, k.contract_start_date, k.contract_end_date,
        app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name
      from contract k join payroll_policy p on p.policy_uuid = k.pay_policy_uuid join employer e on e.employer_uuid = p.employer_uuid ${WITH_HOLIDAYS}
      where k.contractor_sub = ${contractor_sub} and k.status = 'ACTIVE'
      order by employer_name, p.label, k.contract_start_date, k.contract_uuid`.execute(tx)
  return rows
}

/** What pays a contractor in one cycle, by one contract or else by a batch, as a calendar has it. */
export type OpenedPay = {
  /** Null of what a batch pays. */
  readonly contract_uuid: string | null
  readonly cycle_uuid: string
  readonly employer_name: string
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
  /** Whether any of it is to be paid, or was; not so where all of it was archived or cancelled. */
  readonly live: boolean
  /** Whether all of it that is live was paid. */
  readonly paid: boolean
}

/** A contractor's pay in the cycles that are paid on a day or later, as these were opened; the earliest pay date first. */
export async function listOpenedPays(
  tx: Tx,
  contractor_sub: string,
  since: string,
): Promise<OpenedPay[]> {
  const { rows } = await sql<OpenedPay>`
    select i.contract_uuid, c.cycle_uuid, app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name,
        c.start_date, c.end_date, c.pay_date, i.live, i.paid
      from (select employer_uuid, cycle_uuid, contract_uuid, bool_or(app.is_live(status)) live,
            coalesce(bool_and(status = 'PAID') filter (where app.is_live(status)), false) paid
          from line_item where contractor_sub = ${contractor_sub} group by employer_uuid, cycle_uuid, contract_uuid) i
        join pay_cycle c on c.cycle_uuid = i.cycle_uuid join employer e on e.employer_uuid = i.employer_uuid
      where c.pay_date >= ${since}::date
      order by c.pay_date, c.cycle_uuid, i.contract_uuid`.execute(tx)
  return rows
}

/** Where a contractor's pay goes by now: each way with its country, or with theirs where that is not known. */
export async function listWays(
  tx: Tx,
  contractor_sub: string,
): Promise<{ network: string; currency: string; country_code: string | null }[]> {
  const { rows } = await sql<{ network: string; currency: string; country_code: string | null }>`
    select distinct coalesce(d.network, 'fiat') network, coalesce(d.currency, '') currency, coalesce(d.country_code, p.country_code) country_code
      from person p left join destination d on d.contractor_sub = p.sub and d.status = 'ACTIVE' and d.percentage_bps > 0
      where p.sub = ${contractor_sub}`.execute(tx)
  return rows
}
