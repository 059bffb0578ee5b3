import type { Blocker } from '#domain/payments/blockers.ts'
import { paymentBlockers } from '#domain/payments/blockers.ts'
import { isUnderWay } from '#domain/payments/payment.ts'
import type { PaymentFactsRow } from './payment.store.ts'
import type { RateFor } from './rates.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/**
 * Why a stored payment does not leave, read from its facts: the executor, the hold job and the screens of all three roles ask
 * this one function. Empty for a payment that is under way or over.
 */
export function blockersOf(
  row: PaymentFactsRow,
  now: Date,
  rateFor: RateFor,
  halted_since: string | null,
): Blocker[] {
  if (isUnderWay(row.status) || row.status === 'CANCELLED') return []
  const needsRate = row.attempt === 0 && row.currency !== row.source_currency
  const missingRate = needsRate && !rateFor(row.source_currency, row.currency)
  const blockers = paymentBlockers({
    now: now.toISOString(),
    contractor: {
      name: `${row.contractor_first_name} ${row.contractor_last_name}`.trim(),
      verification_status: row.contractor_verification,
      verification_since: iso(row.contractor_documents_at),
      suspended_at: iso(row.contractor_suspended_at),
    },
    employer: {
      name: row.employer_name,
      is_partner: row.employer_is_partner,
      verification_status: row.employer_verification,
      verification_since: iso(row.employer_documents_at),
      suspended_at: iso(row.employer_suspended_at),
    },
    approved: row.item_status === 'APPROVED' && !isVoid(row),
    approved_since: iso(row.approved_at),
    destination: row.destination_changed_at && {
      changed_at: row.destination_changed_at.toISOString(),
      deactivated_at:
        row.destination_status === 'DEACTIVATED' ? row.destination_changed_at.toISOString() : null,
    },
    missing_funds: row.funded ? null : { currency: row.source_currency, minor: row.source_minor },
    missing_funds_since: iso(row.approved_at),
    missing_rate: missingRate ? `${row.source_currency} to ${row.currency}` : null,
    frozen_since: row.status === 'FROZEN' ? row.created_at.toISOString() : null,
    compliance_since: null,
    halted_since,
  })
  // Once the contractor named a destination it is the employer's turn: an approval is of this money to these accounts.
  return row.destination_named_since
    ? blockers.filter(({ code }) => code !== 'NO_DESTINATION')
    : blockers
}

/**
 * Whether the approval no longer holds: the destination changed since, or was named only since (design: Promises, 1). Money of
 * an earlier attempt is held for the contractor and follows them.
 */
function isVoid(row: PaymentFactsRow): boolean {
  if (row.attempt > 0) return false
  return row.destination_named_since || row.destination_version !== row.destination_version_now
}
