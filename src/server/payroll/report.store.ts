import { sql } from 'kysely'
import type { ReportStatus } from '#domain/payroll/report.ts'
import type { Tx } from '../kernel/db.ts'

export type ReportRow = {
  readonly report_uuid: string
  readonly employer_uuid: string
  readonly cycle_uuid: string
  readonly status: ReportStatus
  readonly people: number
  readonly done: number
  readonly asked_at: Date
  readonly moved_at: Date
  readonly file_uuids: string[]
}

const COLUMNS = sql`report_uuid, employer_uuid, cycle_uuid, status, people, done, asked_at, moved_at, file_uuids`

/** The newest report of each of these cycles, by cycle. */
export async function newestReports(
  tx: Tx,
  cycle_uuids: readonly string[],
): Promise<Map<string, ReportRow>> {
  const { rows } = await sql<ReportRow>`
    select distinct on (cycle_uuid) ${COLUMNS} from report where cycle_uuid = any(${[...cycle_uuids]}::uuid[])
      order by cycle_uuid, asked_at desc, report_uuid desc`.execute(tx)
  return new Map(rows.map(row => [row.cycle_uuid, row]))
}

/** The newest report of a cycle that is ready, or undefined. */
export async function findReady(tx: Tx, cycle_uuid: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select ${COLUMNS} from report where cycle_uuid = ${cycle_uuid}::uuid and status = 'READY' order by asked_at desc, report_uuid desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** Begins a report; where one of the cycle is being made, that one moves on. Answers its id. */
export async function beginReport(
  tx: Tx,
  report: Pick<ReportRow, 'report_uuid' | 'employer_uuid' | 'cycle_uuid' | 'people'> & {
    readonly asked_by: string
    readonly asked_at: Date
  },
): Promise<string> {
  const { report_uuid, employer_uuid, cycle_uuid, people, asked_by, asked_at } = report
  const { rows } = await sql<{ report_uuid: string }>`
    insert into report (report_uuid, employer_uuid, cycle_uuid, people, asked_by, asked_at, moved_at, status)
      values (${report_uuid}::uuid, ${employer_uuid}::uuid, ${cycle_uuid}::uuid, ${people}, ${asked_by}, ${asked_at}, ${asked_at}, 'MAKING')
      on conflict (cycle_uuid) where status = 'MAKING' do update set moved_at = excluded.moved_at
      returning report_uuid`.execute(tx)
  return rows[0]?.report_uuid ?? report_uuid
}

/** The report if it is still to be made; else undefined. */
export async function findMaking(tx: Tx, report_uuid: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    select ${COLUMNS} from report where report_uuid = ${report_uuid}::uuid and status = 'MAKING'`.execute(
    tx,
  )
  return rows[0]
}

/** Holds a report that is still to be made until the transaction ends; false where it is made, or no more. */
export async function lockMaking(tx: Tx, report_uuid: string): Promise<boolean> {
  const { rows } = await sql`
    select report_uuid from report where report_uuid = ${report_uuid}::uuid and status = 'MAKING' for update`.execute(
    tx,
  )
  return rows.length > 0
}

/** Says how far it is. */
export async function moveReport(
  tx: Tx,
  report_uuid: string,
  done: number,
  moved_at: Date,
): Promise<void> {
  await sql`update report set done = ${done}, moved_at = ${moved_at} where report_uuid = ${report_uuid}::uuid and status = 'MAKING'`.execute(
    tx,
  )
}

/** Ends the making of a report, unless it has ended already. */
export async function endReport(
  tx: Tx,
  report_uuid: string,
  end: {
    readonly status: 'READY' | 'FAILED'
    readonly done: number
    readonly file_uuids: readonly string[]
    readonly moved_at: Date
  },
): Promise<void> {
  await sql`
    update report set status = ${end.status}, done = ${end.done}, moved_at = ${end.moved_at}, file_uuids = ${[...end.file_uuids]}::uuid[]
      where report_uuid = ${report_uuid}::uuid and status = 'MAKING'`.execute(tx)
}

/** Deletes other reports of a cycle that are made; answers their files. */
export async function deleteOthers(
  tx: Tx,
  { cycle_uuid, report_uuid }: Pick<ReportRow, 'cycle_uuid' | 'report_uuid'>,
): Promise<string[]> {
  const { rows } = await sql<{ file_uuids: string[] }>`
    delete from report where cycle_uuid = ${cycle_uuid}::uuid and report_uuid <> ${report_uuid}::uuid and status <> 'MAKING'
      returning file_uuids`.execute(tx)
  return rows.flatMap(row => row.file_uuids)
}

/** Deletes some reports that have not moved since; answers how many, and their files. */
export async function deleteOld(
  tx: Tx,
  until: Date,
  limit: number,
): Promise<{ reports: number; file_uuids: string[] }> {
  const { rows } = await sql<{ file_uuids: string[] }>`
    delete from report where report_uuid in (select report_uuid from report where moved_at < ${until} order by moved_at limit ${limit})
      returning file_uuids`.execute(tx)
  return { reports: rows.length, file_uuids: rows.flatMap(row => row.file_uuids) }
}
