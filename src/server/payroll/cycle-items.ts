/** What documents of payroll are made of: the line items of a cycle with their payments, page by page, and how amounts are said. */
import { amountText, formatMinor, type Money } from '#domain/kernel/money.ts'
import { shortRate } from '#domain/kernel/rate.ts'
import type { PdfTemplates } from '../gateways/pdf/pdf-templates.ts'
import type { Tx } from '../kernel/db.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { listPaymentsOfItems, type Part, presentPart } from '../payments/index.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { listReviewPage, type ReviewRow } from './review.report.store.ts'

export type PaidItem = { readonly row: ReviewRow; readonly parts: readonly Part[] }

/** The next line items of a cycle, in id order, whatever their state; `last` is undefined once there are no more. */
export async function itemsAfter(
  tx: Tx,
  cycle_uuid: string,
  after: string | undefined,
  limit: number,
): Promise<{ items: PaidItem[]; last: string | undefined }> {
  const page = await listReviewPage(tx, cycle_uuid, { after, limit: limit + 1 })
  const found = page.filter(row => row.shown)
  const rows = found.slice(0, limit)
  const ids = rows.map(row => row.line_item_uuid)
  const payments = Map.groupBy(
    await listPaymentsOfItems(tx, ids, { given_back: true }),
    payment => payment.line_item_uuid,
  )
  return {
    items: rows.map(row => ({
      row,
      parts: (payments.get(row.line_item_uuid) ?? []).map(payment => presentPart(payment, null)),
    })),
    last: found.length > limit ? ids.at(-1) : undefined,
  }
}

/** A document that is made once it is wanted: by then the transaction that read its data is over. */
export async function* rendered<K extends keyof PdfTemplates>(
  { gateways }: Ctx,
  template: K,
  data: PdfTemplates[K],
): AsyncGenerator<Uint8Array> {
  yield await gateways.pdf.render(template, data)
}

/** An amount ready to print. */
export function printed(money: Money): { amount: string; currency: string } {
  return { amount: amountText(money), currency: money.currency }
}

/** Basis points as a percentage without needless zeros: `70`, `33.33`. */
export function percent(bps: number): string {
  return formatMinor(bps, 2).replace(/\.00$/, '')
}

/** How a part was converted, in words. */
export function rateText(part: Pick<Part, 'rate' | 'rate_source' | 'source' | 'promised'>): string {
  if (part.rate === null || !part.promised) return say('payroll.documents.conversion.none')
  const [from, to] = [part.source.currency, part.promised.currency]
  return part.rate_source === 'at par'
    ? say('payroll.documents.conversion.atPar', { from, to })
    : say('payroll.documents.conversion.atRate', { from, to, rate: shortRate(part.rate) })
}

/** That a part went back to the employer and is not paid; undefined of any other. */
export function givenBackText({ given_back }: Pick<Part, 'given_back'>): string | undefined {
  return given_back ? say('payroll.documents.payslip.givenBack') : undefined
}

/** The name of a cycle's documents, without what they are. */
export function fileName(cycle: CycleRecord): string {
  return `${cycle.policy_label.replace(/[^\p{L}\p{N}]+/gu, '-')}-${cycle.pay_date}`
}
