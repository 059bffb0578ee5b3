/** A contractor's side of invitations: they belong to whoever has verified the address they were sent to. */
import type { z } from 'zod'
import type { Invitation, invitations } from '#contract/invitations.ts'
import { hidden } from '#domain/identity/email.ts'
import { deadLink, linkEnd } from '#domain/identity/mailed-links.ts'
import { transition } from '#domain/kernel/machine.ts'
import { dateOf, formatDate } from '#domain/kernel/plain-date.ts'
import { Problem } from '#domain/kernel/problem.ts'
import { type Text, textOf } from '#domain/kernel/words.ts'
import { invitationMachine } from '#domain/people/invitation.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { withReason } from '../kernel/words.ts'
import { thawRelation } from './ended-relation.store.ts'
import {
  type InvitationRow,
  lockInvitationTo,
  selectInvitationByOldToken,
  selectInvitationByToken,
  selectInvitationsTo,
  updateInvitation,
} from './invitation.store.ts'
import { keptOf, tokenHash } from './invite-contractor.ts'

type View = z.output<typeof Invitation>

/** What a link is about, for whoever has it; once it ended the problem of `deadLink`, LINK_REPLACED where a newer one was sent. */
export async function findInvitation(
  ctx: Ctx,
  token: string,
): Promise<z.output<(typeof invitations)['findInvitation']['response']>> {
  const invitation = await selectInvitationByToken(ctx.tx, tokenHash(token))
  const end = linkEnd(invitation && keptOf(invitation), ctx.now)
  if (invitation && !end) return invitation
  if (end !== 'unknown') throw deadLink(end ?? 'unknown')
  const replaced = await selectInvitationByOldToken(ctx.tx, tokenHash(token))
  const over = linkEnd(replaced && keptOf(replaced), ctx.now)
  if (!replaced || over) throw deadLink(over ?? 'unknown')
  throw new Problem('LINK_REPLACED', 'people.problems.linkReplaced', {
    params: { email: hidden(replaced.email), day: formatDate(dateOf(replaced.link_sent_at)) },
  })
}

/** Whether a token is that of the newest link of an invitation to this address which still waits. */
export async function isInvited(ctx: Ctx, email: string, token: string): Promise<boolean> {
  const invitation = await selectInvitationByToken(ctx.tx, tokenHash(token))
  if (!invitation || linkEnd(keptOf(invitation), ctx.now)) return false
  return invitation.email === email.toLowerCase()
}

/** The invitations to the actor's verified address, also those that came before the sign-up, newest first. */
export async function listInvitations(ctx: Ctx): Promise<View[]> {
  const { email, sub } = verified(ctx)
  const rows = await selectInvitationsTo(ctx.tx, email, sub)
  return rows.map(row => present(ctx, row))
}

/**
 * Accepts, which waits until the company has a name and is not suspended, or rejects; again it answers the same. From then the employer sees who an accepting
 * person is, and learns nothing of a rejecting one.
 */
export async function answerInvitation(
  ctx: Ctx,
  invitation_uuid: string,
  answer: 'accept' | 'reject',
): Promise<View> {
  const { email, sub } = verified(ctx)
  const invitation = await lockInvitationTo(ctx.tx, invitation_uuid, email)
  if (!invitation) throw new Problem('NOT_FOUND', 'people.problems.noSuchInvitation')
  if (invitation.removed_at) throw notValid()
  if (invitation.status !== 'INVITED') return presentAnswered(ctx, invitation, answer)
  const status = transition(invitationMachine, 'invitation', invitation.status, answer)
  if (!isOpen(ctx, invitation)) throw notValid()
  const obstacle = answer === 'accept' && obstacleOf(invitation)
  if (obstacle)
    throw new Problem('TRANSITION_NOT_ALLOWED', obstacle.text, { params: obstacle.params ?? {} })
  const person = answer === 'accept' ? { contractor_sub: sub } : {}
  await updateInvitation(ctx.tx, invitation_uuid, { status, answered_at: ctx.now, ...person })
  if (answer === 'accept') await thawRelation(ctx.tx, invitation.employer_uuid, sub)
  const answered = { ...invitation, status }
  const { employer_uuid } = answered
  ctx.audit({
    action: answer,
    entity: 'invitation',
    entity_uuids: [invitation_uuid],
    employer_uuid,
    before: { status: 'INVITED' },
    after: { status },
  })
  ctx.announce('people.invitation_answered', { invitation_uuid, employer_uuid, status })
  return present(ctx, answered)
}

/** An invitation that has its answer: the same once more, or TRANSITION_NOT_ALLOWED. */
function presentAnswered(ctx: Ctx, invitation: InvitationRow, answer: 'accept' | 'reject'): View {
  const { status, contractor_sub, employer_name: employer } = invitation
  const isSame =
    answer === 'accept'
      ? status === 'ACCEPTED' && contractor_sub === ctx.actor.sub
      : status === 'REJECTED'
  if (!isSame)
    throw new Problem('TRANSITION_NOT_ALLOWED', 'people.problems.answeredBefore', {
      params: { status, employer },
    })
  return present(ctx, invitation)
}

/** The actor, whose e-mail opens invitations only when it is proven to be theirs. */
function verified(ctx: Ctx): { email: string; sub: string } {
  const { email, email_verified, sub } = ctx.actor
  if (!email_verified) throw new Problem('EMAIL_NOT_VERIFIED', 'people.problems.emailNotVerified')
  return { email: email.toLowerCase(), sub }
}

/** Why an open invitation cannot be accepted; undefined when it can. */
function obstacleOf(invitation: InvitationRow): Text | undefined {
  // Of before such a company could not invite (decision 0135).
  if (invitation.employer_domain_name === '') return textOf('people.problems.companyUnnamed')
  if (invitation.employer_suspended)
    return textOf('people.problems.companySuspended', { employer: invitation.employer_name })
  return undefined
}

function isOpen(ctx: Ctx, { removed_at, expires_at }: InvitationRow): boolean {
  return removed_at === null && ctx.now < expires_at
}

function notValid(): Problem {
  return new Problem('INVITATION_NOT_VALID', 'people.problems.invitationNotValid')
}

function present(ctx: Ctx, row: InvitationRow): View {
  const expired = row.status === 'INVITED' && !isOpen(ctx, row)
  const said = row.status === 'INVITED' && !expired ? obstacleOf(row) : undefined
  return { ...row, expired, blocked: said ? withReason({ said }) : null }
}
