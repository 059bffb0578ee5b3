/** A cycle as its employer sees it: the dry run, then a page of line items with their parts, blockers and unusual things. */
import type { z } from 'zod'
import type { Cycle, LineItem } from '#contract/payroll-shapes.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { type Money, totalsByCurrency } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Blocker } from '#domain/payments/blockers.ts'
import { type UnusualThing, unusualThings } from '#domain/payroll/approval.ts'
import { cycleStatus } from '#domain/payroll/line-item.ts'
import { employerOf } from '../kernel/actor.ts'
import { decodeCursor, IdKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import {
  blockersOf,
  haltedSince,
  listPaymentsOfItems,
  type Part,
  type PaymentFactsRow,
  type PlannedPayment,
  presentPart,
  presentPlanned,
  rateToAccept,
} from '../payments/index.ts'
import { type CycleRecord, findCycle, findPreviousCycle } from './cycle.report.store.ts'
import { cycleActions, itemActions } from './cycle-actions.ts'
import { findApproval, listReview, type ReviewRow } from './review.report.store.ts'
import {
  amountOf,
  approvedOf,
  contentOf,
  isAboveApprovalLimit,
  loadReview,
  nameOf,
  planOf,
  type Review,
  reviewItem,
} from './review.ts'

type Shown = z.output<typeof Cycle>
type ShownItem = z.output<typeof LineItem>
type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

/** The acting employer's cycle, or NOT_FOUND. */
export async function getOwnCycle(
  ctx: Ctx,
  { policy_uuid, cycle_uuid }: CycleId,
): Promise<CycleRecord> {
  const cycle = await findCycle(ctx.tx, policy_uuid, cycle_uuid)
  if (cycle?.employer_uuid !== employerOf(ctx.actor))
    throw new Problem('NOT_FOUND', 'There is no such pay cycle.')
  return cycle
}

/** The cycle with its dry run and one page of items; `cursor` is the last item of the page before. */
export async function getCycle(
  ctx: Ctx,
  id: CycleId,
  page: { limit: number; cursor?: string | undefined },
): Promise<Shown> {
  const cycle = await getOwnCycle(ctx, id)
  const review = await loadReview(ctx, cycle)
  const live = review.rows.filter(row => row.status !== 'ARCHIVED' && row.status !== 'CANCELLED')
  const waiting = review.rows.filter(row => row.status === 'PENDING_APPROVAL')
  const plan = planOf(review, waiting, ctx.now)
  const unusual = unusualThings(review.rows.map(row => reviewItem(row, cycle)))
  const approval = await findApproval(ctx.tx, cycle.cycle_uuid)
  const [after] = decodeCursor(page.cursor, IdKey) ?? ['']
  const rest = review.rows.filter(row => row.line_item_uuid > after)
  const { rows: shown, next_cursor } = pageOf(rest, page.limit, row => [row.line_item_uuid])
  const approved = live.some(row => row.approval_uuid) ? approval : undefined
  return {
    cycle_uuid: cycle.cycle_uuid,
    policy_uuid: cycle.policy_uuid,
    policy_label: cycle.policy_label,
    period: periodOf(cycle),
    status: cycleStatus(review.rows),
    contractors: live.length,
    totals: totalsByCurrency(live.map(amountOf)),
    preview: await previewOf(ctx, review, waiting, plan, unusual),
    approved: approved
      ? {
          by: `${approved.first_name} ${approved.last_name}`,
          at: approved.approved_at,
          digest: approved.digest,
        }
      : null,
    items: await presentItems(ctx, review, shown, plan, unusual),
    next_cursor,
    allowed_actions: cycleActions(ctx.actor, review.rows),
  }
}

/** One line item of the acting employer's cycle. */
export async function getLineItem(
  ctx: Ctx,
  id: CycleId,
  line_item_uuid: string,
): Promise<ShownItem> {
  const cycle = await getOwnCycle(ctx, id)
  const review = await loadReview(ctx, cycle, line_item_uuid)
  const waiting = review.rows.filter(row => row.status === 'PENDING_APPROVAL')
  const all = unusualThings(
    (await listReview(ctx.tx, cycle.cycle_uuid)).map(row => reviewItem(row, cycle)),
  )
  const [item] = await presentItems(ctx, review, review.rows, planOf(review, waiting, ctx.now), all)
  if (!item) throw new Problem('NOT_FOUND', 'There is no such line item in this cycle.')
  return item
}

/** Line items with what is planned for those that wait and what became of those that were approved. */
async function presentItems(
  ctx: Ctx,
  review: Review,
  rows: readonly ReviewRow[],
  plan: readonly PlannedPayment[],
  unusual: readonly UnusualThing[],
): Promise<ShownItem[]> {
  const halted = await haltedSince(ctx.tx)
  const planned = Map.groupBy(plan, payment => payment.line_item_uuid)
  const stored = Map.groupBy(
    await listPaymentsOfItems(
      ctx.tx,
      rows.map(row => row.line_item_uuid),
    ),
    payment => payment.line_item_uuid,
  )
  const things = Map.groupBy(unusual, thing => thing.line_item_uuid)
  return rows.map(row => {
    const payments = stored.get(row.line_item_uuid) ?? []
    const drafts = planned.get(row.line_item_uuid) ?? []
    const [parts, blockers] =
      payments.length > 0
        ? partsOfStored(payments, ctx, review, halted)
        : partsOfPlan(drafts, review.cycle.pay_date)
    const rates_to_accept = payments.flatMap(of => rateToAccept(of, review.rateFor) ?? [])
    return {
      line_item_uuid: row.line_item_uuid,
      contractor_sub: row.contractor_sub,
      contractor_name: nameOf(row),
      contractor_email: row.contractor_email,
      country_code: row.country_code,
      role: row.role,
      status: row.status,
      hourly_rate: { currency: row.currency, minor: row.hourly_rate_minor },
      hours: row.hours_hundredths,
      scheduled_hours: row.scheduled_hours_hundredths,
      amount: amountOf(row),
      proration: row.proration,
      contract_uuid: row.contract_uuid,
      contract_revision: row.contract_revision,
      back_pay: row.back_pay,
      edited: row.edited_at !== null,
      approval_digest:
        row.status === 'PENDING_APPROVAL' ? contentOf(review.cycle, [row]).digest : null,
      parts,
      blockers,
      rates_to_accept,
      unusual: [...(things.get(row.line_item_uuid) ?? [])],
      payslip_uuid: row.status === 'PAID' ? row.line_item_uuid : null,
      allowed_actions: itemActions(ctx.actor, row, payments, rates_to_accept.length > 0),
    }
  })
}

function partsOfStored(
  payments: readonly PaymentFactsRow[],
  moment: Pick<Ctx, 'now'>,
  review: Review,
  halted: string | null,
): [Part[], Blocker[]] {
  return [
    payments.map(presentPart),
    distinct(payments.flatMap(payment => blockersOf(payment, moment, review.rateFor, halted))),
  ]
}

function partsOfPlan(drafts: readonly PlannedPayment[], pay_date: string): [Part[], Blocker[]] {
  // A hold that ends by itself before the pay date blocks nothing.
  const real = drafts
    .flatMap(draft => draft.blockers)
    .filter(({ code, until }) => code !== 'DESTINATION_COOLING' || (until ?? '') > `${pay_date}T`)
  return [drafts.map(draft => presentPlanned(draft, pay_date)), distinct(real)]
}

function distinct(blockers: readonly Blocker[]): Blocker[] {
  return [
    ...new Map(blockers.map(blocker => [`${blocker.code} ${blocker.until}`, blocker])).values(),
  ]
}

async function previewOf(
  ctx: Ctx,
  review: Review,
  waiting: readonly ReviewRow[],
  plan: readonly PlannedPayment[],
  unusual: readonly UnusualThing[],
): Promise<Shown['preview']> {
  const gross = totalsByCurrency(waiting.map(amountOf))
  const waitingIds = new Set(waiting.map(row => row.line_item_uuid))
  const previous = await findPreviousCycle(
    ctx.tx,
    review.cycle.policy_uuid,
    review.cycle.start_date,
  )
  const arrivals = Map.groupBy(
    plan.map(payment => presentPlanned(payment, review.cycle.pay_date)),
    part => part.arrives ?? review.cycle.pay_date,
  )
  const blockedItems = new Set(
    [...Map.groupBy(plan, payment => payment.line_item_uuid)]
      .filter(([, drafts]) => partsOfPlan(drafts, review.cycle.pay_date)[1].length > 0)
      .map(([id]) => id),
  )
  return {
    digest: contentOf(review.cycle, waiting).digest,
    items: waiting.length,
    gross,
    fees: gross.map(({ currency }) => ({ currency, minor: 0n })),
    coverage: gross.map(money => coverageOf(review, money)),
    rates: ratesOf(plan),
    arrives: [...arrivals]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, parts]) => ({ date, payments: parts.length })),
    blocked: blockedItems.size,
    needs_step_up:
      waiting.length > 0 && isAboveApprovalLimit(review, approvedOf(review.rows), waiting),
    previous: previous
      ? {
          pay_date: previous.pay_date,
          totals: totalsByCurrency(
            previous.items.map(item => ({ currency: item.currency, minor: BigInt(item.minor) })),
          ),
        }
      : null,
    differences: previous ? differencesFrom(previous.items, review.rows) : [],
    unusual: unusual.filter(thing => waitingIds.has(thing.line_item_uuid)),
  }
}

