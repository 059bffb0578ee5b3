/**
 * Which mail follows from what happened. Every reaction reads afresh what it says, and says nothing when it is no longer true.
 */
import { ROLE_LABELS, type TeamRole } from '#domain/identity/team.ts'
import { exponentOf } from '#domain/kernel/currency.ts'
import { formatMinor } from '#domain/kernel/money.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { takesInvitations } from '../identity/index.ts'
import { sha256 } from '../kernel/ids.ts'
import type { Ctx, DomainEvent, Reaction } from '../kernel/unit-of-work.ts'
import {
  findAnswer,
  findContract,
  findCycle,
  findDecision,
  findDestination,
  findGreeting,
  findOpenInvitation,
  findOpenTeamInvitation,
  findPayment,
  findTeammate,
  listSettledItems,
} from './mail-facts.report.store.ts'
import { queueMail, queueMails } from './send-mail.ts'

/** How long the identity provider's links work. */
const RESET_MINUTES = 30
const LOG_IN_MINUTES = 15

/** Mails that follow from events, by event. For the column "later". */
export const notificationReactions: Record<string, Reaction[]> = {
  'people.contractor_invited': [mailInvitation],
  'identity.teammate_invited': [mailTeamInvitation],
  'identity.teammate_changed': [mailTeamChange],
  'people.invitation_answered': [mailAnswer],
  'people.verification_decided': [mailDecision],
  'contracts.contract_offered': [mailOffer],
  'contracts.contract_signed': [mailSigned],
  'contracts.contract_declined': [mailDeclined],
  'contracts.contract_completed': [mailClosed],
  'payroll.cycle_opened': [mailCycle],
  'payments.payment_failed': [mailFailure],
  'payments.items_settled': [mailPaid],
  'payments.destination_changed': [mailDestination],
  'identity.mail_requested': [mailIdentity],
  'identity.email_change_asked': [mailEmailChange],
  'identity.email_changed': [mailEmailChanged],
}

function text(event: DomainEvent, field: string): string {
  const value = event[field]
  return typeof value === 'string' ? value : ''
}

function link(ctx: Ctx, path: string): string {
  return `${ctx.gateways.publicUrl.replace(/\/$/, '')}${path}`
}

async function mailInvitation(ctx: Ctx, event: DomainEvent): Promise<void> {
  const token = text(event, 'secret')
  const invitation = await findOpenInvitation(ctx.tx, text(event, 'invitation_uuid'))
  // A link that was replaced meanwhile no longer works, so it is not sent.
  if (invitation?.token_hash.toString('hex') !== sha256(token)) return
  if (!(await takesInvitations(ctx, invitation.email))) return
  await queueMail(ctx, 'invitation', invitation.email, {
    employer_name: invitation.employer_name || invitation.inviter_name,
    role: invitation.role,
    url: link(ctx, `/signup?role=contractor&invitation=${encodeURIComponent(token)}`),
    stop_url: stopLink(ctx, invitation.email),
    expires_on: invitation.expires_at.toISOString().slice(0, 10),
    inviter_name: invitation.inviter_name,
  })
}

function stopLink(ctx: Ctx, email: string): string {
  return link(ctx, `/stop-invitations?token=${ctx.gateways.stopLinks.tokenOf(email)}`)
}

const OPERATORS = 'Corridor operators'

async function mailTeamInvitation(ctx: Ctx, event: DomainEvent): Promise<void> {
  const token = text(event, 'secret')
  const invitation = await findOpenTeamInvitation(ctx.tx, text(event, 'invitation_uuid'))
  if (invitation?.token_hash.toString('hex') !== sha256(token)) return
  if (!(await takesInvitations(ctx, invitation.email))) return
  const { employer_name, inviter_name, role } = invitation
  await queueMail(ctx, 'team-invitation', invitation.email, {
    // A company that has no name yet is known by who invites.
    organisation: employer_name === null ? OPERATORS : employer_name || inviter_name,
    inviter_name,
    role: ROLE_LABELS[role].toLowerCase(),
    url: link(ctx, `/join?token=${encodeURIComponent(token)}`),
    stop_url: stopLink(ctx, invitation.email),
    expires_on: invitation.expires_at.toISOString().slice(0, 10),
  })
}

/** Tells somebody what others changed of their place in a team, as it is when the mail is written. */
async function mailTeamChange(ctx: Ctx, event: DomainEvent): Promise<void> {
  const action = text(event, 'action')
  const teammate = await findTeammate(
    ctx.tx,
    text(event, 'sub'),
    text(event, 'employer_uuid') || null,
  )
  if (!teammate || action === 'leave') return
  const { employer_name } = teammate
  const organisation = employer_name === null ? OPERATORS : employer_name || 'your company'
  await queueMail(ctx, 'team-notice', teammate.email, {
    organisation,
    notice: noticeOf(teammate),
    url: link(ctx, '/dashboard'),
  })
}

