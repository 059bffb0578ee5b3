/** The receipts of an employer: what Corridor charged, month by month, and each as PDF. */
import type { z } from 'zod'
import { z as zod } from 'zod'
import type { BillingInvoice, billing } from '#contract/billing.ts'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { receiptNumber } from '#domain/billing/fees.ts'
import { amountText, formatMinor, type Money } from '#domain/kernel/money.ts'
import { networkName } from '#domain/kernel/network.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { ReceiptData, ReceiptLine } from '../gateways/pdf/pdf-templates.ts'
import { employerOf } from '../kernel/actor.ts'
import { decodeCursor, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { addresseeOf } from './charge-fees.ts'
import {
  findInvoice,
  type InvoiceLine,
  type InvoiceRow,
  listInvoices,
  listLines,
  sumOpen,
} from './fee.report.store.ts'
import { listInForce } from './price.store.ts'
import { presentPrices } from './prices.ts'

type Listed = z.output<(typeof billing)['listBillingInvoices']['response']>

const NumberKey = zod.tuple([zod.int(), zod.int()])

/** A page of the acting employer's receipts, newest first, with the prices in force and what is not billed or taken yet. */
export async function listReceipts(
  ctx: Ctx,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Listed> {
  const employer_uuid = employerOf(ctx.actor)
  const [year, number] = decodeCursor(cursor, NumberKey) ?? []
  const after = year !== undefined && number !== undefined ? { year, number } : undefined
  const [found, lists, open] = await Promise.all([
    listInvoices(ctx.tx, employer_uuid, after, limit + 1),
    listInForce(ctx.tx, [employer_uuid]),
    sumOpen(ctx.tx, employer_uuid),
  ])
  const { rows, next_cursor } = pageOf(found, limit, row => [row.year, row.number])
  const prices = lists.get(employer_uuid)
  const positive = (of: 'unbilled_minor' | 'owed_minor') =>
    open
      .map(sums => ({ currency: sums.currency, minor: sums[of] }))
      .filter(({ minor }) => minor > 0n)
  return {
    items: rows.map(presentReceipt),
    next_cursor,
    prices: prices ? presentPrices(prices) : null,
    unbilled: positive('unbilled_minor'),
    owed: positive('owed_minor'),
  }
}

function presentReceipt(row: InvoiceRow): z.output<typeof BillingInvoice> {
  const of = (minor: bigint): Money => ({ currency: row.currency, minor })
  return {
    invoice_uuid: row.billing_invoice_uuid,
    invoice_date: row.invoice_date,
    number: receiptNumber(row.year, row.number),
    month: row.month,
    net: of(row.net_minor),
    tax: of(row.tax_minor),
    total: of(row.net_minor + row.tax_minor),
    taken: of(row.taken_minor),
  }
}

/** A receipt of the acting employer as PDF: what, how many, at what price, tax, and what was already taken. */
export async function receiptPdf(ctx: Ctx, billing_invoice_uuid: string): Promise<FileInPieces> {
  const row = await findInvoice(ctx.tx, employerOf(ctx.actor), billing_invoice_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'billing.problems.noSuchReceipt')
  const lines = await listLines(ctx.tx, billing_invoice_uuid)
  const { number, net, tax, total, taken } = presentReceipt(row)
  const rest = { currency: row.currency, minor: total.minor - taken.minor }
  const data: ReceiptData = {
    number,
    employer: row.addressed_to ?? (await addresseeOf(ctx, row.employer_uuid)),
    month: row.month,
    invoice_date: row.invoice_date,
    lines: lines.map(line => printedLine(line, row.currency)),
    net: printed(net),
    taxes: taxesOf(lines, row.currency),
    tax: printed(tax),
    total: printed(total),
    taken: printed(taken),
    rest: rest.minor > 0n ? printed(rest) : null,
  }
  return {
    file_name: `receipt-${number}-${row.currency}.pdf`,
    mime_type: 'application/pdf',
    pieces: rendered(ctx, data),
  }
}

async function* rendered({ gateways }: Ctx, data: ReceiptData): AsyncGenerator<Uint8Array> {
  yield await gateways.pdf.render('receipt', data)
}

function printed(money: Money) {
  return { amount: amountText(money), currency: money.currency }
}

const percent = (bps: number) => `${formatMinor(bps, 2)}%`

function printedLine(line: InvoiceLine, currency: string): ReceiptLine {
  const base = printed({ currency, minor: line.base_minor })
  return {
    what: say(`billing.documents.kinds.${line.kind}`, { network: networkName(line.network) }),
    quantity:
      line.kind === 'CONVERSION' ? `${base.amount} ${base.currency}` : String(line.quantity),
    price:
      line.kind === 'CONVERSION'
        ? percent(line.margin_bps)
        : amountText({ currency, minor: line.price_minor }),
    net: printed({ currency, minor: line.net_minor }),
  }
}

/** What each rate of tax comes to, where one was asked for. */
function taxesOf(lines: readonly InvoiceLine[], currency: string) {
  const byRate = Map.groupBy(
    lines.filter(line => line.tax_bps > 0),
    line => line.tax_bps,
  )
  return [...byRate].map(([bps, group]) => ({
    rate: percent(bps),
    amount: printed({ currency, minor: group.reduce((sum, line) => sum + line.tax_minor, 0n) }),
  }))
}
