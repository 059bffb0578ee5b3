/** Where pays of contractors stand, with what is in their way: what their home shows and mails tell of. */
import type { Money } from '#domain/kernel/money.ts'
import type { Blocker } from '#domain/payments/blockers.ts'
import { isKept } from '#domain/payments/lost.ts'
import { leavesPast, type PayState, payState } from '#domain/payments/pay-state.ts'
import { type PaySays, paySays } from '#domain/payments/pay-words.ts'
import { isUnderWay } from '#domain/payments/payment.ts'
import { loadRates, type RateFor } from '../exchange/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  blockersOf,
  haltedSince,
  listGoneElsewhere,
  listPaymentsOfItems,
  type Part,
  type PaymentFactsRow,
  type PlannedPayment,
  presentPart,
  presentPlanned,
  voidOf,
} from '../payments/index.ts'
import { getEmployerRecord } from '../people/index.ts'
import type { PayslipRow } from './payslip.report.store.ts'
import { listToApprove } from './review.report.store.ts'
import { employerFacts, planOf } from './review.ts'

type Item = Pick<
  PayslipRow,
  'line_item_uuid' | 'employer_uuid' | 'status' | 'pay_date' | 'end_date'
>

export type PayStanding = {
  /** Its payments; none while it waits for an approval. */
  readonly payments: readonly PaymentFactsRow[]
  /** Those, or the ones that approving it would make. */
  readonly parts: readonly Part[]
  readonly blockers: readonly Blocker[]
  /** The day on which it leaves, as far as that is known. */
  readonly leaves: string | null
  /** With what its contractor is told of it. */
  readonly pay_state: PayState & { readonly says: PaySays }
  /** Whether its employer approved it, and that still stands. */
  readonly approved: boolean
  /** Whether an approval of it was lost, because its contractor changed where it goes. */
  readonly lost: boolean
}

/**
 * Where each of these pays stands; their employers are few. What was approved to go elsewhere waits to be approved again, from the moment of
 * the change on: its payments will not leave, and those that it would have now are what is shown.
 */
export async function standingsOf(
  ctx: Ctx,
  items: readonly Item[],
): Promise<(item: Item) => PayStanding> {
  const ids = items.map(item => item.line_item_uuid)
  const found = await listPaymentsOfItems(ctx.tx, ids)
  const voided = voidOf(found)
  const lost = new Set([...voided, ...(await listGoneElsewhere(ctx.tx, ids))])
  const payments = Map.groupBy(
    found.filter(({ line_item_uuid }) => !voided.has(line_item_uuid)),
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
    const blockers =
      stored.length > 0
        ? stored.flatMap(payment => blockersOf(payment, ctx, rateFor, halted))
        : planned.flatMap(payment => payment.blockers)
    const approved = status !== 'PENDING_APPROVAL' && !voided.has(line_item_uuid)
    // From its day on nobody knows when what waits for a yes leaves: today once more would be said each day.
    const known = approved || today < pay_date
    const leaves = known ? leavesPast({ pay_date, today }, blockers) : null
    const parts =
      stored.length > 0
        ? stored.map(payment => presentPart(payment, leaves))
        : planned.map(payment => presentPlanned(payment, leaves))
    const state = payState({ ...item, today, approved, paid: status === 'PAID', parts, blockers })
    const gone = lost.has(line_item_uuid)
    const says = paySays(state, {
      ...{ today, pay_date, reader: 'CONTRACTOR', again: gone && !approved },
      own: blockers.filter(({ who }) => who === 'CONTRACTOR').map(({ code }) => code),
      places: { failed_at: stored.find(of => isKept(of.status))?.destination_uuid ?? null },
    })
    return {
      ...{ payments: stored, parts, blockers, leaves, approved, lost: gone },
      pay_state: { ...state, says },
    }
  }
}

/** What of a pay has not left, in the currency that it is paid in: all of it before its approval, and of what nobody knows the whole. */
export function unsentOf(
  { currency, amount_minor }: Pick<PayslipRow, 'currency' | 'amount_minor'>,
  stored: readonly PaymentFactsRow[],
): Money {
  const unsent = stored.filter(({ status }) => status === 'UNKNOWN' || !isUnderWay(status))
  const minor = unsent.reduce((sum, of) => sum + of.source_minor, 0n)
  return { currency, minor: stored.length > 0 ? minor : amount_minor }
}

/** The payments that approving these items now would make, by item. */
async function plansOf(ctx: Ctx, items: readonly Item[], rateFor: RateFor) {
  if (items.length === 0) return new Map<string, PlannedPayment[]>()
  const ids = items.map(item => item.line_item_uuid)
  const reviewed = new Map(
    (await listToApprove(ctx.tx, ids)).map(item => [item.line_item_uuid, item]),
  )
  const plans: PlannedPayment[] = []
  for (const [employer_uuid, group] of Map.groupBy(items, item => item.employer_uuid)) {
    const employer = employerFacts(await getEmployerRecord(ctx, employer_uuid))
    const theirs = group.flatMap(item => reviewed.get(item.line_item_uuid) ?? [])
    plans.push(...planOf({ employer, rateFor }, theirs, ctx.now))
  }
  return Map.groupBy(plans, payment => payment.line_item_uuid)
}
