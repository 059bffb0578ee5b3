import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

/** Which pay dates are told of on a day: those to be approved by today, and those up to `soon`; none of long ago. */
export type TimeReminded = {
  readonly since: string
  readonly due: string
  readonly soon: string
}

const kindOf = (of: TimeReminded) =>
  sql`cross join lateral (values (case when o.pay_date <= ${of.due}::date then 'TODAY' else 'SOON' end)) k (kind)`
const inTime = (of: TimeReminded) => sql`o.pay_date between ${of.since}::date and ${of.soon}::date`
const untold = (about: RawBuilder<unknown>) =>
  sql`not exists (select from time_reminder r where r.about_uuid = ${about} and r.kind = k.kind)`

/** Pay that waits of a policy that pays reported time alone, of which nothing is reported and no hours were written. */
const unreported = (of: TimeReminded) => sql`
  pay_cycle o join payroll_policy y on y.policy_uuid = o.policy_uuid and y.time_required
    join line_item i on i.cycle_uuid = o.cycle_uuid and i.status = 'PENDING_APPROVAL' and not i.back_pay and i.edited_at is null
    left join timesheet t on t.contract_uuid = i.contract_uuid and t.start_date = o.start_date
    ${kindOf(of)}
    where ${inTime(of)} and coalesce(t.status, 'OPEN') = 'OPEN' and ${untold(sql`i.line_item_uuid`)}`

/** Cycles in which reported time waits for an answer. */
const unanswered = (of: TimeReminded) => sql`
  pay_cycle o ${kindOf(of)}
    where ${inTime(of)} and ${untold(sql`o.cycle_uuid`)} and exists (
      select from line_item i join timesheet t on t.contract_uuid = i.contract_uuid and t.start_date = o.start_date and t.status = 'REPORTED'
        where i.cycle_uuid = o.cycle_uuid and i.status = 'PENDING_APPROVAL' and not i.back_pay)`

/** The employers of whom somebody is to be reminded of time. */
export async function listEmployersOfTime(tx: Tx, of: TimeReminded): Promise<string[]> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select o.employer_uuid from ${unreported(of)} union select o.employer_uuid from ${unanswered(of)}`.execute(
    tx,
  )
  return rows.map(row => row.employer_uuid)
}

type Told = { readonly employer_uuid: string; readonly reminded_at: Date }

/** Marks whose contractors are reminded to report, and answers those line items; each and kind once, by whomever this is run. */
export function remindToReport(tx: Tx, told: Told, of: TimeReminded): Promise<string[]> {
  return insert(tx, told, sql`i.line_item_uuid`, unreported(of))
}

/** Marks of which cycles the approvers are reminded to answer, and answers those; each and kind once, by whomever this is run. */
export function remindToAnswer(tx: Tx, told: Told, of: TimeReminded): Promise<string[]> {
  return insert(tx, told, sql`o.cycle_uuid`, unanswered(of))
}

async function insert(
  tx: Tx,
  { employer_uuid, reminded_at }: Told,
  about: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ about_uuid: string }>`
    insert into time_reminder (about_uuid, employer_uuid, kind, reminded_at)
      select ${about}, o.employer_uuid, k.kind, ${reminded_at} from ${where} and o.employer_uuid = ${employer_uuid}::uuid
      on conflict (about_uuid, kind) do nothing returning about_uuid`.execute(tx)
  return rows.map(row => row.about_uuid)
}
