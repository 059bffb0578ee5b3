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

/** Ends a deduction that is asked for; answers whether it still was. */
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
    .where('status', '=', 'ASKED')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
