/** What is left of an invoice after what was paid, given back and credited (decision 0121). Whole smallest units of its currency. */

export const INVOICE_STATUSES = ['CREATED', 'SENT', 'PARTIALLY_PAID', 'PAID', 'VOID'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export const INVOICE_KINDS = ['INVOICE', 'CREDIT_NOTE'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** What happened to the sum of an invoice. Nothing more is credited than the total, so that `asked` is never negative. */
export type Settlement = {
  readonly total_minor: bigint
  /** What came, without what was given back. */
  readonly paid_minor: bigint
  readonly credited_minor: bigint
}

/** An invoice or a credit note as far as it says what is owed of it. */
export type Standing = Settlement & {
  readonly kind: InvoiceKind
  readonly status: InvoiceStatus
}

/** What a change of payments or credits leaves, and the status that says so. */
export const LEFT = {
  leave_all: 'SENT',
  leave_part: 'PARTIALLY_PAID',
  leave_none: 'PAID',
  credit_all: 'VOID',
} as const satisfies Readonly<Record<string, InvoiceStatus>>
export type Left = keyof typeof LEFT

/** Where payments and credits leave an invoice that was sent: void where all of it was credited and nothing is kept. */
export function leftBy(of: Settlement): Left {
  const asked = askedOf(of)
  if (asked === 0n && of.paid_minor === 0n) return 'credit_all'
  if (of.paid_minor >= asked) return 'leave_none'
  return of.paid_minor > 0n ? 'leave_part' : 'leave_all'
}

/** What is owed: nothing before it is sent, of one that is void, or by a credit note. */
export function owedOf(of: Standing): bigint {
  return isAsked(of) && of.paid_minor < askedOf(of) ? askedOf(of) - of.paid_minor : 0n
}

/** What the contractor has to give back: what was paid beyond what is asked after a credit. */
export function refundOf(of: Standing): bigint {
  return isAsked(of) && of.paid_minor > askedOf(of) ? of.paid_minor - askedOf(of) : 0n
}

/** How much of an invoice may still be credited. */
export function creditableOf(of: Standing): bigint {
  return isAsked(of) ? askedOf(of) : 0n
}

function isAsked({ kind, status }: Standing): boolean {
  return kind === 'INVOICE' && status !== 'CREATED' && status !== 'VOID'
}

function askedOf({ total_minor, credited_minor }: Settlement): bigint {
  return total_minor - credited_minor
}
