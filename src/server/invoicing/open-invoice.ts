/** What the link of an invoice shows to whoever has it: this invoice as it stands now, and nothing beside it (decision 0098). */
import type { z } from 'zod'
import type { InvoiceShown, PayWay } from '#contract/invoicing-shapes.ts'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { isOverdue } from '#domain/invoicing/invoice.ts'
import { owedOf } from '#domain/invoicing/settlement.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { Money } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { convert } from '#domain/kernel/rate.ts'
import { loadRates, type RateFor } from '../exchange/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { taxNoteOf } from './e-invoice-of.ts'
import { findInvoice } from './invoice.store.ts'
import { invoicePdf } from './invoice-document.ts'
import { linesOf, sumsOf } from './invoice-facts.ts'
import type { FrozenWay, InvoiceRow } from './invoice-row.ts'
import { findByLink } from './link.report.store.ts'
import { markOpened } from './link.store.ts'
import { payDiffers, presentItems } from './present-invoice.ts'
import { linkHash } from './send-invoice.ts'

type Shown = z.output<typeof InvoiceShown>

/** The invoice of a link that works; LINK_NOT_VALID alike for one that was stopped, and one that never was. */
export async function openInvoice(ctx: Ctx, token: string): Promise<Shown> {
  const { row, link_uuid, verified } = await openLink(ctx, token)
  await markOpened(ctx.tx, link_uuid, ctx.now)
  const { number_text, issued_on, due_date, start_date, end_date, currency, status, record } = row
  const { sent } = record
  assert(
    sent && number_text && issued_on && due_date && start_date && end_date,
    'only what was sent has a link',
  )
  const owed = { currency, minor: owedOf(row) }
  const ways = owed.minor > 0n ? waysOf(sent.ways, owed, await loadRates(ctx)) : []
  return {
    number: number_text,
    ...{ kind: row.kind, status, issued_on, due_date, start_date, end_date },
    from: {
      ...{ name: sent.from.name, email: sent.from.email, tax_number: sent.from.tax_number },
      address_lines: linesOf(sent.from),
      verified,
    },
    to: {
      ...{ name: sent.to.name, tax_number: sent.to.tax_number },
      address_lines: linesOf(sent.to),
    },
    invoice_items: presentItems(row),
    tax_percentage: row.tax_bps,
    ...sumsOf(row),
    paid: { currency, minor: row.paid_minor },
    credited: { currency, minor: row.credited_minor },
    credits: row.credits && {
      number: row.credits.number_text,
      issued_on: row.credits.issued_on,
    },
    owed,
    said_sent: row.said_sent && {
      sent_on: row.said_sent.sent_on,
      reference: row.said_sent.reference,
    },
    overdue: isOverdue(row, ctx.today),
    note: record.note,
    tax_note: taxNoteOf(row),
    ways,
    by_corridor: row.line_item_uuid !== null,
    pay_differs: await payDiffers(ctx, row),
  }
}

/** The PDF of the invoice of a link that works. */
export async function openInvoicePdf(ctx: Ctx, token: string): Promise<FileInPieces> {
  const { row } = await openLink(ctx, token)
  return invoicePdf(ctx, row)
}

/** The invoice of a link that works, and whose contractor is verified; LINK_NOT_VALID for every other. */
export async function openLink(
  ctx: Ctx,
  token: string,
): Promise<{ row: InvoiceRow; link_uuid: string; verified: boolean }> {
  const link = await findByLink(ctx.tx, linkHash(token))
  const row = link && (await findInvoice(ctx, link.invoice_uuid))
  if (!row) throw new Problem('LINK_NOT_VALID', 'invoicing.problems.linkNotValid')
  return { row, link_uuid: link.link_uuid, verified: link.verified }
}

/** Each way with what is to be sent by it; a token that no rate leads to is left out. */
function waysOf(ways: readonly FrozenWay[], owed: Money, rateFor: RateFor) {
  return ways.flatMap((way): z.output<typeof PayWay>[] => {
    if (way.currency === owed.currency) return [{ ...way, amount: owed, rate: null }]
    const rate = rateFor(owed.currency, way.currency)
    if (!rate) return []
    const { source, as_of } = rate
    return [
      {
        ...way,
        amount: convert(owed, rate),
        rate: { rate: rate.rate, source, as_of: new Date(as_of) },
      },
    ]
  })
}
