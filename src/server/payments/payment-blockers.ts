import { MOST_CARRIED_MINOR } from '#domain/kernel/money.ts'
import { personName } from '#domain/kernel/names.ts'
import { convert } from '#domain/kernel/rate.ts'
import type { Text } from '#domain/kernel/words.ts'
import type { Blocker, BlockerCode, PaymentFacts } from '#domain/payments/blockers.ts'
import { paymentBlockers, RATE_TOLERANCE_BPS, toOperator } from '#domain/payments/blockers.ts'
import { isBegun, isUnderWay, wasAttempted } from '#domain/payments/payment.ts'
import type { RateFor, RateInForce } from '../exchange/index.ts'
import { say } from '../kernel/words.ts'
import type { LeavingFacts } from './payment-facts.report.store.ts'
import { railMinimum } from './rail-minimum.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

/**
 * Why a stored payment does not leave, read from its facts: the executor, the hold job and the screens of all three roles ask
 * this one function. Empty for a payment that is under way or over.
 */
export function blockersOf(
  row: LeavingFacts,
  { now }: Moment,
  rateFor: RateFor,
  halted_since: string | null,
): Blocker[] {
  if (isUnderWay(row.status) || row.status === 'CANCELLED') return []
  return blockersOfFacts(row, now, exchangeOf(row, rateFor), halted_since)
}

/**
 * Why a payment that is executing may not be handed to its rail any more, in words; null when it may. Its money and its rate were
 * settled when it was executed.
 */
export function stopperOf(row: LeavingFacts, moment: Moment): string | null {
  const [blocker] = blockersOnTheWay(row, moment)
  return blocker ? say('payments.reasons.stopped', { blocker: blocker.said }) : null
}

/** What others can lift keeps what is to be signed from being handed out: what was asked for is never taken back, so that nothing else may keep it for good (decision 0225). */
const KEEPS_FROM_SIGNING: readonly BlockerCode[] = ['SUSPENDED', 'COMPLIANCE']

/** Why what people were asked to sign for a payment is neither handed out nor sent by now, where it is not frozen; undefined where it is. */
export function keepsFromSigning(row: LeavingFacts, moment: Moment): Text | undefined {
  const found = blockersOnTheWay(row, moment).find(({ code }) => KEEPS_FROM_SIGNING.includes(code))
  return found && toOperator(found).said
}

function blockersOnTheWay(row: LeavingFacts, { now }: Moment): Blocker[] {
  const before = { ...row, status: 'SCHEDULED' as const, attempt: row.attempt - 1 }
  return blockersOfFacts(before, now, NO_EXCHANGE, null)
}

type Moment = { readonly now: Date }

type Exchange = Pick<
  PaymentFacts,
  'missing_rate' | 'stale_rate' | 'rate_unseen' | 'rate_moved' | 'below_minimum' | 'too_large'
>
const NO_EXCHANGE: Exchange = {
  missing_rate: null,
  stale_rate: null,
  rate_unseen: null,
  rate_moved: null,
  below_minimum: null,
  too_large: null,
}

/** What stands in the way of converting a payment that never left: money of an earlier attempt was converted then. */
function exchangeOf(row: LeavingFacts, rateFor: RateFor): Exchange {
  if (wasAttempted(row)) return NO_EXCHANGE
  const source = { currency: row.source_currency, minor: row.source_minor }
  const least = railMinimum(row.network, row.currency)
  const small = (minor: bigint) => (minor < least ? `${row.network}, ${row.currency}` : null)
  if (row.currency === row.source_currency)
    return { ...NO_EXCHANGE, below_minimum: small(row.source_minor) }
  const pair = `${row.source_currency} to ${row.currency}`
  const found = rateFor(row.source_currency, row.currency)
  const minor = found && convert(source, found).minor
  if (!found || minor === undefined) return { ...NO_EXCHANGE, missing_rate: pair }
  // As where it is planned (`planParts`): more than can be said is not paid.
  if (minor > MOST_CARRIED_MINOR) return { ...NO_EXCHANGE, too_large: row.currency }
  return {
    ...NO_EXCHANGE,
    stale_rate: found.stale ? { pair, as_of: found.as_of } : null,
    rate_unseen: row.promised_minor === null && row.destination_uuid !== null ? pair : null,
    rate_moved: hasMoved(row.promised_minor, minor) ? pair : null,
    below_minimum: small(minor),
  }
}

function hasMoved(promised: bigint | null, minor: bigint): boolean {
  if (promised === null) return false
  const moved = minor > promised ? minor - promised : promised - minor
  return moved * 10_000n > promised * BigInt(RATE_TOLERANCE_BPS)
}

/** The rate of the moment, where the payment waits for its employer to accept it; undefined where nothing is asked. */
export function asksForRate(row: LeavingFacts, rateFor: RateFor): RateInForce | undefined {
  if (isUnderWay(row.status) || row.status === 'CANCELLED' || row.item_status !== 'APPROVED')
    return undefined
  const { rate_unseen, rate_moved, stale_rate } = exchangeOf(row, rateFor)
  const asked = (rate_unseen !== null || rate_moved !== null) && stale_rate === null
  return asked ? rateFor(row.source_currency, row.currency) : undefined
}

function blockersOfFacts(
  row: LeavingFacts,
  now: Date,
  exchange: Exchange,
  halted_since: string | null,
): Blocker[] {
  const blockers = paymentBlockers({
    now: now.toISOString(),
    contractor: {
      name: personName({
        first_name: row.contractor_first_name,
        last_name: row.contractor_last_name,
      }),
      verification_status: row.contractor_verification,
      verification_since: iso(row.contractor_documents_at),
      suspended_at: iso(row.contractor_suspended_at),
      compliance_since: iso(row.contractor_compliance_since),
    },
    employer: {
      name: row.employer_name,
      is_partner: row.employer_is_partner,
      verification_status: row.employer_verification,
      verification_since: iso(row.employer_documents_at),
      suspended_at: iso(row.employer_suspended_at),
      compliance_since: iso(row.employer_compliance_since),
    },
    approved: row.item_status === 'APPROVED' && !isVoid(row),
    approved_since: iso(row.approved_at),
    destination: row.destination_changed_at && {
      changed_at: row.destination_changed_at.toISOString(),
      usable_from: (row.destination_usable_from ?? row.destination_changed_at).toISOString(),
      deactivated_at:
        row.destination_status === 'DEACTIVATED' ? row.destination_changed_at.toISOString() : null,
      refused: row.destination_refused,
      awaits_first: row.awaits_first,
    },
    missing_funds: row.funded ? null : { currency: row.source_currency, minor: row.source_minor },
    missing_funds_since: iso(row.approved_at),
    ...exchange,
    // The mark goes a moment after the freeze that was lifted.
    frozen_since: iso(row.frozen_at ?? (row.status === 'FROZEN' ? row.created_at : null)),
    halted_since,
  })
  // Once the contractor named a destination it is the employer's turn: an approval is of this money to these accounts.
  return row.destination_named_since
    ? blockers.filter(({ code }) => code !== 'NO_DESTINATION')
    : blockers
}

/**
 * Whether the approval no longer holds: the destination changed since, was named only since, or another took its place (design:
 * Promises, 1). Money of an earlier attempt is held for the contractor and follows them. A pay of which a part has left can be taken
 * back and approved anew by nobody: the rest is paid as it was approved. Payroll takes the others back soon after (`askApprovalAnew`).
 */
export function isVoid(row: LeavingFacts): boolean {
  if (isBegun(row) || row.rest_of_asked) return false
  return row.destination_named_since || row.destination_version !== row.destination_version_now
}
