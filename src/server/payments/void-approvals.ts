/** Approvals that no longer hold, for whoever takes them back. */

import { isBegun } from '#domain/payments/payment.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { holdPayments, ofItems } from './payment.store.ts'
import { isVoid } from './payment-blockers.ts'
import { listPaymentsOfItems, type PaymentFactsRow } from './payment-facts.report.store.ts'

/**
 * Of these locked line items those whose approval is void, of which no rail was asked. Their payments are held until the transaction
 * ends: what leaves at this moment has either left before and is not among them, or finds its payment cancelled.
 */
export async function holdVoidApprovals(
  ctx: Ctx,
  line_item_uuids: readonly string[],
): Promise<Set<string>> {
  const found = voidOf(await listPaymentsOfItems(ctx.tx, line_item_uuids))
  if (found.size === 0) return found
  await holdPayments(ctx.tx, ofItems([...found]))
  return voidOf(await listPaymentsOfItems(ctx.tx, [...found]))
}

/** Of the line items of these payments those whose approval is void, and of which no rail was asked. */
export function voidOf(parts: readonly PaymentFactsRow[]): Set<string> {
  const asked = new Set(parts.filter(isBegun).map(part => part.line_item_uuid))
  const lost = parts.filter(part => isVoid(part) && !asked.has(part.line_item_uuid))
  return new Set(lost.map(part => part.line_item_uuid))
}
