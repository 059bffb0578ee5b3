/** Mails about invoices of contractors. */
import { amountText } from '#domain/kernel/money.ts'
import { takesInvitations } from '../identity/index.ts'
import { sentInvoiceOf, waitingCopyOf } from '../invoicing/index.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { link, stopLink } from './mail-data.ts'
import { findAddresses } from './readers.report.store.ts'
import { queueMail } from './send-mail.ts'

/** Sends a client the link to an invoice or a credit note, unless it was stopped or paid meanwhile, or their address wants none. */
export async function mailInvoice(
  ctx: Ctx,
  event: Events['invoicing.invoice_sent'],
): Promise<void> {
  const mail = await mailOf(ctx, event)
  if (!mail) return
  const { email, credits, by_corridor, due_on, message, ...common } = mail
  const words = { ...common, ...(message && { message }) }
  if (credits !== null) await queueMail(ctx, 'credit-note-sent', email, { ...words, credits })
  else if (by_corridor) await queueMail(ctx, 'pay-invoice-sent', email, words)
  else await queueMail(ctx, 'invoice-sent', email, { ...words, due_on })
}

/** Tells a client that an invoice waits, unless it was stopped or paid meanwhile, or their address wants no such mails. */
export async function mailReminder(
  ctx: Ctx,
  event: Events['invoicing.client_reminded'],
): Promise<void> {
  const mail = await mailOf(ctx, event)
  if (!mail) return
  const { email, credits: _, by_corridor: __, message: ___, ...words } = mail
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
