/**
 * Approving: this money to these accounts. The caller names the digest of what was seen; anything else is APPROVAL_STALE. The
 * money is reserved and the payments are planned in the same transaction, slice by slice.
 */

import { assert } from '#domain/kernel/assert.ts'
import type { Money } from '#domain/kernel/money.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { changesBetween } from '#domain/payroll/approval-changes.ts'
import { lineItemMachine } from '#domain/payroll/line-item.ts'
import { type CycleCount, totalsOf, waitingItems } from '#domain/payroll/review-marks.ts'
import { answerFirstYes } from '../approvals/index.ts'
import { holdApprovers } from '../identity/index.ts'
import { employerOf, requireFresh } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { oneByOne, readAhead, together } from '../kernel/read-ahead.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { holdFundsForItems, shortages } from '../payments/index.ts'
import {
  type Acknowledged,
  refuseStopped,
  requireAcknowledged,
  requireWorth,
} from './acknowledged.ts'
import {
  insertApproval,
  insertApprovalPart,
  listApproved,
  listChangedLines,
} from './approval.store.ts'
import { approvesNow } from './approvers.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { lockCycle } from './cycle.store.ts'
import { type CycleChange, presentChange } from './cycle-change.ts'
import { changeItems, holdRaised } from './line-item.store.ts'
import {
  type ApprovedRow,
  findApproval,
  invoicedAmong,
  listToApprove,
  listWaiting,
} from './review.report.store.ts'
import {
  APPROVED_TERMS,
  approvedLine,
  chosenDigest,
  digestOfLines,
  isAboveApprovalLimit,
  loadReview,
  planItem,
  type Review,
  waitingDigest,
} from './review.ts'
import { reviewAll } from './review-items.ts'
import { type Chosen, countsOfChosen } from './selection.store.ts'
import { type ChosenItem, changedOf, getChosen } from './selection.ts'

export type Approval = Acknowledged & {
  readonly digest: string
  readonly ahead_of_funding: boolean
}

type Selected = { readonly line_item_uuids?: readonly string[] | undefined }

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

/** So many items are approved at once: what that takes in memory does not grow with the company. */
const SLICE = 1_000

/** What is approved: everything of a cycle that waits, what of a selection does, or one item. */
type Asked = {
  readonly line_item_uuid: string | null
  readonly chosen: Chosen
  /** What is counted of it. */
  readonly counts: readonly CycleCount[]
  readonly items: number
  readonly digest: string
  readonly totals: readonly Money[]
  /** What waits of it after an item, in id order. */
  slice(after: string | undefined): Promise<ApprovedRow[]>
  /** What a selection is besides what waits of it. */
  readonly others: readonly ChosenItem[]
}

/**
 * Approves every item of the cycle that waits, or of those that are named. Approving the same digest again answers the same. Above the
 * approval limit STEP_UP_REQUIRED, unless the actor has just proved who they are.
 */
export async function approveCycle(
  ctx: Ctx,
  id: CycleId,
  { line_item_uuids, ...approval }: Approval & Selected,
): Promise<CycleChange> {
  const { cycle, review } = await loadLocked(ctx, id)
  const asked = line_item_uuids
    ? await askedOf(ctx, review, line_item_uuids)
    : {
        line_item_uuid: null,
        chosen: null,
        ...amountsOf(review.counts),
        digest: await waitingDigest(ctx, cycle),
        slice: (after: string | undefined) => listWaiting(ctx.tx, cycle.cycle_uuid, after, SLICE),
        others: [],
      }
  return approveAsked(ctx, review, asked, approval)
}

/** Approves one item that waits, by the digest of it alone; like `approveCycle`. */
export async function approveLineItem(
  ctx: Ctx,
  id: CycleId,
  line_item_uuid: string,
  approval: Approval,
): Promise<CycleChange> {
  const { review } = await loadLocked(ctx, id)
  const asked = await askedOf(ctx, review, [line_item_uuid])
  return approveAsked(ctx, review, { ...asked, line_item_uuid }, approval)
}

/** Holds who may approve, and the cycle, of which everybody is reviewed. */
async function loadLocked(ctx: Ctx, id: CycleId) {
  await holdApprovers(ctx, employerOf(ctx.actor))
  const cycle = await lockOwnCycle(ctx, id)
  await reviewAll(ctx, cycle)
  return { cycle, review: await loadReview(ctx, cycle) }
}

