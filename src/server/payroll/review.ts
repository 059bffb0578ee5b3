/** What a cycle's approval is judged by, loaded once: the items, what is approved of them, and what would follow. */
import { createHash, hash } from 'node:crypto'
import type { Money } from '#domain/kernel/money.ts'
import { personName } from '#domain/kernel/names.ts'
import { type PartyFacts, RATE_TOLERANCE_BPS } from '#domain/payments/blockers.ts'
import {
  type ApprovedItem,
  approvedItem,
  approvedTerms,
  type ReviewItem,
  writtenOf,
} from '#domain/payroll/approval.ts'
import type { ApprovalBand } from '#domain/payroll/approval-bands.ts'
import { DEFAULT_APPROVAL_LIMIT, isAboveLimit } from '#domain/payroll/approval-limit.ts'
import { type CycleCount, totalsOf } from '#domain/payroll/review-marks.ts'
import { loadRates, type RateFor } from '../exchange/index.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type PlanItem, type PlannedPayment, planPayments } from '../payments/index.ts'
import { type EmployerRecord, getEmployerRecord } from '../people/index.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { countsOf } from './cycle-count.store.ts'
import { digestOfWaiting } from './item-review.store.ts'
import type { ApprovedRow, ReviewRow } from './review.report.store.ts'
import { digestOfChosen } from './selection.store.ts'

/** What is approved about currencies, as the record of an approval keeps it. */
export const APPROVED_TERMS = approvedTerms({ tolerance_bps: RATE_TOLERANCE_BPS, locked_rates: [] })

/** What the judgement of a cycle needs besides its items. */
export type Review = {
  readonly cycle: CycleRecord
  readonly counts: readonly CycleCount[]
  readonly employer: PartyFacts & { readonly is_partner: boolean }
  readonly rateFor: RateFor
  /** The sum above which approving asks for a fresh proof of who approves. */
  readonly approval_limit: Money
  /** How many approve, by the sum in the company's currency. */
  readonly bands: readonly ApprovalBand[]
  readonly currency: string
}

/** Loads what judging a cycle needs besides its items, and what is counted of these. */
export async function loadReview(ctx: Ctx, cycle: CycleRecord): Promise<Review> {
  const employer = await getEmployerRecord(ctx, cycle.employer_uuid)
  return {
    cycle,
    counts: await countsOf(ctx.tx, cycle.cycle_uuid),
    employer: employerFacts(employer),
    rateFor: await loadRates(ctx),
    approval_limit: employer.approval_limit ?? DEFAULT_APPROVAL_LIMIT,
    bands: employer.bands,
    currency: employer.currency,
  }
}

/** The line of text that approving this row approves. */
export function approvedLine(row: ApprovedRow): string {
  return approvedItem(itemOf(row))
}

function itemOf(row: ApprovedRow): ApprovedItem {
  return {
    line_item_uuid: row.line_item_uuid,
    contractor_sub: row.contractor_sub,
    contractor_name: nameOf(row),
    amount: amountOf(row),
    ...writtenOf(row),
    contract: {
      contract_uuid: row.contract_uuid,
      revision: row.contract_revision,
      hourly_rate: { currency: row.currency, minor: row.hourly_rate_minor },
      scheduled_hours_hundredths: row.scheduled_hours_hundredths,
    },
    destinations: row.destinations,
  }
}

/** The digest of approving everything that waits in a cycle, of which everybody was reviewed. */
export async function waitingDigest(ctx: Ctx, cycle: CycleRecord): Promise<string> {
  return approvalDigest(await digestOfWaiting(ctx.tx, cycle))
}

/** The digest of approving what of a selection waits, of which everybody was reviewed. */
export async function chosenDigest(
  ctx: Ctx,
  { cycle_uuid }: CycleRecord,
  line_item_uuids: readonly string[],
): Promise<string> {
  return approvalDigest(await digestOfChosen(ctx.tx, cycle_uuid, line_item_uuids))
}

/** The digest of approving this row alone. */
export function digestOfOne(row: ApprovedRow): string {
  const lines = digestOfLines()
  lines.add(approvedLine(row))
  return lines.digest()
}

