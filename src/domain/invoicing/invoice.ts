/** An invoice of a contractor to a client of their own: its life, its number and its limits (decision 0097). */
import { machine } from '#domain/kernel/machine.ts'
import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import { type Text, type TextKey, textOf } from '#domain/kernel/words.ts'
import { asksForTax, type UntaxedCategory } from './tax-category.ts'

export const INVOICE_STATUSES = ['CREATED', 'SENT', 'PARTIALLY_PAID', 'PAID', 'VOID'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export const INVOICE_KINDS = ['INVOICE', 'CREDIT_NOTE'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** An invoice's life. What was sent keeps its number, also when it is void. */
export const invoiceMachine = machine<
  InvoiceStatus,
  'send' | 'pay_part' | 'pay_rest' | 'take_back_part' | 'take_back_all' | 'void'
>({
  CREATED: { send: 'SENT', void: 'VOID' },
  SENT: { pay_part: 'PARTIALLY_PAID', pay_rest: 'PAID', void: 'VOID' },
  PARTIALLY_PAID: {
    pay_part: 'PARTIALLY_PAID',
    pay_rest: 'PAID',
    take_back_part: 'PARTIALLY_PAID',
    take_back_all: 'SENT',
  },
  PAID: { take_back_part: 'PARTIALLY_PAID', take_back_all: 'SENT' },
  VOID: {},
})

/** No invoice has more items, no item is higher, in smallest units: the total of all fits the wire at any tax. */
export const MOST_ITEMS = 50
export const MOST_ITEM_MINOR = 10_000_000_000_000n
/** So many clients and drafts a contractor has at most. */
export const MOST_CLIENTS = 1000
export const MOST_DRAFTS = 200

/** What there is to do about an invoice. */
export const INVOICE_ACTIONS = ['edit', 'send', 'record_payment', 'void', 'revoke_link'] as const
export type InvoiceAction = (typeof INVOICE_ACTIONS)[number]

/** What its contractor may do with an invoice. */
export function actionsOf(status: InvoiceStatus, openLinks: number): InvoiceAction[] {
  const actions: InvoiceAction[] = status === 'CREATED' ? ['edit', 'send'] : []
  if (invoiceMachine.next(status, 'pay_rest')) actions.push('record_payment')
  if (invoiceMachine.next(status, 'void')) actions.push('void')
  if (openLinks > 0) actions.push('revoke_link')
  return actions
}

/** What is owed of an invoice: nothing before it is sent, and nothing of one that is void. */
export function owedOf(
  status: InvoiceStatus,
  { total_minor, paid_minor }: { readonly total_minor: bigint; readonly paid_minor: bigint },
): bigint {
  return status === 'SENT' || status === 'PARTIALLY_PAID' ? total_minor - paid_minor : 0n
}

/** Whether an invoice should have been paid before today; derived, never kept. */
export function isOverdue(
  status: InvoiceStatus,
  due_date: PlainDateString | null,
  today: PlainDateString,
): boolean {
  return (status === 'SENT' || status === 'PARTIALLY_PAID') && due_date !== null && due_date < today
}

/** Letters that are one of their own and not another with a mark (Unicode has no decomposition of them). */
const PLAIN: Readonly<Record<string, string>> = { Ł: 'L', Ø: 'O', Đ: 'D', Æ: 'A', Œ: 'O', Þ: 'T' }

/**
 * The number that an invoice carries, such as `LW-2026-014`: gapless per contractor and year. The letters are those of the contractor's
 * names as far as they are Latin.
 */
export function invoiceNumber(
  names: { readonly first_name: string; readonly last_name: string },
  year: number,
  number: number,
): string {
  const letters = [names.first_name, names.last_name].map(initialOf).join('')
  const parts = [letters, String(year), String(number).padStart(3, '0')]
  return parts.filter(part => part !== '').join('-')
}

function initialOf(name: string): string {
  const [first = ''] = name.trim().toUpperCase().normalize('NFD')
  const plain = PLAIN[first] ?? first
  return /^[A-Z]$/.test(plain) ? plain : ''
}

/** A draft as far as it says whether it can be sent. */
export type SendableDraft = {
  readonly client_uuid: string | null
  readonly start_date: PlainDateString | null
  readonly end_date: PlainDateString | null
  readonly due_date: PlainDateString | null
  readonly tax_bps: number
  readonly tax_number: string
  readonly tax_category: UntaxedCategory | null
  readonly items: readonly {
    readonly description: string
    readonly amount_minor: bigint
    readonly apply_taxes: boolean
  }[]
}

/** What a draft lacks before it can be sent, in the order of the form; empty when it is whole. */
export function lackingOf(draft: SendableDraft, today: PlainDateString): Lacking[] {
  const { start_date: start, end_date: end, due_date: due, items } = draft
  const taxes = asksForTax(draft)
  // Whoever is registered for the tax says by which number why they ask for none; outside its scope nobody need be (BR-E-02, BR-Z-02, BR-AE-02).
  const numbered = taxes || (draft.tax_category !== null && draft.tax_category !== 'O')
  const found: (Lacking | false)[] = [
    draft.client_uuid === null && lack('client_uuid', 'invoicing.lacking.client'),
    start === null && lack('start_date', 'invoicing.lacking.start'),
    end === null && lack('end_date', 'invoicing.lacking.end'),
    start !== null && end !== null && end < start && lack('end_date', 'invoicing.lacking.order'),
    due === null && lack('due_date', 'invoicing.lacking.due'),
    due !== null && due < today && lack('due_date', 'invoicing.lacking.duePast'),
    items.length === 0 && lack('invoice_items', 'invoicing.lacking.items'),
    items.some(item => item.description === '') &&
      lack('invoice_items', 'invoicing.lacking.description'),
    items.some(item => item.amount_minor === 0n) &&
      lack('invoice_items', 'invoicing.lacking.amount'),
    taxes && draft.tax_category === 'O' && lack('tax_category', 'invoicing.lacking.mixedScope'),
    numbered && draft.tax_number === '' && lack('tax_number', 'invoicing.lacking.taxNumber'),
  ]
  return found.filter(one => one !== false)
}

/** A field of the draft, and what is to be done there. */
export type Lacking = { readonly field: string; readonly said: Text }

function lack(field: string, text: TextKey): Lacking {
  return { field, said: textOf(text) }
}
