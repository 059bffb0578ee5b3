/** Where pays of contractors stand, with what is in their way: what their home shows and mails tell of. */
import type { Blocker } from '#domain/payments/blockers.ts'
import {
  leavesOn,
  leavesPast,
  type PayFacts,
  type PayState,
  payState,
} from '#domain/payments/pay-state.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'
import { loadRates, type RateFor } from '../exchange/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  arrivalOf,
  blockersOf,
  haltedSince,
  listPaymentsOfItems,
  type Part,
  type PaymentFactsRow,
  type PlannedPayment,
  presentPart,
  presentPlanned,
} from '../payments/index.ts'
import { getEmployerRecord } from '../people/index.ts'
import type { PayslipRow } from './payslip.report.store.ts'
import { listReviewOf } from './review.report.store.ts'
import { employerFacts, planOf } from './review.ts'

/** What a rail was asked for: its arrival is counted from then. */
const ASKED: readonly PaymentStatus[] = ['SENT', 'SETTLED', 'RETURNED', 'EXECUTING', 'UNKNOWN']

type Item = Pick<
  PayslipRow,
  'line_item_uuid' | 'employer_uuid' | 'status' | 'pay_date' | 'end_date'
>

export type PayStanding = {
  /** Its payments; none while it waits for an approval. */
  readonly payments: readonly PaymentFactsRow[]
  /** Those, or the ones that approving it would make. */
  readonly parts: readonly (Omit<Part, 'arrives'> & Pick<PayFacts['parts'][number], 'arrives'>)[]
  readonly blockers: readonly Blocker[]
  /** The day on which it leaves, as far as that is known. */
  readonly leaves: string | null
  readonly pay_state: PayState
}

/** Where each of these pays stands; their employers are few. */
export async function standingsOf(
  ctx: Ctx,
  items: readonly Item[],
): Promise<(item: Item) => PayStanding> {
  const ids = items.map(item => item.line_item_uuid)
  const payments = Map.groupBy(
    await listPaymentsOfItems(ctx.tx, ids),
    payment => payment.line_item_uuid,
  )
  const rateFor = await loadRates(ctx)
  const halted = await haltedSince(ctx.tx)
  const waiting = items.filter(item => !payments.has(item.line_item_uuid))
  const plans = await plansOf(ctx, waiting, rateFor)
  return item => {
    const { line_item_uuid, pay_date, status } = item
    const { today } = ctx
    const stored = payments.get(line_item_uuid) ?? []
    const planned = plans.get(line_item_uuid) ?? []
    const shown =
      stored.length > 0
        ? stored.map(presentPart)
        : planned.map(payment => presentPlanned(payment, leavesOn(pay_date, today)))
    const blockers =
      stored.length > 0
        ? stored.flatMap(payment => blockersOf(payment, ctx, rateFor, halted))
        : planned.flatMap(payment => payment.blockers)
    const leaves = leavesPast({ pay_date, today }, blockers)
    const parts = shown.map(part =>
      part.status && ASKED.includes(part.status)
        ? part
        : { ...part, arrives: leaves && arrivalOf(part, leaves) },
    )
    const approved = status !== 'PENDING_APPROVAL'
    const facts = { ...item, today, approved, paid: status === 'PAID', parts, blockers }
    return { payments: stored, parts, blockers, leaves, pay_state: payState(facts) }
  }
}

/** The payments that approving these items now would make, by item. */
async function plansOf(ctx: Ctx, items: readonly Item[], rateFor: RateFor) {
  if (items.length === 0) return new Map<string, PlannedPayment[]>()
  const ids = items.map(item => item.line_item_uuid)
  const reviewed = new Map(
    (await listReviewOf(ctx.tx, ids)).map(item => [item.line_item_uuid, item]),
  )
  const plans: PlannedPayment[] = []
  for (const [employer_uuid, group] of Map.groupBy(items, item => item.employer_uuid)) {
    const employer = employerFacts(await getEmployerRecord(ctx, employer_uuid))
    const theirs = group.flatMap(item => reviewed.get(item.line_item_uuid) ?? [])
    plans.push(...planOf({ employer, rateFor }, theirs, ctx.now))
  }
  return Map.groupBy(plans, payment => payment.line_item_uuid)
}
