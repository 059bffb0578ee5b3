/** What keeps pay that did not arrive, for the mails that tell of it. */
import type { Text } from '#domain/kernel/words.ts'
import { toContractor } from '#domain/payments/blockers.ts'
import { isKept } from '#domain/payments/lost.ts'
import { keptBy } from '#domain/payments/pay-state.ts'
import { loadRates } from '../exchange/index.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { blockersOf, haltedSince, listPaymentsOfItems } from '../payments/index.ts'

/** What keeps what did not arrive of a pay wherever it goes, as each side reads it; null where it waits for another account and for nothing else first. */
export async function keeperOf(
  ctx: Ctx,
  line_item_uuid: string,
): Promise<{ readonly toContractor: Text; readonly toEmployer: Text } | null> {
  const payments = await listPaymentsOfItems(ctx.tx, [line_item_uuid])
  const rateFor = await loadRates(ctx)
  const halted = await haltedSince(ctx.tx)
  const blockers = payments
    .filter(({ status }) => isKept(status))
    .flatMap(payment => blockersOf(payment, ctx, rateFor, halted))
  const { because } = keptBy(blockers)
  const keeper = blockers.find(({ code }) => code === because)
  return keeper ? { toContractor: toContractor(keeper).said, toEmployer: keeper.said } : null
}
