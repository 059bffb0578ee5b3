/** Where pays of contractors stand, with what is in their way: what their home shows and mails tell of. */
import type { Money } from '#domain/kernel/money.ts'
import type { Blocker } from '#domain/payments/blockers.ts'
import { isKept } from '#domain/payments/lost.ts'
import { leavesPast, type PayState, payState } from '#domain/payments/pay-state.ts'
import { type PaySays, paySays } from '#domain/payments/pay-words.ts'
import { hasNotLeft, isUnderWay } from '#domain/payments/payment.ts'
import { loadRates, type RateFor } from '../exchange/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  blockersOf,
  haltedSince,
  listGoneElsewhere,
  listPaymentsOfItems,
  listRefusing,
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
  /** What of its payments has not left, and whether something keeps it; what approving it would make is kept by nothing yet. */
  readonly ahead: readonly { readonly minor: bigint; readonly kept: boolean }[]
  /** The day on which the first of it leaves, as far as that is known. */
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
  const arriving = await arrivingOf(ctx, [...found, ...[...plans.values()].flat()])
  return item => {
    const { line_item_uuid, pay_date, status } = item
    const { today } = ctx
    const stored = payments.get(line_item_uuid) ?? []
    const planned = plans.get(line_item_uuid) ?? []
    const approved = status !== 'PENDING_APPROVAL' && !voided.has(line_item_uuid)
    const leavesOf = (own: readonly Blocker[]) => {
      // From its day on nobody knows when what waits for a yes leaves, nor ever when somebody says that a first payment is there.
      const known = approved || today < pay_date
      return known && !own.some(waitsForWord) ? leavesPast({ pay_date, today }, own) : null
    }
    const shown =
      stored.length > 0
        ? stored.map(payment => {
            const own = blockersOf(payment, ctx, rateFor, halted)
            const leaves = leavesOf(own)
            return { own, leaves, part: presentPart(payment, arriving(payment, leaves)) }
          })
        : planned.map(payment => {
            const own = payment.blockers
            const leaves = payment.first_part === 'REST' ? null : leavesOf(own)
            return { own, leaves, part: presentPlanned(payment, arriving(payment, leaves)) }
          })
    const parts = shown.map(({ part }) => part)
    const blockers = shown.flatMap(({ own }) => own)
    const ahead = shown.filter(({ part }) => part.status === null || hasNotLeft(part.status))
    const state = payState({ ...item, today, approved, paid: status === 'PAID', parts, blockers })
    const gone = lost.has(line_item_uuid)
    const says = paySays(state, {
      ...{ today, pay_date, reader: 'CONTRACTOR', again: gone && !approved },
      own: blockers.filter(({ who }) => who === 'CONTRACTOR').map(({ code }) => code),
      places: { failed_at: stored.find(of => isKept(of.status))?.destination_uuid ?? null },
    })
    return {
      ...{ payments: stored, parts, blockers, approved, lost: gone },
      leaves: ahead.flatMap(({ leaves }) => leaves ?? []).sort()[0] ?? null,
      ahead: ahead.map(({ own, part }) => ({
        minor: part.source.minor,
        kept: stored.length > 0 && own.length > 0,
      })),
      pay_state: { ...state, says },
    }
  }
}

type Going = { readonly destination_uuid: string | null }

/** When what leaves on a day is reckoned to; null where it goes to an account at which something did not arrive. */
export async function arrivingOf(ctx: Ctx, payments: readonly Going[]) {
  const refusing = await listRefusing(
    ctx.tx,
    payments.map(of => of.destination_uuid),
  )
  return ({ destination_uuid: to }: Going, leaves: string | null) =>
    to && refusing.has(to) ? null : leaves
}

const waitsForWord = ({ code }: Blocker) => code === 'FIRST_PAYMENT'

/**
 * What of a pay its state is told of, in the currency that it is paid in: what has not left, all of it before its approval, and of what nobody
 * knows the whole. Where something keeps one part beyond its day and no other, that part, with what leaves `beside` it.
 */
export function unsentOf(
  { currency, amount_minor, pay_date }: Pick<PayslipRow, 'currency' | 'amount_minor' | 'pay_date'>,
  { payments, pay_state: { state, until, days_late }, ahead }: PayStanding,
): { unsent: Money; beside: Money | null } {
  const sumOf = (of: readonly { readonly minor: bigint }[]) => ({
    currency,
    minor: of.reduce((sum, { minor }) => sum + minor, 0n),
  })
  const held = ahead.filter(({ kept }) => kept)
  const free = ahead.filter(({ kept }) => !kept)
  const beyond =
    state === 'BLOCKED' || (state === 'COOLING' && (until ?? '').slice(0, 10) > pay_date)
  if (beyond && days_late === 0 && held.length > 0 && free.length > 0)
    return { unsent: sumOf(held), beside: sumOf(free) }
  const unsent = payments.filter(({ status }) => status === 'UNKNOWN' || !isUnderWay(status))
  const all = sumOf(unsent.map(of => ({ minor: of.source_minor })))
  return { unsent: payments.length > 0 ? all : { currency, minor: amount_minor }, beside: null }
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
