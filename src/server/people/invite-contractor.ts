/** Inviting a contractor by e-mail, and sending the link again (design: States, Invitation). */
import type { z } from 'zod'
import type { ContractorRow, people } from '#contract/people.ts'
import { hidden } from '#domain/identity/email.ts'
import { mayResend } from '#domain/identity/invitation-mails.ts'
import { deadLink, type KeptLink, linkEnd } from '#domain/identity/mailed-links.ts'
import { transition } from '#domain/kernel/machine.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { invitationMachine, linkExpiresAt } from '#domain/people/invitation.ts'
import { countInvitation, teamEmails } from '../identity/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { newToken, newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isCountry } from '../reference/countries.ts'
import { getEmployerRecord } from './employer-profile.ts'
import { policyIsOf } from './invitation.report.store.ts'
import {
  type InvitationRow,
  insertInvitation,
  lockInvitation,
  lockInvitationByOldToken,
  replaceLink,
} from './invitation.store.ts'
import { getContractorRow } from './list-contractors.ts'

type Invite = z.output<(typeof people)['inviteContractor']['body']>
type Row = z.output<typeof ContractorRow>

/** Invites an address. Of two invitations at once one is made, the other is ALREADY_INVITED. Fails as `countInvitation` does. */
export async function inviteContractor(ctx: Ctx, invite: Invite): Promise<Row> {
  const employer_uuid = employerOf(ctx.actor)
  await checkInvite(ctx, employer_uuid, invite)
  const { token, ...link } = newLink(ctx.now)
  const invitation_uuid = newUuid()
  const made = await insertInvitation(ctx.tx, {
    invitation_uuid,
    employer_uuid,
    email: invite.email,
    inviter_sub: ctx.actor.sub,
    name: invite.name ?? '',
    role: invite.role,
    country_code: invite.country_code ?? null,
    pay_policy_uuid: invite.pay_policy_uuid ?? null,
    datetime_invited: ctx.now,
    ...link,
  })
  if (!made) throw new Problem('ALREADY_INVITED', 'people.problems.invitedAlready')
  await count(ctx, employer_uuid, invite.email)
  ctx.audit({
    action: 'invite',
    entity: 'invitation',
    entity_uuids: [invitation_uuid],
    employer_uuid,
    after: { status: 'INVITED', email: invite.email, role: invite.role },
  })
  ctx.announce('people.contractor_invited', { invitation_uuid, secret: token })
  return getContractorRow(ctx, invitation_uuid)
}

/** Sends a new link, at most once a minute; the old one says so from then on. Takes the e-mail, the `sub` or the invitation's uuid. */
export async function resendInvitation(ctx: Ctx, name: string): Promise<Row> {
  const employer_uuid = employerOf(ctx.actor)
  const invitation = await lockInvitation(ctx.tx, employer_uuid, name)
  if (!invitation) throw new Problem('NOT_FOUND', 'people.problems.noSuchInvitation')
  await sendAgain(ctx, invitation, linkExpiresAt(ctx.now.toISOString()))
  return getContractorRow(ctx, invitation.invitation_uuid)
}

/**
 * Sends the mail of an invitation once more, for who opened a link of it that a newer one took the place of; to the address that was invited
 * and no other, and it ends when it would have. The problem of `findInvitation` where it is over; INVITATION_TOO_SOON within a minute.
 */
export async function askForInvitation(
  ctx: Ctx,
  token: string,
): Promise<{ sent_to: string; sent_at: Date }> {
  const invitation = await lockInvitationByOldToken(ctx.tx, tokenHash(token))
  const end = linkEnd(invitation && keptOf(invitation), ctx.now)
  if (!invitation || end) throw deadLink(end ?? 'unknown')
  await sendAgain(ctx, invitation, invitation.expires_at.toISOString())
  return { sent_to: hidden(invitation.email), sent_at: ctx.now }
}

async function sendAgain(ctx: Ctx, invitation: InvitationRow, until: string): Promise<void> {
  const { invitation_uuid, employer_uuid, status, link_sent_at } = invitation
  transition(invitationMachine, 'invitation', status, 'resend')
  if (!mayResend(link_sent_at.toISOString(), ctx.now.toISOString()))
    throw new Problem('INVITATION_TOO_SOON', 'people.problems.invitationTooSoon')
  await count(ctx, employer_uuid, invitation.email)
  const { token, ...link } = { ...newLink(ctx.now), expires_at: new Date(until) }
  await replaceLink(ctx.tx, invitation_uuid, link)
  ctx.audit({
    action: 'resend',
    entity: 'invitation',
    entity_uuids: [invitation_uuid],
    employer_uuid,
    before: { status, expires_at: invitation.expires_at },
    after: { status, expires_at: link.expires_at },
  })
  ctx.announce('people.contractor_invited', { invitation_uuid, secret: token })
}

async function count(ctx: Ctx, employer_uuid: string, email: string): Promise<void> {
  const { verification } = await getEmployerRecord(ctx, employer_uuid)
  await countInvitation(ctx, email, { employer_uuid, verified: verification === 'VERIFIED' })
}

async function checkInvite(ctx: Ctx, employer_uuid: string, invite: Invite): Promise<void> {
  if ((await teamEmails(ctx)).has(invite.email))
    throw invalidField('email', 'people.problems.ownAddress')
  if (invite.country_code && !isCountry(invite.country_code))
    throw invalidField('country_code', 'people.problems.chooseCountry')
  const { pay_policy_uuid } = invite
  if (pay_policy_uuid && !(await policyIsOf(ctx.tx, pay_policy_uuid, employer_uuid)))
    throw invalidField('pay_policy_uuid', 'people.problems.choosePolicy')
}

/** What decides whether a link of an invitation works. */
export function keptOf({ status, removed_at, expires_at }: InvitationRow): KeptLink {
  return { used: status !== 'INVITED', withdrawn: removed_at !== null, ends_at: expires_at }
}

/** A fresh link: of its token only the digest is kept. */
export function newLink(now: Date) {
  const token = newToken()
  return {
    token,
    token_hash: tokenHash(token),
    link_sent_at: now,
    expires_at: new Date(linkExpiresAt(now.toISOString())),
  }
}

/** What is kept of a link's token. */
export function tokenHash(token: string): Buffer {
  return Buffer.from(sha256(token), 'hex')
}
