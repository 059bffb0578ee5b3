/** Inviting people into a team by e-mail, sending the link again, and withdrawing it. */

import { mayResend } from '#domain/identity/invitation-mails.ts'
import {
  isVouchedFor,
  type OperatorRole,
  TEAM_LINK_DAYS,
  type TeamKind,
  type TeamRole,
  waitsForConfirmation,
} from '#domain/identity/team.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { auditByCommand } from '../kernel/audit-by-command.ts'
import type { Tx } from '../kernel/db.ts'
import { newToken, newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { countInvitation } from './invitation-mails.ts'
import { canBeConfirmed, teamOf } from './list-team.ts'
import { employerIsVerified } from './person.report.store.ts'
import { listTeam, lockTeam, type TeamId } from './team.store.ts'
import {
  insertTeamInvitation,
  listTeamInvitations,
  lockTeamInvitation,
  type TeamInvitationRow,
  updateTeamInvitation,
} from './team-invitation.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Invites an address. Of two invitations at once one is made, the other is ALREADY_INVITED. Only of the own people it is said
 * that they are here; whether anyone else has an account stays unsaid. Nothing is mailed of an operator's before it is confirmed.
 */
export async function inviteTeammate(
  ctx: Ctx,
  kind: TeamKind,
  { email, role }: { readonly email: string; readonly role: TeamRole },
): Promise<TeamInvitationRow> {
  const employer_uuid = teamOf(ctx.actor, kind)
  const team = await listTeam(ctx.tx, employer_uuid)
  if (team.some(one => one.email === email))
    throw new Problem('ALREADY_MEMBER', 'identity.problems.inTeamAlready')
  const { token, ...link } = newLink(kind, ctx.now)
  const invitation_uuid = newUuid()
  const { sub: inviter_sub, name: inviter_name } = ctx.actor
  const row = { invitation_uuid, employer_uuid, email, role, inviter_sub, ...link }
  const made = await insertTeamInvitation(ctx.tx, { ...row, created_at: ctx.now })
  if (!made) throw new Problem('ALREADY_INVITED', 'identity.problems.invitationWaits')
  await count(ctx, employer_uuid, email)
  ctx.audit({
    action: 'invite',
    entity: 'team_invitation',
    entity_uuids: [invitation_uuid],
    employer_uuid,
    after: { email, role },
  })
  const invitation = { ...row, inviter_name, confirmed: false, confirmed_by: null }
  if (!waitsForConfirmation(kind, invitation)) announceLink(ctx, invitation_uuid, token)
  return invitation
}

/**
 * Says yes to an operator whom another admin invites, and sends the first link; again changes nothing. SECOND_PERSON_NEEDED for
 * who invited, TRANSITION_NOT_ALLOWED where its time is over or who invited runs the team no more.
 */
export async function confirmOperatorInvitation(
  ctx: Ctx,
  invitation_uuid: string,
): Promise<TeamInvitationRow> {
  // Who joins holds the team before the invitation, too.
  await lockTeam(ctx.tx, null)
  const invitation = await lockOwn(ctx, 'operators', invitation_uuid)
  if (!waitsForConfirmation('operators', invitation)) return invitation
  if (invitation.inviter_sub === ctx.actor.sub)
    throw new Problem('SECOND_PERSON_NEEDED', 'identity.problems.invitedYourself')
  if (!canBeConfirmed(ctx, invitation, await listTeam(ctx.tx, null)))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'identity.problems.invitationTooOld')
  const confirmation = { confirmed_at: ctx.now, confirmed_by: ctx.actor.sub }
  const sent = await sendNewLink(ctx, 'operators', invitation, confirmation)
  return { ...sent, confirmed: true, confirmed_by: confirmation.confirmed_by }
}

/**
 * Invites an operator by a command on the server, for where accounts are made elsewhere, and answers the link's token. A link
 * that waited is replaced; undefined for who is an operator already.
 */
export async function inviteOperatorByCommand(
  tx: Tx,
  email: string,
  role: OperatorRole,
  now: Date,
): Promise<string | undefined> {
  if ((await listTeam(tx, null)).some(one => one.email === email)) return undefined
  const replaced = (await listTeamInvitations(tx, null, email)).map(one => one.invitation_uuid)
  for (const uuid of replaced) await updateTeamInvitation(tx, uuid, { withdrawn_at: now })
  const { token, ...link } = newLink('operators', now)
  const invitation_uuid = newUuid()
  await insertTeamInvitation(tx, {
    invitation_uuid,
    employer_uuid: null,
    email,
    role,
    inviter_sub: null,
    created_at: now,
    ...link,
  })
  await auditByCommand(tx, {
    at: now,
    action: 'invite',
    entity: 'team_invitation',
    entity_uuids: [invitation_uuid, ...replaced],
    after: { email, role },
  })
  return token
}

