/** An invoice as it is typed, what is sent of it, and what it comes to meanwhile. */
import type { UntaxedCategory } from '#domain/invoicing/tax-category.ts'
import { type Totals, totalsOf } from '#domain/invoicing/totals.ts'
import { bpsOf } from '#domain/kernel/allocate.ts'
import { addDays, isPlainDate } from '#domain/kernel/plain-date.ts'
import type { ClientInput, ClientOutput } from '#web/kernel/types.ts'
import { decimalOf, minorOf } from '#web/parts/money.tsx'

export type Invoice = ClientOutput<'getInvoice'>
export type Client = ClientOutput<'listClients'>['items'][number]
export type Defaults = ClientOutput<'getInvoiceDefaults'>
type Body = ClientInput<'putInvoice'>['body']

export type ItemForm = {
  readonly description: string
  readonly amount: string
  readonly taxed: boolean
}

/** As the fields have it: amounts and percentages as text, the payer as the text that the specification sends. */
export type InvoiceForm = {
  readonly client_uuid: string
  readonly start_date: string
  readonly end_date: string
  readonly due_date: string
  readonly currency: string
  readonly payer: 'true' | 'false'
  readonly fee: string
  readonly tax: string
  readonly tax_number: string
  readonly tax_category: UntaxedCategory | ''
  readonly tax_reason: string
  readonly note: string
  readonly items: ItemForm[]
}

/** Where an invoice is written. */
export const EDIT_INVOICE = '/contractor/invoice/create-invoice'

/** A draft is written on, what was sent is looked at. */
export function placeOf({
  invoice_uuid,
  status,
}: Pick<Invoice, 'invoice_uuid' | 'status'>): string {
  return status === 'CREATED'
    ? `${EDIT_INVOICE}?invoice=${invoice_uuid}`
    : `/contractor/send-invoice/${invoice_uuid}`
}

/** What a change of an invoice makes stale. */
export const STALE = ['getInvoice', 'listInvoices', 'getInvoiceDefaults', 'getMe'] as const

/** How long clients usually have, in days. */
const USUAL_TERM = 14

export const NO_ITEM: ItemForm = { description: '', amount: '', taxed: true }

/** A new invoice: to this client if one is named, due in two weeks, with the tax of the last one. */
export function newForm(
  { tax_percentage, tax_number }: Defaults,
  client: Client | undefined,
  today: string,
): InvoiceForm {
  return {
    client_uuid: client?.uuid ?? '',
    start_date: '',
    end_date: '',
    due_date: addDays(today, USUAL_TERM),
    currency: client?.currency ?? 'USD',
    payer: 'false',
    fee: '',
    tax: tax_percentage.toFixed(2),
    tax_number,
    tax_category: '',
    tax_reason: '',
    note: '',
    items: [NO_ITEM],
  }
}

/** A kept draft as the fields have it. */
export function formOf(invoice: Invoice): InvoiceForm {
  const { transaction_fee: fee } = invoice
  return {
    client_uuid: invoice.client_uuid ?? '',
    start_date: invoice.start_date ?? '',
    end_date: invoice.end_date ?? '',
    due_date: invoice.due_date ?? '',
    currency: invoice.currency,
    payer: invoice.client_pays_transaction_fees ? 'true' : 'false',
    fee: fee.amount_in_smallest_unit > 0 ? decimalOf(fee) : '',
    tax: invoice.tax_percentage.toFixed(2),
    tax_number: invoice.tax_number,
    tax_category: invoice.tax_category ?? '',
    tax_reason: invoice.tax_reason,
    note: invoice.note,
    items: invoice.invoice_items.map(({ description, amount, apply_taxes }) => ({
      description,
      amount: amount.amount_in_smallest_unit > 0 ? decimalOf(amount) : '',
      taxed: apply_taxes,
    })),
  }
}

/** A new invoice with all of another but its dates. */
export function copyOf(invoice: Invoice, { due_date }: InvoiceForm): InvoiceForm {
  return { ...formOf(invoice), start_date: '', end_date: '', due_date }
}

/** What is kept of what is typed. A field that is no number or no date yet counts as empty; a row of which nothing is typed is none. */
export function bodyOf(form: InvoiceForm, version: number): Body {
  const { currency } = form
  const money = (typed: string) => ({
    currency,
    amount_in_smallest_unit: minorOf(typed, currency) ?? 0,
  })
  const date = (typed: string) => (isPlainDate(typed) ? typed : null)
  return {
    client_uuid: form.client_uuid || null,
    start_date: date(form.start_date),
    end_date: date(form.end_date),
    due_date: date(form.due_date),
    currency,
    client_pays_transaction_fees: form.payer === 'true',
    tax_percentage: percentOf(form.tax),
    invoice_items: form.items.filter(isTyped).map(({ description, amount, taxed }) => ({
      description,
      amount: money(amount),
      apply_taxes: taxed,
    })),
    transaction_fee: money(form.fee),
    tax_number: form.tax_number,
    tax_category: form.tax_category || null,
    tax_reason: form.tax_reason,
    note: form.note,
    ...(version > 0 && { version }),
  }
}

/** What the form comes to as it is typed, by the function that also fills the PDF. */
export function totalsOfForm(form: InvoiceForm): Totals {
  const minor = (typed: string) => BigInt(minorOf(typed, form.currency) ?? 0)
  return totalsOf({
    items: form.items.map(({ amount, taxed }) => ({
      amount_minor: minor(amount),
      apply_taxes: taxed,
    })),
    tax_bps: bpsOf(percentOf(form.tax)),
    fee_minor: minor(form.fee),
    client_pays_transaction_fees: form.payer === 'true',
  })
}

/** Whether something that is typed is not taxed, so that a tax office asks why. */
export function hasUntaxed({ items, tax }: InvoiceForm): boolean {
  return percentOf(tax) === 0 || items.filter(isTyped).some(({ taxed }) => !taxed)
}

/** Whether anything is typed of an item. */
export function isTyped({ description, amount }: ItemForm): boolean {
  return description !== '' || amount !== ''
}

/** A typed percentage; 0 for what is none, or above 100. */
function percentOf(typed: string): number {
  const bps = minorOf(typed, 'USD') ?? 0
  return isPercent(typed) ? bps / 100 : 0
}

/** Whether a text is no more than the whole, where it is a number at all. */
export function isPercent(typed: string): boolean {
  return (minorOf(typed, 'USD') ?? 0) <= 10_000
}

/** Whether `bodyOf` says all that is typed: no field holds what is no number or no date, which it counts as empty. */
export function isWholeRead({ currency, fee, tax, items, ...form }: InvoiceForm): boolean {
  const isRead = (typed: string, as: string) =>
    typed.trim() === '' || minorOf(typed, as) !== undefined
  return (
    [fee, ...items.map(({ amount }) => amount)].every(typed => isRead(typed, currency)) &&
    isRead(tax, 'USD') &&
    isPercent(tax) &&
    [form.start_date, form.end_date, form.due_date].every(typed => !typed || isPlainDate(typed))
  )
}

/** What people call a client: the company where it has a name. */
export function nameOf({ client_name, company_name }: Client): string {
  return company_name || client_name
}

/** A percentage without the zeros that say nothing, such as `23%`. */
export function percentText(percentage: number | string): string {
  return `${Number(percentage)}%`
}
