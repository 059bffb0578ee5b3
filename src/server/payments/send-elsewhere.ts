/** What a contractor's destination can no longer take goes to another one of theirs. */

import { isKept } from '#domain/payments/lost.ts'
import { isBegun, UNSENT_STATUSES, wasAttempted } from '#domain/payments/payment.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { holdScheduled } from './hold-scheduled.ts'
import {
  changeStatus,
  holdPaymentsOfItems,
  ofItems,
  redirectPayments,
  voidApproval,
} from './payment.store.ts'
import {
  listItemsUnsentTo,
  listPaymentsOfItems,
  type PaymentFactsRow,
} from './payment-facts.report.store.ts'

type Move = Parameters<Ctx['doors']['payments']['sendElsewhere']>[1]
type Moved = Awaited<ReturnType<Ctx['doors']['payments']['sendElsewhere']>>

/**
 * Redirects every payment that has not left for a destination, and schedules those that failed or came back again, each as a new
 * attempt; answers how many of each. Both destinations are of one currency and of this contractor, who holds them locked. An approval is of
 * money to accounts: an item of which no rail was asked yet waits, whole, until its employer, whom payroll asks, approved it anew. What is left of one that
 * was asked of a rail can be approved by nobody any more, and follows its contractor.
 */
export async function sendElsewhere(
  ctx: Ctx,
  { contractor_sub, from_uuid, to }: Move,
): Promise<Moved> {
  const items = await listItemsUnsentTo(ctx.tx, contractor_sub, from_uuid)
  if (items.length === 0) return { moved: 0, lost: 0 }
  await holdPaymentsOfItems(ctx.tx, ofItems(items))
  const parts = await listPaymentsOfItems(ctx.tx, items)
  const rows = parts.filter(
    row =>
      row.destination_uuid === from_uuid && UNSENT_STATUSES.some(status => status === row.status),
  )
  for (const group of Map.groupBy(rows, row => `${row.status} ${row.hold_reason}`).values()) {
    const [{ status, hold_reason }] = group as [PaymentFactsRow]
    const ids = group.map(row => row.payment_uuid)
    const next = isKept(status) ? 'SCHEDULED' : status
    await changeStatus(ctx.tx, ids, [status], next, hold_reason ? { hold_reason } : {})
    await redirectPayments(ctx.tx, ids, to)
    audit(ctx, group, 'redirect', { status: next, destination_uuid: to.destination_uuid })
  }
  const asked = new Set(parts.filter(isBegun).map(row => row.line_item_uuid))
  const moved = new Set(rows.map(row => row.line_item_uuid))
  const unapproved = parts.filter(({ line_item_uuid: of }) => moved.has(of) && !asked.has(of))
  await voidApproval(
    ctx.tx,
    unapproved.map(row => row.payment_uuid),
  )
  // Each stays in its status, which is what the audit log says of it last.
  for (const [status, group] of Map.groupBy(unapproved, row => row.status))
    audit(ctx, group, 'void_approval', { status })
  const followed = rows.filter(row => asked.has(row.line_item_uuid))
  await holdScheduled(
    ctx,
    followed.map(row => row.payment_uuid),
  )
  return { moved: rows.length, lost: rows.filter(wasAttempted).length }
}

function audit(ctx: Ctx, rows: readonly PaymentFactsRow[], action: string, after: object): void {
  for (const [employer_uuid, group] of Map.groupBy(rows, row => row.employer_uuid))
    ctx.audit({
      action,
      entity: 'payment',
      entity_uuids: group.map(row => row.payment_uuid),
      employer_uuid,
      after,
    })
}
