/** A cycle as its employer sees it: the dry run, then a page of line items with their parts, blockers and unusual things. */

import type { z } from 'zod'
import type { Cycle, LineItem } from '#contract/payroll-shapes.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import type { Money } from '#domain/kernel/money.ts'
import { personName } from '#domain/kernel/names.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Blocker } from '#domain/payments/blockers.ts'
import { cyclePayState, leavesOn } from '#domain/payments/pay-state.ts'
import {
  type UnusualThing,
  unusualThings,
  type Written,
  writtenOf,
} from '#domain/payroll/approval.ts'
import { cycleStatus, isLive } from '#domain/payroll/line-item.ts'
import {
  allItems,
  blockedMarks,
  type CycleCount,
  type DifferenceCode,
  differenceKinds,
  itemsMarked,
  liveItems,
  paymentKinds,
  realBlockers,
  statusesIn,
  totalsOf,
  unusualItems,
  unusualKinds,
  waitingItems,
} from '#domain/payroll/review-marks.ts'
import { employerOf } from '../kernel/actor.ts'
import { decodeCursor, IdKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { saidBeside, say, sayText, withReason } from '../kernel/words.ts'
import {
  arrivalOf,
  blockersOf,
  haltedSince,
  listPaymentsOfItems,
  type Part,
  type PaymentFactsRow,
  type PlannedPayment,
  paymentsOfCycles,
  presentPart,
  presentPlanned,
  rateToAccept,
} from '../payments/index.ts'
import {
  type CycleRecord,
  findCycle,
  findPreviousCycle,
  listDifferences,
} from './cycle.report.store.ts'
import { cycleActions, itemActions } from './cycle-actions.ts'
import { countsOf } from './cycle-count.store.ts'
import {
  findApproval,
  listReviewOfItem,
  listReviewPage,
  type ReviewRow,
} from './review.report.store.ts'
import {
  amountOf,
  digestOfOne,
  isAboveApprovalLimit,
  loadReview,
  nameOf,
  planOf,
  type Review,
  reviewItem,
  waitingDigest,
} from './review.ts'
import { reviewDue } from './review-items.ts'
import { isAnnounced, shortagesOf } from './shortages.ts'

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
    throw new Problem('NOT_FOUND', 'payroll.problems.noSuchCycle')
  return cycle
}

type Page = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly show?: 'all' | 'unusual' | 'blocked' | undefined
}

/** The cycle with its dry run and one page of items; `cursor` is the last item of the page before. */
export async function getCycle(ctx: Ctx, id: CycleId, page: Page): Promise<Shown> {
  const cycle = await getOwnCycle(ctx, id)
  const left = await reviewDue(ctx, cycle)
  const review = await loadReview(ctx, cycle)
  const [after] = decodeCursor(page.cursor, IdKey) ?? []
  const blocked = blockedNow(review)
  const rows = await listReviewPage(ctx.tx, cycle.cycle_uuid, {
    after,
    limit: page.limit + 1,
    marks: page.show === 'unusual' ? ['UNUSUAL'] : page.show === 'blocked' ? blocked : undefined,
  })
  const found = rows.filter(row => row.shown)
  const { rows: shown, next_cursor } = pageOf(found, page.limit, row => [row.line_item_uuid])
  const { counts } = review
  const statuses = statusesIn(counts)
  const approved = totalsOf(counts, status => status === 'APPROVED' || status === 'PAID')
  const approval = approved.length > 0 && (await findApproval(ctx.tx, cycle.cycle_uuid))
  const ids = [cycle.cycle_uuid]
  const paid = (await paymentsOfCycles(ctx.tx, ids))(cycle.cycle_uuid)
  const shortage = (await shortagesOf(ctx.tx, cycle.employer_uuid, ids))(cycle.cycle_uuid)
  const preview = await previewOf(ctx, review, left, itemsMarked(counts, blocked))
  return {
    cycle_uuid: cycle.cycle_uuid,
    policy_uuid: cycle.policy_uuid,
    policy_label: cycle.policy_label,
    period: periodOf(cycle),
    status: cycleStatus(statuses),
    contractors: liveItems(counts),
    totals: totalsOf(counts, isLive),
    pay_state: cyclePayState({
      ...{ today: ctx.today, pay_date: cycle.pay_date, end_date: cycle.end_date },
      waiting: { count: preview.items, totals: preview.gross },
      ...paid,
      announced: isAnnounced(shortage),
    }),
    ...shortage,
    preview,
    approved: approval
      ? {
          by: personName(approval),
          at: approval.approved_at,
          digest: approval.digest,
        }
      : null,
    items: await presentItems(ctx, review, shown, rows),
    next_cursor,
    shows: { all: allItems(counts), unusual: unusualItems(counts), blocked: preview.blocked },
    // What is still worked out was not seen, and cannot be approved.
    allowed_actions: cycleActions(ctx.actor, statuses, paid.counted).filter(
      action => action !== 'approve' || preview.digest !== null,
    ),
  }
}

