/** Inviting a contractor by e-mail, and sending the link again (design: States, Invitation). */
import type { z } from 'zod'
import type { ContractorRow, people } from '#contract/people.ts'
import { mayResend } from '#domain/identity/invitation-mails.ts'
import { transition } from '#domain/kernel/machine.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import { invitationMachine, linkExpiresAt } from '#domain/people/invitation.ts'
import { countInvitation } from '../identity/index.ts'
import { employerOf } from '../kernel/actor.ts'
import { newToken, newUuid, sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { isCountry } from '../reference/countries.ts'
import { getEmployerRecord } from './employer-profile.ts'
import { policyIsOf } from './invitation.report.store.ts'
import { insertInvitation, lockInvitation, updateInvitation } from './invitation.store.ts'
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

/** Sends a new link, at most once a minute; the old one stops working. Takes the e-mail, the `sub` or the invitation's uuid. */
export async function resendInvitation(ctx: Ctx, name: string): Promise<Row> {
  const employer_uuid = employerOf(ctx.actor)
  const invitation = await lockInvitation(ctx.tx, employer_uuid, name)
  if (!invitation) throw new Problem('NOT_FOUND', 'people.problems.noSuchInvitation')
  const { invitation_uuid, status, link_sent_at } = invitation
  transition(invitationMachine, 'invitation', status, 'resend')
  if (!mayResend(link_sent_at.toISOString(), ctx.now.toISOString()))
    throw new Problem('INVITATION_TOO_SOON', 'people.problems.invitationTooSoon')
  await count(ctx, employer_uuid, invitation.email)
  const { token, ...link } = newLink(ctx.now)
  await updateInvitation(ctx.tx, invitation_uuid, link)
  ctx.audit({
    action: 'resend',
    entity: 'invitation',
    entity_uuids: [invitation_uuid],
    employer_uuid,
    before: { status, expires_at: invitation.expires_at },
    after: { status, expires_at: link.expires_at },
  })
  ctx.announce('people.contractor_invited', { invitation_uuid, secret: token })
  return getContractorRow(ctx, invitation_uuid)
}

async function count(ctx: Ctx, employer_uuid: string, email: string): Promise<void> {
  const { verification } = await getEmployerRecord(ctx, employer_uuid)
  await countInvitation(ctx, email, { employer_uuid, verified: verification === 'VERIFIED' })
}

async function checkInvite(ctx: Ctx, employer_uuid: string, invite: Invite): Promise<void> {
  if (invite.email === ctx.actor.email.toLowerCase())
    throw invalidField('email', 'people.problems.ownAddress')
  if (invite.country_code && !isCountry(invite.country_code))
    throw invalidField('country_code', 'people.problems.chooseCountry')
  const { pay_policy_uuid } = invite
  if (pay_policy_uuid && !(await policyIsOf(ctx.tx, pay_policy_uuid, employer_uuid)))
    throw invalidField('pay_policy_uuid', 'people.problems.choosePolicy')
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
