/** Timesheets beside the line items that they are of, read over contracts, cycles and items. */
import { type RawBuilder, sql } from 'kysely'
import type { LineItemStatus } from '#domain/payroll/line-item.ts'
import type { TimeOfDay, TimesheetStatus } from '#domain/payroll/timesheet.ts'
import type { Tx } from '../kernel/db.ts'
import { LAST_DAY } from './last-day.report.store.ts'

/** What is kept of a timesheet; OPEN and version 0 while there is none. */
export type TimeKept = {
  readonly timesheet_uuid: string | null
  readonly version: number
  readonly status: TimesheetStatus
  readonly hours_hundredths: number | null
  readonly days: readonly TimeOfDay[] | null
  /** The days that the contract paid when it was reported; null of what a process of before reported. */
  readonly reported_first: string | null
  readonly reported_last: string | null
  readonly notes: string
  readonly reported_at: Date | null
  readonly corrected_hundredths: number | null
  readonly reason: string
  readonly answered_by: string
  readonly answered_at: Date | null
}

/** A line item with its timesheet. */
export type TimeRow = TimeKept & {
  readonly line_item_uuid: string
  readonly item_status: LineItemStatus
  readonly item_hours: number
  /** Who wrote on the hours of the item last, when, and what they said of them. */
  readonly hours_by: string
  readonly hours_at: Date | null
  readonly hours_words: string
  readonly item_minor: bigint
  readonly role: string
  readonly currency: string
  readonly hourly_rate_minor: bigint
  readonly scheduled_hours_hundredths: number
  /** The days of the period that it pays as long as the contract pays them: one that has ended since pays fewer. */
  readonly first: string
  readonly last: string
  /** Whether there are such days; else `first` and `last` are those of the line item. */
  readonly earns: boolean
  readonly contract_uuid: string
  readonly contractor_sub: string
  readonly contractor_name: string
  readonly employer_uuid: string
  readonly employer_name: string
  readonly policy_uuid: string
  readonly cycle_uuid: string
  readonly start_date: string
  readonly end_date: string
  readonly pay_date: string
  readonly time_required: boolean
  /** The last day that they work for the company, where this period has it. */
  readonly last_day_on: string | null
}

const KEPT = sql`t.timesheet_uuid, coalesce(t.version, 0) version, coalesce(t.status, 'OPEN') status, t.hours_hundredths, t.days,
      lower(t.reported_days) reported_first, upper(t.reported_days) - 1 reported_last,
      coalesce(t.notes, '') notes, t.reported_at, t.corrected_hundredths, coalesce(t.reason, '') reason,
      coalesce(app.person_name(a.first_name, a.last_name), '') answered_by, t.answered_at`
const EMPLOYER_NAME = sql`app.employer_name(e.business_name, e.corporation_name, e.domain) employer_name`

const TIME = sql`
  select i.line_item_uuid, i.status item_status, i.hours_hundredths item_hours, i.amount_minor item_minor, i.role, i.currency, i.hourly_rate_minor,
      coalesce(app.person_name(h.first_name, h.last_name), '') hours_by, i.edited_at hours_at, coalesce((select e ->> 'words' from jsonb_array_elements(i.entries) e
        where e ->> 'kind' = 'ADJUSTMENT' and e ->> 'hours_hundredths' is not null limit 1), '') hours_words, i.scheduled_hours_hundredths, lower(d.paid) "first", upper(d.paid) - 1 "last", d.earns, i.contract_uuid, i.contractor_sub,
      app.person_name(p.first_name, p.last_name) contractor_name, i.employer_uuid, ${EMPLOYER_NAME}, o.policy_uuid, o.cycle_uuid, o.start_date,
      o.end_date, o.pay_date, y.time_required, ${LAST_DAY} last_day_on, ${KEPT}
    from line_item i join pay_cycle o on o.cycle_uuid = i.cycle_uuid join payroll_policy y on y.policy_uuid = o.policy_uuid
      join employer e on e.employer_uuid = i.employer_uuid join person_seen p on p.sub = i.contractor_sub
      join contract k on k.contract_uuid = i.contract_uuid
      cross join lateral (select not isempty(i.earned * k.earns) earns,
        case when isempty(i.earned * k.earns) then i.earned else i.earned * k.earns end paid) d
      left join timesheet t on t.contract_uuid = i.contract_uuid and t.start_date = o.start_date
      left join person_seen a on a.sub = t.answered_by left join person_seen h on h.sub = i.edited_by
    where not i.back_pay and i.contract_uuid is not null`

async function timed(tx: Tx, which: RawBuilder<unknown>): Promise<TimeRow[]> {
  return (await sql<TimeRow>`${TIME} ${which}`.execute(tx)).rows
}

/** The timesheets of some line items; pay of earlier periods has none. */
export function listTimesOn(tx: Tx, line_item_uuids: readonly string[]): Promise<TimeRow[]> {
  return timed(tx, sql`and i.line_item_uuid = any(${[...line_item_uuids]}::uuid[])`)
}

/** Of some line items those whose timesheet was answered. */
export function listAnsweredOn(tx: Tx, line_item_uuids: readonly string[]): Promise<TimeRow[]> {
  return timed(
    tx,
    sql`and i.line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and t.status in ('ACCEPTED', 'CORRECTED')`,
  )
}

/** Whose timesheets of a cycle: who waits for an answer, with these who has to report and did not, unless the employer wrote the hours, or everybody. */
export type TimesShown = 'waiting' | 'open' | 'all'