/** One line item of the acting employer's cycle. */
export async function getLineItem(
  ctx: Ctx,
  id: CycleId,
  line_item_uuid: string,
): Promise<ShownItem> {
  const cycle = await getOwnCycle(ctx, id)
  const own = await listReviewOfItem(ctx.tx, cycle.cycle_uuid, line_item_uuid)
  const row = own.find(of => of.line_item_uuid === line_item_uuid)
  const [item] = row ? await presentItems(ctx, await loadReview(ctx, cycle), [row], own) : []
  if (!item) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
  return item
}

/** Line items with what is planned for those that wait and what became of those that were approved; duplicates are seen by the siblings. */
async function presentItems(
  ctx: Ctx,
  review: Review,
  rows: readonly ReviewRow[],
  withSiblings: readonly ReviewRow[],
): Promise<ShownItem[]> {
  const halted = await haltedSince(ctx.tx)
  const waiting = rows.filter(row => row.status === 'PENDING_APPROVAL')
  const plan = planOf(review, waiting, ctx.now)
  const unusual = unusualThings(withSiblings.map(row => reviewItem(row, review.cycle)))
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
        : partsOfPlan(drafts, review.cycle.pay_date, ctx.today)
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
      ...presentWritten(row),
      scheduled_hours: row.scheduled_hours_hundredths,
      amount: amountOf(row),
      proration: row.proration,
      proration_said: saidBeside(row.proration, row.proration_said),
      contract_uuid: row.contract_uuid,
      contract_revision: row.contract_revision,
      back_pay: row.back_pay,
      edited: row.edited_at !== null,
      approval_digest: row.status === 'PENDING_APPROVAL' ? digestOfOne(review.cycle, row) : null,
      parts,
      blockers,
      rates_to_accept,
      unusual: (things.get(row.line_item_uuid) ?? []).map(presentThing),
      payslip_uuid: row.status === 'PAID' ? row.line_item_uuid : null,
      allowed_actions: itemActions(ctx.actor, row, payments, rates_to_accept.length > 0),
    }
  })
}

/** What is written on an item, by its names on the wire. */
function presentWritten(row: Written) {
  const { hours_hundredths: hours, ...rest } = writtenOf(row)
  return { hours, ...rest }
}

function partsOfStored(
  payments: readonly PaymentFactsRow[],
  moment: Pick<Ctx, 'now'>,
  review: Review,
  halted: string | null,
): [Part[], ShownItem['blockers']] {
  return [
    payments.map(presentPart),
    distinct(payments.flatMap(payment => blockersOf(payment, moment, review.rateFor, halted))),
  ]
}

function partsOfPlan(
  drafts: readonly PlannedPayment[],
  pay_date: string,
  today: string,
): [Part[], ShownItem['blockers']] {
  const real = realBlockers(
    drafts.flatMap(draft => draft.blockers),
    pay_date,
  )
  const leaves = leavesOn(pay_date, today)
  return [drafts.map(draft => presentPlanned(draft, leaves)), distinct(real)]
}

function distinct(blockers: readonly Blocker[]) {
  return [
    ...new Map(blockers.map(blocker => [`${blocker.code} ${blocker.until}`, blocker])).values(),
  ].map(withReason)
}

/** So many unusual things or differences are told by name; of more, each kind is. */
const MOST_NAMED = 50

