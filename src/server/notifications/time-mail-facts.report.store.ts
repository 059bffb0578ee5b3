/** What mails about reported time say, read from payroll's tables. Reactions see every tenant, so each statement names its own. */
import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'

const EMPLOYER_NAME = sql<string>`app.employer_name(e.business_name, e.corporation_name, e.domain)`

/** A line item whose time is still to be reported, with its contractor; undefined once it is, or the pay does not wait. */
export async function findTimeDue(tx: Tx, line_item_uuid: string) {
  const { rows } = await sql<{
    email: string
    employer_name: string
    start_date: string
    end_date: string
    pay_date: string
  }>`select p.email, ${EMPLOYER_NAME} employer_name, o.start_date, o.end_date, o.pay_date
      from line_item i join pay_cycle o on o.cycle_uuid = i.cycle_uuid join employer e on e.employer_uuid = i.employer_uuid
        join person p on p.sub = i.contractor_sub
        left join timesheet t on t.contract_uuid = i.contract_uuid and t.start_date = o.start_date
      where i.line_item_uuid = ${line_item_uuid}::uuid and i.status = 'PENDING_APPROVAL' and i.edited_at is null
        and coalesce(t.status, 'OPEN') = 'OPEN'`.execute(tx)
  return rows[0]
}

/** A timesheet that the employer corrected, with its contractor; undefined once it was answered otherwise. */
export async function findTimeCorrected(tx: Tx, timesheet_uuid: string) {
  const { rows } = await sql<{
    email: string
    employer_name: string
    answered_by: string
    reason: string
    start_date: string
    end_date: string
    pay_date: string
    hours_hundredths: number
    corrected_hundredths: number
  }>`select p.email, ${EMPLOYER_NAME} employer_name, app.person_name(a.first_name, a.last_name) answered_by, t.reason, t.start_date, t.end_date,
        o.pay_date, t.hours_hundredths, t.corrected_hundredths
      from timesheet t join line_item i on i.contract_uuid = t.contract_uuid and not i.back_pay
        join pay_cycle o on o.cycle_uuid = i.cycle_uuid and o.start_date = t.start_date
        join employer e on e.employer_uuid = t.employer_uuid join person p on p.sub = t.contractor_sub join person a on a.sub = t.answered_by
      where t.timesheet_uuid = ${timesheet_uuid}::uuid and t.status = 'CORRECTED'`.execute(tx)
  return rows[0]
}

/** A cycle in which reported time waits, with who may approve it; undefined where none does. */
export async function findTimeWaits(tx: Tx, cycle_uuid: string) {
  const { rows } = await sql<{
    policy_uuid: string
    policy_label: string
    pay_date: string
    required: boolean
    waiting: number
    emails: readonly string[]
  }>`select o.policy_uuid, y.label policy_label, o.pay_date, y.time_required required, w.waiting,
        array(select p.email from employer_member m join person p using (sub)
          where m.employer_uuid = o.employer_uuid and m.role in ('owner', 'admin', 'approver') order by m.created_at) emails
      from pay_cycle o join payroll_policy y on y.policy_uuid = o.policy_uuid cross join lateral (
        select count(*)::int waiting from line_item i join timesheet t on t.contract_uuid = i.contract_uuid and t.start_date = o.start_date
          where i.cycle_uuid = o.cycle_uuid and i.status = 'PENDING_APPROVAL' and not i.back_pay and t.status = 'REPORTED') w
      where o.cycle_uuid = ${cycle_uuid}::uuid and w.waiting > 0`.execute(tx)
  return rows[0]
}
