/** Reminders of invoices that are owed: by themselves once they are late, and by hand (decision 0121). */
import type { z } from 'zod'
import type { Invoice } from '#contract/invoicing-shapes.ts'
import {
  BETWEEN_MAILS_MS,
  nextReminder,
  remindersBy,
  TIME_TO_ARRIVE_MS,
} from '#domain/invoicing/reminders.ts'
import { owedOf } from '#domain/invoicing/settlement.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { countClientMail } from '../identity/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type Unit, workEach } from '../kernel/work-each.ts'
import { isHeld } from './each-due.ts'
import { lockInvoice } from './invoice.store.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { getInvoice, lockOwnInvoice } from './invoices.ts'
import { presentInvoice } from './present-invoice.ts'
import { listToRemind, saveReminders } from './reminder.store.ts'
import { makeLink, requireRoomForLink } from './send-invoice.ts'

type Shown = z.output<typeof Invoice>

/** Mails the client of an invoice that is owed a link to it: a day after the last mail about it at the earliest. Counted as the first was. */
export async function remindClient(ctx: Ctx, invoice_uuid: string): Promise<Shown> {
  const row = await lockOwnInvoice(ctx, invoice_uuid)
  const { sent } = row.record
  if (owedOf(row) === 0n || row.line_item_uuid !== null || !sent)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.nothingOwed')
  const last = row.reminded_at ?? row.sent_on
  if (last && ctx.now.getTime() - last.getTime() < BETWEEN_MAILS_MS)
    throw new Problem('TOO_MANY_REQUESTS', 'invoicing.problems.remindedToday')
  requireRoomForLink(row)
  await countClientMail(ctx, sent.to.email, row.contractor_sub)
  await remind(ctx, row, row.reminded)
  return getInvoice(ctx, invoice_uuid)
}

/** Lets an invoice that is owed be reminded of by itself, or no more. The same again changes nothing. */
export async function putInvoiceReminders(
  ctx: Ctx,
  invoice_uuid: string,
  reminders: boolean,
): Promise<Shown> {
  const row = await lockOwnInvoice(ctx, invoice_uuid)
  if (row.reminders === reminders) return presentInvoice(ctx, row)
  if (owedOf(row) === 0n || row.line_item_uuid !== null || !row.due_date)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.nothingOwed')
  // Days that passed while it was off are not made up for.
  const reminded = reminders ? remindersBy(row.due_date, ctx.today) : row.reminded
  await saveReminders(ctx.tx, row, { reminders, reminded })
  ctx.audit({
    action: 'set_reminders',
    entity: 'invoice',
    entity_uuids: [invoice_uuid],
    employer_uuid: null,
    before: { reminders: row.reminders },
    after: { reminders },
  })
  return getInvoice(ctx, invoice_uuid)
}

/** Reminds of every invoice whose day has come, each in a unit of its own: one that fails stops no other. */
export async function remindClients(unit: Unit): Promise<void> {
  await workEach(
    unit,
    (ctx, after, limit) => listToRemind(ctx.tx, ctx.today, after, limit),
    invoice_uuid => invoice_uuid,
    remindIfDue,
  )
}

/**
 * Reminds of one invoice if its day has come. One whose links were all stopped is reminded of no more: whoever stopped them
 * wants it seen by nobody. One whose client says that they sent it has its day later: once it had the time to arrive, or its contractor says that nothing came.
 */
async function remindIfDue(ctx: Ctx, invoice_uuid: string): Promise<void> {
  const row = await lockInvoice(ctx, invoice_uuid)
  if (!row?.due_date || !row.reminders || owedOf(row) === 0n) return
  const next = nextReminder(row.due_date, row.reminded)
  if (next === null || next > ctx.today || (await isHeld(ctx, row))) return
  const said = row.said_sent?.said_at.getTime()
  if (said !== undefined && ctx.now.getTime() - said < TIME_TO_ARRIVE_MS) return
  const reminded = remindersBy(row.due_date, ctx.today)
  if (row.open_links === 0) await saveReminders(ctx.tx, row, { reminders: false, reminded })
  else await remind(ctx, row, reminded)
}

async function remind(ctx: Ctx, row: InvoiceRow, reminded: number): Promise<void> {
  const { invoice_uuid } = row
  await saveReminders(ctx.tx, row, { reminded, reminded_at: ctx.now })
  const { link_uuid, token } = await makeLink(ctx, row)
  ctx.announce('invoicing.client_reminded', { invoice_uuid, link_uuid, secret: token })
  ctx.audit({
    action: 'remind_client',
    entity: 'invoice',
    entity_uuids: [invoice_uuid],
    employer_uuid: null,
  })
}
