/** When the clock leaves an invoice alone. */
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getContractorRecord } from '../people/index.ts'
import type { InvoiceRow } from './invoice-row.ts'

/** Whether an invoice's contractor is suspended: then nothing of it is written, sent or reminded of by itself until they are reinstated. */
export async function isHeld(
  ctx: Ctx,
  { contractor_sub }: Pick<InvoiceRow, 'contractor_sub'>,
): Promise<boolean> {
  return (await getContractorRecord(ctx, contractor_sub)).suspended_at !== null
}