function coverageOf(review: Review, { currency, minor: need }: Money) {
  const available = review.available.get(currency) ?? 0n
  const after = available - need
  return {
    currency,
    need,
    available,
    reserved: review.reserved.get(currency) ?? 0n,
    after: after < 0n ? 0n : after,
    short: after < 0n ? -after : 0n,
  }
}

function ratesOf(plan: readonly PlannedPayment[]): Shown['preview']['rates'] {
  const rates = plan.flatMap(({ source_currency, currency, rate, rate_source, rate_as_of }) =>
    rate === null
      ? []
      : [
          {
            from_currency: source_currency,
            to_currency: currency,
            rate,
            source: rate_source ?? '',
            as_of: rate_as_of ?? '',
          },
        ],
  )
  return [
    ...new Map(rates.map(rate => [`${rate.from_currency}/${rate.to_currency}`, rate])).values(),
  ]
}

type Earlier = {
  contractor_sub: string
  contractor_name: string
  currency: string
  minor: number
  hours: number
  back_pay: boolean
}

/** What changed against the cycle before: of what is paid late, that alone. */
function differencesFrom(
  previous: readonly Earlier[],
  rows: readonly ReviewRow[],
): Shown['preview']['differences'] {
  const earlier = previous.filter(item => !item.back_pay)
  const before = new Map(earlier.map(item => [item.contractor_sub, item]))
  const live = rows.filter(row => row.status !== 'ARCHIVED' && row.status !== 'CANCELLED')
  const now = new Set(live.map(row => row.contractor_sub))
  const gone = earlier.filter(item => !now.has(item.contractor_sub))
  return [
    ...live.flatMap(row => {
      const was = row.back_pay ? undefined : before.get(row.contractor_sub)
      const difference = {
        currency: row.currency,
        minor: row.amount_minor - (was?.currency === row.currency ? BigInt(was.minor) : 0n),
      }
      return difference.minor === 0n
        ? []
        : [{ contractor_name: nameOf(row), text: differenceText(row, was), difference }]
    }),
    ...gone.map(item => ({
      contractor_name: item.contractor_name,
      text: 'no longer in it',
      difference: { currency: item.currency, minor: -BigInt(item.minor) },
    })),
  ]
}

function differenceText(row: ReviewRow, was: Earlier | undefined): string {
  if (row.back_pay) return 'back pay'
  if (!was) return 'new'
  const hours = row.hours_hundredths - was.hours
  if (hours === 0) return 'another rate'
  return `${formatHours(Math.abs(hours))} h ${hours > 0 ? 'more' : 'fewer'}`
}

function periodOf({
  start_date,
  end_date,
  nominal_pay_date,
  pay_date,
  moved_because,
}: CycleRecord): Shown['period'] {
  return { start_date, end_date, nominal_pay_date, pay_date, moved_because }
}
