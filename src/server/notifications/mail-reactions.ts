/**
 * Which mail follows from what happened. Every reaction reads afresh what it says, and says nothing when it is no longer true.
 */
import { CONFIRM_HOURS, LOG_IN_MINUTES, RESET_MINUTES } from '#domain/identity/mailed-links.ts'
import type { TeamRole } from '#domain/identity/team.ts'
import { amountText } from '#domain/kernel/money.ts'
import { takesInvitations } from '../identity/index.ts'
import type { Events } from '../kernel/events.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say } from '../kernel/words.ts'
import { findLastPay } from '../payroll/index.ts'
import { findContract } from './contract-facts.report.store.ts'
import { link, stopLink, toEach, withReason } from './mail-data.ts'
import {
  findAnswer,
  findContractorAddress,
  findDecision,
  findOpenInvitation,
  findOpenShare,
  findOpenTeamInvitation,
  findTeammate,
} from './mail-facts.report.store.ts'
import { selectMessage } from './message.store.ts'
import { keepFromMail } from './notification.store.ts'
import { queueMail, queueMails } from './send-mail.ts'

/** Sends the link of an invitation that waits, unless its address wants none. */
export function mailInvitation(
  ctx: Ctx,
  event: Events['people.contractor_invited'],
): Promise<void> {
  return mailLinkOf(ctx, 'invitation', event)
}

/** Reminds of an invitation that waits still, unless its address wants no more. */
export function mailInvitationAgain(
  ctx: Ctx,
  event: Events['people.invitation_waits'],
): Promise<void> {
  return mailLinkOf(ctx, 'invitation-reminder', event)
}

async function mailLinkOf(
  ctx: Ctx,
  template: 'invitation' | 'invitation-reminder',
  { invitation_uuid, secret: token }: Events['people.contractor_invited'],
): Promise<void> {
  const invitation = await findOpenInvitation(ctx.tx, invitation_uuid)
  // A link that was replaced meanwhile no longer works, so it is not sent.
  if (invitation?.token_hash.toString('hex') !== sha256(token)) return
  if (!(await takesInvitations(ctx, invitation.email))) return
  await queueMail(ctx, template, invitation.email, {
    employer_name: invitation.employer_name || invitation.inviter_name,
    role: invitation.role,
    url: link(ctx, `/signup?role=contractor&invitation=${encodeURIComponent(token)}`),
    stop_url: stopLink(ctx, invitation.email),
    expires_on: invitation.expires_at.toISOString(),
    inviter_name: invitation.inviter_name,
  })
}

function operators(): string {
  return say('notifications.mails.layout.operators')
}

/** Sends the link into a team, unless its address wants none. */
export async function mailTeamInvitation(
  ctx: Ctx,
  event: Events['identity.teammate_invited'],
): Promise<void> {
  const { secret: token } = event
  const invitation = await findOpenTeamInvitation(ctx.tx, event.invitation_uuid)
  if (invitation?.token_hash.toString('hex') !== sha256(token)) return
  if (!(await takesInvitations(ctx, invitation.email))) return
  const { employer_name, inviter_name, role } = invitation
  await queueMail(ctx, 'team-invitation', invitation.email, {
    // A company that has no name yet is known by who invites.
    organisation: employer_name === null ? operators() : employer_name || inviter_name,
    inviter_name,
    role: say('identity.mails.team-invitation.role', { role }),
    url: link(ctx, `/join?token=${encodeURIComponent(token)}`),
    stop_url: stopLink(ctx, invitation.email),
    expires_on: invitation.expires_at.toISOString(),
  })
}

/**
 * Tells somebody what others changed of their place in a team, as it is when the mail is written. What a company told who is out of it
 * and waits to be mailed stays in Corridor alone.
 */
export async function mailTeamChange(
  ctx: Ctx,
  event: Events['identity.teammate_changed'],
): Promise<void> {
  const teammate = await findTeammate(ctx.tx, event.sub, event.employer_uuid)
  if (!teammate) return
  if (teammate.role === null)
    await keepFromMail(ctx.tx, event.sub, event.at ? new Date(event.at) : ctx.now)
  if (event.action === 'leave') return
  const { employer_name } = teammate
  const organisation =
    employer_name === null
      ? operators()
      : employer_name || say('notifications.mails.layout.yourCompany')
  await queueMail(ctx, 'team-notice', teammate.email, {
    organisation,
    notice: noticeOf(teammate),
    url: link(ctx, '/dashboard'),
  })
}

function noticeOf({ role, suspended }: { role: TeamRole | null; suspended: boolean }): string {
  if (role === null) return say('identity.mails.team-notice.removed')
  if (suspended) return say('identity.mails.team-notice.suspended')
  return say('identity.mails.team-notice.role', { role })
}

