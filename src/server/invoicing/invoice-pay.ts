/** Invoices of contractors to the employers they work for: a pay becomes the items, and Corridor's payment of it pays the invoice (decision 0122). */
import type { z } from 'zod'
import type { invoicing } from '#contract/invoicing.ts'
import type { Invoice } from '#contract/invoicing-shapes.ts'
import { assert } from '#domain/kernel/assert.ts'
import { dateOf } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { newUuid, uuidOf } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findDecidedPay, listDecidedPays, type PayToInvoice } from '../payroll/index.ts'
import { getEmployerRecord } from '../people/index.ts'
import { findClientOf, holdBooks, insertClient } from './client.store.ts'
import { insertDraft, invoicesOfPays, lockInvoice, paysInvoiced } from './invoice.store.ts'
import type { DraftFields, InvoiceRow } from './invoice-row.ts'
import { getInvoice } from './invoices.ts'
import { insertPayment, markRemoved } from './payment.store.ts'
import { isOfPay } from './present-invoice.ts'
import { settle } from './record-payment.ts'

type Shown = z.output<typeof Invoice>
type Pays = z.output<(typeof invoicing)['listPayToInvoice']['response']>

/** So many of the newest pays are offered. */
const OFFERED = 24

/** The newest pays of the acting contractor whose amount is decided and that no invoice is of. */
export async function listPayToInvoice(ctx: Ctx): Promise<Pays> {
  const pays = await listDecidedPays(ctx, ctx.actor.sub, OFFERED)
  const invoiced = await paysInvoiced(
    ctx.tx,
    pays.map(({ line_item_uuid }) => line_item_uuid),
  )
  return {
    items: pays
      .filter(({ line_item_uuid }) => !invoiced.has(line_item_uuid))
      .map(pay => ({
        line_item_uuid: pay.line_item_uuid,
        employer_name: pay.employer_name,
        ...{ start_date: pay.start_date, end_date: pay.end_date, pay_date: pay.pay_date },
        amount: { currency: pay.currency, minor: pay.amount_minor },
        paid: pay.status === 'PAID',
      })),
  }
}

/** A draft of an invoice of a pay, to its employer; the one that there is, sent or not, if it was invoiced. */
export async function invoicePay(ctx: Ctx, line_item_uuid: string): Promise<Shown> {
  const { sub } = ctx.actor
  await holdBooks(ctx.tx, sub)
  const pay = await findDecidedPay(ctx, sub, line_item_uuid)
  if (!pay) throw new Problem('NOT_FOUND', 'invoicing.problems.noSuchPay')
  const [known] = await invoicesOfPays(ctx.tx, [line_item_uuid])
  if (known) return getInvoice(ctx, known)
  const invoice_uuid = newUuid()
  const client_uuid = await clientOf(ctx, pay)
  await insertDraft(
    ctx,
    { invoice_uuid, contractor_sub: sub, kind: 'INVOICE', line_item_uuid, created_at: ctx.now },
    draftOf(pay, client_uuid),
  )
  return getInvoice(ctx, invoice_uuid)
}

/** TRANSITION_NOT_ALLOWED unless the pay is still what the invoice of it says. */
export async function requirePayStands(ctx: Ctx, row: InvoiceRow): Promise<void> {
  if (!row.line_item_uuid) return
  const pay = await findDecidedPay(ctx, row.contractor_sub, row.line_item_uuid)
  if (!isOfPay(row, pay))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'invoicing.problems.payChanged')
}

/**
 * Keeps invoices of pays as Corridor paid them: what is owed is paid once the pay arrived, and not any more where it did not after all. It
 * holds each invoice, so that it and a sending of the same moment see each other, whoever is first. Safe to run again.
 */
export async function followPays(
  ctx: Ctx,
  { line_item_uuids }: { readonly line_item_uuids: readonly string[] },
): Promise<void> {
  for (const invoice_uuid of await invoicesOfPays(ctx.tx, line_item_uuids)) {
    const row = await lockInvoice(ctx, invoice_uuid)
    if (row) await squareWithPay(ctx, row)
  }
}

/**
 * Of pays that are approved, the sent invoices that are for another sum, with what was approved. Each is held, so that one that is being sent
 * is either refused or told of.
 */
