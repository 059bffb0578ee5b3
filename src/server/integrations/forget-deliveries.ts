import type { Ctx } from '../kernel/unit-of-work.ts'
import { deleteDeliveries } from './delivery.store.ts'

/** So long a company sees what arrived at its webhooks. The events themselves it can read for good. */
const KEPT_DAYS = 90
const BATCH = 500

/** Job: forgets some of what arrived at webhooks more than 90 days ago, or was for such as were removed then. Answers how many, none when there are no more. */
export function forgetDeliveries(ctx: Ctx): Promise<number> {
  return deleteDeliveries(ctx.tx, new Date(ctx.now.getTime() - KEPT_DAYS * 86_400_000), BATCH)
}
