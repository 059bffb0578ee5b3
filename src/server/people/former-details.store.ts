import { sql } from 'kysely'
import type { PrivateTx } from '../kernel/field-cipher.ts'
import { newUuid } from '../kernel/ids.ts'
import type { StoredAddress } from '../reference/addresses.ts'
import type { Owner } from './document.store.ts'

/** What a payslip says of a contractor or, without names, of a company: its legal name is in the audit. */
export type PrintedDetails = {
  readonly first_name?: string
  readonly last_name?: string
  /** Null where none was given. */
  readonly address: StoredAddress | null
}

/** Keeps what was so until an instant, where what follows reads otherwise. */
export async function keepFormer(
  { tx, fields }: PrivateTx,
  owner: Owner,
  { before, after, until_at }: Record<'before' | 'after', PrintedDetails> & { until_at: Date },
): Promise<void> {
  const record = JSON.stringify(before)
  if (record === JSON.stringify(after)) return
  const former_uuid = newUuid()
  const sealed = fields.seal('former_details.record', former_uuid, record)
  await tx
    .insertInto('former_details')
    .values({ ...owner, former_uuid, record: sealed, until_at })
    .execute()
}

/** What was so at an instant; undefined where nothing changed since. */
export async function findFormer(
  { tx, fields }: PrivateTx,
  { employer_uuid, contractor_sub }: Owner,
  instant: Date,
): Promise<PrintedDetails | undefined> {
  const whose =
    employer_uuid === null
      ? sql`contractor_sub = ${contractor_sub}`
      : sql`employer_uuid = ${employer_uuid}::uuid`
  const { rows } = await sql<{ former_uuid: string; record: string }>`
    select former_uuid, record from former_details where ${whose} and until_at > ${instant}
      order by until_at, former_uuid limit 1`.execute(tx)
  const [row] = rows
  return (
    row &&
    (JSON.parse(
      fields.open('former_details.record', row.former_uuid, row.record),
    ) as PrintedDetails)
  )
}
