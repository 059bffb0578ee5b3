/**
 * An order to pay, whole: whom, where and how much, as it was when it was approved. What leaves is made of it alone, so that no later
 * change of a name, an address or an account reaches money that somebody said yes to.
 */
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'

/** A postal address in its parts, under the names by which addresses are kept. */
export type PayeeAddress = {
  readonly street_number_and_name: string
  readonly apartment_or_unit_number: string
  readonly city_or_municipality: string
  readonly postal_code: string
  /** ISO 3166-1 alpha-2. */
  readonly country_code: string
  /** ISO 3166-2, such as `CA-ON`. */
  readonly subdivision_code: string | null
}

/** A bank account under the names by which destinations keep it; which of them it has depends on how its bank is reached. */
export type PayeeAccount = {
  readonly account_name: string
  /** Empty for an Interac address, and for an IBAN. */
  readonly account_number: string
  readonly currency: string
  readonly account_type: 'CHECKING' | 'SAVINGS' | null
  readonly transit_number: string | null
  readonly institution_number: string | null
  readonly swift_code: string | null
  readonly iban: string | null
  readonly interac_email: string | null
  /** Absent from accounts that were added before it was asked for. */
  readonly bank_country?: string | null
  readonly bank_code?: string | null
}

/** Who is paid. The account's own name is what files carry; `short_name` stands in for it where they have too little room. */
export type Payee = {
  readonly kind: 'PERSON' | 'COMPANY'
  readonly short_name: string | null
  readonly address: PayeeAddress | null
  readonly account: PayeeAccount
}

/** One attempt to pay by a bank. `attempt_uuid` is the key under which the rail pays it once. */
export type PaymentOrder = {
  readonly attempt_uuid: string
  readonly amount: Money
  readonly payee: Payee
  /** What the payee reads on the statement. */
  readonly remittance: string
}

/**
 * The attempt's id in so many hexadecimal digits, for formats with less room than a UUID takes: its last ones, which chance made.
 * 32 are all of it.
 */
export function attemptReference(attempt_uuid: string, digits: number): string {
  return attempt_uuid.replaceAll('-', '').slice(-digits).toUpperCase()
}

/** How many orders there are and what they sum to, per currency. */
export function orderTotals(orders: readonly PaymentOrder[]): {
  readonly count: number
  readonly amounts: readonly Money[]
} {
  return { count: orders.length, amounts: totalsByCurrency(orders.map(order => order.amount)) }
}

/**
 * A person's name within so many letters: given names become initials, the last of them first, until it fits; the last name stays whole.
 * Undefined where even then it does not fit.
 */
export function abbreviatedName(name: string, most: number): string | undefined {
  const parts = name.split(' ')
  for (let at = parts.length - 2; parts.join(' ').length > most && at >= 0; at--)
    parts[at] = (parts[at] ?? '').slice(0, 1)
  const short = parts.join(' ')
  return short.length <= most ? short : undefined
}
