/** A team as those who may see it see it: who is in it, who is invited, and what the actor may do to each. */
import { team as calls } from '#contract/team.ts'
import {
  type ActionOf,
  type RoleOf,
  rolesToGive,
  type TeamKind,
  teamActions,
} from '#domain/identity/team.ts'
import { type Actor, employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { listTeam, type TeamId, type TeammateRow } from './team.store.ts'
import { listTeamInvitations, type TeamInvitationRow } from './team-invitation.store.ts'

/** The team that an actor's calls of this kind are about. */
export function teamOf(actor: Actor, kind: TeamKind): TeamId {
  return kind === 'employer' ? employerOf(actor) : null
}

/** The people of the acting employer, or the operators, and the invitations that wait. */
export async function presentTeam<K extends TeamKind>(ctx: Ctx, kind: K) {
  const employer_uuid = teamOf(ctx.actor, kind)
  const team = await listTeam(ctx.tx, employer_uuid)
  const invitations = await listTeamInvitations(ctx.tx, employer_uuid)
  return {
    members: team.map(row => presentTeammate(ctx, kind, team, row)),
    invitations: invitations.map(row => presentTeamInvitation(ctx, kind, row)),
  }
}

/** One of a team, judged by the whole team. */
export function presentTeammate<K extends TeamKind>(
  { actor }: Ctx,
  kind: K,
  team: readonly TeammateRow[],
  row: TeammateRow,
) {
  return {
    ...row,
    role: row.role as RoleOf<K>,
    is_me: row.sub === actor.sub,
    allowed_actions: teamActions(kind, team, actor.sub, row) satisfies ActionOf<K>[],
    allowed_roles: rolesToGive(kind, team, actor.sub, row),
  }
}

/** An invitation that waits. */
export function presentTeamInvitation<K extends TeamKind>(
  { actor, now }: Ctx,
  kind: K,
  row: TeamInvitationRow,
) {
  const [resend, withdraw] =
    kind === 'employer'
      ? [calls.resendMemberInvitation, calls.withdrawMemberInvitation]
      : [calls.resendOperatorInvitation, calls.withdrawOperatorInvitation]
  return {
    ...row,
    role: row.role as RoleOf<K>,
    expired: now >= row.expires_at,
    allowed_actions: [
      ...(mayCall(actor, resend) ? (['resend'] as const) : []),
      ...(mayCall(actor, withdraw) ? (['withdraw'] as const) : []),
    ],
  }
}
