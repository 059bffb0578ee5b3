import { sql } from 'kysely'
import type { Tx } from '../kernel/db.ts'
import { type Columns, namesOf, rowsOf } from '../kernel/rows.ts'

export type NewFunding = {
  readonly reference: string
  readonly funding_uuid: string
  readonly employer_uuid: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly received_on: string
}

const FUNDING: Columns<NewFunding> = {
  reference: 'text',
  funding_uuid: 'uuid',
  employer_uuid: 'uuid',
  currency: 'text',
  amount_minor: 'bigint',
  received_on: 'date',
}

/** Records a file. */
export async function insertFundingFile(
  tx: Tx,
  file: {
    funding_file_uuid: string
    file_name: string
    sha256: string
    booked_by: string
    booked_at: Date
  },
): Promise<void> {
  await tx.insertInto('funding_file').values(file).execute()
}

/** Records those receipts of a file whose reference is new; answers the references that were booked now. */
export async function insertFundingRows(
  tx: Tx,
  funding_file_uuid: string,
  fundings: readonly NewFunding[],
): Promise<Set<string>> {
  if (fundings.length === 0) return new Set()
  const { rows } = await sql<{ reference: string }>`
    insert into funding (funding_file_uuid, ${namesOf(FUNDING)})
      select ${funding_file_uuid}::uuid, ${namesOf(FUNDING)} from ${rowsOf('f', fundings, FUNDING)}
      on conflict do nothing returning reference`.execute(tx)
  return new Set(rows.map(row => row.reference))
}

/** What is known of references that were booked before, however they were capitalised. */
export async function findFundings(tx: Tx, references: readonly string[]) {
  return tx
    .selectFrom('funding')
    .select(['reference', 'employer_uuid', 'currency', 'amount_minor'])
    .where(
      sql<boolean>`lower(reference) = any(${references.map(one => one.toLowerCase())}::text[])`,
    )
    .execute()
}
