/**
 * Approving: this money to these accounts. The caller names the digest of what was seen; anything else is APPROVAL_STALE. The
 * money is reserved and the payments are planned in the same transaction.
 */

import { assert } from '#domain/kernel/assert.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { unusualThings } from '#domain/payroll/approval.ts'
import { changesBetween } from '#domain/payroll/approval-changes.ts'
import { lineItemMachine } from '#domain/payroll/line-item.ts'
import { employerOf, requireFresh } from '../kernel/actor.ts'
import { newUuid } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { type ApprovedItems, holdFundsForItems } from '../payments/index.ts'
import type { CycleRecord } from './cycle.report.store.ts'
import { lockCycle } from './cycle.store.ts'
import { type CycleChange, presentChange } from './cycle-change.ts'
import { changeItems, insertApproval, listApprovedTotals } from './line-item.store.ts'
import { findApproval, type ReviewRow } from './review.report.store.ts'
import {
  approvedOf,
  contentOf,
  isAboveApprovalLimit,
  loadReview,
  nameOf,
  planItem,
  type Review,
  reviewItem,
} from './review.ts'

export type Approval = {
  readonly digest: string
  readonly acknowledged: readonly { readonly line_item_uuid: string; readonly code: string }[]
  readonly ahead_of_funding: boolean
}

type CycleId = { readonly policy_uuid: string; readonly cycle_uuid: string }

/**
 * Approves every item of the cycle that waits, or the one named. Approving the same digest again answers the same. Above the
 * approval limit STEP_UP_REQUIRED, unless the actor has just proved who they are.
 */
export async function approveCycle(
  ctx: Ctx,
  id: CycleId,
  approval: Approval,
  line_item_uuid?: string,
): Promise<CycleChange> {
  const cycle = await lockOwnCycle(ctx, id)
  const review = await loadReview(ctx, cycle, line_item_uuid)
  const waiting = review.rows.filter(row => row.status === 'PENDING_APPROVAL')
  const repeated = await findRepeated(ctx, review, approval.digest)
  if (waiting.length === 0 && repeated > 0) return presentChange(ctx, cycle, repeated, [])
  if (waiting.length === 0)
    throw new Problem('NOTHING_TO_APPROVE', 'No line item waits for approval.')
  const { content, digest } = contentOf(cycle, waiting)
  if (digest !== approval.digest) throw await stale(ctx, cycle, content)
  requireWorth(waiting)
  requireAcknowledged(review.cycle, waiting, approval)
  const approved = line_item_uuid
    ? await listApprovedTotals(ctx.tx, cycle.cycle_uuid)
    : approvedOf(review.rows)
  if (isAboveApprovalLimit(review, approved, waiting)) requireFresh(ctx.actor)
  const approval_uuid = newUuid()
  await insertApproval(ctx.tx, {
    approval_uuid,
    employer_uuid: cycle.employer_uuid,
    cycle_uuid: cycle.cycle_uuid,
    digest,
    content,
    approved_by: ctx.actor.sub,
    approved_at: ctx.now,
  })
  const versions = await changeItems(
    ctx.tx,
    waiting.map(row => row.line_item_uuid),
    lineItemMachine.sources('approve'),
    'APPROVED',
    { approval_uuid, approved_at: ctx.now },
  )
  assert(versions.size === waiting.length, 'items of a locked cycle stay as they were read')
  ctx.audit({
    action: 'approve',
    entity: 'line_item',
    entity_uuids: [...versions.keys()],
    employer_uuid: cycle.employer_uuid,
    after: { status: 'APPROVED', approval_uuid, digest },
  })
  await holdFundsForItems(ctx, approvedItems(review, waiting, versions, approval.ahead_of_funding))
  return presentChange(ctx, cycle, versions.size, [])
}

/** Locks a cycle of the acting employer; NOT_FOUND for anyone else's. */
export async function lockOwnCycle(
  ctx: Ctx,
  { policy_uuid, cycle_uuid }: CycleId,
): Promise<CycleRecord> {
  const cycle = await lockCycle(ctx.tx, policy_uuid, cycle_uuid)
  if (cycle?.employer_uuid !== employerOf(ctx.actor))
    throw new Problem('NOT_FOUND', 'There is no such pay cycle.')
  return cycle
}

function approvedItems(
  review: Review,
  rows: readonly ReviewRow[],
  versions: ReadonlyMap<string, number>,
  ahead_of_funding: boolean,
): ApprovedItems {
  const { cycle, employer, rateFor } = review
  return {
    employer_uuid: cycle.employer_uuid,
    cycle_uuid: cycle.cycle_uuid,
    pay_date: cycle.pay_date,
    ahead_of_funding,
    items: rows.map(planItem),
    versions,
    employer,
    rateFor,
  }
}

/** How many of the reviewed items were approved under this digest before: the request is a repetition. */
async function findRepeated(ctx: Ctx, review: Review, digest: string): Promise<number> {
  const before = await findApproval(ctx.tx, review.cycle.cycle_uuid, digest)
  if (!before) return 0
  return review.rows.filter(
    row =>
      row.approval_uuid === before.approval_uuid &&
      (row.status === 'APPROVED' || row.status === 'PAID'),
  ).length
}

async function stale(ctx: Ctx, cycle: CycleRecord, content: string): Promise<Problem> {
  const before = await findApproval(ctx.tx, cycle.cycle_uuid)
  const changes = before ? changesBetween(before.content, content) : []
  const said = changes.slice(0, 5).join(' ')
  return new Problem(
    'APPROVAL_STALE',
    `The pay changed since you looked at it. ${said} Look again, then approve.`.replace('  ', ' '),
  )
}

/** An item of nothing would be approved and never paid. */
function requireWorth(rows: readonly ReviewRow[]): void {
  const fields = rows
    .filter(row => row.amount_minor === 0n)
    .map(row => ({
      loc: ['body', 'items', row.line_item_uuid],
      msg: `The pay of ${nameOf(row)} comes to nothing. Archive this line item first.`,
      type: 'value_error',
    }))
  if (fields[0]) throw new Problem('VALIDATION', fields[0].msg, { fields })
}

/** Each unusual thing is acknowledged by name (design: Promises, 5). */
function requireAcknowledged(
  cycle: CycleRecord,
  rows: readonly ReviewRow[],
  { acknowledged }: Approval,
): void {
  const known = new Set(acknowledged.map(thing => `${thing.line_item_uuid} ${thing.code}`))
  const missing = unusualThings(rows.map(row => reviewItem(row, cycle))).filter(
    thing => !known.has(`${thing.line_item_uuid} ${thing.code}`),
  )
  if (missing.length === 0) return
  const fields = missing.slice(0, 50).map(thing => ({
    loc: ['body', 'acknowledged', thing.line_item_uuid, thing.code],
    msg: thing.text,
    type: 'value_error',
  }))
  throw new Problem('VALIDATION', `Acknowledge what is unusual first: ${missing[0]?.text}`, {
    fields,
  })
}
