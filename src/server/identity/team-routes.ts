import type { team } from '#contract/team.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import type { Handlers } from '../kernel/http.ts'
import { fromNetwork, takeTries } from '../kernel/limits.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { changeOperatorStanding, changeRole, removeMember } from './change-teammate.ts'
import { forgetActor } from './find-actor.ts'
import {
  confirmOperatorInvitation,
  inviteTeammate,
  resendTeamInvitation,
  withdrawTeamInvitation,
} from './invite-teammate.ts'
import { acceptTeamInvitation, findTeamInvitation, joinTeam } from './join-team.ts'
import {
  getMember,
  presentMemberInvitation,
  presentMembers,
  presentOperatorInvitation,
  presentOperators,
} from './list-team.ts'
import { changeSubstitute } from './substitutes.ts'
import { listTeam } from './team.store.ts'
import type { TeamInvitationRow } from './team-invitation.store.ts'

/** Handlers of the calls about an employer's people, the operators and the invitations of both. */
export function teamHandlers(provider: IdentityProvider, kernel: Kernel): Handlers<typeof team> {
  const countLink = ({ address }: Ctx) => takeTries(kernel, [fromNetwork('links', address)])
  const forgetting = async <T>(sub: string, change: Promise<T>): Promise<T> => {
    const answer = await change
    forgetActor(kernel, sub)
    return answer
  }
  const ofEmployer = async (ctx: Ctx, invitation: Promise<TeamInvitationRow>) => {
    const row = await invitation
    return presentMemberInvitation(ctx, row, await listTeam(ctx.tx, row.employer_uuid))
  }
  const ofOperators = async (ctx: Ctx, invitation: Promise<TeamInvitationRow>) =>
    presentOperatorInvitation(ctx, await invitation, await listTeam(ctx.tx, null))
  return {
    listMembers: (_input, ctx) => presentMembers(ctx),
    inviteMember: ({ body }, ctx) => ofEmployer(ctx, inviteTeammate(ctx, 'employer', body)),
    resendMemberInvitation: ({ params }, ctx) =>
      ofEmployer(ctx, resendTeamInvitation(ctx, 'employer', params.id)),
    withdrawMemberInvitation: async ({ params }, ctx) => {
      await withdrawTeamInvitation(ctx, 'employer', params.id)
      return { ok: true }
    },
    changeMemberRole: async ({ params, body }, ctx) => {
      await forgetting(params.sub, changeRole(ctx, 'employer', params.sub, body.role))
      return getMember(ctx, params.sub)
    },
    putSubstitute: ({ params, body }, ctx) =>
      changeSubstitute(ctx, params.sub, body.absence, body.seen),
    removeMember: async ({ params }, ctx) => {
      await forgetting(params.sub, removeMember(ctx, params.sub))
      return { ok: true }
    },
    leaveEmployer: async (_input, ctx) => {
      await forgetting(ctx.actor.sub, removeMember(ctx, ctx.actor.sub))
      return { ok: true }
    },
    listOperators: (_input, ctx) => presentOperators(ctx),
    inviteOperator: ({ body }, ctx) => ofOperators(ctx, inviteTeammate(ctx, 'operators', body)),
    confirmOperatorInvitation: ({ params }, ctx) =>
      ofOperators(ctx, confirmOperatorInvitation(ctx, params.id)),
    resendOperatorInvitation: ({ params }, ctx) =>
      ofOperators(ctx, resendTeamInvitation(ctx, 'operators', params.id)),
    withdrawOperatorInvitation: async ({ params }, ctx) => {
      await withdrawTeamInvitation(ctx, 'operators', params.id)
      return { ok: true }
    },
    changeOperatorRole: ({ params, body }, ctx) =>
      forgetting(params.sub, changeRole(ctx, 'operators', params.sub, body.role)),
    changeOperatorStanding: ({ params }, ctx) =>
      forgetting(params.sub, changeOperatorStanding(ctx, params.sub, params.operation)),
    findTeamInvitation: async ({ params }, ctx) => {
      await countLink(ctx)
      return findTeamInvitation(ctx, provider, params.token)
    },
    joinTeam: async ({ body }, ctx) => {
      await countLink(ctx)
      const { sub, email } = await joinTeam(ctx, provider, body)
      forgetActor(kernel, sub)
      return { email }
    },
    acceptTeamInvitation: async ({ body }, ctx) => {
      await countLink(ctx)
      await forgetting(ctx.actor.sub, acceptTeamInvitation(ctx, body))
      return { ok: true }
    },
  }
}
