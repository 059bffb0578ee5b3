/** A pay as its contractor invoices it to their employer. */
import { entriesOf } from '#domain/payroll/entries.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { entryLines } from './entry-lines.ts'
import { listDecidedPayRows, type PayToInvoiceRow } from './pay-to-invoice.report.store.ts'
import { enteredItem } from './write-item.ts'

/** A pay whose amount is decided, with what it consists of; the amounts of its lines come to its own. */
export type PayToInvoice = PayToInvoiceRow & {
  readonly lines: readonly { readonly description: string; readonly amount_minor: bigint }[]
}

/** The newest pays of a contractor whose amount is decided, whether they were invoiced or not. */
export async function listDecidedPays(
  ctx: Ctx,
  contractor_sub: string,
  limit: number,
): Promise<PayToInvoice[]> {
  return (await listDecidedPayRows(ctx.tx, contractor_sub, { limit })).map(withLines)
}

/** One of them; undefined where it is no pay of theirs, or its amount is not decided. */
export async function findDecidedPay(
  ctx: Ctx,
  contractor_sub: string,
  line_item_uuid: string,
): Promise<PayToInvoice | undefined> {
  const [pay] = await findDecidedPays(ctx, contractor_sub, [line_item_uuid])
  return pay
}

/** Those of these that are pays of theirs and whose amount is decided. */
export async function findDecidedPays(
  ctx: Ctx,
  contractor_sub: string,
  line_item_uuids: readonly string[],
): Promise<PayToInvoice[]> {
  const limit = line_item_uuids.length
  const rows = await listDecidedPayRows(ctx.tx, contractor_sub, { line_item_uuids, limit })
  return rows.map(withLines)
}

/** A line for each entry; one for all where something is deducted, since no item of an invoice is negative. */
function withLines(row: PayToInvoiceRow): PayToInvoice {
  const { first, more } = entryLines(row)
  const said = [...(first ? [first] : []), ...more].map(({ kind, words, hours }) =>
    [row.role, kind, words, hours && say('payroll.entries.hours', { hours })]
      .filter(Boolean)
      .join(', '),
  )
  const amounts = entriesOf(enteredItem(row))
    .filter(({ kind, hours_hundredths: hours }) => kind !== 'REPORTED_TIME' || hours !== 0)
    .map(({ amount }) => amount.minor)
  const each = amounts.map((amount_minor, at) => ({ description: said[at] ?? '', amount_minor }))
  const sum = amounts.reduce((all, minor) => all + minor, 0n)
  const isPlain = sum === row.amount_minor && amounts.every(minor => minor > 0n)
  const whole = { description: row.role, amount_minor: row.amount_minor }
  return { ...row, lines: isPlain ? each : [whole] }
}