async function previewOf(
  ctx: Ctx,
  review: Review,
  left: number,
  blocked: number,
): Promise<Shown['preview']> {
  const { cycle, counts, rateFor } = review
  const gross = totalsOf(counts, status => status === 'PENDING_APPROVAL')
  const items = waitingItems(counts)
  const unusual_kinds = unusualKinds(counts)
  const few = unusual_kinds.reduce((sum, kind) => sum + kind.items, 0) <= MOST_NAMED
  const difference_kinds = differenceKinds(counts)
  return {
    digest: left > 0 ? null : await waitingDigest(ctx, cycle),
    left,
    items,
    gross,
    fees: gross.map(({ currency }) => ({ currency, minor: 0n })),
    coverage: gross.map(money => coverageOf(review, money)),
    rates: ratesOf(counts, rateFor),
    arrives: arrivalsOf(counts, leavesOn(cycle.pay_date, ctx.today)),
    blocked,
    needs_step_up: items > 0 && isAboveApprovalLimit(review, gross),
    previous: await previousOf(ctx, cycle),
    differences: await differencesOf(ctx, cycle, difference_kinds),
    difference_kinds,
    unusual: few ? await unusualOf(ctx, cycle) : [],
    unusual_kinds,
  }
}

/** The marks of what cannot leave at this moment: nothing can while the employer may not pay. */
function blockedNow({ counts, employer, rateFor }: Review): string[] {
  const mayPay = employer.suspended_at === null && employer.verification_status === 'VERIFIED'
  return blockedMarks(
    counts,
    (from, to) => mayPay && (from === to || rateFor(from, to)?.stale === false),
  )
}

async function unusualOf(ctx: Ctx, cycle: CycleRecord): Promise<Shown['preview']['unusual']> {
  const rows = await listReviewPage(ctx.tx, cycle.cycle_uuid, {
    limit: MOST_NAMED,
    marks: ['UNUSUAL'],
  })
  const shown = new Set(rows.filter(row => row.shown).map(row => row.line_item_uuid))
  return unusualThings(rows.map(row => reviewItem(row, cycle)))
    .filter(thing => shown.has(thing.line_item_uuid))
    .map(presentThing)
}

function presentThing(thing: UnusualThing) {
  return { ...thing, text: sayText(thing.said) }
}

async function previousOf(ctx: Ctx, cycle: CycleRecord): Promise<Shown['preview']['previous']> {
  const previous = await findPreviousCycle(ctx.tx, cycle.policy_uuid, cycle.start_date)
  if (!previous) return null
  const { cycle_uuid, pay_date } = previous
  return { pay_date, totals: totalsOf(await countsOf(ctx.tx, cycle_uuid), isLive) }
}

async function differencesOf(
  ctx: Ctx,
  cycle: CycleRecord,
  kinds: readonly { readonly people: number }[],
): Promise<Shown['preview']['differences']> {
  const people = kinds.reduce((sum, kind) => sum + kind.people, 0)
  if (people === 0 || people > MOST_NAMED) return []
  const rows = await listDifferences(ctx.tx, cycle.cycle_uuid, MOST_NAMED)
  return rows.map(row => ({
    contractor_name: row.contractor_name,
    text: differenceText(row.code, row.hours_hundredths),
    difference: { currency: row.currency, minor: row.difference_minor },
  }))
}

function arrivalsOf(counts: readonly CycleCount[], pay_date: string) {
  const byDay = new Map<string, number>()
  for (const { network, payments } of paymentKinds(counts)) {
    const date = arrivalOf(network, pay_date)
    byDay.set(date, (byDay.get(date) ?? 0) + payments)
  }
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, payments]) => ({ date, payments }))
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

function ratesOf(
  counts: readonly CycleCount[],
  rateFor: Review['rateFor'],
): Shown['preview']['rates'] {
  const pairs = paymentKinds(counts).map(of => [of.source_currency, of.currency] as const)
  const rates = new Map(pairs.map(([from, to]) => [`${from}/${to}`, rateFor(from, to)]))
  return [...rates.values()]
    .filter(rate => rate !== undefined)
    .map(({ from_currency, to_currency, rate, source, as_of }) => ({
      ...{ from_currency, to_currency, rate, source, as_of },
    }))
}

function differenceText(code: DifferenceCode, hours: number): string {
  if (code !== 'HOURS') return say(`payroll.differenceOf.${code}`)
  return say(hours > 0 ? 'payroll.differenceOf.more' : 'payroll.differenceOf.fewer', {
    hours: formatHours(Math.abs(hours)),
  })
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
