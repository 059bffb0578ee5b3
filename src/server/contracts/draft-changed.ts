import { dateOf, formatDate } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { namesOf } from './entry.report.store.ts'

/**
 * The CONTRACT_CHANGED of who would put, type or discard over what they have not seen of a draft (decision 0145): it says who changed it and when (UTC),
 * where both are known.
 */
export async function draftChanged(
  ctx: Ctx,
  sub: string | null,
  at: Date | null,
): Promise<Problem> {
  const name = sub && (await namesOf(ctx.tx, [sub])).get(sub)
  if (!name || !at) return new Problem('CONTRACT_CHANGED', 'contracts.problems.draftChanged')
  const day = formatDate(dateOf(at))
  return new Problem('CONTRACT_CHANGED', 'contracts.problems.draftChangedBy', {
    params: { name, day, time: at.toISOString().slice(11, 16) },
  })
}
