/** An invoice as PDF: what the client gets, and of a draft what they would get. */
import { renderSVG } from 'uqr'
import type { FileInPieces } from '#contract/kernel/endpoint.ts'
import { epcText } from '#domain/invoicing/pay-qr.ts'
import { endsOfWays } from '#domain/invoicing/way-names.ts'
import { amountText, formatMinor, type Money } from '#domain/kernel/money.ts'
import { networkName } from '#domain/kernel/network.ts'
import type { InvoiceData, InvoiceWay } from '../gateways/pdf/pdf-templates.ts'
import type { newestOnly } from '../kernel/newest-only.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { eInvoiceXml, taxNoteOf } from './e-invoice-of.ts'
import { factsOf, type InvoiceFacts, linesOf, sumsOf } from './invoice-facts.ts'
import type { FrozenWay, InvoiceRow } from './invoice-row.ts'
import { ownInvoice } from './invoices.ts'
import { payDiffers } from './present-invoice.ts'

/** An invoice of the acting contractor as PDF. */
export async function getInvoicePdf(ctx: Ctx, invoice_uuid: string): Promise<FileInPieces> {
  return invoicePdf(ctx, await ownInvoice(ctx, invoice_uuid))
}

/**
 * An invoice as PDF. What was sent gives the same page whenever it is asked for, until it is void, or its pay is for another sum: then the page says so, and neither it nor
 * the XML inside has anybody pay. One that was credited whole keeps its XML, as the credit note has one that refers to it.
 */
export async function invoicePdf(ctx: Ctx, row: InvoiceRow): Promise<FileInPieces> {
  const [facts, differs] = await Promise.all([factsOf(ctx, row), payDiffers(ctx, row)])
  const data = dataOf(row, facts, { today: ctx.today, differs })
  return {
    file_name: `${row.number_text ?? 'draft'}.pdf`,
    mime_type: 'application/pdf',
    pieces: rendered(ctx, data),
  }
}

/** The pages of the PDF of an invoice of the acting contractor as a picture, made once this unit has ended and the newest that they ask for alone. */
export async function previewInvoice(
  ctx: Ctx,
  invoice_uuid: string,
  newest: ReturnType<typeof newestOnly>,
): Promise<FileInPieces> {
  const row = await ownInvoice(ctx, invoice_uuid)
  const [facts, differs] = await Promise.all([factsOf(ctx, row), payDiffers(ctx, row)])
  const data = dataOf(row, facts, { today: ctx.today, differs })
  const { gateways, actor } = ctx
  async function* picture(): AsyncGenerator<Uint8Array> {
    // What is inside the PDF for machines is on none of its pages.
    yield await newest(actor.sub, () => gateways.pdf.picture('invoice', { ...data, xml: null }))
  }
  return { file_name: 'preview.svg', mime_type: 'image/svg+xml', pieces: picture() }
}

async function* rendered({ gateways }: Ctx, data: InvoiceData): AsyncGenerator<Uint8Array> {
  yield await gateways.pdf.render('invoice', data)
}

function dataOf(
  row: InvoiceRow,
  facts: InvoiceFacts,
  { today, differs }: { readonly today: string; readonly differs: boolean },
): InvoiceData {
  const isVoid = row.status === 'VOID'
  const { net, taxed, tax, fee, total } = sumsOf(row)
  const rate = `${formatMinor(row.tax_bps, 2).replace(/\.?0+$/, '')}%`
  return {
    number: row.number_text,
    kind: row.kind,
    credits: row.credits && { number: row.credits.number_text, date: row.credits.issued_on },
    issued_on: row.issued_on ?? today,
    due_date: row.due_date,
    period:
      row.start_date && row.end_date
        ? { start_date: row.start_date, end_date: row.end_date }
        : null,
    from: {
      name: facts.from.name,
      address_lines: linesOf(facts.from),
      tax_number: facts.from.tax_number || null,
    },
    to: facts.to && {
      name: facts.to.name,
      address_lines: linesOf(facts.to),
      tax_number: facts.to.tax_number || null,
    },
    items: row.items.map(item => ({
      description: item.description,
      tax: item.apply_taxes && row.tax_bps > 0 ? rate : null,
      amount: printed({ currency: row.currency, minor: item.amount_minor }),
    })),
    net: printed(net),
    tax: tax.minor > 0n ? { rate, of: printed(taxed), amount: printed(tax) } : null,
    fee: fee.minor > 0n ? printed(fee) : null,
    total: printed(total),
    tax_note: taxNoteOf(row) || null,
    note: row.record.note || null,
    by_corridor: row.line_item_uuid !== null && !isVoid,
    pay_differs: differs,
    void: isVoid,
    xml: isVoid && row.credited_minor === 0n ? null : eInvoiceXml(row),
    ways: isVoid ? [] : waysPrinted(facts.ways, total, row.number_text ?? ''),
  }
}

function printed(money: Money) {
  return { amount: amountText(money), currency: money.currency }
}

/** The ways to pay, each with a title of its own. */
function waysPrinted(ways: readonly FrozenWay[], total: Money, reference: string): InvoiceWay[] {
  const ends = endsOfWays(ways)
  return ways.map((way, at) => {
    const printed = printedWay(way, total, reference)
    return { ...printed, title: `${printed.title} ${ends[at] ?? ''}`.trim() }
  })
}

/** A way to pay as lines; of euros by a bank with the code that a bank's app scans. */
function printedWay(way: FrozenWay, total: Money, reference: string): InvoiceWay {
  const { bank } = way
  const line = (key: WayLine, value: string | null | undefined) =>
    value ? [{ label: say(`invoicing.ways.${key}`), value }] : []
  if (!bank)
    return {
      title: say('invoicing.ways.wallet', {
        currency: way.currency,
        network: networkName(way.network),
      }),
      lines: [...line('address', way.address), ...line('reference', reference)],
      qr: null,
    }
  const text = epcText({ ...bank, amount: total, reference })
  return {
    title: say('invoicing.ways.bank', { currency: way.currency }),
    lines: [
      ...line('account_name', bank.account_name),
      ...line('iban', bank.iban && grouped(bank.iban)),
      ...line('account_number', bank.iban ? null : bank.account_number),
      ...line('swift_code', bank.swift_code),
      ...line('transit_number', bank.transit_number),
      ...line('institution_number', bank.institution_number),
      ...line('bank_code', bank.bank_code),
      ...line('interac_email', bank.interac_email),
      ...line('reference', reference),
    ],
    qr: text ? renderSVG(text, { ecc: 'M', border: 0 }) : null,
  }
}

type WayLine = keyof NonNullable<FrozenWay['bank']> | 'address' | 'reference'

function grouped(iban: string): string {
  return iban.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ')
}
