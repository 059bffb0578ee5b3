import { sql } from 'kysely'
import type { Absence } from '#domain/identity/substitute.ts'
import type { Tx } from '../kernel/db.ts'

export type AbsenceRow = Absence & { readonly substitution_uuid: string }

/** The absences of a company that did not end, also those to come; by the day on which they begin. */
export async function listAbsences(tx: Tx, employer_uuid: string): Promise<AbsenceRow[]> {
  return tx
    .selectFrom('approval_substitute')
    .select([
      'substitution_uuid',
      'absent_sub',
      'substitute_sub',
      'from_date as from',
      'until_date as until',
    ])
    .where('employer_uuid', '=', employer_uuid)
    .where('ended_at', 'is', null)
    .orderBy('from_date')
    .orderBy('substitution_uuid')
    .execute()
}

/** Writes down who stands in for whom. */
export async function insertAbsence(
  tx: Tx,
  { from, until, ...absence }: AbsenceRow & { employer_uuid: string; set_by: string; set_at: Date },
): Promise<void> {
  await tx
    .insertInto('approval_substitute')
    .values({ ...absence, from_date: from, until_date: until })
    .execute()
}

/** Ends absences, by somebody or, with null, by themselves. */
export async function endAbsences(
  tx: Tx,
  substitution_uuids: readonly string[],
  end: { readonly ended_by: string | null; readonly ended_at: Date },
): Promise<void> {
  await tx
    .updateTable('approval_substitute')
    .set(end)
    .where('substitution_uuid', 'in', [...substitution_uuids])
    .where('ended_at', 'is', null)
    .execute()
}

/** The employers of whom an absence was over before a day, and did not end. */
export async function listEmployersWithPast(tx: Tx, today: string): Promise<string[]> {
  const { rows } = await sql<{ employer_uuid: string }>`
    select distinct employer_uuid from approval_substitute where ended_at is null and until_date < ${today}::date`.execute(
    tx,
  )
  return rows.map(row => row.employer_uuid)
}
