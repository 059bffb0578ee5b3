/** What a signer with rules of its own says of payments before it is asked to sign any: the same for each chain. */
import type { CurrencyCode } from '#domain/kernel/currency.ts'

/** Why a signer with rules of its own signs no payment to somebody, or of so much. */
export const PAYEE_REFUSALS = ['PAYEE_UNKNOWN', 'PAYMENT_TOO_LARGE'] as const
export type PayeeRefusal = (typeof PAYEE_REFUSALS)[number]

/** So much of each currency, in its smallest unit. */
export type Amounts = Readonly<Record<CurrencyCode, bigint>>

/** What somebody is to be paid, in smallest units. */
export type SignerPayee = {
  readonly address: string
  readonly currency: CurrencyCode
  readonly amount: bigint
}

export type SignerView = {
  /** Of each payment why it would not be signed; null where it would. */
  readonly refusals: readonly (PayeeRefusal | null)[]
  /** What may leave within this hour yet, with what the network takes. */
  readonly left: Amounts
  /** What one payment may be at the most, of each currency that is paid. */
  readonly most_payment: Amounts
  /** What one transaction may cost at the most, in the coin in which the network is paid. */
  readonly most_fee: bigint
}

/** Asks a signer what it would say. Throws SIGNER_SILENT where it does not answer, and SIGNER_OTHER where it holds another key or answers what nobody understands. */
export type ViewOf = (payees: readonly SignerPayee[]) => Promise<SignerView>