/** Tells whoever invited a contractor, or whoever runs the company once that one left, how they answered. */
export async function mailAnswer(
  ctx: Ctx,
  event: Events['people.invitation_answered'],
): Promise<void> {
  const answer = await findAnswer(ctx.tx, event.invitation_uuid)
  if (!answer || answer.status === 'INVITED') return
  const accepted = answer.status !== 'REJECTED' && answer.contractor_sub
  const by_batch = Boolean(accepted) && answer.by_batch
  const words = {
    contractor_name: answer.contractor_name,
    email: answer.email,
    answer: accepted ? ('ACCEPTED' as const) : ('REJECTED' as const),
    ...(by_batch && { by_batch }),
    url: link(
      ctx,
      by_batch
        ? '/employer/partner/payments'
        : accepted
          ? `/employer/contractors/${answer.contractor_sub}/contract/new`
          : '/employer/contractors',
    ),
  }
  // A batch invites thousands at once.
  const how = { gathered: answer.by_batch }
  await queueMails(ctx, 'invitation-answered', toEach(answer.employer_emails, words), how)
}

/** Tells a contractor, or the owners and admins of a company, what an operator decided about them. */
export async function mailDecision(
  ctx: Ctx,
  event: Events['people.verification_decided'],
): Promise<void> {
  const { kind, id } = event
  const decision = await findDecision(ctx, kind, id)
  if (decision?.verification !== 'VERIFIED' && decision?.verification !== 'REJECTED') return
  const verified = decision.verification === 'VERIFIED'
  const documents =
    kind === 'employer' ? '/dashboard/employer/kyc' : '/dashboard/contractor/complete-profile'
  for (const email of decision.emails)
    await queueMail(ctx, 'verification-result', email, {
      verified,
      ...(!verified && decision.reason && { reason: decision.reason }),
      url: link(ctx, verified ? '/dashboard' : documents),
    })
}

/** Tells a contractor that their papers are gone, and until when the law has others kept. */
export async function mailPapersErased(
  ctx: Ctx,
  { contractor_sub, kept_until }: Events['people.papers_erased'],
): Promise<void> {
  const email = await findContractorAddress(ctx.tx, contractor_sub)
  if (!email) return
  await queueMail(ctx, 'papers-erased', email, {
    ...(kept_until && { kept_through_on: kept_until }),
    url: link(ctx, '/contractor/my-profile'),
  })
}

/** Tells a contractor that Corridor wrote to them; what it says stands behind the log-in. */
export async function mailMessage(
  ctx: Ctx,
  event: Events['notifications.message_written'],
): Promise<void> {
  const message = await selectMessage(ctx, event.message_uuid)
  const email = message && (await findContractorAddress(ctx.tx, message.contractor_sub))
  if (!email) return
  const data = { subject_text: message.subject, url: link(ctx, '/contractor/notifications') }
  await queueMails(ctx, 'message', [{ to: email, data, message_uuid: event.message_uuid }])
}

/** Asks a contractor to sign. */
export async function mailOffer(
  ctx: Ctx,
  event: Events['contracts.contract_offered'],
): Promise<void> {
  const contract = await findContract(ctx, event.contract_uuid)
  if (contract?.status !== 'AWAITING_SIGNATURE') return
  const { employer_name, role, kind } = contract
  const url = link(ctx, `/contractor/contracts?contract=${event.contract_uuid}`)
  const template = kind === 'OUTSIDE' ? 'terms-to-confirm' : 'contract-to-sign'
  await queueMail(ctx, template, contract.contractor_email, { employer_name, role, url })
}

/** Where an employer reads one of their contracts. */
function contractLink(ctx: Ctx, contractor_sub: string, contract_uuid: string): string {
  return link(ctx, `/employer/contractors/${contractor_sub}/contract/${contract_uuid}/read`)
}

/** Tells the employer that a contractor does not sign. */
export async function mailDeclined(
  ctx: Ctx,
  { contract_uuid }: Events['contracts.contract_declined'],
): Promise<void> {
  const contract = await findContract(ctx, contract_uuid)
  if (!contract) return
  const { contractor_name, role, contractor_sub, employer_emails, kind } = contract
  const template = kind === 'OUTSIDE' ? 'terms-declined' : 'contract-declined'
  const data = {
    contractor_name,
    role,
    ...withReason(contract),
    url: contractLink(ctx, contractor_sub, contract_uuid),
  }
  await queueMails(ctx, template, toEach(employer_emails, data))
}

