/** A role that looks like another one of the same two parties is that one: a second contract in it would be paid beside the first. */
import { looksLike } from '#domain/kernel/look-alikes.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listOtherRoles } from './contract.store.ts'

type Of = Parameters<typeof listOtherRoles>[1]

/** VALIDATION of `role` where another contract of the pair, a draft too, has one that looks the same and is written otherwise. */
export async function checkRoleLooks(ctx: Ctx, draft: Of): Promise<void> {
  const role = await findTwin(ctx, draft, ['DRAFT', 'AWAITING_SIGNATURE', 'ACTIVE', 'COMPLETED'])
  if (role !== undefined) throw invalidField('role', 'contracts.problems.roleLooksLike', { role })
}

/**
 * TRANSITION_NOT_ALLOWED where a contract of the pair that is signed, or waits for its signature as well while this one is offered, has a
 * role that looks the same. The pair must be locked: of two that are decided at once, the second finds the first.
 */
export async function requireRoleOfItsOwn(
  ctx: Ctx,
  contract: Of,
  decided: 'offer' | 'sign',
): Promise<void> {
  const waiting = decided === 'offer' ? (['AWAITING_SIGNATURE'] as const) : []
  const role = await findTwin(ctx, contract, [...waiting, 'ACTIVE', 'COMPLETED'])
  if (role !== undefined)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'contracts.problems.roleLooksLike', {
      params: { role },
    })
}

async function findTwin(
  ctx: Ctx,
  contract: Of,
  statuses: Parameters<typeof listOtherRoles>[2],
): Promise<string | undefined> {
  const others = await listOtherRoles(ctx.tx, contract, statuses)
  return others.find(role => looksLike(role, contract.role))
}
