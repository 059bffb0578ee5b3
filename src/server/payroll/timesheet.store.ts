import { sql } from 'kysely'
import { type TimeOfDay, timesheetMachine } from '#domain/payroll/timesheet.ts'
import type { Tx } from '../kernel/db.ts'
import { type Columns, rowsOf } from '../kernel/rows.ts'

/** The period of a contract that a timesheet is of. */
export type TimesheetKey = {
  readonly employer_uuid: string
  readonly contract_uuid: string
  readonly contractor_sub: string
  readonly start_date: string
  readonly end_date: string
}

export type NewReport = TimesheetKey & {
  readonly timesheet_uuid: string
  readonly hours_hundredths: number
  readonly days: readonly TimeOfDay[] | null
  readonly notes: string
  readonly reported_at: Date
}

/** What falls away when a timesheet is reported anew or answered otherwise. */
const UNANSWERED = {
  corrected_hundredths: null,
  reason: '',
  answered_by: null,
  answered_at: null,
} as const

/** Keeps what was reported, in place of an earlier report that nobody answered; answers its id, or undefined where that was answered. */
export async function saveReport(
  tx: Tx,
  { days, ...report }: NewReport,
): Promise<string | undefined> {
  const { hours_hundredths, notes, reported_at } = report
  const written = { hours_hundredths, notes, reported_at, days: days && JSON.stringify(days) }
  const row = await tx
    .insertInto('timesheet')
    .values({ ...report, ...written, status: 'REPORTED' })
    .onConflict(conflict =>
      conflict
        .columns(['contract_uuid', 'start_date'])
        .doUpdateSet(eb => ({
          ...written,
          ...UNANSWERED,
          status: 'REPORTED',
          version: eb('timesheet.version', '+', 1),
        }))
        .where('timesheet.status', 'in', timesheetMachine.sources('report')),
    )
    .returning('timesheet_uuid')
    .executeTakeFirst()
  return row?.timesheet_uuid
}

/** Takes a report back that nobody answered; answers whether there was one. */
export async function takeBack(tx: Tx, timesheet_uuid: string): Promise<boolean> {
  const result = await tx
    .updateTable('timesheet')
    .set(row => ({
      status: 'OPEN',
      hours_hundredths: null,
      days: null,
      notes: '',
      reported_at: null,
      version: row('version', '+', 1),
    }))
    .where('timesheet_uuid', '=', timesheet_uuid)
    .where('status', 'in', timesheetMachine.sources('take_back'))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

type Answerer = { readonly answered_by: string; readonly answered_at: Date }

/** Accepts reported time; answers the ids of what could be. */
export async function acceptReports(
  tx: Tx,
  timesheet_uuids: readonly string[],
  by: Answerer,
): Promise<string[]> {
  if (timesheet_uuids.length === 0) return []
  const rows = await tx
    .updateTable('timesheet')
    .set(row => ({ ...UNANSWERED, ...by, status: 'ACCEPTED', version: row('version', '+', 1) }))
    .where('timesheet_uuid', 'in', [...timesheet_uuids])
    .where('status', 'in', timesheetMachine.sources('accept'))
    .returning('timesheet_uuid')
    .execute()
  return rows.map(row => row.timesheet_uuid)
}

/** What is paid instead of the time of a timesheet, and why. */
export type Correction = {
  readonly timesheet_uuid: string
  readonly corrected_hundredths: number
  readonly reason: string
}

const CORRECTION: Columns<Correction> = {
  timesheet_uuid: 'uuid',
  corrected_hundredths: 'int',
  reason: 'text',
}

/** Pays other hours than were reported; answers the ids of what could be. */
export async function correctReports(
  tx: Tx,
  corrections: readonly Correction[],
  { answered_by, answered_at }: Answerer,
): Promise<string[]> {
  if (corrections.length === 0) return []
  const { rows } = await sql<{ timesheet_uuid: string }>`
    update timesheet t set status = 'CORRECTED', corrected_hundredths = c.corrected_hundredths, reason = c.reason, answered_by = ${answered_by},
        answered_at = ${answered_at}, version = t.version + 1
      from ${rowsOf('c', corrections, CORRECTION)}
      where t.timesheet_uuid = c.timesheet_uuid and t.status = any(${[...timesheetMachine.sources('correct')]}::text[])
      returning t.timesheet_uuid`.execute(tx)
  return rows.map(row => row.timesheet_uuid)
}

/** Lets scheduled time stand for a period of which nothing is reported; answers the timesheet's id, or undefined where something is. */
export async function letStand(
  tx: Tx,
  key: TimesheetKey & { readonly timesheet_uuid: string },
  by: Answerer,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('timesheet')
    .values({ ...key, ...by, status: 'STANDS' })
    .onConflict(conflict =>
      conflict
        .columns(['contract_uuid', 'start_date'])
        .doUpdateSet(eb => ({ ...by, status: 'STANDS', version: eb('timesheet.version', '+', 1) }))
        .where('timesheet.status', 'in', timesheetMachine.sources('let_stand')),
    )
    .returning('timesheet_uuid')
    .executeTakeFirst()
  return row?.timesheet_uuid
}

/** Says whether a policy pays reported time alone. */
export async function setTimeRequired(
  tx: Tx,
  policy_uuid: string,
  time_required: boolean,
): Promise<void> {
  await sql`update payroll_policy set time_required = ${time_required}, version = version + 1 where policy_uuid = ${policy_uuid}::uuid`.execute(
    tx,
  )
}