function noticeOf({ role, suspended }: { role: TeamRole | null; suspended: boolean }): string {
  if (role === null) return 'You were removed from the team and can no longer act for it.'
  if (suspended) return 'Your account was suspended. Ask an admin of the team why.'
  return `You are ${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${ROLE_LABELS[role].toLowerCase()} of the team now.`
}

async function mailAnswer(ctx: Ctx, event: DomainEvent): Promise<void> {
  const answer = await findAnswer(ctx.tx, text(event, 'invitation_uuid'))
  if (!answer || answer.status === 'INVITED') return
  const accepted = answer.status !== 'REJECTED' && answer.contractor_sub
  await queueMail(ctx, 'invitation-answered', answer.inviter_email, {
    contractor_name: answer.contractor_name,
    email: answer.email,
    answer: accepted ? 'ACCEPTED' : 'REJECTED',
    url: link(
      ctx,
      accepted
        ? `/employer/contractors/${answer.contractor_sub}/contract/new`
        : '/employer/contractors',
    ),
  })
}

async function mailDecision(ctx: Ctx, event: DomainEvent): Promise<void> {
  const kind = text(event, 'kind')
  const decision = await findDecision(ctx.tx, kind, text(event, 'id'))
  if (decision?.verification !== 'VERIFIED' && decision?.verification !== 'REJECTED') return
  const verified = decision.verification === 'VERIFIED'
  const documents =
    kind === 'employer' ? '/dashboard/employer/kyc' : '/dashboard/contractor/complete-profile'
  for (const email of decision.emails)
    await queueMail(ctx, 'verification-result', email, {
      verified,
      ...(decision.reason && { reason: decision.reason }),
      url: link(ctx, verified ? '/dashboard' : documents),
    })
}

async function mailOffer(ctx: Ctx, event: DomainEvent): Promise<void> {
  const contract = await findContract(ctx.tx, text(event, 'contract_uuid'))
  if (contract?.status !== 'AWAITING_SIGNATURE') return
  const { employer_name, role } = contract
  const url = link(ctx, '/contractor/contracts')
  await queueMail(ctx, 'contract-to-sign', contract.contractor_email, { employer_name, role, url })
}

/** Where an employer reads one of their contracts. */
function contractLink(ctx: Ctx, contractor_sub: string, contract_uuid: string): string {
  return link(ctx, `/employer/contractors/${contractor_sub}/contract/${contract_uuid}/read`)
}

async function mailDeclined(ctx: Ctx, event: DomainEvent): Promise<void> {
  const contract_uuid = text(event, 'contract_uuid')
  const contract = await findContract(ctx.tx, contract_uuid)
  if (!contract?.employer_email) return
  const { contractor_name, role, contractor_sub, employer_email } = contract
  await queueMail(ctx, 'contract-declined', employer_email, {
    contractor_name,
    role,
    ...withReason(event),
    url: contractLink(ctx, contractor_sub, contract_uuid),
  })
}

async function mailClosed(ctx: Ctx, event: DomainEvent): Promise<void> {
  const contract = await findContract(ctx.tx, text(event, 'contract_uuid'))
  if (!contract?.last_day) return
  const { employer_name, role, last_day } = contract
  await queueMail(ctx, 'contract-closed', contract.contractor_email, {
    employer_name,
    role,
    last_day_on: last_day,
    ...withReason(event),
    url: link(ctx, '/contractor/contracts'),
  })
}

function withReason(event: DomainEvent): { reason?: string } {
  const reason = text(event, 'reason')
  return reason ? { reason } : {}
}

async function mailSigned(ctx: Ctx, event: DomainEvent): Promise<void> {
  const contract_uuid = text(event, 'contract_uuid')
  const contract = await findContract(ctx.tx, contract_uuid)
  if (!contract) return
  const { employer_name, contractor_name, role, contractor_sub, employer_email } = contract
  const said = { employer_name, contractor_name, role }
  const url = link(ctx, '/contractor/contracts')
  await queueMail(ctx, 'contract-signed', contract.contractor_email, { ...said, url })
  if (employer_email)
    await queueMail(ctx, 'contract-signed', employer_email, {
      ...said,
      url: contractLink(ctx, contractor_sub, contract_uuid),
    })
}

async function mailCycle(ctx: Ctx, event: DomainEvent): Promise<void> {
  const cycle_uuid = text(event, 'cycle_uuid')
  const cycle = await findCycle(ctx.tx, cycle_uuid)
  const [first, ...more] = cycle?.totals ?? []
  if (!cycle || !first) return
  const { policy_uuid, policy_label, pay_date, contractors, start_date, end_date } = cycle
  const earlier = more.map(total => `${plain(total)} ${total.currency} and `).join('')
  for (const email of cycle.emails)
    await queueMail(ctx, 'cycle-open', email, {
      policy_label,
      period: periodText(start_date, end_date),
      pay_date,
      contractors,
      // Several currencies stand before the last one, whose code the template adds.
      total: `${earlier}${plain(first)}`,
      currency: first.currency,
      url: link(
        ctx,
        `/employer/payroll-run/paycycle/${policy_uuid}/${cycle_uuid}/PENDING_APPROVAL`,
      ),
    })
}