/**
 * Sends a new link, at most once a minute; the old one stops working. Who sends it again into a company's team invites from then on.
 * TRANSITION_NOT_ALLOWED for an operator's of whom those who invited and confirmed do not run the team any more.
 */
export async function resendTeamInvitation(
  ctx: Ctx,
  kind: TeamKind,
  invitation_uuid: string,
): Promise<TeamInvitationRow> {
  const invitation = await lockOwn(ctx, kind, invitation_uuid)
  if (waitsForConfirmation(kind, invitation))
    throw new Problem('SECOND_PERSON_NEEDED', 'identity.problems.sentOnceConfirmed')
  if (!mayResend(invitation.link_sent_at.toISOString(), ctx.now.toISOString()))
    throw new Problem('INVITATION_TOO_SOON', 'identity.problems.invitationTooSoon')
  if (kind === 'employer') {
    const { sub: inviter_sub, name: inviter_name } = ctx.actor
    const sent = await sendNewLink(ctx, kind, invitation, { inviter_sub })
    return { ...sent, inviter_sub, inviter_name }
  }
  if (!isVouchedFor(kind, invitation, await listTeam(ctx.tx, null)))
    throw new Problem('TRANSITION_NOT_ALLOWED', 'identity.problems.invitationTooOld')
  return sendNewLink(ctx, kind, invitation)
}

/** Replaces the link of a locked invitation and mails the new one; the first time with who confirmed it, else with who invites by it. */
async function sendNewLink(
  ctx: Ctx,
  kind: TeamKind,
  invitation: TeamInvitationRow,
  by?:
    | { readonly confirmed_at: Date; readonly confirmed_by: string }
    | { readonly inviter_sub: string },
): Promise<TeamInvitationRow> {
  const { invitation_uuid, employer_uuid, email, role, expires_at } = invitation
  await count(ctx, employer_uuid, email)
  const confirms = by !== undefined && 'confirmed_by' in by
  const { token, ...link } = newLink(kind, ctx.now)
  await updateTeamInvitation(ctx.tx, invitation_uuid, { ...link, ...by })
  ctx.audit({
    action: confirms ? 'confirm' : 'resend',
    entity: 'team_invitation',
    entity_uuids: [invitation_uuid],
    employer_uuid,
    before: { expires_at },
    after: { expires_at: link.expires_at, ...(confirms && { email, role }) },
  })
  announceLink(ctx, invitation_uuid, token)
  return { ...invitation, ...link }
}

/** Withdraws an invitation that waits; its link stops working. */
export async function withdrawTeamInvitation(
  ctx: Ctx,
  kind: TeamKind,
  invitation_uuid: string,
): Promise<void> {
  const { employer_uuid, email, role } = await lockOwn(ctx, kind, invitation_uuid)
  await updateTeamInvitation(ctx.tx, invitation_uuid, { withdrawn_at: ctx.now })
  ctx.audit({
    action: 'withdraw',
    entity: 'team_invitation',
    entity_uuids: [invitation_uuid],
    employer_uuid,
    before: { email, role },
  })
}

async function count(ctx: Ctx, employer_uuid: TeamId, email: string): Promise<void> {
  if (employer_uuid === null) return countInvitation(ctx, email, null)
  const verified = await employerIsVerified(ctx.tx, employer_uuid)
  return countInvitation(ctx, email, { employer_uuid, verified })
}

async function lockOwn(ctx: Ctx, kind: TeamKind, invitation_uuid: string) {
  const invitation = await lockTeamInvitation(ctx.tx, teamOf(ctx.actor, kind), invitation_uuid)
  if (!invitation) throw new Problem('NOT_FOUND', 'identity.problems.noSuchInvitation')
  return invitation
}

function announceLink(ctx: Ctx, invitation_uuid: string, secret: string): void {
  ctx.announce('identity.teammate_invited', { invitation_uuid, secret })
}

/** A fresh link: of its token only the digest is kept. */
function newLink(kind: TeamKind, now: Date) {
  const token = newToken()
  return {
    token,
    token_hash: linkHash(token),
    link_sent_at: now,
    expires_at: new Date(now.getTime() + TEAM_LINK_DAYS[kind] * DAY_MS),
  }
}

/** What is kept of a link's token. */
export function linkHash(token: string): Buffer {
  return Buffer.from(sha256(token), 'hex')
}
