/** What the clock does of invoices, one by one. */
import type { Tx } from '../kernel/db.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getContractorRecord } from '../people/index.ts'
import type { InvoiceRow } from './invoice-row.ts'

export type Unit = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** So many are listed at once. */
const PAGE = 200

/**
 * Does something of every invoice that is listed as due, each in a unit of its own, in the order of their ids and as often as one is due:
 * one that fails stops no other, and is thrown at the end.
 */
export async function workEach(
  unit: Unit,
  list: (tx: Tx, today: string, after: string | undefined, limit: number) => Promise<string[]>,
  work: (ctx: Ctx, invoice_uuid: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (let after: string | undefined; ; ) {
    const from = after
    const due = await unit(ctx => list(ctx.tx, ctx.today, from, PAGE))
    for (const invoice_uuid of due)
      await unit(ctx => work(ctx, invoice_uuid)).catch(error => failures.push(error))
    after = due.at(-1)
    if (after === undefined) break
  }
  if (failures.length > 0) throw failures[0]
}

/** Whether an invoice's contractor is suspended: then nothing of it is written, sent or reminded of by itself until they are reinstated. */
export async function isHeld(
  ctx: Ctx,
  { contractor_sub }: Pick<InvoiceRow, 'contractor_sub'>,
): Promise<boolean> {
  return (await getContractorRecord(ctx, contractor_sub)).suspended_at !== null
}
