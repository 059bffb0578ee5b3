/** What a client paid of an invoice, as its contractor records it: the money passed Corridor by. */
import type { z } from 'zod'
import type { invoicing } from '#contract/invoicing.ts'
import type { Invoice } from '#contract/invoicing-shapes.ts'
import { invoiceMachine } from '#domain/invoicing/invoice.ts'
import { transition } from '#domain/kernel/machine.ts'
import { formatMoney } from '#domain/kernel/money.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { getInvoice, lockOwnInvoice } from './invoices.ts'
import { insertPayment, markRemoved, savePaid } from './payment.store.ts'
import { presentInvoice } from './present-invoice.ts'

type Shown = z.output<typeof Invoice>
type Given = z.output<(typeof invoicing)['recordInvoicePayment']['body']>
type At = { readonly id: string; readonly payment_uuid: string }

/** Records a payment under an id that the client mints: never more than is owed, on a day that is not to come. The same again changes nothing. */
export async function recordInvoicePayment(
  ctx: Ctx,
  { id, payment_uuid }: At,
  { amount, received_on, reference }: Given,
): Promise<Shown> {
  const row = await lockOwnInvoice(ctx, id)
  const known = row.payments.find(payment => payment.payment_uuid === payment_uuid)
  const same =
    known?.amount_minor === amount.minor &&
    known.received_on === received_on &&
    known.reference === reference
  if (same) return presentInvoice(ctx, row)
  if (known) throw new Problem('CONFLICT', 'invoicing.problems.paymentKnown')
  const owed = { currency: row.currency, minor: row.total_minor - row.paid_minor }
  const status = transition(
    invoiceMachine,
    'invoice',
    row.status,
    amount.minor === owed.minor ? 'pay_rest' : 'pay_part',
  )
  if (amount.currency !== row.currency || amount.minor <= 0n || amount.minor > owed.minor)
    throw invalidField('amount', 'invoicing.problems.paymentAmount', { owed: formatMoney(owed) })
  if (received_on > ctx.today) throw invalidField('received_on', 'invoicing.problems.paymentDay')
  const payment = { payment_uuid, amount_minor: amount.minor, received_on, reference }
  const { invoice_uuid, contractor_sub } = row
  const isNew = await insertPayment(ctx.tx, {
    ...payment,
    ...{ invoice_uuid, contractor_sub },
    recorded_at: ctx.now,
  })
  if (!isNew) throw new Problem('NOT_FOUND', 'invoicing.problems.noSuchPayment')
  const paid_minor = row.paid_minor + amount.minor
  await savePaid(ctx.tx, row, { status, paid_minor, saved_at: ctx.now })
  ctx.audit({
    action: 'record_payment',
    entity: 'invoice',
    entity_uuids: [id],
    employer_uuid: null,
    before: { status: row.status },
    after: { status, payment_uuid, amount_minor: amount.minor },
  })
  return getInvoice(ctx, id)
}

/** Takes back a payment that was recorded by mistake; what is owed rises again. */
export async function removeInvoicePayment(ctx: Ctx, { id, payment_uuid }: At): Promise<Shown> {
  const row = await lockOwnInvoice(ctx, id)
  const payment = row.payments.find(one => one.payment_uuid === payment_uuid)
  if (!payment) throw new Problem('NOT_FOUND', 'invoicing.problems.noSuchPayment')
  const paid_minor = row.paid_minor - payment.amount_minor
  const status = transition(
    invoiceMachine,
    'invoice',
    row.status,
    paid_minor === 0n ? 'take_back_all' : 'take_back_part',
  )
  await markRemoved(ctx.tx, payment_uuid, ctx.now)
  await savePaid(ctx.tx, row, { status, paid_minor, saved_at: ctx.now })
  ctx.audit({
    action: 'take_payment_back',
    entity: 'invoice',
    entity_uuids: [id],
    employer_uuid: null,
    before: { status: row.status, payment_uuid, amount_minor: payment.amount_minor },
    after: { status },
  })
  return getInvoice(ctx, id)
}
