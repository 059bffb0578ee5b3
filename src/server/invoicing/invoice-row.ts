/** An invoice as it is kept: what its row has, and what is sealed of it. */
import type { Repeat } from '#domain/invoicing/repeat.ts'
import type { InvoiceKind, InvoiceStatus, Standing } from '#domain/invoicing/settlement.ts'
import type { UntaxedCategory } from '#domain/invoicing/tax-category.ts'
import type { StoredAddress } from '../reference/addresses.ts'

/** A party of an invoice that was sent, as it was then. */
export type FrozenParty = {
  readonly name: string
  readonly attention: string
  readonly email: string
  readonly address: StoredAddress
  readonly tax_number: string
}

/** A way to pay as it was when the invoice was sent. */
export type FrozenWay = {
  readonly kind: 'bank' | 'wallet'
  readonly network: string
  readonly currency: string
  readonly bank: {
    readonly account_name: string
    readonly account_number: string
    readonly iban: string | null
    readonly swift_code: string | null
    readonly transit_number: string | null
    readonly institution_number: string | null
    readonly bank_code: string | null
    readonly interac_email: string | null
  } | null
  readonly address: string | null
}

/** What is sealed of an invoice. */
export type InvoiceRecord = {
  readonly note: string
  readonly tax_number: string
  /** Why something is not taxed; records from before it was asked lack both. */
  readonly tax_category?: UntaxedCategory | null
  readonly tax_reason?: string
  readonly destination_uuids: readonly string[] | null
  /** Null of a draft. */
  readonly sent: {
    readonly from: FrozenParty
    readonly to: FrozenParty
    readonly ways: readonly FrozenWay[]
    readonly message: string
  } | null
}

export type ItemRow = {
  readonly description: string
  readonly amount_minor: bigint
  readonly apply_taxes: boolean
}

/** What a draft may change. */
export type DraftFields = {
  readonly client_uuid: string | null
  readonly start_date: string | null
  readonly end_date: string | null
  readonly due_date: string | null
  readonly currency: string
  readonly client_pays_transaction_fees: boolean
  readonly fee_minor: bigint
  readonly tax_bps: number
  readonly total_minor: bigint
  readonly record: InvoiceRecord
  readonly items: readonly ItemRow[]
}

export type InvoiceRow = DraftFields & {
  readonly invoice_uuid: string
  readonly contractor_sub: string
  readonly client_name: string
  readonly client_email: string
  readonly kind: InvoiceKind
  readonly status: InvoiceStatus
  readonly paid_minor: bigint
  readonly credited_minor: bigint
  /** The invoice that a credit note is of, as it stands. */
  readonly credits: CreditedInvoice | null
  /** Those of an invoice, drafts as well, the oldest first. */
  readonly credit_notes: readonly {
    readonly invoice_uuid: string
    readonly number_text: string | null
    readonly total_minor: bigint
    readonly issued_on: string | null
  }[]
  /** The invoice that it is a copy of, where it was written by itself. */
  readonly repeats: { readonly invoice_uuid: string; readonly number_text: string } | null
  /** How many copies of it were written by themselves. */
  readonly copies: number
  /** How it is written anew; null where it is not. */
  readonly repeat: {
    readonly every: Repeat
    readonly next_on: string
    readonly sends: boolean
  } | null
  /** The pay that it is of, which Corridor pays. */
  readonly line_item_uuid: string | null
  readonly reminders: boolean
  readonly reminded: number
  readonly reminded_at: Date | null
  readonly number_text: string | null
  readonly issued_on: string | null
  readonly sent_on: Date | null
  readonly version: number
  readonly created_at: Date
  readonly saved_at: Date
  readonly payments: readonly {
    readonly payment_uuid: string
    readonly amount_minor: bigint
    readonly received_on: string
    readonly reference: string
    readonly refund: boolean
  }[]
  /** What its client says that they sent, while it waits for the contractor: as long as something is owed, and nobody answered it. */
  readonly said_sent: {
    readonly sent_on: string
    readonly reference: string
    readonly said_at: Date
  } | null
  readonly open_links: number
  readonly opened_at: Date | null
}

/** What a credit note has to know of its invoice. */
export type CreditedInvoice = Standing & {
  readonly invoice_uuid: string
  readonly number_text: string
  readonly issued_on: string
}
