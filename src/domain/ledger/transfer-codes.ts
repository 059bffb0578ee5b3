/** Why money moves in the ledger, in one stable word each, and what an account is for. */

export const ACCOUNT_KINDS = [
  'outside',
  'suspense',
  'fx',
  'fees',
  'costs',
  'available',
  'reserved',
  'in_flight',
  'held',
] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

export const TRANSFER_CODES = [
  'funding_received',
  'funding_reversed',
  'receipt_suspended',
  'receipt_matched',
  'receipt_refunded',
  'conversion_sold',
  'conversion_bought',
  'item_approved',
  'item_funded',
  'item_withdrawn',
  'payment_executed',
  'converted',
  'payment_failed',
  'payment_settled',
  'payment_unsettled',
  'payment_returned',
  'given_back',
  'paid_outside',
  'fee_taken',
  'bank_cost',
  'bank_exchanged',
] as const
export type TransferCode = (typeof TRANSFER_CODES)[number]

/** By which a receipt became an employer's: what an entry the other way round takes back (docs/rules/funding.md). */
export const REVERSIBLE: readonly TransferCode[] = ['funding_received', 'receipt_matched']