/** Loads what is asked of items that are named; NOT_FOUND where one is none of the cycle. */
async function askedOf(
  ctx: Ctx,
  { cycle }: Review,
  line_item_uuids: readonly string[],
): Promise<Asked> {
  const own = await getChosen(ctx, cycle.cycle_uuid, line_item_uuids)
  const waiting = own
    .filter(({ status }) => status === 'PENDING_APPROVAL')
    .map(row => row.line_item_uuid)
  const chosen = own.map(row => row.line_item_uuid)
  return {
    line_item_uuid: null,
    chosen,
    ...amountsOf(await countsOfChosen(ctx.tx, cycle.cycle_uuid, chosen)),
    digest: await chosenDigest(ctx, cycle, chosen),
    slice: after => {
      const begin = after === undefined ? 0 : waiting.indexOf(after) + 1
      return listToApprove(ctx.tx, waiting.slice(begin, begin + SLICE))
    },
    others: own.filter(({ status }) => status !== 'PENDING_APPROVAL'),
  }
}

function amountsOf(counts: readonly CycleCount[]) {
  const totals = totalsOf(counts, status => status === 'PENDING_APPROVAL')
  return { counts, items: waitingItems(counts), totals }
}

async function approveAsked(
  ctx: Ctx,
  review: Review,
  asked: Asked,
  approval: Approval,
): Promise<CycleChange> {
  const { cycle } = review
  if (asked.items === 0) return repeatedOr(ctx, cycle, approval, asked)
  if (asked.digest !== approval.digest) throw await stale(ctx, cycle, asked.chosen)
  await requireWorth(ctx, cycle, asked)
  await refuseStopped(ctx, cycle, asked)
  await requireAcknowledged(ctx, cycle, asked, approval)
  return approve(ctx, review, asked, approval)
}

async function approve(
  ctx: Ctx,
  review: Review,
  asked: Asked,
  approval: Approval,
): Promise<CycleChange> {
  const { cycle } = review
  const { cycle_uuid, employer_uuid } = cycle
  if (isAboveApprovalLimit(review, asked.totals)) requireFresh(ctx.actor)
  const yes = await approvesNow(ctx, review, asked)
  if (yes === 'KEPT')
    return { ...(await presentChange(ctx, cycle, { changed: 0 })), kept_as_first_yes: true }
  const approval_uuid = newUuid()
  await insertApproval(ctx.tx, {
    approval_uuid,
    employer_uuid,
    cycle_uuid,
    digest: asked.digest,
    content: APPROVED_TERMS,
    approved_by: ctx.actor.sub,
    approved_at: ctx.now,
    stood_in_for: [...yes.stood_in_for],
  })
  const short = approval.ahead_of_funding
    ? await shortages(ctx, employer_uuid, asked.totals)
    : new Map<string, Money>()
  const of = { approval_uuid, digest: asked.digest, stood_in_for: yes.stood_in_for }
  const lines = digestOfLines()
  const approved: string[] = []
  let part = 0
  await oneByOne(async next => {
    for await (const rows of readAhead<ApprovedRow>(SLICE, last =>
      asked.slice(last?.line_item_uuid),
    )) {
      const own = rows.map(row => approvedLine(row))
      for (const line of own) lines.add(line)
      const named = { ...of, part, content: own.join('\n') }
      await next(() => approveRows(ctx, review, named, rows, short))
      approved.push(...rows.map(row => row.line_item_uuid))
      part += 1
    }
  })
  assert(approved.length === asked.items, 'items of a locked cycle stay as they were counted')
  // An account that its owner changed since the look was read anew with its item: then nothing of it is approved.
  if (lines.digest() !== asked.digest) throw await stale(ctx, cycle, asked.chosen)
  ctx.announce('payroll.pay_approved', { cycle_uuid })
  if (yes.second_to) await answerFirstYes(ctx, yes.second_to, approved.length)
  return presentChange(ctx, cycle, changedOf(asked, approved, 'approve'))
}

/** An approval as its items name it. */
type Given = {
  readonly approval_uuid: string
  readonly digest: string
  readonly stood_in_for: readonly string[]
}

