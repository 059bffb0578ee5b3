/** Line items as their employer sees them: what each comes to and why, where it goes, what is in its way, and what may be done with it. */
import type { z } from 'zod'
import { payroll } from '#contract/payroll.ts'
import type { LineItem } from '#contract/payroll-shapes.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import type { Blocker } from '#domain/payments/blockers.ts'
import { leavesPast } from '#domain/payments/pay-state.ts'
import {
  stopsApproval,
  type UnusualThing,
  unusualThings,
  type Written,
  writtenOf,
} from '#domain/payroll/approval.ts'
import { entriesOf } from '#domain/payroll/entries.ts'
import { realBlockers } from '#domain/payroll/review-marks.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { saidBeside, sayText, withReason } from '../kernel/words.ts'
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
import { type Judged, judgeApprover, loadApprovers, maySayYes, presentJudged } from './approvers.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { itemActions } from './cycle-actions.ts'
import { presentDeductions } from './deductions.ts'
import { arrivingOf } from './pay-standings.ts'
import { presentEntries } from './present-entries.ts'
import { presentItemTimes } from './present-time.ts'
import { listReviewOfItem, type ReviewRow } from './review.report.store.ts'
import {
  amountOf,
  digestOfOne,
  loadReview,
  nameOf,
  planOf,
  type Review,
  reviewItem,
} from './review.ts'
import { isAnnounced, shortagesOf } from './shortages.ts'
import { enteredItem } from './write-item.ts'

type ShownItem = z.output<typeof LineItem>

/** One line item of a cycle, or NOT_FOUND. */
export async function presentItem(
  ctx: Ctx,
  cycle: CycleRecord,
  line_item_uuid: string,
): Promise<ShownItem> {
  const own = await listReviewOfItem(ctx.tx, cycle.cycle_uuid, line_item_uuid)
  const row = own.find(of => of.line_item_uuid === line_item_uuid)
  const shortage = (await shortagesOf(ctx.tx, cycle.employer_uuid, [cycle.cycle_uuid]))(
    cycle.cycle_uuid,
  )
  const review = { ...(await loadReview(ctx, cycle)), announced: isAnnounced(shortage) }
  const [item] = row ? await presentItems(ctx, review, [row], own) : []
  if (!item) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
  return item
}

type ShownReview = Review & {
  /** Whether all that the cycle lacks was announced, so that Corridor books it next. */
  readonly announced: boolean
}

/** Line items with what is planned for those that wait and what became of those that were approved; duplicates are seen by the siblings. */
export async function presentItems(
  ctx: Ctx,
  review: ShownReview,
  rows: readonly ReviewRow[],
  withSiblings: readonly ReviewRow[],
): Promise<ShownItem[]> {
  const halted = await haltedSince(ctx.tx)
  const waiting = rows.filter(row => row.status === 'PENDING_APPROVAL')
  const plan = planOf(review, waiting, ctx.now)
  const unusual = unusualThings(withSiblings.map(row => reviewItem(row, review.cycle)))
  const things = Map.groupBy(unusual, thing => thing.line_item_uuid)
  const planned = Map.groupBy(plan, payment => payment.line_item_uuid)
  const stored = Map.groupBy(
    await listPaymentsOfItems(ctx.tx, rows.map(idOf), { given_back: true }),
    payment => payment.line_item_uuid,
  )
  const arriving = await arrivingOf(ctx, [...plan, ...[...stored.values()].flat()])
  const entries = await presentEntries(ctx, rows)
  const deductions = await presentDeductions(ctx, rows)
  const judge = await itemJudge(ctx, review, waiting)
  const times = await presentItemTimes(ctx, rows)
  return rows.map(row => {
    const payments = stored.get(row.line_item_uuid) ?? []
    const drafts = planned.get(row.line_item_uuid) ?? []
    const [parts, blockers] =
      payments.length > 0
        ? partsOfStored(payments, { ...ctx, arriving }, review, halted)
        : partsOfPlan(drafts, { ...ctx, arriving, pay_date: review.cycle.pay_date })
    const yes = judge(row)
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
      entries: entries(row),
      deductions: deductions.get(row.line_item_uuid) ?? [],
      timesheet: times.get(row.line_item_uuid) ?? null,
      scheduled_hours: row.scheduled_hours_hundredths,
      amount: amountOf(row),
      version: row.version,
      proration: row.proration,
      proration_said: saidBeside(row.proration, row.proration_said),
      contract_uuid: row.contract_uuid,
      contract_revision: row.contract_revision,
      back_pay: row.back_pay,
      edited: row.edited_at !== null,
      approval_digest: row.status === 'PENDING_APPROVAL' ? digestOfOne(row) : null,
      approver: yes && presentJudged(ctx, yes),
      parts,
      blockers: distinct(review.announced ? blockers.map(asAnnounced) : blockers),
      rates_to_accept,
      unusual: (things.get(row.line_item_uuid) ?? []).map(thing =>
        presentThing(thing, review.cycle),
      ),
      payslip_uuid: row.status === 'PAID' ? row.line_item_uuid : null,
      allowed_actions: itemActions(ctx.actor, row, payments, rates_to_accept.length > 0).filter(
        action => action !== 'approve' || !yes || maySayYes(ctx, yes),
      ),
    }
  })
}