export async function differingInvoicesOf(ctx: Ctx, line_item_uuids: readonly string[]) {
  const found = []
  for (const invoice_uuid of await invoicesOfPays(ctx.tx, line_item_uuids)) {
    const row = await lockInvoice(ctx, invoice_uuid)
    if (!row?.line_item_uuid || row.number_text === null || row.status === 'VOID') continue
    const pay = await findDecidedPay(ctx, row.contractor_sub, row.line_item_uuid)
    if (!pay || isOfPay(row, pay)) continue
    found.push({
      ...{ line_item_uuid: row.line_item_uuid, invoice_uuid, number: row.number_text },
      invoiced: { currency: row.currency, minor: row.total_minor },
      amount: { currency: pay.currency, minor: pay.amount_minor },
    })
  }
  return found
}

/** The same of an invoice that is held, as it is sent. */
export async function squareWithPay(ctx: Ctx, row: InvoiceRow): Promise<void> {
  if (!row.line_item_uuid || row.number_text === null || row.status === 'VOID') return
  const pay = await findDecidedPay(ctx, row.contractor_sub, row.line_item_uuid)
  // A pay that is another by now pays no invoice that says what it was; a part that was given back to the employer pays none.
  const arrived = pay?.status === 'PAID' && isOfPay(row, pay) ? pay : undefined
  const [known] = row.payments
  if (known?.amount_minor === arrived?.arrived_minor) return
  if (known) await markRemoved(ctx.tx, known.payment_uuid, ctx.now)
  if (arrived) await insertPayment(ctx.tx, paymentBy(arrived, row, ctx.now))
  const paid_minor = row.paid_minor - (known?.amount_minor ?? 0n) + (arrived?.arrived_minor ?? 0n)
  await settle(ctx, row, { ...row, paid_minor })
}

function paymentBy({ paid_at, arrived_minor }: PayToInvoice, row: InvoiceRow, recorded_at: Date) {
  assert(paid_at, 'a paid pay says when')
  const { invoice_uuid, contractor_sub } = row
  return {
    payment_uuid: uuidOf(`pay of ${invoice_uuid} at ${paid_at.toISOString()}: ${arrived_minor}`),
    ...{ invoice_uuid, contractor_sub, refund: false, reference: '', recorded_at },
    amount_minor: arrived_minor,
    received_on: dateOf(paid_at),
  }
}

/** The client that the employer is to this contractor: made once, of who signed for it; null where nobody did here. */
async function clientOf(ctx: Ctx, pay: PayToInvoice): Promise<string | null> {
  const { employer_uuid, signer_name, signer_email, currency } = pay
  const known = await findClientOf(ctx.tx, ctx.actor.sub, employer_uuid)
  if (known || !signer_name || !signer_email) return known ?? null
  const employer = await getEmployerRecord(ctx, employer_uuid)
  const client_uuid = newUuid()
  const { country_code, subdivision_code } = employer
  await insertClient(ctx, {
    ...{ client_uuid, currency, contractor_sub: ctx.actor.sub, created_at: ctx.now, employer_uuid },
    client_name: signer_name,
    company_name: employer.legal_name,
    email: signer_email,
    ...{ phone_number: '', tax_number: '' },
    address: employer.registered_address ?? {
      ...{ street_number_and_name: '', apartment_or_unit_number: '', city_or_municipality: '' },
      ...{ postal_code: '', country_code, subdivision_code },
    },
  })
  ctx.audit({
    action: 'create_client',
    entity: 'client',
    entity_uuids: [client_uuid],
    employer_uuid: null,
  })
  return client_uuid
}

function draftOf(pay: PayToInvoice, client_uuid: string | null): DraftFields {
  return {
    client_uuid,
    ...{ start_date: pay.start_date, end_date: pay.end_date, due_date: pay.pay_date },
    currency: pay.currency,
    ...{ client_pays_transaction_fees: false, fee_minor: 0n, tax_bps: 0 },
    total_minor: pay.amount_minor,
    // Corridor pays it, so that nobody is shown where else to.
    record: {
      note: '',
      tax_number: '',
      tax_category: null,
      tax_reason: '',
      destination_uuids: [],
      sent: null,
    },
    items: pay.lines.map(line => ({ ...line, apply_taxes: false })),
  }
}