async function approveRows(
  ctx: Ctx,
  { cycle, employer, rateFor }: Review,
  approval: Given & { readonly part: number; readonly content: string },
  rows: readonly ApprovedRow[],
  short: ReadonlyMap<string, Money>,
): Promise<void> {
  const { cycle_uuid, employer_uuid, pay_date } = cycle
  const { approval_uuid, part, content } = approval
  if (rows.length === 0) return
  const versions = new Map(rows.map(row => [row.line_item_uuid, row.version + 1]))
  await together([
    insertApprovalPart(ctx.tx, { approval_uuid, part, employer_uuid, content }),
    approveItems(ctx, { ...approval, employer_uuid }, versions),
    holdFundsForItems(ctx, {
      ...{ employer_uuid, cycle_uuid, pay_date, items: rows.map(planItem), versions },
      ...{ employer, rateFor, short },
    }),
  ])
  const invoiced = await invoicedAmong(ctx.tx, [...versions.keys()])
  if (invoiced.length > 0)
    ctx.announce('payroll.invoiced_pay_approved', { line_item_uuids: invoiced })
}

/** Approves items, each of which has the version named afterwards. */
async function approveItems(
  ctx: Ctx,
  approval: Given & { readonly employer_uuid: string },
  versions: ReadonlyMap<string, number>,
): Promise<void> {
  const { approval_uuid, digest, stood_in_for, employer_uuid } = approval
  const approved = await changeItems(
    ctx.tx,
    [...versions.keys()],
    lineItemMachine.sources('approve'),
    'APPROVED',
    { approval_uuid, approved_at: ctx.now },
  )
  for (const [line_item_uuid, version] of versions)
    assert(
      approved.get(line_item_uuid) === version,
      'items of a locked cycle stay as they were read',
    )
  ctx.audit({
    action: 'approve',
    entity: 'line_item',
    entity_uuids: [...versions.keys()],
    employer_uuid,
    after: {
      ...{ status: 'APPROVED', approval_uuid, digest },
      ...(stood_in_for.length > 0 && { stood_in_for }),
    },
  })
}

/** Locks a cycle of the acting employer; NOT_FOUND for anyone else's. */
export async function lockOwnCycle(
  ctx: Ctx,
  { policy_uuid, cycle_uuid }: CycleId,
): Promise<CycleRecord> {
  const cycle = await lockCycle(ctx.tx, policy_uuid, cycle_uuid)
  if (cycle?.employer_uuid !== employerOf(ctx.actor))
    throw new Problem('NOT_FOUND', 'payroll.problems.noSuchCycle')
  return cycle
}

/** Like `lockOwnCycle`, for who writes on its items, or on one of them, or brings them back: what these raise is held before. */
export async function lockCycleToWrite(
  ctx: Ctx,
  id: CycleId,
  line_item_uuid?: string,
): Promise<CycleRecord> {
  await holdRaised(ctx.tx, id.cycle_uuid, line_item_uuid)
  return lockOwnCycle(ctx, id)
}

/** What was approved under this digest before is answered again; else there is nothing to approve. */
async function repeatedOr(
  ctx: Ctx,
  cycle: CycleRecord,
  { digest }: Approval,
  asked: Asked,
): Promise<CycleChange> {
  const repeated = await listApproved(ctx.tx, cycle.cycle_uuid, digest, asked.chosen)
  if (repeated.length === 0)
    throw new Problem('NOTHING_TO_APPROVE', 'payroll.problems.nothingToApprove')
  return presentChange(ctx, cycle, changedOf(asked, repeated, 'approve'))
}

const MOST_TOLD = 5

/** What changed since these items were approved last, as far as some sentences tell it. */
async function stale(ctx: Ctx, cycle: CycleRecord, chosen: Chosen): Promise<Problem> {
  const before = await findApproval(ctx.tx, cycle.cycle_uuid)
  const changed = before
    ? await listChangedLines(ctx.tx, before.approval_uuid, chosen, MOST_TOLD)
    : []
  const rows = await listToApprove(
    ctx.tx,
    changed.map(of => of.line_item_uuid),
  )
  const changes = changesBetween(
    changed.map(of => of.line),
    rows.map(row => approvedLine(row)),
  )
  return changes.length === 0
    ? new Problem('APPROVAL_STALE', 'payroll.problems.stale')
    : new Problem('APPROVAL_STALE', 'payroll.problems.staleBecause', {
        params: { changes: changes.slice(0, MOST_TOLD) },
      })
}
