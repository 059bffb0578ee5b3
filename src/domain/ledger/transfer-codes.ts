/** Why money moves in the ledger, in one stable word each, and what an account is for. */

export const ACCOUNT_KINDS = [
  'outside',
  'suspense',
  'fx',
  'fees',
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
  'fee_taken',
] as const
export type TransferCode = (typeof TRANSFER_CODES)[number]
