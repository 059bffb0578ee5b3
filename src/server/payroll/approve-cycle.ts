/**
 * Approving: this money to these accounts. The caller names the digest of what was seen; anything else is APPROVAL_STALE. The
 * money is reserved and the payments are planned in the same transaction, slice by slice.
 */

import { assert } from '#domain/kernel/assert.ts'
import type { Money } from '#domain/kernel/money.ts'
import { invalidField, Problem, requireValid } from '#domain/kernel/problem.ts'
import { textOf } from '#domain/kernel/words.ts'
import { stopsApproval, type UnusualThing, unusualThings } from '#domain/payroll/approval.ts'
import { changesBetween } from '#domain/payroll/approval-changes.ts'
import { lineItemMachine } from '#domain/payroll/line-item.ts'
import { totalsOf, unusualKinds, waitingItems } from '#domain/payroll/review-marks.ts'
import { answerFirstYes } from '../approvals/index.ts'
import { holdApprovers } from '../identity/index.ts'
import { employerOf, requireFresh } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import { oneByOne, readAhead, together } from '../kernel/read-ahead.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { holdFundsForItems, shortages } from '../payments/index.ts'
import {
  countApproved,
  insertApproval,
  insertApprovalPart,
  listChangedLines,
} from './approval.store.ts'
import { approvesNow } from './approvers.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { lockCycle } from './cycle.store.ts'
import { type CycleChange, presentChange } from './cycle-change.ts'
import { listUnacknowledged } from './item-review.store.ts'
import { changeItems } from './line-item.store.ts'
import {
  findApproval,
  listReviewOf,
  listReviewOfItem,
  listWaiting,
  listWithSiblings,
  listWorthless,
  type ReviewRow,
} from './review.report.store.ts'
import {
  APPROVED_TERMS,
  amountOf,
  approvedLine,
  digestOfLines,
  digestOfOne,
  isAboveApprovalLimit,
  loadReview,
  nameOf,
  planItem,
  type Review,
  reviewItem,
  waitingDigest,
} from './review.ts'
import { reviewAll } from './review-items.ts'

export type Approval = {
  readonly digest: string
  readonly acknowledged: readonly { readonly line_item_uuid: string; readonly code: string }[]
  /** Kinds of unusual things that were acknowledged whole, with how many there were. */
  readonly acknowledged_kinds?:
    | readonly { readonly code: string; readonly items: number }[]
    | undefined
  readonly ahead_of_funding: boolean
}

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

/** So many items are approved at once: what that takes in memory does not grow with the company. */
const SLICE = 1_000

/** What is approved: everything of a cycle that waits, or one item. */
type Asked = {
  /** Null for everything that waits. */
  readonly line_item_uuid: string | null
  readonly items: number
  readonly digest: string
  readonly totals: readonly Money[]
  /** The items after one, in id order. */
  slice(after: string | undefined): Promise<ReviewRow[]>
}

/**
 * Approves every item of the cycle that waits. Approving the same digest again answers the same. Above the approval limit
 * STEP_UP_REQUIRED, unless the actor has just proved who they are.
 */
export async function approveCycle(
  ctx: Ctx,
  id: CycleId,
  approval: Approval,
): Promise<CycleChange> {
  await holdApprovers(ctx, employerOf(ctx.actor))
  const cycle = await lockOwnCycle(ctx, id)
  await reviewAll(ctx, cycle)
  const review = await loadReview(ctx, cycle)
  const asked: Asked = {
    line_item_uuid: null,
    items: waitingItems(review.counts),
    digest: await waitingDigest(ctx, cycle),
    totals: totalsOf(review.counts, status => status === 'PENDING_APPROVAL'),
    slice: after => listWaiting(ctx.tx, cycle.cycle_uuid, after, SLICE),
  }
  if (asked.items === 0) return repeatedOr(ctx, cycle, approval)
  if (asked.digest !== approval.digest) throw await stale(ctx, cycle)
  requireWorth(await listWorthless(ctx.tx, cycle.cycle_uuid, MOST_NAMED))
  await refuseStopped(ctx, review)
  await requireAcknowledged(ctx, review, approval)
  return approve(ctx, review, asked, approval)
}

