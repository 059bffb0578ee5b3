/** An invoice in the terms of EN 16931-1: what a machine reads of it. Business terms are named as the standard counts them. */

import type { PlainDateString } from '#domain/kernel/plain-date.ts'
import type { TaxCategory } from './tax-category.ts'

/** Seller (BG-4) or buyer (BG-7). */
export type EParty = {
  readonly name: string
  /** Whom to ask for there (BT-41, BT-56); may be empty. */
  readonly contact: string
  /** Also the electronic address (BT-34, BT-49), of the scheme EM. */
  readonly email: string
  readonly address: {
    readonly line_one: string
    readonly line_two: string
    readonly city: string
    readonly postal_code: string
    readonly subdivision: string
    /** ISO 3166-1 alpha-2. */
    readonly country_code: string
  }
  readonly tax_number: string
}

/** What is written of a category of tax that charges none (BT-120, BT-121); null where nothing may be. */
export type EReason = { readonly text: string; readonly code: string | null }

export type EInvoice = {
  readonly number: string
  /** UNTDID 1001: a commercial invoice, or a credit note. */
  readonly type_code: '380' | '381'
  readonly issued_on: PlainDateString
  readonly note: string
  readonly currency: string
  readonly seller: EParty
  readonly buyer: EParty
  readonly period: { readonly start_date: PlainDateString; readonly end_date: PlainDateString }
  /** When it is to be paid; of a credit note in words what becomes of it. */
  readonly terms: { readonly due_date: PlainDateString } | { readonly text: string }
  readonly lines: readonly {
    readonly name: string
    readonly amount_minor: bigint
    readonly category: TaxCategory
    readonly tax_bps: number
  }[]
  /** What is added on the whole (BG-21). */
  readonly charge: {
    readonly reason: string
    readonly amount_minor: bigint
    readonly category: TaxCategory
  } | null
  readonly groups: readonly {
    readonly category: TaxCategory
    readonly tax_bps: number
    readonly basis_minor: bigint
    readonly tax_minor: bigint
    readonly reason: EReason | null
  }[]
  readonly net_minor: bigint
  readonly tax_minor: bigint
  readonly total_minor: bigint
  /** What the payer writes with the money. */
  readonly reference: string
  readonly ways: readonly EWay[]
  /** The invoice that a credit note is of (BT-25, BT-26). */
  readonly refers_to: { readonly number: string; readonly issued_on: PlainDateString } | null
}

/** A way to pay: an account of a bank, or words about another. */
export type EWay =
  | {
      readonly account_name: string
      readonly iban: string | null
      readonly account_number: string
      readonly bic: string | null
    }
  | { readonly text: string }
