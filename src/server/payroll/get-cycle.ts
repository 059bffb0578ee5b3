/** A cycle as its employer sees it: the dry run, then a page of line items with their parts, blockers and unusual things. */

import type { z } from 'zod'
import type { Cycle } from '#contract/payroll-shapes.ts'
import { formatHours } from '#domain/kernel/hours.ts'
import { personName } from '#domain/kernel/names.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { cyclePayStates, leavesOn } from '#domain/payments/pay-state.ts'
import type { ItemSort } from '#domain/payroll/item-order.ts'
import { cycleStatus, isLive } from '#domain/payroll/line-item.ts'
import {
  allItems,
  type CycleCount,
  type DifferenceCode,
  differenceKinds,
  liveItems,
  paymentKinds,
  statusesIn,
  totalsOf,
  unusualItems,
} from '#domain/payroll/review-marks.ts'
import { firstYesesOf } from '../approvals/index.ts'
import { plannedFeesOf } from '../billing/index.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Tx } from '../kernel/db.ts'
import { decodeCursor, IdKey, pageOf } from '../kernel/paging.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { arrivalOf, paymentsOfCycles } from '../payments/index.ts'
import { withAbsent } from './approvers.ts'
import {
  type CycleRecord,
  findCycle,
  findPreviousCycle,
  listDifferences,
} from './cycle.report.store.ts'
import { cycleActions } from './cycle-actions.ts'
import { countsOf } from './cycle-count.store.ts'
import { cyclePath, mayAct, toldOfCycle } from './cycle-pay-states.ts'
import { countFound, type Looked, listFound } from './found-items.report.store.ts'
import { findFrozen, type Kind } from './frozen.report.store.ts'
import { listPayeesAsked } from './payee-reminder.store.ts'
import { presentItem, presentItems } from './present-items.ts'
import { findApproval, listReviewPage, listWithSiblings } from './review.report.store.ts'
import { loadReview, type Review } from './review.ts'
import { reviewDue } from './review-items.ts'
import { isAnnounced, shortagesOf } from './shortages.ts'
import { MOST_NAMED, marksOf, presentToApprove } from './to-approve.ts'

type Shown = z.output<typeof Cycle>
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
  readonly search?: string | undefined
  readonly sort?: ItemSort | undefined
}

/** The cycle with its dry run and one page of items; `cursor` is the last item of the page before. */
export async function getCycle(ctx: Ctx, id: CycleId, page: Page): Promise<Shown> {
  const cycle = await getOwnCycle(ctx, id)
  const left = await reviewDue(ctx, cycle)
  const review = await loadReview(ctx, cycle)
  const looked = { search: page.search?.trim(), marks: marksOf(review, page.show) }
  const rows = await rowsOfPage(ctx.tx, cycle.cycle_uuid, looked, page)
  const listed = rows.filter(row => row.shown)
  const { rows: shown, next_cursor } = pageOf(listed, page.limit, row => [row.line_item_uuid])
  const found = looked.search ? await countFound(ctx.tx, cycle.cycle_uuid, looked) : null
  const { counts } = review
  const statuses = statusesIn(counts)
  const approved = totalsOf(counts, status => status === 'APPROVED' || status === 'PAID')
  const approval = approved.length > 0 && (await findApproval(ctx.tx, cycle.cycle_uuid))
  const ids = [cycle.cycle_uuid]
  const paid = (await paymentsOfCycles(ctx, [cycle]))(cycle.cycle_uuid)
  const judged = (await shortagesOf(ctx.tx, cycle.employer_uuid, ids))(cycle.cycle_uuid)
  const { coverage, ...shortage } = judged
  const previewed = await previewOf(ctx, review, left)
  const preview = { ...previewed.preview, coverage }
  const announced = isAnnounced(shortage)
  const status = cycleStatus(statuses)
  const allowed_actions = cycleActions(ctx.actor, statuses, paid.counted, cycle.kind).filter(
    action => action !== 'approve' || previewed.may,
  )
  const states = cyclePayStates({
    ...{ today: ctx.today, pay_date: cycle.pay_date, end_date: cycle.end_date },
    waiting: { count: preview.items, totals: preview.gross },
    ...{ ...paid, short: shortage.short, announced },
    employer_verification: review.employer.verification_status,
  })
  const pay_states = toldOfCycle(ctx, states, {
    ...{ reader: 'EMPLOYER', pay_date: cycle.pay_date, shortage },
    places: { is_partner: review.employer.is_partner, cycle: cyclePath({ ...cycle, status }) },
    may: mayAct(ctx, { approves: allowed_actions.includes('approve'), shortage }),
    asked_at: (await listPayeesAsked(ctx.tx, ids)).get(cycle.cycle_uuid) ?? null,
  })
  return {
    cycle_uuid: cycle.cycle_uuid,
    policy_uuid: cycle.policy_uuid,
    policy_label: cycle.policy_label,
    kind: cycle.kind,
    period: periodOf(cycle),
    status,
    contractors: liveItems(counts),
    totals: totalsOf(counts, isLive),
    pay_states,
    pay_state: pay_states[0] ?? null,
    ...shortage,
    preview,
    approved: approval
      ? {
          by: withAbsent(personName(approval), approval.stood_in_for),
          at: approval.approved_at,
          digest: approval.digest,
        }
      : null,
    items: await presentItems(ctx, { ...review, announced }, shown, rows),
    next_cursor,
    found,
    shows: { all: allItems(counts), unusual: unusualItems(counts), blocked: preview.blocked },
    allowed_actions,
  }
}

