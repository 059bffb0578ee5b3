/** Joining a team by the link of an invitation: with a new account, or with the one that the invited address has. */

import type { z } from 'zod'
import type { team } from '#contract/team.ts'
import { deadLink, type KeptLink, linkEnd } from '#domain/identity/mailed-links.ts'
import { isVouchedFor, waitsForConfirmation } from '#domain/identity/team.ts'
import { personName } from '#domain/kernel/names.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { linkHash } from './invite-teammate.ts'
import { findPerson } from './person.report.store.ts'
import { insertPerson } from './person.store.ts'
import { insertTeammate, listTeam, saveStanding, shareTeam } from './team.store.ts'
import {
  findInvitationByLink,
  type LinkedInvitation,
  lockInvitationByLink,
  updateTeamInvitation,
} from './team-invitation.store.ts'

type Shown = z.output<(typeof team)['findTeamInvitation']['response']>
type Join = z.output<(typeof team)['joinTeam']['body']>
type Accept = z.output<(typeof team)['acceptTeamInvitation']['body']>
type Names = Pick<Join, 'first_name' | 'last_name' | 'preferred_name' | 'phone_number'>
type SomeNames = Omit<Accept, 'token'>

/** What a link is about; once it ended, or who invited runs the team no more, the problem of `deadLink`. */
export async function findTeamInvitation(
  ctx: Ctx,
  provider: IdentityProvider,
  token: string,
): Promise<Shown> {
  const invitation = await open(ctx, await findInvitationByLink(ctx.tx, linkHash(token)))
  const { email, role, inviter_name, expires_at } = invitation
  // Whoever merely claims the address is somebody else.
  const sub = await provider.findAccount(email)
  return {
    kind: kindOf(invitation),
    organisation: organisationOf(invitation),
    inviter_name,
    email,
    role,
    expires_at,
    has_account: sub !== undefined && (await findPerson(ctx.tx, sub)) !== undefined,
  }
}

/**
 * Makes the account, the person and the membership of who was invited. The account is made outside the transaction: when what
 * follows is cut off, the same call finds the account and completes it. Who is known already logs in to accept.
 */
export async function joinTeam(
  ctx: Ctx,
  provider: IdentityProvider,
  { token, password, ...names }: Join,
): Promise<{ sub: string; email: string }> {
  const invitation = await open(ctx, await holdInvitation(ctx, token))
  const { email } = invitation
  requirePhone(invitation, names)
  const name = personName(names)
  const { sub } = await provider.createVerifiedAccount({ email, password, name })
  if (await findPerson(ctx.tx, sub)) throw known()
  await insertPersonOf(ctx, invitation, sub, names)
  await admit(ctx, invitation, sub)
  return { sub, email }
}

/** Accepts as the signed-in person, whose verified address must be the invited one. Accepting again answers the same. */
export async function acceptTeamInvitation(ctx: Ctx, { token, ...given }: Accept): Promise<void> {
  const { sub, email, email_verified } = ctx.actor
  if (!email_verified) throw new Problem('EMAIL_NOT_VERIFIED', 'identity.problems.emailNotVerified')
  const found = await holdInvitation(ctx, token)
  if (found?.accepted_by === sub) return
  const invitation = await open(ctx, found)
  if (invitation.email !== email)
    throw new Problem('FORBIDDEN', 'identity.problems.invitationForAnother', {
      params: { email: invitation.email },
    })
  const person = await findPerson(ctx.tx, sub)
  if (!person) await insertPersonOf(ctx, invitation, sub, requireNames(invitation, given))
  else if (person.type !== typeOf(invitation))
    throw new Problem('CONFLICT', 'identity.problems.otherAccount', {
      params: { type: person.type },
    })
  await admit(ctx, invitation, sub)
}

/** The invitation of a link, and nobody changes it, or who runs its team, until the transaction ends. */
async function holdInvitation(ctx: Ctx, token: string): Promise<LinkedInvitation | undefined> {
  const found = await findInvitationByLink(ctx.tx, linkHash(token))
  if (found) await shareTeam(ctx.tx, found.employer_uuid)
  return found && lockInvitationByLink(ctx.tx, linkHash(token))
}

