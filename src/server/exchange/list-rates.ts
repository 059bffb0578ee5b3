import { isStale, MOST_AGE_MS } from '#domain/exchange/business-time.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { quotesInForce } from './quotes-in-force.ts'

const HOUR_MS = 60 * 60_000

/** The quotation in force of each pair, as old as it is by the days of its source; the oldest first. */
export async function listRates(ctx: Ctx) {
  const rates = await quotesInForce(ctx.tx, ctx.now)
  return {
    items: rates
      .toSorted((one, other) => other.age_ms - one.age_ms)
      .map(({ age_ms, as_of, ...rate }) => ({
        ...rate,
        as_of: new Date(as_of),
        age_hours: Math.floor(age_ms / HOUR_MS),
        stale: isStale(age_ms),
      })),
    most_hours: MOST_AGE_MS / HOUR_MS,
    read_at: ctx.now,
  }
}
