/** Invitations by mail, into teams and of contractors: how many may go out, and to whom none do any more. */
import { Problem } from '#domain/kernel/problem.ts'
import { PACES, takeEach, takeWith, toOne } from '../kernel/limits.ts'
import { stoppingHashes } from '../kernel/stop-links.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { saveStopped, selectStopped } from './stopped-address.store.ts'

/**
 * Counts one more invitation to an address with the change that makes it. ADDRESS_STOPPED for who wants none;
 * TOO_MANY_REQUESTS where the sender's or the address's share of the day is used up, which removing an invitation does not give
 * back. `verified` says whether operators know the employer; null is the operators' own team.
 */
export async function countInvitation(
  ctx: Ctx,
  email: string,
  sender: { readonly employer_uuid: string; readonly verified: boolean } | null,
): Promise<void> {
  if (!(await takesInvitations(ctx, email)))
    throw new Problem('ADDRESS_STOPPED', 'identity.problems.addressStopped')
  await takeWith(
    ctx.tx,
    [shareOf(sender)],
    sender && !sender.verified
      ? 'identity.problems.manyInvitationsUnverified'
      : 'identity.problems.manyInvitations',
  )
  await takeWith(ctx.tx, shareOfAddress(email), 'identity.problems.manyInvitationsToOne')
}

/**
 * Counts one more mail of a contractor to a client of theirs, with the change that makes it. ADDRESS_STOPPED for who wants none;
 * TOO_MANY_REQUESTS where the contractor's or the address's share of the day is used up, of which neither invitations nor receipts take any.
 */
export async function countClientMail(
  ctx: Ctx,
  email: string,
  contractor_sub: string,
): Promise<void> {
  if (!(await takesInvitations(ctx, email)))
    throw new Problem('ADDRESS_STOPPED', 'identity.problems.addressStopped')
  const share = { bucket: `mails to clients of ${contractor_sub}`, ...PACES.clientMails }
  await takeWith(ctx.tx, [share], 'identity.problems.manyClientMails')
  const theirs = toOne('mails to client', email, PACES.clientMailsToOne)
  await takeWith(ctx.tx, theirs, 'identity.problems.manyMailsToOneClient')
}

/**
 * Counts one more invitation to each of these addresses, as `countInvitation` does for one, and answers those for whom the sender's or
 * the address's share of the day is used up, of which none is counted.
 */
export async function takeInvitations(
  ctx: Ctx,
  emails: readonly string[],
  sender: { readonly employer_uuid: string; readonly verified: boolean },
): Promise<Set<string>> {
  const share = shareOf(sender)
  const waits = await takeEach(
    ctx.tx,
    emails.map(email => [share, ...shareOfAddress(email)]),
  )
  return new Set(emails.filter((_, at) => waits[at] !== 0))
}

/**
 * Counts one more mail to each of these addresses, which reminds of an invitation that was counted; answers of each whether it may go. It is the
 * address's share of the day alone that is asked: who invites causes no more of them than they have invitations.
 */
export async function takeReminders(ctx: Ctx, emails: readonly string[]): Promise<boolean[]> {
  const waits = await takeEach(
    ctx.tx,
    emails.map(email => shareOfAddress(email)),
  )
  return emails.map((_, at) => waits[at] === 0)
}

/** Counts one more receipt to the address of a client; answers the seconds until it may go, 0 where it was counted. Receipts have a share of their own: what is written down keeps no invoice back. */
export async function takeReceipt(ctx: Ctx, email: string): Promise<number> {
  const share = toOne('receipts to', email, PACES.invitationsToOne)
  const [wait = 0] = await takeEach(ctx.tx, [share])
  return wait
}

/** Which of these addresses take no invitations: stopped as they are, or as another spelling of their mailbox. */
export async function stoppedAmong(ctx: Ctx, emails: readonly string[]): Promise<Set<string>> {
  const stopped = await selectStopped(ctx.tx, emails.flatMap(stoppingHashes))
  const hashes = new Set(stopped.map(hash => hash.toString('hex')))
  return new Set(
    emails.filter(email => stoppingHashes(email).some(hash => hashes.has(hash.toString('hex')))),
  )
}

/** A verified employer has a share of its own, so that it need not wait for the smaller one that it had before. */
function shareOf(sender: { readonly employer_uuid: string; readonly verified: boolean } | null) {
  if (!sender) return { bucket: 'invitations of operators', ...PACES.mailsOfAll }
  const { employer_uuid, verified } = sender
  return verified
    ? { bucket: `invitations of verified ${employer_uuid}`, ...PACES.invitationsOfVerified }
    : { bucket: `invitations of ${employer_uuid}`, ...PACES.invitations }
}

function shareOfAddress(email: string) {
  return toOne('invitations to', email, PACES.invitationsToOne)
}

/** Whether a mail of an invitation may still go out. */
export async function takesInvitations(ctx: Ctx, email: string): Promise<boolean> {
  return (await stoppedAmong(ctx, [email])).size === 0
}

/** Stops invitations to the address of a mailed link, or lets them through again; LINK_NOT_VALID for another token. */
export async function stopInvitations(
  ctx: Ctx,
  { token, stopped }: { readonly token: string; readonly stopped: boolean },
): Promise<{ stopped: boolean }> {
  const hash = ctx.gateways.stopLinks.hashOf(token)
  if (!hash) throw new Problem('LINK_NOT_VALID', 'identity.problems.linkNotWhole')
  await saveStopped(ctx.tx, hash, stopped)
  ctx.audit({
    action: stopped ? 'stop_invitations' : 'allow_invitations',
    entity: 'address',
    entity_uuids: [hash.toString('hex').slice(0, 32)],
    employer_uuid: null,
  })
  return { stopped }
}
