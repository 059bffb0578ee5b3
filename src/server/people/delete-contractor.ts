import { transition } from '#domain/kernel/machine.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { invitationMachine } from '#domain/people/invitation.ts'
import { employerOf } from '../kernel/actor.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { countRunningContracts, lockInvitation, updateInvitation } from './invitation.store.ts'

/**
 * Removes an unanswered invitation, whose link dies; offboards who accepted, which TRANSITION_NOT_ALLOWED refuses while a
 * contract runs. What is owed is still paid. Takes the e-mail, the `sub` or the invitation's uuid.
 */
export async function deleteContractor(ctx: Ctx, name: string): Promise<void> {
  const employer_uuid = employerOf(ctx.actor)
  const invitation = await lockInvitation(ctx.tx, employer_uuid, name)
  if (!invitation) throw new Problem('NOT_FOUND', 'You have no such contractor.')
  const { invitation_uuid, contractor_sub, status: before } = invitation
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
    throw new Problem(
      'TRANSITION_NOT_ALLOWED',
      'This contractor has a contract that runs. Complete the contract first, then offboard.',
    )
  await updateInvitation(ctx.tx, invitation_uuid, { status })
  ctx.audit({ ...audited, action: 'offboard', before: { status: before }, after: { status } })
  await ctx.announce({
    type: 'people.contractor_offboarded',
    invitation_uuid,
    employer_uuid,
    contractor_sub,
  })
}