/** The items of a page and one beyond it, with the others of the same contractors, which are not `shown`. */
async function rowsOfPage(
  tx: Tx,
  cycle_uuid: string,
  looked: Looked,
  { cursor, limit, sort }: Page,
): Promise<Awaited<ReturnType<typeof listReviewPage>>> {
  const [after] = decodeCursor(cursor, IdKey) ?? []
  const page = { after, limit: limit + 1 }
  if (!looked.search && !sort)
    return listReviewPage(tx, cycle_uuid, { ...page, marks: looked.marks })
  const ids = await listFound(tx, cycle_uuid, { ...looked, ...page, sort })
  const place = new Map(ids.map((id, at) => [id, at] as const))
  const rows = await listWithSiblings(tx, ids)
  return rows.toSorted(
    (a, b) => (place.get(a.line_item_uuid) ?? 0) - (place.get(b.line_item_uuid) ?? 0),
  )
}

/** One line item of the acting employer's cycle. */
export async function getLineItem(ctx: Ctx, id: CycleId, line_item_uuid: string) {
  return presentItem(ctx, await getOwnCycle(ctx, id), line_item_uuid)
}

async function previewOf(ctx: Ctx, review: Review, left: number) {
  const { cycle, counts, rateFor } = review
  const { shown, may } = await presentToApprove(ctx, review, { chosen: null, counts, left })
  const difference_kinds = differenceKinds(counts)
  const { fees, ...beside } = await plannedFeesOf(ctx, cycle.employer_uuid, paymentKinds(counts))
  const yeses = await firstYesesOf(ctx, cycle.cycle_uuid)
  const preview = {
    ...shown,
    fees,
    ...beside,
    rates: ratesOf(counts, rateFor),
    frozen: await frozenOf(ctx, cycle, counts),
    arrives: arrivalsOf(counts, leavesOn(cycle.pay_date, ctx.today)),
    first_yeses: yeses
      .filter(yes => yes.selected)
      .map(({ step_uuid, by, by_name, items, totals, expires_at }) => ({
        ...{ step_uuid, by: by_name, is_me: by === ctx.actor.sub, items, totals, expires_at },
      })),
    previous: await previousOf(ctx, cycle),
    differences: await differencesOf(ctx, cycle, difference_kinds),
    difference_kinds,
  }
  return { preview, may }
}

async function previousOf(ctx: Ctx, cycle: CycleRecord): Promise<Shown['preview']['previous']> {
  const previous = await findPreviousCycle(ctx.tx, cycle.policy_uuid, cycle.start_date)
  if (!previous) return null
  const { cycle_uuid, pay_date } = previous
  const totals = totalsOf(await countsOf(ctx.tx, cycle_uuid), isLive)
  // One in which there was nobody to pay was paid to nobody.
  return totals.length > 0 ? { pay_date, totals } : null
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

async function frozenOf(
  ctx: Ctx,
  cycle: CycleRecord,
  counts: readonly CycleCount[],
): Promise<Shown['preview']['frozen']> {
  const kinds = Map.groupBy(paymentKinds(counts), of => `${of.network} ${of.currency}`)
  const each = [...kinds.values()].flatMap(([of]) => (of ? [of] : []))
  const { kinds: held, people } = await findFrozen(ctx.tx, cycle, each)
  const paymentsOf = ({ network, currency }: Kind) =>
    (kinds.get(`${network} ${currency}`) ?? []).reduce((sum, of) => sum + of.payments, 0)
  return { kinds: held.map(of => ({ ...of, payments: paymentsOf(of) })), people }
}

function arrivalsOf(counts: readonly CycleCount[], pay_date: string) {
  const byDay = new Map<string, number>()
  for (const { payments, ...to } of paymentKinds(counts)) {
    const date = arrivalOf(to, pay_date)
    byDay.set(date, (byDay.get(date) ?? 0) + payments)
  }
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, payments]) => ({ date, payments }))
}

function ratesOf(
  counts: readonly CycleCount[],
  rateFor: Review['rateFor'],
): Shown['preview']['rates'] {
  const pairs = paymentKinds(counts).map(of => [of.source_currency, of.currency] as const)
  const rates = new Map(pairs.map(([from, to]) => [`${from}/${to}`, rateFor(from, to)]))
  return [...rates.values()]
    .filter(rate => rate !== undefined)
    .map(({ from_currency, to_currency, rate, source, as_of, stale }) => ({
      ...{ from_currency, to_currency, rate, source, as_of, stale },
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
