/** Credit notes: how an invoice that was sent is taken back, whole or in part (decision 0121). */
import type { z } from 'zod'
import type { Invoice } from '#contract/invoicing-shapes.ts'
import { actionsOf } from '#domain/invoicing/invoice.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { insertDraft } from './invoice.store.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { fieldsOf, getInvoice, lockOwnInvoice } from './invoices.ts'
import { settle } from './record-payment.ts'

/** A draft of a credit note of all of an invoice, to be cut down and sent as any invoice is; the draft that there is, if one was begun. */
export async function creditInvoice(
  ctx: Ctx,
  invoice_uuid: string,
): Promise<z.output<typeof Invoice>> {
  const row = await lockOwnInvoice(ctx, invoice_uuid)
  const begun = row.credit_notes.find(({ number_text }) => number_text === null)
  if (begun) return getInvoice(ctx, begun.invoice_uuid)
  if (!actionsOf(row).includes('credit'))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.nothingToCredit')
  const note_uuid = newUuid()
  const { record, ...fields } = fieldsOf(row)
  await insertDraft(
    ctx,
    {
      invoice_uuid: note_uuid,
      contractor_sub: ctx.actor.sub,
      kind: 'CREDIT_NOTE',
      credits_uuid: invoice_uuid,
      created_at: ctx.now,
    },
    // Nothing of it is paid, by whichever way.
    { ...fields, record: { ...record, note: '', destination_uuids: [], sent: null } },
  )
  return getInvoice(ctx, note_uuid)
}

/** Takes what a credit note comes to off its invoice, which is held since before the note was. */
export async function takeOff(ctx: Ctx, credited: InvoiceRow, total_minor: bigint): Promise<void> {
  const credited_minor = credited.credited_minor + total_minor
  const status = await settle(ctx, credited, { ...credited, credited_minor })
  ctx.audit({
    action: 'credit',
    entity: 'invoice',
    entity_uuids: [credited.invoice_uuid],
    employer_uuid: null,
    before: { status: credited.status, credited_minor: credited.credited_minor },
    after: { status, credited_minor },
  })
}
