/** Mails about invoices of contractors. */
import { amountText, formatMoney } from '#domain/kernel/money.ts'
import { takeReceipt, takesInvitations } from '../identity/index.ts'
import {
  differingInvoicesOf,
  holdInvoice,
  linkMailed,
  mistakenReceiptOf,
  receiptMailed,
  receiptOf,
  saidSentOf,
  sentInvoiceOf,
  voidedInvoiceOf,
  waitingCopyOf,
} from '../invoicing/index.ts'
import type { Events } from '../kernel/events.ts'
import { afterWaiting } from '../kernel/limits.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { Unit } from '../kernel/work-each.ts'
import { findInvoicedPay } from './invoice-facts.report.store.ts'
import { link, standingIn, stopLink } from './mail-data.ts'
import { findAddresses } from './readers.report.store.ts'
import { queueMail } from './send-mail.ts'

/** Sends a client the link to an invoice or a credit note, and its contractor a copy, unless it was stopped or paid meanwhile, or their address wants none. */
export async function mailInvoice(
  ctx: Ctx,
  event: Events['invoicing.invoice_sent'],
): Promise<void> {
  await holdInvoice(ctx, event.invoice_uuid)
  const mail = await mailOf(ctx, event)
  if (!mail) return
  await linkMailed(ctx, event.link_uuid)
  const { email, credits, by_corridor, due_on, message, contractor_sub, client_name, ...common } =
    mail
  const words = { ...common, ...(message && { message }) }
  if (credits !== null) await queueMail(ctx, 'credit-note-sent', email, { ...words, credits })
  else if (by_corridor) await queueMail(ctx, 'pay-invoice-sent', email, words)
  else await queueMail(ctx, 'invoice-sent', email, { ...words, due_on })
  const own = (await findAddresses(ctx.tx, [contractor_sub])).get(contractor_sub)
  if (!own) return
  const { contractor_name: _, stop_url: __, ...copied } = words
  await queueMail(ctx, 'invoice-copy', own, {
    ...{ ...copied, client_name, client_email: email },
    url: link(ctx, `/contractor/send-invoice/${event.invoice_uuid}`),
  })
}

/** Tells a client that an invoice waits, unless it was stopped or paid meanwhile, or their address wants no such mails. */
export async function mailReminder(
  ctx: Ctx,
  event: Events['invoicing.client_reminded'],
): Promise<void> {
  const mail = await mailOf(ctx, event)
  if (!mail) return
  const { email, contractor_name, number, amount, currency, due_on, url, stop_url } = mail
  const words = { contractor_name, number, amount, currency, due_on, url, stop_url }
  await queueMail(ctx, words.due_on < ctx.today ? 'invoice-late' : 'invoice-waits', email, words)
}

async function mailOf(
  ctx: Ctx,
  { invoice_uuid, secret }: { readonly invoice_uuid: string; readonly secret: string },
) {
  const invoice = await sentInvoiceOf(ctx, invoice_uuid, secret)
  if (!invoice || !(await takesInvitations(ctx, invoice.email))) return undefined
  const { sum, ...rest } = invoice
  return {
    ...rest,
    amount: amountText(sum),
    currency: sum.currency,
    stop_url: stopLink(ctx, invoice.email),
  }
}

/** Tells a client that there is nothing to pay on an invoice any more, unless their address wants no such mails. */
export async function mailVoid(
  ctx: Ctx,
  { invoice_uuid }: Events['invoicing.invoice_voided'],
): Promise<void> {
  const invoice = await voidedInvoiceOf(ctx, invoice_uuid)
  if (!invoice || !(await takesInvitations(ctx, invoice.email))) return
  const { email, sum, ...words } = invoice
  await queueMail(ctx, 'invoice-void', email, {
    ...words,
    ...{ amount: amountText(sum), currency: sum.currency, stop_url: stopLink(ctx, email) },
  })
}

/** Gives a client a receipt of what arrived, once, unless it was taken back meanwhile, or their address wants no such mails. Beyond the address's share of the day it goes as soon as that has room. */
export async function mailReceipt(
  ctx: Ctx,
  { invoice_uuid, payment_uuid }: Events['invoicing.payment_recorded'],
): Promise<void> {
  await holdInvoice(ctx, invoice_uuid)
  const receipt = await receiptOf(ctx, invoice_uuid, payment_uuid)
  if (!receipt || !(await takesInvitations(ctx, receipt.email))) return
  const { email, sum, owed, due_on, ...rest } = receipt
  const wait_s = await takeReceipt(ctx, email)
  if (wait_s > 0) {
    const when = { job_key: `receipt of ${payment_uuid}`, run_at: afterWaiting(wait_s) }
    return ctx.enqueue('mail_receipt', { invoice_uuid, payment_uuid }, when)
  }
  await receiptMailed(ctx, payment_uuid)
  const words = {
    ...rest,
    ...{ amount: amountText(sum), currency: sum.currency, stop_url: stopLink(ctx, email) },
  }
  if (owed.minor === 0n) await queueMail(ctx, 'invoice-paid', email, words)
  else
    await queueMail(ctx, 'invoice-part-paid', email, { ...words, owed: formatMoney(owed), due_on })
}