/** Approves one item that waits, by the digest of it alone; like `approveCycle`. */
export async function approveLineItem(
  ctx: Ctx,
  id: CycleId,
  line_item_uuid: string,
  approval: Approval,
): Promise<CycleChange> {
  await holdApprovers(ctx, employerOf(ctx.actor))
  const cycle = await lockOwnCycle(ctx, id)
  await reviewAll(ctx, cycle)
  const own = await listReviewOfItem(ctx.tx, cycle.cycle_uuid, line_item_uuid)
  const row = own.find(of => of.line_item_uuid === line_item_uuid)
  if (!row) throw new Problem('NOT_FOUND', 'payroll.problems.noSuchItem')
  if (row.status !== 'PENDING_APPROVAL') return repeatedOr(ctx, cycle, approval, line_item_uuid)
  const digest = digestOfOne(cycle, row)
  if (digest !== approval.digest) throw await stale(ctx, cycle, row)
  requireWorth(row.amount_minor === 0n ? [row] : [])
  const known = acknowledgedKeys(approval)
  const things = unusualThings(own.map(of => reviewItem(of, cycle))).filter(
    thing => thing.line_item_uuid === line_item_uuid,
  )
  refuse(
    things.filter(({ code }) => stopsApproval(code, cycle.time_required)),
    STOPPED,
  )
  refuse(
    things.filter(thing => !known.has(keyOf(thing))),
    UNSEEN,
  )
  const review = await loadReview(ctx, cycle)
  const asked: Asked = {
    line_item_uuid,
    items: 1,
    digest,
    totals: [amountOf(row)],
    slice: async after => (after ? [] : [row]),
  }
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
    return { ...(await presentChange(ctx, cycle, 0, [], 0)), kept_as_first_yes: true }
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
  let [approved, part] = [0, 0]
  await oneByOne(async next => {
    for await (const rows of readAhead<ReviewRow>(SLICE, last =>
      asked.slice(last?.line_item_uuid),
    )) {
      const own = rows.map(row => approvedLine(cycle, row))
      for (const line of own) lines.add(line)
      const named = { ...of, part, content: own.join('\n') }
      await next(() => approveRows(ctx, review, named, rows, short))
      approved += rows.length
      part += 1
    }
  })
  assert(approved === asked.items, 'items of a locked cycle stay as they were counted')
  // An account that its owner changed since the look was read anew with its item: then nothing of it is approved.
  if (lines.digest() !== asked.digest) throw await stale(ctx, cycle)
  if (yes.second_to) await answerFirstYes(ctx, yes.second_to, approved)
  return presentChange(ctx, cycle, approved, [], 0)
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
  rows: readonly ReviewRow[],
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

/** What was approved under this digest before is answered again; else there is nothing to approve. */
async function repeatedOr(
  ctx: Ctx,
  cycle: CycleRecord,
  { digest }: Approval,
  line_item_uuid?: string,
): Promise<CycleChange> {
  const repeated = await countApproved(ctx.tx, cycle.cycle_uuid, digest, line_item_uuid)
  if (repeated > 0) return presentChange(ctx, cycle, repeated, [], 0)
  throw new Problem('NOTHING_TO_APPROVE', 'payroll.problems.nothingToApprove')
}

const MOST_NAMED = 50
const MOST_TOLD = 5

/** What changed since these items were approved last, as far as some sentences tell it. */
async function stale(ctx: Ctx, cycle: CycleRecord, only?: ReviewRow): Promise<Problem> {
  const before = await findApproval(ctx.tx, cycle.cycle_uuid)
  const changed = before
    ? await listChangedLines(ctx.tx, before.approval_uuid, only?.line_item_uuid, MOST_TOLD)
    : []
  const rows = await listReviewOf(
    ctx.tx,
    changed.map(of => of.line_item_uuid),
  )
  const changes = changesBetween(
    changed.map(of => of.line),
    rows.map(row => approvedLine(cycle, row)),
  )
  return changes.length === 0
    ? new Problem('APPROVAL_STALE', 'payroll.problems.stale')
    : new Problem('APPROVAL_STALE', 'payroll.problems.staleBecause', {
        params: { changes: changes.slice(0, MOST_TOLD) },
      })
}

/** An item of nothing would be approved and never paid. */
function requireWorth(
  worthless: readonly Pick<
    ReviewRow,
    'line_item_uuid' | 'contractor_first_name' | 'contractor_last_name'
  >[],
): void {
  requireValid(
    worthless.map(row => ({
      ...textOf('payroll.problems.worthless', { name: nameOf(row) }),
      loc: ['body', 'items', row.line_item_uuid],
      type: 'value_error',
    })),
  )
}

/** Where reported time alone is paid, nothing is approved before all of it was answered. */
async function refuseStopped(ctx: Ctx, { cycle, counts }: Review): Promise<void> {
  const kinds = unusualKinds(counts).filter(({ code }) => stopsApproval(code, cycle.time_required))
  if (kinds.length === 0) return
  const codes = kinds.map(({ code }) => code)
  const ids = await listUnacknowledged(ctx.tx, cycle.cycle_uuid, codes, [], MOST_NAMED)
  const rows = await listWithSiblings(ctx.tx, ids)
  refuse(
    unusualThings(rows.map(row => reviewItem(row, cycle))).filter(({ code }) =>
      codes.includes(code),
    ),
    STOPPED,
  )
}

/** Each unusual thing is acknowledged by name, or all of its kind at once, as many as there are (design: Promises, 5). */
async function requireAcknowledged(
  ctx: Ctx,
  { cycle, counts }: Review,
  approval: Approval,
): Promise<void> {
  const kinds = unusualKinds(counts)
  const whole = new Map(approval.acknowledged_kinds?.map(({ code, items }) => [code, items]))
  const grown = kinds.find(({ code, items }) => whole.has(code) && whole.get(code) !== items)
  if (grown) {
    const { items, code: kind } = grown
    throw invalidField(['acknowledged_kinds', kind], 'payroll.problems.kindGrown', {
      items,
      kind,
      acknowledged: whole.get(kind) ?? 0,
    })
  }
  const open = kinds.map(({ code }) => code).filter(code => !whole.has(code))
  if (open.length === 0) return
  const ids = await listUnacknowledged(
    ctx.tx,
    cycle.cycle_uuid,
    open,
    approval.acknowledged,
    MOST_NAMED,
  )
  if (ids.length === 0) return
  const known = acknowledgedKeys(approval)
  const rows = await listWithSiblings(ctx.tx, ids)
  const missing = unusualThings(rows.map(row => reviewItem(row, cycle))).filter(
    thing =>
      ids.includes(thing.line_item_uuid) && !whole.has(thing.code) && !known.has(keyOf(thing)),
  )
  assert(missing.length > 0, 'a mark says what its item is')
  refuse(missing, UNSEEN)
}

function acknowledgedKeys({ acknowledged }: Approval): ReadonlySet<string> {
  return new Set(acknowledged.map(keyOf))
}

function keyOf({ line_item_uuid, code }: { line_item_uuid: string; code: string }): string {
  return `${line_item_uuid} ${code}`
}

const UNSEEN = 'payroll.problems.acknowledge'
const STOPPED = 'payroll.time.problems.stops'

function refuse(missing: readonly UnusualThing[], because: typeof UNSEEN | typeof STOPPED): void {
  const [first] = missing
  if (!first) return
  const fields = missing.slice(0, MOST_NAMED).map(thing => ({
    loc: ['body', 'acknowledged', thing.line_item_uuid, thing.code],
    ...thing.said,
    type: 'value_error',
  }))
  throw new Problem('VALIDATION', because, {
    params: { thing: first.said },
    fields,
  })
}
