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
  /** The reference of the bank that it shares with others; null of one that has its own. */
  readonly shares: string | null
}

const FUNDING: Columns<NewFunding> = {
  reference: 'text',
  funding_uuid: 'uuid',
  employer_uuid: 'uuid',
  currency: 'text',
  amount_minor: 'bigint',
  received_on: 'date',
  shares: 'text',
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

/** Records those receipts of a file whose reference is new; answers the references that are recorded now. */
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

/** References as the database tells them apart, however they are capitalised: the small letters of some scripts are others here than there. */
export async function foldReferences(
  tx: Tx,
  references: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ reference: string; folded: string }>`
    select reference, lower(reference) folded from unnest(${[...references]}::text[]) r (reference)`.execute(
    tx,
  )
  return new Map(rows.map(({ reference, folded }) => [reference, folded]))
}

/** What is known of references that were booked before, by how they are folded. */
export async function findFundings(tx: Tx, folded: readonly string[]) {
  const { rows } = await sql<
    Pick<NewFunding, 'employer_uuid' | 'currency' | 'amount_minor'> & { folded: string }
  >`
    select lower(reference) folded, employer_uuid, currency, amount_minor from funding
      where lower(reference) = any(${[...folded]}::text[])`.execute(tx)
  return rows
}
