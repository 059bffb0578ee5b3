/** Mails about invoices of contractors. */
import { amountText } from '#domain/kernel/money.ts'
import { takesInvitations } from '../identity/index.ts'
import { sentInvoiceOf } from '../invoicing/index.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { stopLink } from './mail-data.ts'
import { queueMail } from './send-mail.ts'

/** Sends a client the link to an invoice, unless it was stopped or paid meanwhile, or their address wants none. */
export async function mailInvoice(
  ctx: Ctx,
  { invoice_uuid, secret }: Events['invoicing.invoice_sent'],
): Promise<void> {
  const invoice = await sentInvoiceOf(ctx, invoice_uuid, secret)
  if (!invoice || !(await takesInvitations(ctx, invoice.email))) return
  const { contractor_name, number, due_on, owed, url, message } = invoice
  await queueMail(ctx, 'invoice-sent', invoice.email, {
    ...{ contractor_name, number, due_on, url },
    amount: amountText(owed),
    currency: owed.currency,
    ...(message && { message }),
    stop_url: stopLink(ctx, invoice.email),
  })
}
