/** Statements about many contracts at once: the work of the clock, and what opening a cycle asks. */
import { sql } from 'kysely'
import { OFFER_REMINDER_DAYS } from '#domain/contracts/contract.ts'
import type { Tx } from '../kernel/db.ts'
import { rowsOf } from '../kernel/rows.ts'

/** How many reminders of an offer are due at an instant, as an expression over `contract`. */
function remindersDue(now: Date) {
  return sql`(select count(*) from unnest(${[...OFFER_REMINDER_DAYS]}::int[]) day where approved_at + make_interval(days => day) <= ${now})`
}

/** Whether a contract that runs was over before a day: after its last day, or from the first of what takes its place. */
const hasEnded = (today: string) =>
  sql`status = 'ACTIVE' and least(contract_end_date, superseded_from - 1) < ${today}::date`

/** The employers of whom an offer waited since that instant or longer or is to be reminded of, or whose running contracts ended before a day. */
export async function employersWithEnding(
  tx: Tx,
  approved_until: Date,
  { now, today }: { readonly now: Date; readonly today: string },
): Promise<string[]> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select employer_uuid from contract
      where status = 'AWAITING_SIGNATURE' and (approved_at <= ${approved_until} or reminders < ${remindersDue(now)})
    union select employer_uuid from contract where ${hasEnded(today)}`.execute(tx)
  return rows.map(row => row.employer_uuid)
}

/** Expires every contract of an employer that has waited for a signature since that instant or longer; answers which. */
export async function expireOffered(
  tx: Tx,
  employer_uuid: string,
  approved_until: Date,
): Promise<string[]> {
  const { rows } = await sql<{ contract_uuid: string }>`
    update contract set status = 'EXPIRED', version = version + 1
      where contract_uuid in (select contract_uuid from contract where employer_uuid = ${employer_uuid}::uuid
        and status = 'AWAITING_SIGNATURE' and approved_at <= ${approved_until} order by contract_uuid for update)
      returning contract_uuid`.execute(tx)
  return rows.map(row => row.contract_uuid)
}

/** Takes back those of the contracts that still wait for a signature; answers which. */
export async function withdrawOffered(
  tx: Tx,
  contract_uuids: readonly string[],
  withdrawn_at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ contract_uuid: string }>`
    update contract set status = 'DISCARDED', withdrawn_at = ${withdrawn_at}, version = version + 1
      where contract_uuid in (select contract_uuid from contract where contract_uuid = any(${[...contract_uuids]}::uuid[])
        and status = 'AWAITING_SIGNATURE' order by contract_uuid for update)
      returning contract_uuid`.execute(tx)
  return rows.map(row => row.contract_uuid)
}

/** Counts the reminders of an employer's waiting offers up to what is due; answers which gained one. */
export async function countReminders(
  tx: Tx,
  employer_uuid: string,
  now: Date,
): Promise<{ contract_uuid: string; approved_at: Date }[]> {
  const { rows } = await sql<{ contract_uuid: string; approved_at: Date }>`
    update contract set reminders = ${remindersDue(now)}
      where contract_uuid in (select contract_uuid from contract where employer_uuid = ${employer_uuid}::uuid
        and status = 'AWAITING_SIGNATURE' and reminders < ${remindersDue(now)} order by contract_uuid for update)
      returning contract_uuid, approved_at`.execute(tx)
  return rows
}

/** Completes every running contract of an employer whose last day is past; answers which. The days that it pays stay the same. */
export async function completeEnded(
  tx: Tx,
  employer_uuid: string,
  today: string,
): Promise<string[]> {
  const { rows } = await sql<{ contract_uuid: string }>`
    update contract set status = 'COMPLETED', version = version + 1
      where contract_uuid in (select contract_uuid from contract where employer_uuid = ${employer_uuid}::uuid and ${hasEnded(today)}
        order by contract_uuid for update)
      returning contract_uuid`.execute(tx)
  return rows.map(row => row.contract_uuid)
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

type Period = { readonly start_date: string; readonly end_date: string }

const paysIn = (
  policy_uuid: string,
  period: Period,
) => sql`pay_policy_uuid = ${policy_uuid} and status in ('ACTIVE', 'COMPLETED')
        and earns && app.days(${period.start_date}::date, ${period.end_date}::date)`

/** Whom signed contracts of a policy pay for some day of the period, in their order. */
export async function listPeopleOnPolicy(
  tx: Tx,
  policy_uuid: string,
  period: Period,
): Promise<string[]> {
  const { rows } = await sql<{ contractor_sub: string }>`
    select distinct contractor_sub from contract where ${paysIn(policy_uuid, period)} order by contractor_sub`.execute(
    tx,
  )
  return rows.map(row => row.contractor_sub)
}

/**
 * The signed contracts of a policy that pay for some day of the period (design: Payroll calendar), also those that ended since; of
 * these people where they are named.
 */
export async function selectContractsOnPolicy(
  tx: Tx,
  policy_uuid: string,
  period: Period,
  subs?: readonly string[],
): Promise<ContractOnPolicy[]> {
  const { rows } = await sql<ContractOnPolicy>`
    select contract_uuid, contractor_sub, revision, role, currency, hourly_rate_minor, scheduled_hours_hundredths,
        lower(earns) contract_start_date, upper(earns) - 1 contract_end_date
      from contract
      where ${paysIn(policy_uuid, period)} ${subs ? sql`and contractor_sub = any(${[...subs]}::text[])` : sql``}
      order by contractor_sub, contract_uuid`.execute(tx)
  return rows
}

/** A period of a policy, by the place that it has in what asks. */
export type PolicyPeriod = {
  readonly policy_uuid: string
  readonly start_date: string
  readonly end_date: string
}

export type Estimate = {
  readonly policy_uuid: string
  readonly start_date: string
  readonly currency: string
  readonly contracts: number
  /** What these contracts pay for a whole period, in smallest units. */
  readonly pay_minor: bigint
}

/** How many signed contracts pay for some day of each period and what they pay for a whole one, by currency; read off `policy_day`. */
export async function listEstimates(tx: Tx, periods: readonly PolicyPeriod[]): Promise<Estimate[]> {
  const { rows } = await sql<Estimate>`
    select p.policy_uuid, p.start_date, d.currency,
        (coalesce(sum(d.beginning) filter (where d.day <= p.end_date), 0) - coalesce(sum(d.ending) filter (where d.day <= p.start_date), 0))::int contracts,
        (coalesce(sum(d.beginning_minor) filter (where d.day <= p.end_date), 0) - coalesce(sum(d.ending_minor) filter (where d.day <= p.start_date), 0))::bigint pay_minor
      from ${rowsOf('p', periods, { policy_uuid: 'uuid', start_date: 'date', end_date: 'date' })}
        join policy_day d on d.policy_uuid = p.policy_uuid
      group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  return rows.filter(row => row.contracts > 0)
}

export type PayingPair = {
  readonly employer_uuid: string
  readonly contractor_sub: string
  /** The policies by which the pair's contracts pay or paid. */
  readonly policy_uuids: string[]
}

/** The employer and the contractor of a contract, with the policies of all their contracts. */
export async function findPair(tx: Tx, contract_uuid: string): Promise<PayingPair | undefined> {
  const { rows } = await sql<PayingPair>`
    select this.employer_uuid, this.contractor_sub, array_agg(distinct k.pay_policy_uuid::text) policy_uuids
      from contract this join contract k on k.employer_uuid = this.employer_uuid and k.contractor_sub = this.contractor_sub
      where this.contract_uuid = ${contract_uuid}::uuid and k.pay_policy_uuid is not null and k.status in ('ACTIVE', 'COMPLETED')
      group by 1, 2`.execute(tx)
  return rows[0]
}
