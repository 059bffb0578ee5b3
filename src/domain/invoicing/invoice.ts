/** An invoice of a contractor to a client of their own: its life, its number and its limits (decision 0097). */
import { machine } from '#domain/kernel/machine.ts'
import { addDays, type PlainDateString } from '#domain/kernel/plain-date.ts'
import { type Text, type TextKey, textOf } from '#domain/kernel/words.ts'
import {
  creditableOf,
  type InvoiceKind,
  type InvoiceStatus,
  LEFT,
  type Left,
  owedOf,
  refundOf,
  type Standing,
} from './settlement.ts'
import { asksForTax, type UntaxedCategory } from './tax-category.ts'

/**
 * An invoice's life. What was sent keeps its number, also when it is void. What a payment, a refund or a credit note leaves of it is one of
 * four actions (`leftBy` of settlement.ts).
 */
export const invoiceMachine = machine<InvoiceStatus, 'send' | 'void' | Left>({
  CREATED: { send: 'SENT', void: 'VOID' },
  SENT: { ...LEFT, void: 'VOID' },
  PARTIALLY_PAID: LEFT,
  PAID: LEFT,
  // What was credited whole and given back is void; a refund that was none leads back.
  VOID: LEFT,
})

/** No invoice has more items, no item is higher, in smallest units: the total of all fits the wire at any tax. */
export const MOST_ITEMS = 50
export const MOST_ITEM_MINOR = 10_000_000_000_000n
/** So many clients and drafts a contractor has at most. */
export const MOST_CLIENTS = 1000
export const MOST_DRAFTS = 200

/** What there is to do about an invoice. */
export const INVOICE_ACTIONS = [
  'edit',
  'send',
  'record_payment',
  'record_refund',
  'remind',
  'credit',
  'void',
  'revoke_link',
] as const
export type InvoiceAction = (typeof INVOICE_ACTIONS)[number]

/** What its contractor may do with an invoice. A credit note that was sent stays: another invoice is how it is taken back. */
export function actionsOf(
  of: Standing & { readonly open_links: number; readonly line_item_uuid: string | null },
): InvoiceAction[] {
  const isDraft = of.status === 'CREATED'
  // What Corridor pays is recorded by itself, and asked of nobody.
  const owed = owedOf(of) > 0n && of.line_item_uuid === null
  const may: Readonly<Record<InvoiceAction, boolean>> = {
    edit: isDraft,
    send: isDraft,
    record_payment: owed,
    record_refund: refundOf(of) > 0n && of.line_item_uuid === null,
    remind: owed,
    credit: creditableOf(of) > 0n && of.line_item_uuid === null,
    void: isDraft || (of.kind === 'INVOICE' && of.status === 'SENT' && of.credited_minor === 0n),
    revoke_link: of.open_links > 0,
  }
  return INVOICE_ACTIONS.filter(action => may[action])
}

/** Whether an invoice should have been paid before today; derived, never kept. */
export function isOverdue(
  of: Standing & { readonly due_date: PlainDateString | null },
  today: PlainDateString,
): boolean {
  return owedOf(of) > 0n && of.due_date !== null && of.due_date < today
}

/** What is paid before the work or the invoice is a deposit; more than a year before either it is a slip of the pen. */
const LONGEST_DEPOSIT_DAYS = 366

/** The first day on which a payment of an invoice may have come. */
export function earliestPaymentOf(of: {
  readonly start_date: PlainDateString | null
  readonly issued_on: PlainDateString | null
}): PlainDateString | null {
  const [first] = [of.start_date, of.issued_on].filter(day => day !== null).sort()
  return first === undefined ? null : addDays(first, -LONGEST_DEPOSIT_DAYS)
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
  readonly kind: InvoiceKind
  /** The pay that it is of, which may have been paid before it is invoiced. */
  readonly line_item_uuid: string | null
  readonly client_uuid: string | null
  readonly start_date: PlainDateString | null
  readonly end_date: PlainDateString | null
  readonly due_date: PlainDateString | null
  readonly tax_bps: number
  readonly tax_number: string
  readonly tax_category: UntaxedCategory | null
  readonly total_minor: bigint
  /** Of a credit note: how much of its invoice may be credited. */
  readonly creditable_minor: bigint | null
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
  // A credit note asks for nothing, so nothing of it is due.
  const asked = draft.kind === 'INVOICE'
  // Whoever is registered for the tax says by which number why they ask for none; outside its scope nobody need be (BR-E-02, BR-Z-02, BR-AE-02).
  const numbered = taxes || (draft.tax_category !== null && draft.tax_category !== 'O')
  const found: (Lacking | false)[] = [
    draft.client_uuid === null && lack('client_uuid', 'invoicing.lacking.client'),
    start === null && lack('start_date', 'invoicing.lacking.start'),
    end === null && lack('end_date', 'invoicing.lacking.end'),
    start !== null && end !== null && end < start && lack('end_date', 'invoicing.lacking.order'),
    asked && due === null && lack('due_date', 'invoicing.lacking.due'),
    asked &&
      !draft.line_item_uuid &&
      due !== null &&
      due < today &&
      lack('due_date', 'invoicing.lacking.duePast'),
    items.length === 0 && lack('invoice_items', 'invoicing.lacking.items'),
    items.some(item => item.description === '') &&
      lack('invoice_items', 'invoicing.lacking.description'),
    items.some(item => item.amount_minor === 0n) &&
      lack('invoice_items', 'invoicing.lacking.amount'),
    draft.creditable_minor !== null &&
      draft.total_minor > draft.creditable_minor &&
      lack(
        'invoice_items',
        draft.creditable_minor === 0n
          ? 'invoicing.lacking.nothingCreditable'
          : 'invoicing.lacking.creditable',
      ),
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
