/** What a client is mailed of an invoice. */
import { owedOf } from '#domain/invoicing/settlement.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findInvoice, lockInvoice } from './invoice.store.ts'
import { findByLink } from './link.report.store.ts'
import { markMailed } from './link.store.ts'
import { findRemoved, isReceipted, markReceipted } from './payment.store.ts'
import { linkHash, linkTo } from './send-invoice.ts'

/**
 * What the mail of a link says; undefined where the link was stopped, or an invoice is void or nothing is owed of it any more. Ask with the sight of all.
 */
export async function sentInvoiceOf(ctx: Ctx, invoice_uuid: string, token: string) {
  const link = await findByLink(ctx.tx, linkHash(token))
  const row = link && (await findInvoice(ctx, link.invoice_uuid))
  const sent = row?.record.sent
  if (row?.invoice_uuid !== invoice_uuid || !sent || !row.number_text || !row.due_date)
    return undefined
  if (row.status === 'VOID') return undefined
  // What is credited, or paid by Corridor, is told all the same.
  const minor = row.credits || row.line_item_uuid ? row.total_minor : owedOf(row)
  if (minor === 0n) return undefined
  return {
    contractor_sub: row.contractor_sub,
    client_name: sent.to.name,
    email: sent.to.email,
    contractor_name: sent.from.name,
    number: row.number_text,
    /** The number of the invoice that it credits; null of an invoice. */
    credits: row.credits?.number_text ?? null,
    by_corridor: row.line_item_uuid !== null,
    /** What is owed, or credited, or paid by Corridor. */
    sum: { currency: row.currency, minor },
    due_on: row.due_date,
    message: sent.message,
    url: linkTo(ctx, token),
  }
}

/** What its client is mailed of an invoice that was made void; undefined of one that was not, or that nobody was sent. Ask with the sight of all. */
export async function voidedInvoiceOf(ctx: Ctx, invoice_uuid: string) {
  const row = await findInvoice(ctx, invoice_uuid)
  const sent = row?.record.sent
  if (row?.status !== 'VOID' || !sent || !row.number_text) return undefined
  return {
    ...{ email: sent.to.email, contractor_name: sent.from.name, number: row.number_text },
    of_pay: row.line_item_uuid !== null,
    sum: { currency: row.currency, minor: row.total_minor },
  }
}

/** What its client is mailed of a payment that was written down; undefined where it was taken back meanwhile, or they had a receipt of it. Ask with the sight of all. */
export async function receiptOf(ctx: Ctx, invoice_uuid: string, payment_uuid: string) {
  if (await isReceipted(ctx.tx, payment_uuid)) return undefined
  const row = await findInvoice(ctx, invoice_uuid)
  const sent = row?.record.sent
  const payment = row?.payments.find(one => one.payment_uuid === payment_uuid)
  if (!row || !sent || !payment || !row.number_text || !row.due_date) return undefined
  const { currency, number_text: number, due_date: due_on } = row
  return {
    ...{ email: sent.to.email, contractor_name: sent.from.name, number, due_on },
    received_on: payment.received_on,
    sum: { currency, minor: payment.amount_minor },
    owed: { currency, minor: owedOf(row) },
  }
}

/** What its client is mailed of a receipt that was taken back; undefined where nothing is owed of the invoice by now. Ask with the sight of all. */
export async function mistakenReceiptOf(ctx: Ctx, invoice_uuid: string, payment_uuid: string) {
  const [row, minor] = await Promise.all([
    findInvoice(ctx, invoice_uuid),
    findRemoved(ctx.tx, payment_uuid),
  ])
  const sent = row?.record.sent
  if (!row || !sent || minor === undefined || !row.number_text || !row.due_date) return undefined
  if (row.status === 'VOID' || owedOf(row) === 0n) return undefined
  const { currency, number_text: number, due_date: due_on } = row
  return {
    ...{ email: sent.to.email, contractor_name: sent.from.name, number, due_on },
    sum: { currency, minor },
    owed: { currency, minor: owedOf(row) },
  }
}

/** Has nobody make an invoice void, or take a payment of it back, until what its client is mailed of it is written down. */
export async function holdInvoice(ctx: Ctx, invoice_uuid: string): Promise<void> {
  await lockInvoice(ctx, invoice_uuid)
}

/** Notes that the link of an invoice was mailed. */
export function linkMailed(ctx: Ctx, link_uuid: string): Promise<void> {
  return markMailed(ctx.tx, link_uuid)
}

/** Notes that a receipt of a payment was mailed. */
export function receiptMailed(ctx: Ctx, payment_uuid: string): Promise<void> {
  return markReceipted(ctx.tx, payment_uuid)
}

/** What its contractor is mailed of money that a client says they sent; undefined where that waits for nobody any more. None of it is in the client's own words. Ask with the sight of all. */
export async function saidSentOf(ctx: Ctx, invoice_uuid: string) {
  const row = await findInvoice(ctx, invoice_uuid)
  if (!row?.said_sent || !row.number_text) return undefined
  return {
    client_name: row.record.sent?.to.name ?? row.client_name,
    number: row.number_text,
    sent_on: row.said_sent.sent_on,
    owed: { currency: row.currency, minor: owedOf(row) },
  }
}

/** What its contractor is mailed of a copy that waits to be sent; undefined where it does not any more. Ask with the sight of all. */
export async function waitingCopyOf(ctx: Ctx, invoice_uuid: string) {
  const row = await findInvoice(ctx, invoice_uuid)
  if (row?.status !== 'CREATED' || !row.repeats) return undefined
  return {
    client_name: row.client_name,
    number: row.repeats.number_text,
    sum: { currency: row.currency, minor: row.total_minor },
  }
}