const REPORTED = sql`i.status = 'PENDING_APPROVAL' and t.status = 'REPORTED'`
const OPEN = sql`i.status = 'PENDING_APPROVAL' and (t.status = 'REPORTED' or y.time_required and i.edited_at is null and coalesce(t.status, 'OPEN') = 'OPEN')`
const SHOWN = { waiting: REPORTED, open: OPEN, all: sql`app.is_live(i.status)` }

/** A page of a cycle's line items with their timesheets, in id order. */
export function listTimesOfCycle(
  tx: Tx,
  cycle_uuid: string,
  page: { readonly after: string | undefined; readonly limit: number; readonly show: TimesShown },
): Promise<TimeRow[]> {
  const { after, limit, show } = page
  return timed(
    tx,
    sql`and i.cycle_uuid = ${cycle_uuid}::uuid and ${SHOWN[show]}
      ${after ? sql`and i.line_item_uuid > ${after}::uuid` : sql``} order by i.line_item_uuid limit ${limit}`,
  )
}

/** How many timesheets of a cycle wait for an answer, and with those who have to report and did not. */
export async function countTimes(
  tx: Tx,
  cycle_uuid: string,
): Promise<{ waiting: number; open: number }> {
  const { rows } = await sql<{ waiting: number; open: number }>`
    select count(*) filter (where ${REPORTED})::int waiting, count(*) filter (where ${OPEN})::int open
      from line_item i join pay_cycle o on o.cycle_uuid = i.cycle_uuid join payroll_policy y on y.policy_uuid = o.policy_uuid
        left join timesheet t on t.contract_uuid = i.contract_uuid and t.start_date = o.start_date
      where i.cycle_uuid = ${cycle_uuid}::uuid and not i.back_pay and i.contract_uuid is not null`.execute(
    tx,
  )
  return rows[0] ?? { waiting: 0, open: 0 }
}

/** Timesheets of a locked cycle by their ids. */
export function listTimesNamed(
  tx: Tx,
  cycle_uuid: string,
  timesheet_uuids: readonly string[],
): Promise<TimeRow[]> {
  return timed(
    tx,
    sql`and i.cycle_uuid = ${cycle_uuid}::uuid and t.timesheet_uuid = any(${[...timesheet_uuids]}::uuid[])`,
  )
}

/** A contractor's pay that waits, and of the last weeks what was reported, the earliest period first. */
export function listTimesOfContractor(
  tx: Tx,
  contractor_sub: string,
  { since, limit }: { readonly since: string; readonly limit: number },
): Promise<TimeRow[]> {
  return timed(
    tx,
    sql`and i.contractor_sub = ${contractor_sub}
      and (i.status = 'PENDING_APPROVAL' or app.is_live(i.status) and t.timesheet_uuid is not null and o.pay_date >= ${since}::date)
      order by o.end_date, i.line_item_uuid limit ${limit}`,
  )
}

/** The line item of one period of a contract, whatever its state. */
export async function findTimeOf(
  tx: Tx,
  contract_uuid: string,
  start_date: string,
): Promise<TimeRow | undefined> {
  const [row] = await timed(
    tx,
    sql`and i.contract_uuid = ${contract_uuid}::uuid and o.start_date = ${start_date}::date`,
  )
  return row
}

/** A contract that pays today and has no line item for it yet, with the timesheet of the days around today. */
export type UnopenedRow = TimeKept & {
  readonly contract_uuid: string
  readonly contractor_sub: string
  readonly employer_uuid: string
  readonly employer_name: string
  readonly role: string
  readonly currency: string
  readonly hourly_rate_minor: bigint
  readonly scheduled_hours_hundredths: number
  readonly policy_uuid: string
  readonly time_required: boolean
  readonly contract_start_date: string
  readonly contract_end_date: string | null
  /** Whether no contract of theirs with the company pays later days. */
  readonly is_last: boolean
}

/** A contractor's contracts that pay today and whose period has no line item yet: its cycle did not open. */
export async function listUnopened(
  tx: Tx,
  contractor_sub: string,
  today: string,
): Promise<UnopenedRow[]> {
  const { rows } = await sql<UnopenedRow>`
    select k.contract_uuid, k.contractor_sub, k.employer_uuid, ${EMPLOYER_NAME}, k.role, k.currency, k.hourly_rate_minor, k.scheduled_hours_hundredths,
        y.policy_uuid, y.time_required, lower(k.earns) contract_start_date, upper(k.earns) - 1 contract_end_date,
        not exists (select from contract later where later.employer_uuid = k.employer_uuid and later.contractor_sub = k.contractor_sub
          and later.status in ('ACTIVE', 'COMPLETED') and not isempty(later.earns) and (upper_inf(later.earns) or upper(later.earns) > upper(k.earns))) is_last,
        ${KEPT}
      from contract k join payroll_policy y on y.policy_uuid = k.pay_policy_uuid join employer e on e.employer_uuid = k.employer_uuid
        left join timesheet t on t.contract_uuid = k.contract_uuid and ${today}::date between t.start_date and t.end_date
        left join person_seen a on a.sub = t.answered_by
      where k.contractor_sub = ${contractor_sub} and k.earns @> ${today}::date and y.approved_at is not null
        and not exists (select from line_item i where i.contractor_sub = k.contractor_sub and i.employer_uuid = k.employer_uuid
          and (i.earning @> ${today}::date and lower(btrim(i.role)) = lower(btrim(k.role)) or i.contract_uuid = k.contract_uuid and i.earned @> ${today}::date))
      order by k.contract_uuid`.execute(tx)
  return rows
}