async function mailFailure(ctx: Ctx, event: DomainEvent): Promise<void> {
  const payment = await findPayment(ctx.tx, text(event, 'payment_uuid'))
  if (payment?.status !== 'FAILED' && payment?.status !== 'RETURNED') return
  const { employer_name, destination_label, currency, amount_minor } = payment
  await queueMail(ctx, 'payment-failed', payment.email, {
    employer_name,
    destination_label,
    amount: formatMinor(amount_minor, exponentOf(currency)),
    currency,
    reason: payment.failure_reason || 'It was refused without a reason.',
    remedy:
      'Check this destination and correct it, or add another one. Then the payment is sent again.',
    url: link(ctx, '/contractor/payment-methods'),
  })
}

async function mailPaid(ctx: Ctx, event: DomainEvent): Promise<void> {
  const ids = event.line_item_uuids
  if (!Array.isArray(ids) || ids.length === 0) return
  const url = link(ctx, '/contractor/reports')
  const items = await listSettledItems(ctx.tx, ids.map(String))
  const mails = items.map(({ email, employer_name, currency, parts, ...item }) => ({
    to: email,
    data: {
      employer_name,
      amount: plain({ ...item, currency }),
      currency,
      parts: parts.map(part => ({
        label: part.label,
        amount: plain(part),
        currency: part.currency,
      })),
      url,
    },
  }))
  await queueMails(ctx, 'paid', mails)
}

async function mailDestination(ctx: Ctx, event: DomainEvent): Promise<void> {
  const destination_uuid = text(event, 'destination_uuid')
  const destination = destination_uuid && (await findDestination(ctx.tx, destination_uuid))
  if (!destination) return
  const { email, label, changed_at, usable_from } = destination
  await queueMail(ctx, 'destination-changed', email, {
    what: text(event, 'what') || 'Payment method changed',
    destination_label: label,
    at: changed_at.toISOString(),
    held_until: usable_from.toISOString(),
    url: link(ctx, '/contractor/payment-methods'),
  })
}

async function mailIdentity(ctx: Ctx, event: DomainEvent): Promise<void> {
  const kind = text(event, 'kind')
  const email = text(event, 'email')
  const go_on_to = text(event, 'go_on_to')
  const query = new URLSearchParams({
    token: text(event, 'secret'),
    ...(go_on_to && { next: go_on_to }),
  })
  if (kind === 'verify-email') {
    const name = await findGreeting(ctx.tx, email)
    const url = link(ctx, `/verify-email?${query}`)
    await queueMail(ctx, 'verify-email', email, { ...(name && { name }), url })
  } else if (kind === 'reset-password') {
    const url = link(ctx, `/reset-password?${query}`)
    await queueMail(ctx, 'reset-password', email, { url, expires_minutes: RESET_MINUTES })
  } else if (kind === 'log-in-link') {
    const url = link(ctx, `/log-in-link?${query}`)
    await queueMail(ctx, 'log-in-link', email, { url, expires_minutes: LOG_IN_MINUTES })
  } else if (kind === 'account-exists') {
    const login_url = link(ctx, '/auth/login')
    await queueMail(ctx, 'account-exists', email, {
      login_url,
      reset_url: `${login_url}#forgotPassword`,
    })
  } else if (kind === 'security-notice') await mailNotice(ctx, email, text(event, 'text'))
}

function mailNotice(ctx: Ctx, email: string, notice: string, new_email?: string): Promise<void> {
  const at = ctx.now.toISOString()
  const url = link(ctx, '/account/security')
  const said = { text: notice, at, url, ...(new_email && { new_email }) }
  return queueMail(ctx, 'security-notice', email, said)
}

async function mailEmailChange(ctx: Ctx, event: DomainEvent): Promise<void> {
  const [old_email, new_email] = [text(event, 'old_email'), text(event, 'new_email')]
  const url = link(ctx, `/confirm-email-change?token=${encodeURIComponent(text(event, 'secret'))}`)
  await queueMail(ctx, 'email-change', text(event, 'email'), { old_email, new_email, url })
}

async function mailEmailChanged(ctx: Ctx, event: DomainEvent): Promise<void> {
  const notice = 'The address of your account changed to'
  await mailNotice(ctx, text(event, 'old_email'), notice, text(event, 'new_email'))
}

function plain({ minor, currency }: { minor: string; currency: string }): string {
  return formatMinor(BigInt(minor), exponentOf(currency))
}

/** `October 26 – November 8, 2026`; the year stands once where it is the same. */
function periodText(start_date: string, end_date: string): string {
  const sameYear = start_date.slice(0, 4) === end_date.slice(0, 4)
  const start = formatDate(start_date)
  return `${sameYear ? start.replace(/, \d+$/, '') : start} – ${formatDate(end_date)}`
}
