import { sql } from 'kysely'
import type { DeductionState } from '#domain/payroll/entries.ts'
import type { Tx } from '../kernel/db.ts'

export type NewDeduction = {
  readonly deduction_uuid: string
  readonly employer_uuid: string
  readonly line_item_uuid: string
  readonly contractor_sub: string
  readonly currency: string
  readonly amount_minor: bigint
  readonly words: string
  readonly asked_by: string
  readonly asked_at: Date
  readonly answer_by: string
}

/** Keeps a deduction that was asked for; answers whether its id was free. */
export async function insertDeduction(tx: Tx, deduction: NewDeduction): Promise<boolean> {
  const result = await tx
    .insertInto('deduction')
    .values(deduction)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Those of the items' deductions that were agreed to and are no entry, as an approval came first. */
export async function listAgreedAside(
  tx: Tx,
  line_item_uuids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ deduction_uuid: string }>`
    select d.deduction_uuid from deduction d join line_item i on i.line_item_uuid = d.line_item_uuid
      where d.line_item_uuid = any(${[...line_item_uuids]}::uuid[]) and d.status = 'AGREED'
        and coalesce(i.entries @> jsonb_build_array(jsonb_build_object('entry_uuid', d.deduction_uuid)), false) is false
      order by d.asked_at, d.deduction_uuid`.execute(tx)
  return rows.map(row => row.deduction_uuid)
}

/** Ends a deduction that is asked for, or withdraws one that was agreed to; answers whether it still was. */
export async function endDeduction(
  tx: Tx,
  deduction_uuid: string,
  status: Exclude<DeductionState, 'ASKED' | 'LAPSED'>,
  ended_at: Date,
): Promise<boolean> {
  const result = await tx
    .updateTable('deduction')
    .set({ status, ended_at })
    .where('deduction_uuid', '=', deduction_uuid)
    .where('status', 'in', status === 'WITHDRAWN' ? ['ASKED', 'AGREED'] : ['ASKED'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
