/** Who of the operators looks at whom: one at a time, seen by the others, and ending by itself. */
import type { z } from 'zod'
import type { ReviewClaim, verification } from '#contract/verification.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { claimEnds } from '#domain/people/document-review.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import type { Owner } from './document.store.ts'
import { type ClaimRow, selectClaims } from './review-claim.report.store.ts'
import { deleteClaim, replaceClaim, touchClaim } from './review-claim.store.ts'
import { auditSubject, lockSubject, type Named } from './review-subject.ts'

type Claim = z.output<typeof ReviewClaim>
type Body = z.output<(typeof verification)['claimReview']['body']>

/**
 * Claims somebody for the acting operator, or goes on with the claim that they have. CONFLICT names who else has one, unless it is
 * taken over: of two at the same moment one gets it.
 */
export async function claimReview(ctx: Ctx, of: Named, { take_over }: Body): Promise<Claim> {
  const { owner } = await lockSubject(ctx, of)
  const now = ctx.now
  const { sub: claimed_by, name } = ctx.actor
  const had = await claimOf(ctx, owner)
  if (had?.claimed_by === claimed_by) {
    await touchClaim(ctx.tx, owner, { by: claimed_by, at: now })
    return shown(ctx, { ...had, active_at: now })
  }
  if (had && !take_over) throw claimed(ctx, had)
  await replaceClaim(ctx.tx, owner, { claimed_by, at: now })
  if (had) auditSubject(ctx, owner, 'take_over_review', { by: had.claimed_by }, { by: claimed_by })
  return { name, since: now, until: claimEnds(now), mine: true }
}

/** Gives a claim back; nobody else's ends by that. */
export async function releaseReview(ctx: Ctx, of: Named): Promise<void> {
  const { owner } = await lockSubject(ctx, of)
  await deleteClaim(ctx.tx, owner, ctx.actor.sub)
}

/** CONFLICT where another operator has the claim; what the acting one does keeps theirs. The caller holds whom it is about. */
export async function keepClaim(ctx: Ctx, owner: Owner): Promise<void> {
  const had = await claimOf(ctx, owner)
  if (had && had.claimed_by !== ctx.actor.sub) throw claimed(ctx, had)
  if (had) await touchClaim(ctx.tx, owner, { by: ctx.actor.sub, at: ctx.now })
}

/** Ends whichever claim there is: it is decided. */
export function endClaim(ctx: Ctx, owner: Owner): Promise<void> {
  return deleteClaim(ctx.tx, owner)
}

/** The claims of companies or contractors, by their id. */
export async function claimsOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<(id: string) => Claim | null> {
  const rows = await selectClaims(ctx.tx, ids, ctx.now)
  const byId = new Map(rows.map(row => [row.of, shown(ctx, row)]))
  return id => byId.get(id) ?? null
}

async function claimOf(
  ctx: Ctx,
  { employer_uuid, contractor_sub }: Owner,
): Promise<ClaimRow | undefined> {
  const [row] = await selectClaims(ctx.tx, [employer_uuid ?? contractor_sub], ctx.now)
  return row
}

function shown(ctx: Ctx, { name, claimed_by, claimed_at, active_at }: ClaimRow): Claim {
  const mine = claimed_by === ctx.actor.sub
  return { name, since: claimed_at, until: claimEnds(active_at), mine }
}

function claimed(ctx: Ctx, { name, claimed_at }: ClaimRow): Problem {
  const minutes = Math.floor((ctx.now.getTime() - claimed_at.getTime()) / 60_000)
  return new Problem('CONFLICT', 'people.problems.claimed', { params: { name, minutes } })
}
