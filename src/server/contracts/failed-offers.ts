/** Offers that came to nothing, which their employer has to know of and may draft anew. */
import type { z } from 'zod'
import type { contracts } from '#contract/contracts.ts'
import { SIGNATURE_DAYS } from '#domain/contracts/contract.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { selectFailedOffers } from './failed-offers.report.store.ts'

type Failed = z.output<(typeof contracts)['listFailedOffers']['response']>

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The acting employer's offers that were declined or ran out, newest first, until one of the same person and role is drafted anew, and for
 * as long as the person could have signed once more.
 */
export function listFailedOffers(ctx: Ctx): Promise<Failed> {
  const since = new Date(ctx.now.getTime() - 2 * SIGNATURE_DAYS * DAY_MS)
  return selectFailedOffers(ctx, employerOf(ctx.actor), since)
}
