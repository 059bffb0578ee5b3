/** What a client paid of an invoice, as its contractor records it: the money passed Corridor by. */
import type { z } from 'zod'
import type { invoicing } from '#contract/invoicing.ts'
import type { Invoice } from '#contract/invoicing-shapes.ts'
import { earliestPaymentOf, invoiceMachine } from '#domain/invoicing/invoice.ts'
import { leftBy, owedOf, refundOf, type Settlement } from '#domain/invoicing/settlement.ts'
import { transition } from '#domain/kernel/machine.ts'
import { formatMoney } from '#domain/kernel/money.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { getInvoice, lockOwnInvoice } from './invoices.ts'
import { insertPayment, markRemoved, saveSettlement } from './payment.store.ts'
import { presentInvoice } from './present-invoice.ts'
import { endRepeat } from './repeat.store.ts'
import { markAnswered } from './said-sent.store.ts'

type Shown = z.output<typeof Invoice>
type Given = z.output<(typeof invoicing)['recordInvoicePayment']['body']>
type At = { readonly id: string; readonly payment_uuid: string }

/**
 * Records a payment, or what was given back, under an id that the client mints: never more than is owed or has to be given back, on a day
 * that is not to come, nor more than a year before the invoice and its work. The same again changes nothing.
 */
export async function recordInvoicePayment(
  ctx: Ctx,
  { id, payment_uuid }: At,
  { amount, received_on, reference, refund }: Given,
): Promise<Shown> {
  const row = await lockRecordable(ctx, id)
  const known = row.payments.find(payment => payment.payment_uuid === payment_uuid)
  const same =
    known?.amount_minor === amount.minor &&
    known.received_on === received_on &&
    known.reference === reference &&
    known.refund === refund
  if (same) return presentInvoice(ctx, row)
  if (known) throw new Problem('CONFLICT', 'invoicing.problems.paymentKnown')
  const most = { currency: row.currency, minor: refund ? refundOf(row) : owedOf(row) }
  if (most.minor === 0n)
    throw new Problem(
      'TRANSITION_NOT_ALLOWED',
      refund ? 'invoicing.problems.nothingToRefund' : 'invoicing.problems.nothingOwed',
    )
  if (amount.currency !== row.currency || amount.minor <= 0n || amount.minor > most.minor)
    throw invalidField(
      'amount',
      refund ? 'invoicing.problems.refundAmount' : 'invoicing.problems.paymentAmount',
      { owed: formatMoney(most) },
    )
  if (received_on > ctx.today) throw invalidField('received_on', 'invoicing.problems.paymentDay')
  const earliest = earliestPaymentOf(row)
  if (earliest !== null && received_on < earliest)
    throw invalidField('received_on', 'invoicing.problems.paymentTooEarly', {
      earliest: formatDate(earliest),
    })
  const { invoice_uuid, contractor_sub } = row
  const isNew = await insertPayment(ctx.tx, {
    ...{ payment_uuid, invoice_uuid, contractor_sub, received_on, reference, refund },
    amount_minor: amount.minor,
    recorded_at: ctx.now,
  })
  if (!isNew) throw new Problem('NOT_FOUND', 'invoicing.problems.noSuchPayment')
  // What the client said of it is answered by what came.
  if (!refund) await markAnswered(ctx.tx, invoice_uuid, ctx.now)
  const status = await settle(ctx, row, {
    ...row,
    paid_minor: row.paid_minor + (refund ? -amount.minor : amount.minor),
  })
  ctx.audit({
    action: refund ? 'record_refund' : 'record_payment',
    entity: 'invoice',
    entity_uuids: [id],
    employer_uuid: null,
    before: { status: row.status },
    after: { status, payment_uuid, amount_minor: amount.minor },
  })
  if (!refund) ctx.announce('invoicing.payment_recorded', { invoice_uuid, payment_uuid })
  return getInvoice(ctx, id)
}

/**
 * Takes back a payment, or what was given back, that was recorded by mistake. A payment of which some was given back stays as long as
 * that does: its part of it would be given back of nothing.
 */
export async function removeInvoicePayment(ctx: Ctx, { id, payment_uuid }: At): Promise<Shown> {
  const row = await lockRecordable(ctx, id)
  const payment = row.payments.find(one => one.payment_uuid === payment_uuid)
  if (!payment) throw new Problem('NOT_FOUND', 'invoicing.problems.noSuchPayment')
  const { amount_minor, refund } = payment
  const paid_minor = row.paid_minor + (refund ? amount_minor : -amount_minor)
  if (paid_minor < 0n) throw new Problem('CONFLICT', 'invoicing.problems.refundFirst')
  const receipted = await markRemoved(ctx.tx, payment_uuid, ctx.now)
  const status = await settle(ctx, row, { ...row, paid_minor })
  ctx.audit({
    action: refund ? 'take_refund_back' : 'take_payment_back',
    entity: 'invoice',
    entity_uuids: [id],
    employer_uuid: null,
    before: { status: row.status, payment_uuid, amount_minor },
    after: { status },
  })
  if (receipted)
    ctx.announce('invoicing.receipt_mistaken', { invoice_uuid: row.invoice_uuid, payment_uuid })
  return getInvoice(ctx, id)
}

/** An invoice of the acting contractor that others than Corridor pay, held; TRANSITION_NOT_ALLOWED for the invoice of a pay. */
async function lockRecordable(ctx: Ctx, id: string): Promise<InvoiceRow> {
  const row = await lockOwnInvoice(ctx, id)
  if (row.line_item_uuid !== null)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.paidByCorridor')
  return row
}

/** Keeps what payments and credits leave of an invoice that is held, and ends the writing of it anew where nothing of it stands; answers its status. */
export async function settle(
  ctx: Ctx,
  row: InvoiceRow,
  { total_minor, paid_minor, credited_minor }: Settlement,
): Promise<InvoiceRow['status']> {
  const left = leftBy({ total_minor, paid_minor, credited_minor })
  const status = transition(invoiceMachine, 'invoice', row.status, left)
  await saveSettlement(ctx.tx, row, { status, paid_minor, credited_minor, saved_at: ctx.now })
  // What was credited whole is taken back as what is made void is.
  if (status === 'VOID') await endRepeat(ctx.tx, row.invoice_uuid, ctx.now)
  return status
}
