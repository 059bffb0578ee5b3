/** Statements about many contracts at once: the jobs by the clock, and what opening a cycle asks. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

export type Ended = { readonly contract_uuid: string; readonly employer_uuid: string }

/** Expires every contract that has waited for a signature since that instant or longer; answers which. */
export async function expireOffered(tx: Tx, approved_until: Date): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    update contract set status = 'EXPIRED', version = version + 1
      where status = 'AWAITING_SIGNATURE' and approved_at <= ${approved_until}
      returning contract_uuid, employer_uuid`.execute(tx)
  return rows
}

/** Completes every running contract whose last day is past; answers which. */
export async function completeEnded(tx: Tx, today: string): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    update contract set status = 'COMPLETED', version = version + 1
      where status = 'ACTIVE' and contract_end_date < ${today}::date
      returning contract_uuid, employer_uuid`.execute(tx)
  return rows
}

export type ContractOnPolicy = {
  readonly contract_uuid: string
  readonly contractor_sub: string
  readonly revision: number
  readonly role: string
  readonly currency: string
  readonly hourly_rate_minor: bigint
  readonly scheduled_hours_hundredths: number
  /** The first day that it pays: the later of its start and its effective date. */
  readonly contract_start_date: string
  /** The last day that it pays, or null. */
  readonly contract_end_date: string | null
}

/** The ACTIVE contracts of a policy that pay for some day of the period (design: Payroll calendar). */
export async function selectContractsOnPolicy(
  tx: Tx,
  policy_uuid: string,
  period: { readonly start_date: string; readonly end_date: string },
): Promise<ContractOnPolicy[]> {
  const { rows } = await sql<ContractOnPolicy>`
    select contract_uuid, contractor_sub, revision, role, currency, hourly_rate_minor, scheduled_hours_hundredths,
        greatest(effective_date, contract_start_date) contract_start_date, contract_end_date
      from contract
      where pay_policy_uuid = ${policy_uuid} and status = 'ACTIVE'
        and greatest(effective_date, contract_start_date) <= ${period.end_date}::date
        and (contract_end_date is null
          or contract_end_date >= greatest(${period.start_date}::date, effective_date, contract_start_date))
      order by contractor_sub, contract_uuid`.execute(tx)
  return rows
}
