/** A client says by the link of an invoice that they sent its money: nothing is paid by it, until the contractor sees it arrive (decision 0208). */
import type { z } from 'zod'
import type { invoicing } from '#contract/invoicing.ts'
import type { Invoice, InvoiceShown } from '#contract/invoicing-shapes.ts'
import { owedOf } from '#domain/invoicing/settlement.ts'
import { addDays } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { takeWith } from '../kernel/limits.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { lockInvoice } from './invoice.store.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { getInvoice, lockOwnInvoice } from './invoices.ts'
import { openInvoice, openLink } from './open-invoice.ts'
import { type LastSaid, lastSaid, markAnswered, saveSaid } from './said-sent.store.ts'

type Given = z.output<(typeof invoicing)['sayInvoiceSent']['body']>

/** What may be said of one invoice in a day, whoever has its link. */
const SAYINGS = { burst: 5, seconds: (24 * 60 * 60) / 5 }

/** How long what a contractor answered by saying that nothing came is not said to them again by the same words. */
const DISMISSED_DAYS = 7

/**
 * Keeps that a client says they sent what an invoice asks for: a day and what their bank calls it. The same again changes nothing; something else takes
 * the place of what they said before. Its contractor is told once a day at most. LINK_NOT_VALID alike for every link that shows nothing,
 * TRANSITION_NOT_ALLOWED where nobody has to send anything, or its contractor said of the same within a week that nothing came, TOO_MANY_REQUESTS for what is said too often.
 */
export async function sayInvoiceSent(
  ctx: Ctx,
  { token, sent_on, reference }: Given,
): Promise<z.output<typeof InvoiceShown>> {
  const found = await openLink(ctx, token)
  const { invoice_uuid, contractor_sub } = found.row
  const row = (await lockInvoice(ctx, invoice_uuid)) ?? found.row
  if (!isAsked(row)) throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.nothingToSend')
  // Who is ahead of UTC has tomorrow already.
  if (sent_on > addDays(ctx.today, 1) || sent_on < (row.issued_on ?? sent_on))
    throw invalidField('sent_on', 'invoicing.problems.sentDay')
  const { said_sent } = row
  if (said_sent?.sent_on === sent_on && said_sent.reference === reference)
    return openInvoice(ctx, token)
  const bucket = `said to be sent of ${invoice_uuid}`
  await takeWith(ctx.tx, [{ bucket, ...SAYINGS }], 'invoicing.problems.saidTooOften')
  const told = await lastSaid(ctx.tx, invoice_uuid)
  if (told && isDismissed(told, { sent_on, reference }, ctx.now))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.nothingCame')
  const said = { invoice_uuid, contractor_sub, sent_on, reference, said_at: ctx.now }
  await saveSaid(ctx.tx, { ...said, told_on: ctx.today })
  record(ctx, 'client_says_sent', invoice_uuid)
  if (told?.told_on !== ctx.today)
    ctx.announce('invoicing.client_says_sent', { invoice_uuid, contractor_sub })
  return openInvoice(ctx, token)
}

/**
 * Takes what a client said off an invoice: it did not arrive, or was told by other means. Again changes nothing; CONFLICT where they said something else
 * since it was `seen`.
 */
export async function dismissSaidSent(
  ctx: Ctx,
  invoice_uuid: string,
  seen?: Date,
): Promise<z.output<typeof Invoice>> {
  const { said_sent } = await lockOwnInvoice(ctx, invoice_uuid)
  if (seen && said_sent && said_sent.said_at.getTime() !== seen.getTime())
    throw new Problem('CONFLICT', 'invoicing.problems.saidSince')
  if (await markAnswered(ctx.tx, invoice_uuid, ctx.now))
    record(ctx, 'dismiss_said_sent', invoice_uuid)
  return getInvoice(ctx, invoice_uuid)
}

function isDismissed(last: LastSaid, said: Pick<LastSaid, 'sent_on' | 'reference'>, now: Date) {
  const { dismissed_at } = last
  if (last.sent_on !== said.sent_on || last.reference !== said.reference || !dismissed_at)
    return false
  return now.getTime() < dismissed_at.getTime() + DISMISSED_DAYS * 24 * 60 * 60 * 1000
}

/** Whether a client has to send something of an invoice: of a credit note nobody has, and of a pay Corridor does. */
function isAsked(row: InvoiceRow): boolean {
  return row.kind === 'INVOICE' && row.line_item_uuid === null && owedOf(row) > 0n
}

function record(ctx: Ctx, action: string, invoice_uuid: string): void {
  ctx.audit({ action, entity: 'invoice', entity_uuids: [invoice_uuid], employer_uuid: null })
}
