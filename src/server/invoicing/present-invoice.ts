/** An invoice as its contractor is answered it. */
import type { z } from 'zod'
import type { Invoice } from '#contract/invoicing-shapes.ts'
import { actionsOf, isOverdue, lackingOf, type SendableDraft } from '#domain/invoicing/invoice.ts'
import { nextReminder } from '#domain/invoicing/reminders.ts'
import { creditableOf, owedOf, refundOf } from '#domain/invoicing/settlement.ts'
import { totalsOf } from '#domain/invoicing/totals.ts'
import { assert } from '#domain/kernel/assert.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { sayText } from '../kernel/words.ts'
import { findDecidedPay, findDecidedPays, type PayToInvoice } from '../payroll/index.ts'
import type { InvoiceRow } from './invoice-row.ts'

type Shown = z.output<typeof Invoice>

/** An invoice with its totals, what may be done with it and what it lacks. */
export async function presentInvoice(ctx: Ctx, row: InvoiceRow): Promise<Shown> {
  const [shown] = await presentInvoices(ctx, [row])
  assert(shown, 'each row is an invoice')
  return shown
}

/** Several of one contractor's, in their order. */
export async function presentInvoices(ctx: Ctx, rows: readonly InvoiceRow[]): Promise<Shown[]> {
  const of = rows.flatMap(row => row.line_item_uuid ?? [])
  const [{ contractor_sub } = { contractor_sub: '' }] = rows
  const pays = of.length > 0 ? await findDecidedPays(ctx, contractor_sub, of) : []
  const byItem = new Map(pays.map(pay => [pay.line_item_uuid, pay]))
  return rows.map(row => {
    const pay = byItem.get(row.line_item_uuid ?? '')
    return present(ctx, row, row.status !== 'VOID' && !isOfPay(row, pay))
  })
}

/** Whether an invoice comes to what its pay does; one that is of no pay has nothing that it differs from. */
export function isOfPay(
  row: Pick<InvoiceRow, 'line_item_uuid' | 'currency' | 'total_minor'>,
  pay: PayToInvoice | undefined,
): boolean {
  if (row.line_item_uuid === null) return true
  return pay?.amount_minor === row.total_minor && pay.currency === row.currency
}

/** Whether an invoice of a pay, which is not void, is not paid by it: the pay is not approved for this sum any more. */
export async function payDiffers(ctx: Ctx, row: InvoiceRow): Promise<boolean> {
  if (row.line_item_uuid === null || row.status === 'VOID') return false
  return !isOfPay(row, await findDecidedPay(ctx, row.contractor_sub, row.line_item_uuid))
}

function present({ today }: Ctx, row: InvoiceRow, pay_differs: boolean): Shown {
  const { currency, status, record } = row
  const of = (minor: bigint) => ({ currency, minor })
  const totals = totalsOf(row)
  const { client_uuid, start_date, end_date, due_date, tax_bps } = row
  return {
    ...{ client_uuid, start_date, end_date, due_date, currency, status },
    invoice_uuid: row.invoice_uuid,
    client_name: row.record.sent?.to.name ?? row.client_name,
    client_email: row.record.sent?.to.email ?? row.client_email,
    kind: row.kind,
    number: row.number_text,
    sent_on: row.sent_on,
    client_pays_transaction_fees: row.client_pays_transaction_fees,
    transaction_fee: of(row.fee_minor),
    tax_percentage: tax_bps,
    invoice_items: presentItems(row),
    net: of(totals.net_minor),
    tax: of(totals.tax_minor),
    total: of(totals.total_minor),
    receives: of(totals.receives_minor),
    paid: of(row.paid_minor),
    owed: of(owedOf(row)),
    credited: of(row.credited_minor),
    refund_due: of(refundOf(row)),
    overdue: isOverdue(row, today),
    ...presentBeside(row, today),
    pay_differs,
    note: record.note,
    tax_number: record.tax_number,
    tax_category: record.tax_category ?? null,
    tax_reason: record.tax_reason ?? '',
    destination_uuids: record.destination_uuids && [...record.destination_uuids],
    version: row.version,
    saved_at: row.saved_at,
    payments: row.payments.map(({ amount_minor, ...payment }) => ({
      ...payment,
      amount: of(amount_minor),
    })),
    said_sent: row.said_sent,
    opened_at: row.opened_at,
    allowed_actions: actionsOf(row),
    lacking:
      status === 'CREATED'
        ? lackingOf(sendableOf(row), today).map(({ field, said }) => ({
            field,
            text: sayText(said),
          }))
        : [],
  }
}

/** What belongs to an invoice: the credit notes of it or its invoice, its copies, and reminders. */
function presentBeside(row: InvoiceRow, today: PlainDateString) {
  const of = (minor: bigint) => ({ currency: row.currency, minor })
  return {
    credits: row.credits && {
      invoice_uuid: row.credits.invoice_uuid,
      number: row.credits.number_text,
      issued_on: row.credits.issued_on,
      creditable: of(creditableOf(row.credits)),
    },
    credit_notes: row.credit_notes.map(note => ({
      invoice_uuid: note.invoice_uuid,
      number: note.number_text,
      issued_on: note.issued_on,
      total: of(note.total_minor),
    })),
    repeat: row.repeat,
    repeats: row.repeats && {
      invoice_uuid: row.repeats.invoice_uuid,
      number: row.repeats.number_text,
    },
    line_item_uuid: row.line_item_uuid,
    reminders: row.reminders,
    reminded_at: row.reminded_at,
    next_reminder_on: nextReminderOf(row, today),
  }
}

/** The day of the next reminder by itself; today where its day is over and nobody sent it yet. */
function nextReminderOf(row: InvoiceRow, today: PlainDateString): PlainDateString | null {
  if (!row.reminders || !row.due_date || owedOf(row) === 0n) return null
  const next = nextReminder(row.due_date, row.reminded)
  return next !== null && next < today ? today : next
}

/** An invoice as far as it says whether it can be sent. */
export function sendableOf(row: InvoiceRow): SendableDraft {
  const { tax_number, tax_category = null } = row.record
  const creditable_minor = row.credits && creditableOf(row.credits)
  return { ...row, tax_number, tax_category, creditable_minor }
}

/** The items of an invoice as the specification spells them. */
export function presentItems({ items, currency }: Pick<InvoiceRow, 'items' | 'currency'>) {
  return items.map(({ description, amount_minor, apply_taxes }) => ({
    description,
    amount: { currency, minor: amount_minor },
    apply_taxes,
  }))
}