/** The job of a receipt that waited for the share of another day. */
export async function mailLateReceipt(
  { invoice_uuid, payment_uuid }: Readonly<Record<string, unknown>>,
  { unit }: { readonly unit: Unit },
): Promise<void> {
  const ids = { invoice_uuid: String(invoice_uuid), payment_uuid: String(payment_uuid) }
  await unit(ctx => mailReceipt(ctx, ids))
}

/** Tells a client that a receipt which they had was a mistake, and what is owed by now, unless their address wants no such mails. */
export async function mailReceiptMistaken(
  ctx: Ctx,
  { invoice_uuid, payment_uuid }: Events['invoicing.receipt_mistaken'],
): Promise<void> {
  const receipt = await mistakenReceiptOf(ctx, invoice_uuid, payment_uuid)
  if (!receipt || !(await takesInvitations(ctx, receipt.email))) return
  const { email, sum, owed, ...words } = receipt
  await queueMail(ctx, 'receipt-mistaken', email, {
    ...words,
    ...{ amount: amountText(sum), currency: sum.currency, owed: formatMoney(owed) },
    stop_url: stopLink(ctx, email),
  })
}

/** Tells a contractor that a client says they sent what an invoice asks for, unless it was answered meanwhile. */
export async function mailSaidSent(
  ctx: Ctx,
  { invoice_uuid, contractor_sub }: Events['invoicing.client_says_sent'],
): Promise<void> {
  const [said, addresses] = await Promise.all([
    saidSentOf(ctx, invoice_uuid),
    findAddresses(ctx.tx, [contractor_sub]),
  ])
  const email = addresses.get(contractor_sub)
  if (!said || !email) return
  const { owed, ...words } = said
  await queueMail(ctx, 'client-says-sent', email, {
    ...words,
    amount: amountText(owed),
    currency: owed.currency,
    url: link(ctx, `/contractor/send-invoice/${invoice_uuid}`),
  })
}

/** Tells a contractor of a copy that waits for them to send it. */
export async function mailCopy(
  ctx: Ctx,
  { invoice_uuid, contractor_sub }: Events['invoicing.copy_written'],
): Promise<void> {
  const [copy, addresses] = await Promise.all([
    waitingCopyOf(ctx, invoice_uuid),
    findAddresses(ctx.tx, [contractor_sub]),
  ])
  const email = addresses.get(contractor_sub)
  if (!copy || !email) return
  const { sum, ...words } = copy
  await queueMail(ctx, 'invoice-to-send', email, {
    ...words,
    amount: amountText(sum),
    currency: sum.currency,
    url: link(ctx, `/contractor/send-invoice/${invoice_uuid}`),
  })
}

/** Tells a contractor, and who approves their pay, that it was approved for another sum than a sent invoice of it says; nobody where it is the same by now. */
export async function mailInvoiceDiffers(
  ctx: Ctx,
  { line_item_uuids }: Events['payroll.invoiced_pay_approved'],
): Promise<void> {
  for (const {
    line_item_uuid,
    invoice_uuid,
    number,
    invoiced,
    amount,
  } of await differingInvoicesOf(ctx, line_item_uuids)) {
    const pay = await findInvoicedPay(ctx.tx, line_item_uuid, ctx.today)
    if (!pay) continue
    const { policy_uuid, cycle_uuid, pay_date, employer_name, contractor_name, to } = pay
    const email = (await findAddresses(ctx.tx, [pay.contractor_sub])).get(pay.contractor_sub)
    const sums = {
      ...{ number, invoiced: formatMoney(invoiced) },
      ...{ amount: amountText(amount), currency: amount.currency },
    }
    if (email)
      await queueMail(ctx, 'my-invoice-differs', email, {
        ...{ employer_name, ...sums },
        url: link(ctx, `/contractor/send-invoice/${invoice_uuid}`),
      })
    const url = link(
      ctx,
      `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/APPROVED/APPROVED/${line_item_uuid}`,
    )
    for (const one of to)
      await queueMail(ctx, 'invoice-differs', one.email, {
        ...{ standing: standingIn(one), contractor_name, ...sums, pay_date, url },
      })
  }
}