/** Works an approval's digest out of its lines, which are added in the order of their items' ids. */
export function digestOfLines(): { add(line: string): void; digest(): string } {
  const all = createHash('sha256')
  return {
    add: line => void all.update(hash('sha256', line, 'buffer')),
    digest: () => approvalDigest(all.digest('hex')),
  }
}

function approvalDigest(ofLines: string): string {
  return sha256(`${APPROVED_TERMS}${ofLines}`)
}

/** The payments that approving these rows now would make. Approving ahead of funding is judged as if the money were there. */
export function planOf(
  review: Pick<Review, 'employer' | 'rateFor'>,
  rows: readonly ApprovedRow[],
  now: Date,
): PlannedPayment[] {
  return planPayments(rows.map(planItem), {
    now,
    employer: review.employer,
    rateFor: review.rateFor,
    missing_funds: () => null,
  })
}

/**
 * Whether approving these amounts brings what is approved of the cycle above the approval limit, at the rates at hand. What was
 * approved before counts with it, so that the limit is not walked around item by item.
 */
export function isAboveApprovalLimit(
  { approval_limit, counts, rateFor }: Review,
  amounts: readonly Money[],
): boolean {
  const approved = totalsOf(counts, status => status === 'APPROVED' || status === 'PAID')
  return isAboveLimit([...approved, ...amounts], approval_limit, rateFor)
}

/** A row as the rules of unusual things and of the approval's content read it. */
export function reviewItem(row: ReviewRow, { start_date }: CycleRecord): ReviewItem {
  const { contract_last_day: last } = row
  return {
    ...itemOf(row),
    status: row.status,
    contract_ended_on: last !== null && last < start_date ? last : null,
    back_pay: row.back_pay ? { first: row.earned_from, last: row.earned_to } : null,
    time: row.back_pay
      ? null
      : {
          required: row.time_required,
          status: row.time_status,
          hours_hundredths: row.time_hours,
          edited: row.edited_at !== null,
        },
    sent_in_too: row.sent_in_too,
    previous_amount: row.previous && {
      currency: row.previous.currency,
      minor: BigInt(row.previous.minor),
    },
    first_payment: row.previous === null,
    destinations_changed_at:
      row.destinations
        .map(d => d.changed_at)
        .toSorted()
        .at(-1) ?? null,
    shares_account_with:
      row.twin_first_name === null
        ? null
        : personName({ first_name: row.twin_first_name, last_name: row.twin_last_name ?? '' }),
    invoiced: row.invoiced && {
      number: row.invoiced.number,
      total: { currency: row.invoiced.currency, minor: BigInt(row.invoiced.minor) },
    },
    previous_paid_at: row.previous?.paid_at ?? null,
  }
}

/** A row as the plan of payments reads it. */
export function planItem(row: ApprovedRow): PlanItem {
  return {
    line_item_uuid: row.line_item_uuid,
    contractor: {
      sub: row.contractor_sub,
      name: nameOf(row),
      verification_status: row.verification,
      verification_since: row.documents_at?.toISOString() ?? null,
      suspended_at: row.suspended_at?.toISOString() ?? null,
      compliance_since: row.compliance_since?.toISOString() ?? null,
    },
    amount: amountOf(row),
    destinations: row.destinations,
  }
}

/** A contractor's whole name. */
export function nameOf(
  row: Pick<ReviewRow, 'contractor_first_name' | 'contractor_last_name'>,
): string {
  return personName({ first_name: row.contractor_first_name, last_name: row.contractor_last_name })
}

/** A row's amount as money. */
export function amountOf(row: Pick<ReviewRow, 'currency' | 'amount_minor'>): Money {
  return { currency: row.currency, minor: row.amount_minor }
}

/** An employer as the rules of blockers read it. */
export function employerFacts(employer: EmployerRecord): PartyFacts & { is_partner: boolean } {
  return {
    name: employer.name,
    is_partner: employer.is_partner,
    verification_status: employer.verification as PartyFacts['verification_status'],
    verification_since: null,
    suspended_at: employer.suspended_at?.toISOString() ?? null,
    // Of a company's own it is asked when its payments leave.
    compliance_since: null,
  }
}
