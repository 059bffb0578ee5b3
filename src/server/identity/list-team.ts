/** A team as those who may see it see it: who is in it, who is invited, and what the actor may do to each. */

import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { team as calls } from '#contract/team.ts'
import { absenceActions, isOn, isOver } from '#domain/identity/substitute.ts'
import {
  type ActionOf,
  type InvitationAction,
  invitationActions,
  isVouchedFor,
  type RoleOf,
  rolesToGive,
  runsTeam,
  type TeamKind,
  teamActions,
  waitsForConfirmation,
} from '#domain/identity/team.ts'
import { personName } from '#domain/kernel/names.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Actor, employerOf } from '../kernel/actor.ts'
import { mayCall } from '../kernel/may-call.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { type AbsenceRow, listAbsences } from './substitute.store.ts'
import { listTeam, type TeamId, type TeammateRow } from './team.store.ts'
import { listTeamInvitations, type TeamInvitationRow } from './team-invitation.store.ts'

/** The team that an actor's calls of this kind are about. */
export function teamOf(actor: Actor, kind: TeamKind): TeamId {
  return kind === 'employer' ? employerOf(actor) : null
}

/** The people of the acting employer, and the invitations that wait. */
export async function presentMembers(ctx: Ctx) {
  const employer_uuid = teamOf(ctx.actor, 'employer')
  const team = await listTeam(ctx.tx, employer_uuid)
  const invitations = await listTeamInvitations(ctx.tx, employer_uuid)
  const absences = employer_uuid === null ? [] : await listAbsences(ctx.tx, employer_uuid)
  return {
    members: team.map(row => presentMember(ctx, team, row, absences)),
    invitations: invitations.map(row => presentMemberInvitation(ctx, row, team)),
  }
}

/** The operators, and the invitations that wait. */
export async function presentOperators(ctx: Ctx) {
  const team = await listTeam(ctx.tx, null)
  const invitations = await listTeamInvitations(ctx.tx, null)
  return {
    members: team.map(row => presentTeammate(ctx, 'operators', team, row)),
    invitations: invitations.map(row => presentOperatorInvitation(ctx, row, team)),
  }
}

/** One of the acting employer's people as they are now; NOT_FOUND for who is in another team or in none. */
export async function getMember(ctx: Ctx, sub: string) {
  const employer_uuid = employerOf(ctx.actor)
  const team = await listTeam(ctx.tx, employer_uuid)
  const row = team.find(one => one.sub === sub)
  if (!row) throw new Problem('NOT_FOUND', 'identity.problems.nobodyInTeam')
  return presentMember(ctx, team, row, await listAbsences(ctx.tx, employer_uuid))
}

function presentMember(
  ctx: Ctx,
  team: readonly TeammateRow[],
  row: TeammateRow,
  absences: readonly AbsenceRow[],
) {
  const open = absences.find(one => one.absent_sub === row.sub && !isOver(one, ctx.today))
  const by = open && team.find(({ sub }) => sub === open.substitute_sub)
  return {
    ...presentTeammate(ctx, 'employer', team, row),
    absence:
      open && by
        ? {
            ...{ substitute_sub: by.sub, substitute_name: personName(by, by.email) },
            ...{ from: open.from, until: open.until, now: isOn(open, ctx.today) },
          }
        : null,
    absence_actions: absenceActions(team, ctx.actor.sub, row, open),
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

/** An invitation into an employer's team that waits. */
export function presentMemberInvitation(
  ctx: Ctx,
  row: TeamInvitationRow,
  team: readonly TeammateRow[],
) {
  const stands = isVouchedFor('employer', row, team)
  const shown = presentInvitation(ctx, 'employer', row, stands, {
    resend: calls.resendMemberInvitation,
    withdraw: calls.withdrawMemberInvitation,
  })
  return { ...shown, waits: stands ? null : say('identity.reasons.noOwnerAnyMore') }
}

/** An invitation of an operator that waits: for another of the team to confirm it, or for who is invited. */
export function presentOperatorInvitation(
  ctx: Ctx,
  row: TeamInvitationRow,
  team: readonly TeammateRow[],
) {
  const stands = waitsForConfirmation('operators', row)
    ? canBeConfirmed(ctx, row, team)
    : isVouchedFor('operators', row, team)
  const shown = presentInvitation(ctx, 'operators', row, stands, {
    confirm: calls.confirmOperatorInvitation,
    resend: calls.resendOperatorInvitation,
    withdraw: calls.withdrawOperatorInvitation,
  })
  return { ...shown, waits: waitsFor(ctx, row, team) }
}

/** Whether an invitation of an operator can still be confirmed: its time is not over, and who invited still runs the team. */
export function canBeConfirmed(
  { now }: Ctx,
  row: TeamInvitationRow,
  team: readonly TeammateRow[],
): boolean {
  return now < row.expires_at && isVouchedFor('operators', row, team)
}

function waitsFor(ctx: Ctx, row: TeamInvitationRow, team: readonly TeammateRow[]): string | null {
  const { inviter_sub } = row
  if (!waitsForConfirmation('operators', row))
    return isVouchedFor('operators', row, team) ? null : say('identity.reasons.noAdminAnyMore')
  if (!canBeConfirmed(ctx, row, team)) return say('identity.reasons.neverSent')
  const others = team.filter(({ sub }) => sub !== inviter_sub)
  if (inviter_sub !== ctx.actor.sub) return say('identity.reasons.youConfirm')
  return say(
    others.some(one => runsTeam('operators', one))
      ? 'identity.reasons.anotherConfirms'
      : 'identity.reasons.nobodyConfirms',
  )
}

function presentInvitation<K extends TeamKind, A extends InvitationAction>(
  { actor, now }: Ctx,
  kind: K,
  row: TeamInvitationRow,
  stands: boolean,
  callOf: Readonly<Record<A, Endpoint>>,
) {
  const { invitation_uuid, email, inviter_name, link_sent_at, expires_at } = row
  const offered = invitationActions(kind, { ...row, stands }, actor.sub)
  const actions = Object.keys(callOf) as A[]
  return {
    invitation_uuid,
    email,
    inviter_name,
    link_sent_at,
    expires_at,
    role: row.role as RoleOf<K>,
    expired: now >= expires_at,
    allowed_actions: actions.filter(one => offered.includes(one) && mayCall(actor, callOf[one])),
  }
}