async function open(ctx: Ctx, invitation: LinkedInvitation | undefined): Promise<LinkedInvitation> {
  // One that a second operator has not confirmed yet was mailed to nobody.
  if (!invitation || waitsForConfirmation(kindOf(invitation), invitation)) throw deadLink('unknown')
  const team = await listTeam(ctx.tx, invitation.employer_uuid)
  const { withdrawn, ...kept } = keptOf(invitation)
  const vouched = isVouchedFor(kindOf(invitation), invitation, team)
  const end = linkEnd({ ...kept, withdrawn: withdrawn || !vouched }, ctx.now)
  if (end) throw deadLink(end)
  return invitation
}

function keptOf({ accepted_by, withdrawn_at, expires_at }: LinkedInvitation): KeptLink {
  return { used: accepted_by !== null, withdrawn: withdrawn_at !== null, ends_at: expires_at }
}

function kindOf({ employer_uuid }: LinkedInvitation) {
  return employer_uuid === null ? 'operators' : 'employer'
}

function typeOf({ employer_uuid }: LinkedInvitation) {
  return employer_uuid === null ? 'operator' : 'employer'
}

/** What people read as the team's name. */
function organisationOf({ employer_uuid, employer_name, inviter_name }: LinkedInvitation): string {
  return employer_uuid === null ? say('identity.teams.operators') : employer_name || inviter_name
}

function known(): Problem {
  return new Problem('CONFLICT', 'identity.problems.accountAlready')
}

function requirePhone(invitation: LinkedInvitation, { phone_number }: SomeNames): void {
  if (invitation.employer_uuid !== null && !phone_number)
    throw invalidField('phone_number', 'identity.problems.phoneRequired')
}

function requireNames(invitation: LinkedInvitation, given: SomeNames): Names {
  const { first_name, last_name, preferred_name, phone_number } = given
  if (!first_name) throw invalidField('first_name', 'identity.problems.firstNameRequired')
  if (!last_name) throw invalidField('last_name', 'identity.problems.lastNameRequired')
  if (!preferred_name)
    throw invalidField('preferred_name', 'identity.problems.preferredNameRequired')
  requirePhone(invitation, given)
  return { first_name, last_name, preferred_name, phone_number }
}

/** Makes the person. A company's people are at home where it is. */
async function insertPersonOf(
  ctx: Ctx,
  invitation: LinkedInvitation,
  sub: string,
  { phone_number = '', ...names }: Names,
): Promise<void> {
  const { email, country_code, subdivision_code, is_partner } = invitation
  const made = await insertPerson(ctx, {
    sub,
    email,
    type: typeOf(invitation),
    ...names,
    phone_number,
    country_code,
    subdivision_code,
    how_did_you_hear_about_us: null,
    is_partner: is_partner ?? false,
    created_at: ctx.now,
  })
  if (!made) throw known()
}

/** Puts the person into the team and ends the invitation. Whom an owner invites may act for the company. */
async function admit(ctx: Ctx, invitation: LinkedInvitation, sub: string): Promise<void> {
  const { invitation_uuid, employer_uuid, role, email, is_partner } = invitation
  if (!(await insertTeammate(ctx.tx, employer_uuid, { sub, role, created_at: ctx.now })))
    throw new Problem(
      'ALREADY_MEMBER',
      employer_uuid === null
        ? 'identity.problems.operatorAlready'
        : 'identity.problems.actsForEmployer',
    )
  if (employer_uuid !== null)
    await saveStanding(ctx.tx, sub, {
      is_partner: is_partner ?? false,
      has_authorization_to_act_for_employer: true,
      contact_info_at: ctx.now,
    })
  await updateTeamInvitation(ctx.tx, invitation_uuid, { accepted_at: ctx.now, accepted_by: sub })
  ctx.audit({
    action: 'join',
    entity: employer_uuid ? 'employer_member' : 'operator',
    entity_uuids: [sub],
    employer_uuid,
    after: { role, email, invitation_uuid },
  })
}
