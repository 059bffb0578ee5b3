import type { PaymentFactsRow } from './payment-facts.report.store.ts'

/** Whether a payment waits to leave for the first time, so that others may have paid it. */
export function isUnsent({
  status,
  attempt,
}: Pick<PaymentFactsRow, 'status' | 'attempt'>): boolean {
  return attempt === 0 && (status === 'SCHEDULED' || status === 'HELD')
}

/** What arrives of a payment that waits to leave for the first time, in its own currency; null where no rate was seen. */
export function toArrive(row: PaymentFactsRow): bigint | null {
  return row.currency === row.source_currency ? row.source_minor : row.promised_minor
}