const idOf = ({ line_item_uuid }: ReviewRow) => line_item_uuid

/** Judges the actor's yes to each of these items by itself; null for the others, and for who approves nothing. */
async function itemJudge(
  ctx: Ctx,
  review: Review,
  waiting: readonly ReviewRow[],
): Promise<(row: ReviewRow) => Judged | null> {
  if (waiting.length === 0 || !mayCall(ctx.actor, payroll.approveLineItem)) return () => null
  const approvers = await loadApprovers(ctx, review)
  return row => {
    if (row.status !== 'PENDING_APPROVAL') return null
    const written = entriesOf(enteredItem(row)).flatMap(entry => entry.written?.author_sub || [])
    return judgeApprover(ctx, review, approvers, {
      line_item_uuid: row.line_item_uuid,
      chosen: [row.line_item_uuid],
      digest: digestOfOne(row),
      totals: [amountOf(row)],
      editors: [...new Set(written)].map(sub => ({ sub, items: 1 })),
    })
  }
}

/** What an employer edits of an item, by its names on the wire. */
function presentWritten(row: Written) {
  const { hours_hundredths: hours, entries: _, ...rest } = writtenOf(row)
  return { hours, ...rest }
}

function partsOfStored(
  payments: readonly PaymentFactsRow[],
  moment: Pick<Ctx, 'now' | 'today'> & Arriving,
  review: Review,
  halted: string | null,
): [Part[], readonly Blocker[]] {
  const blockers = payments.flatMap(of => blockersOf(of, moment, review.rateFor, halted))
  const leaves = leavesPast({ pay_date: review.cycle.pay_date, today: moment.today }, blockers)
  const { arriving } = moment
  return [payments.map(of => presentPart(of, arriving(of, leaves))), blockers]
}

type Arriving = { readonly arriving: Awaited<ReturnType<typeof arrivingOf>> }

function partsOfPlan(
  drafts: readonly PlannedPayment[],
  dates: { readonly pay_date: string; readonly today: string } & Arriving,
): [Part[], readonly Blocker[]] {
  const real = realBlockers(
    drafts.flatMap(draft => draft.blockers),
    dates.pay_date,
  )
  const leaves = leavesPast(dates, real)
  return [drafts.map(draft => presentPlanned(draft, dates.arriving(draft, leaves))), real]
}

/** Money that its employer said is on its way is Corridor's to book. */
function asAnnounced(blocker: Blocker): Blocker {
  if (blocker.code !== 'FUNDS') return blocker
  const said = textOf('payments.blockers.FUNDS_ANNOUNCED', blocker.said.params)
  return { ...blocker, said, who: 'CORRIDOR' }
}

function distinct(blockers: readonly Blocker[]) {
  return [
    ...new Map(blockers.map(blocker => [`${blocker.code} ${blocker.until}`, blocker])).values(),
  ].map(withReason)
}

/** An unusual thing with its sentence. */
export function presentThing(
  thing: UnusualThing,
  { time_required }: Pick<CycleRecord, 'time_required'>,
) {
  const stops = stopsApproval(thing.code, time_required)
  return { ...thing, stops, text: sayText(thing.said) }
}