/** Tells a contractor the last day of their contract. */
export async function mailClosed(
  ctx: Ctx,
  event: Events['contracts.contract_completed'],
): Promise<void> {
  const contract = await findContract(ctx, event.contract_uuid)
  if (!contract?.last_day) return
  const { employer_name, role, last_day } = contract
  await queueMail(ctx, 'contract-closed', contract.contractor_email, {
    employer_name,
    role,
    last_day_on: last_day,
    ...(await lastPayIn(ctx, event.contract_uuid, last_day)),
    ...(contract.superseded_from ? { goes_on_on: contract.superseded_from } : {}),
    ...(event.notice_days ? { notice_days: String(event.notice_days) } : {}),
    ...withReason({ reason: event.reason || contract.end_reason }),
    url: link(ctx, '/contractor/contracts'),
  })
}

/** When a contract pays for the last time, and what; nothing where it pays nothing more. */
async function lastPayIn(ctx: Ctx, contract_uuid: string, last_day: string) {
  const last = await findLastPay(ctx, contract_uuid, last_day)
  if (!last) return {}
  const { pay_date, amount } = last
  return { last_pay_on: pay_date, amount: amountText(amount), currency: amount.currency }
}

/** Sends the link to read a contract, unless it was replaced or stopped meanwhile, or its address wants none. */
export async function mailShared(
  ctx: Ctx,
  event: Events['contracts.contract_shared'],
): Promise<void> {
  const { secret: token } = event
  const share = await findOpenShare(ctx.tx, event.share_uuid)
  if (share?.token_hash.toString('hex') !== sha256(token)) return
  if (!(await takesInvitations(ctx, share.email))) return
  await queueMail(ctx, 'contract-shared', share.email, {
    employer_name: share.employer_name || share.sharer_name,
    sharer_name: share.sharer_name,
    role: share.role,
    // Behind the #, so that the token reaches no server by the page and no other page by a referrer.
    url: link(ctx, `/contracts/shared#${encodeURIComponent(token)}`),
    stop_url: stopLink(ctx, share.email),
    expires_on: share.expires_at.toISOString(),
  })
}

/** Tells both sides that a contract runs. */
export async function mailSigned(
  ctx: Ctx,
  event: Events['contracts.contract_signed'],
): Promise<void> {
  const { contract_uuid } = event
  const contract = await findContract(ctx, contract_uuid)
  if (!contract) return
  const { employer_name, contractor_name, role, contractor_sub, employer_emails } = contract
  const said = { employer_name, contractor_name, role }
  const template = contract.kind === 'OUTSIDE' ? 'terms-confirmed' : 'contract-signed'
  const url = link(ctx, `/contractor/contracts?contract=${contract_uuid}`)
  await queueMail(ctx, template, contract.contractor_email, { ...said, url })
  const own = { ...said, url: contractLink(ctx, contractor_sub, contract_uuid) }
  await queueMails(ctx, template, toEach(employer_emails, own))
}

/** Sends what the identity provider wants sent. */
export async function mailIdentity(
  ctx: Ctx,
  event: Events['identity.mail_requested'],
): Promise<void> {
  const { kind, email } = event
  if (kind === 'account-exists') {
    const login_url = link(ctx, '/auth/login')
    const reset_url = `${login_url}#forgotPassword`
    return queueMail(ctx, 'account-exists', email, { login_url, reset_url })
  }
  if (kind === 'security-notice') return mailNotice(ctx, email, { text: event.text })
  const { secret: token, go_on_to } = event
  const query = new URLSearchParams({ token, ...(go_on_to && { next: go_on_to }) })
  if (kind === 'verify-email') {
    // Nobody has proven that the address is theirs: no word that they typed goes there.
    const url = link(ctx, `/verify-email?${query}`)
    return queueMail(ctx, 'verify-email', email, { url, expires_hours: CONFIRM_HOURS })
  }
  const [page, expires_minutes] =
    kind === 'reset-password'
      ? (['reset-password', RESET_MINUTES] as const)
      : (['log-in-link', LOG_IN_MINUTES] as const)
  await queueMail(ctx, page, email, { url: link(ctx, `/${page}?${query}`), expires_minutes })
}

function mailNotice(
  ctx: Ctx,
  email: string,
  changed: { readonly text: string } | { readonly new_email: string },
): Promise<void> {
  const at = ctx.now.toISOString()
  return queueMail(ctx, 'security-notice', email, {
    ...changed,
    at,
    url: link(ctx, '/account/security'),
  })
}

/** Asks one of the two addresses to agree to the change. */
export async function mailEmailChange(
  ctx: Ctx,
  event: Events['identity.email_change_asked'],
): Promise<void> {
  const { email, old_email, new_email, secret } = event
  const url = link(ctx, `/confirm-email-change?token=${encodeURIComponent(secret)}`)
  await queueMail(ctx, 'email-change', email, { old_email, new_email, url })
}

/** Tells the old address that the account left it. */
export async function mailEmailChanged(
  ctx: Ctx,
  event: Events['identity.email_changed'],
): Promise<void> {
  await mailNotice(ctx, event.old_email, { new_email: event.new_email })
}
