/**
 * The chart of accounts. An account is named by its owner, its kind and its currency; only accounts that stand for the outside
 * world or for an exchange position may go below zero.
 */
import type { CurrencyCode } from '#domain/kernel/currency.ts'

export type AccountRef = {
  readonly owner: string
  readonly employer_uuid: string | null
  readonly kind: string
  readonly currency: CurrencyCode
  readonly may_go_negative: boolean
}

/** What is not in Corridor's hands: where funding comes from and where settled payments went. */
export function outsideWorld(currency: CurrencyCode): AccountRef {
  return {
    owner: 'platform',
    employer_uuid: null,
    kind: 'outside',
    currency,
    may_go_negative: true,
  }
}

/** Corridor's exchange position in a currency: the two sides of a conversion meet here. */
export function exchange(currency: CurrencyCode): AccountRef {
  return { owner: 'platform', employer_uuid: null, kind: 'fx', currency, may_go_negative: true }
}

/** What came in and is not known whose it is. */
export function suspense(currency: CurrencyCode): AccountRef {
  return {
    owner: 'platform',
    employer_uuid: null,
    kind: 'suspense',
    currency,
    may_go_negative: false,
  }
}

/** What Corridor earned by its fees. */
export function fees(currency: CurrencyCode): AccountRef {
  return { owner: 'platform', employer_uuid: null, kind: 'fees', currency, may_go_negative: false }
}

/** What banks kept for themselves, or paid as interest: Corridor's own to make good, and below zero until it did. */
export function costs(currency: CurrencyCode): AccountRef {
  return { owner: 'platform', employer_uuid: null, kind: 'costs', currency, may_go_negative: true }
}

/** Money of an employer that nothing is promised of yet. */
export function available(employer_uuid: string, currency: CurrencyCode): AccountRef {
  return employerAccount(employer_uuid, 'available', currency)
}

/** Money of an employer that approved line items are promised. */
export function reserved(employer_uuid: string, currency: CurrencyCode): AccountRef {
  return employerAccount(employer_uuid, 'reserved', currency)
}

/** Money that a rail has and that has not arrived yet. */
export function inFlight(employer_uuid: string, currency: CurrencyCode): AccountRef {
  return employerAccount(employer_uuid, 'in_flight', currency)
}

/** Money of payments that failed or came back, kept for the contractors until it is paid again. */
export function heldForContractors(employer_uuid: string, currency: CurrencyCode): AccountRef {
  return employerAccount(employer_uuid, 'held', currency)
}

function employerAccount(employer_uuid: string, kind: string, currency: CurrencyCode): AccountRef {
  return {
    owner: `employer:${employer_uuid}`,
    employer_uuid,
    kind,
    currency,
    may_go_negative: false,
  }
}
