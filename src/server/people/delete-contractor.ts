import { transition } from '#domain/kernel/machine.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type InvitationStatus, invitationMachine } from '#domain/people/invitation.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { selectContractor } from './contractor.store.ts'
import { freezeRelation } from './ended-relation.store.ts'
import { countRunningContracts } from './invitation.report.store.ts'
import {
  findContractorOf,
  holdRelation,
  lockInvitation,
  updateInvitation,
} from './invitation.store.ts'

/**
 * Removes an unanswered invitation, whose link dies; offboards who accepted, which TRANSITION_NOT_ALLOWED refuses while a
 * contract runs. What is owed is still paid, and what waits for a signature is withdrawn; of the person the employer goes on seeing what
 * is there now, and nothing new. Takes the e-mail, the `sub` or the invitation's uuid. CONFLICT where `seen`, which the specification's own
 * request leaves out, is not how they stand by now: who accepted meanwhile is not offboarded by deleting their invitation.
 */
export async function deleteContractor(
  ctx: Ctx,
  name: string,
  seen?: InvitationStatus,
): Promise<void> {
  const employer_uuid = employerOf(ctx.actor)
  const accepted = await findContractorOf(ctx.tx, employer_uuid, name)
  if (accepted) await ctx.doors.contracts.holdPair(ctx, employer_uuid, accepted)
  const invitation = await lockInvitation(ctx.tx, employer_uuid, name)
  if (!invitation) throw new Problem('NOT_FOUND', 'people.problems.noSuchContractor')
  const { invitation_uuid, contractor_sub, status: before } = invitation
  if (seen && seen !== before) throw standsOtherwise(before)
  const audited = { entity: 'invitation', entity_uuids: [invitation_uuid], employer_uuid }
  if (before === 'INVITED') {
    await updateInvitation(ctx.tx, invitation_uuid, { removed_at: ctx.now })
    ctx.audit({
      ...audited,
      action: 'remove',
      before: { status: before },
      after: { status: 'REMOVED' },
    })
    return
  }
  const status = transition(invitationMachine, 'contractor', before, 'offboard')
  if (contractor_sub && (await countRunningContracts(ctx.tx, employer_uuid, contractor_sub)) > 0)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'people.problems.contractRuns')
  const contractor = contractor_sub && (await selectContractor(ctx, contractor_sub))
  await updateInvitation(ctx.tx, invitation_uuid, { status })
  if (contractor_sub) await ctx.doors.contracts.withdrawStranded(ctx, employer_uuid, contractor_sub)
  // Somebody whose address changed may have been invited, and accepted, by both.
  if (contractor && (await holdRelation(ctx.tx, employer_uuid, contractor.sub)) !== 'ACCEPTED')
    await freezeRelation(ctx, employer_uuid, contractor, ctx.now)
  ctx.audit({ ...audited, action: 'offboard', before: { status: before }, after: { status } })
}

/** The refusal to end something else than what was looked at. */
function standsOtherwise(status: InvitationStatus): Problem {
  return new Problem('CONFLICT', `people.problems.meanwhile.${status}`)
}
