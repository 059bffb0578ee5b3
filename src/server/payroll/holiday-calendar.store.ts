import { sql } from 'kysely'
import type { CompanyHoliday } from '#domain/payroll/holiday-policy.ts'
import type { HolidayPolicy } from '#domain/payroll/pay-policy.ts'
import type { Tx } from '../kernel/db.ts'

export type HolidayCalendar = {
  readonly version: number
  readonly country_code: string
  readonly subdivision_code: string | null
  readonly holiday_policy: HolidayPolicy
  readonly holidays: readonly CompanyHoliday[]
}

/** The newest calendar of an employer, or undefined where they never said anything. */
export async function newestCalendar(
  tx: Tx,
  employer_uuid: string,
): Promise<HolidayCalendar | undefined> {
  const { rows } = await sql<HolidayCalendar>`
    select version, country_code, subdivision_code, holiday_policy, holidays from holiday_calendar
      where employer_uuid = ${employer_uuid}::uuid order by version desc limit 1`.execute(tx)
  return rows[0]
}

/** Keeps a calendar; false where another took its version meanwhile. */
export async function insertCalendar(
  tx: Tx,
  employer_uuid: string,
  { holidays, ...calendar }: HolidayCalendar,
  made: { readonly created_at: Date; readonly created_by: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('holiday_calendar')
    .values({ employer_uuid, ...calendar, holidays: JSON.stringify(holidays), ...made })
    .onConflict(conflict => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return row !== undefined
}

/** Held while an employer says which holidays it keeps: no policy is made meanwhile that goes by those of before. */
export async function lockHolidays(tx: Tx, employer_uuid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameOf(employer_uuid)}, 0))`.execute(tx)
}

/** Held shared while a policy is made that goes by them. */
export async function holdHolidays(tx: Tx, employer_uuid: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${nameOf(employer_uuid)}, 0))`.execute(
    tx,
  )
}

function nameOf(employer_uuid: string): string {
  return `holidays of ${employer_uuid}`
}

/** Locks every policy of an employer, in one order, so that none is signed for while its dates may change. */
export async function lockPolicies(tx: Tx, employer_uuid: string): Promise<void> {
  await sql`select 1 from payroll_policy where employer_uuid = ${employer_uuid}::uuid order by policy_uuid for no key update`.execute(
    tx,
  )
}

/** Has these policies go by a version. */
export async function goByCalendar(
  tx: Tx,
  policy_uuids: readonly string[],
  holiday_version: number,
): Promise<void> {
  if (policy_uuids.length === 0) return
  await tx
    .updateTable('payroll_policy')
    .set(row => ({ holiday_version, version: row('version', '+', 1) }))
    .where(sql<boolean>`policy_uuid = any(${[...policy_uuids]}::uuid[])`)
    .execute()
}
