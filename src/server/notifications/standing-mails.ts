/** Mails about a suspension: to who is suspended, and to those whose pay waits with it. */
import type { MailTemplates } from '../gateways/mail/mail-templates.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { link, withReason } from './mail-data.ts'
import { queueMails } from './send-mail.ts'
import { findStanding, listOpenPay, type OpenPay } from './standing-facts.report.store.ts'

/**
 * Tells a company's owners and admins, or a contractor, that they are suspended or are no longer, and everybody between whom and them pay has
 * not left. Of a suspension that is over, or another by now, nothing is said.
 */
export async function mailStanding(
  ctx: Ctx,
  { kind, id, suspended, at }: Events['people.standing_changed'],
): Promise<void> {
  const standing = await findStanding(ctx, kind, id)
  if (!standing || suspended !== (standing.suspended_at !== null)) return
  if (suspended && standing.suspended_at?.toISOString() !== at) return
  const { name: employer_name, told: reason, emails } = standing
  const own = { of_company: kind === 'employer', employer_name }
  const held = heldPays(ctx, kind, await listOpenPay(ctx, kind, id))
  if (suspended) {
    const data = {
      ...{ ...own, at, support_email: ctx.gateways.supportEmail },
      ...withReason({ reason }),
    }
    await queueMails(
      ctx,
      'suspended',
      emails.map(to => ({ to, data })),
    )
    const pays = held.map(({ to, data }) => ({ to, data: { ...data, at } }))
    return queueMails(ctx, 'pay-held', pays)
  }
  const data = { ...own, url: link(ctx, '/dashboard') }
  await queueMails(
    ctx,
    'reinstated',
    emails.map(to => ({ to, data })),
  )
  return queueMails(ctx, 'pay-resumed', held)
}

type Told = { readonly to: string; readonly data: MailTemplates['pay-resumed'] }

/** Whom of the other side to tell: each contractor, or the owners and admins of each company. */
function heldPays(ctx: Ctx, kind: 'employer' | 'contractor', open: readonly OpenPay[]): Told[] {
  return open.flatMap((pay): Told[] => {
    const { employer_name, contractor_name, contractor_sub } = pay
    const names = { employer_name, contractor_name }
    if (kind === 'employer') {
      const data = { to_contractor: true, ...names, url: link(ctx, '/dashboard') }
      return [{ to: pay.contractor_email, data }]
    }
    const url = link(
      ctx,
      `/employer/contractors/${encodeURIComponent(contractor_sub)}/profile/read`,
    )
    const data = { to_contractor: false, ...names, url }
    return pay.employer_emails.map(to => ({ to, data }))
  })
}
