/** Mails about papers and tax forms that were rejected or end, and about what is open of an onboarding. */
import { firstIncomplete } from '#domain/identity/onboarding.ts'
import { formatDate } from '#domain/kernel/plain-date.ts'
import { reasonText } from '#domain/people/document-review.ts'
import { onboardingOfContractor, takesInvitations } from '../identity/index.ts'
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { say, sayText } from '../kernel/words.ts'
import { link } from './mail-data.ts'
import {
  findContractorAddress,
  findDocument,
  listExpiringForms,
  listRejected,
} from './mail-facts.report.store.ts'
import { findPapersEnding } from './papers-ending.report.store.ts'
import { queueMail, queueMails } from './send-mail.ts'

type Kind = 'identification_document'
const titleOf = (kind: string) => say(`people.documents.kinds.${kind as Kind}`)
const PAPERS = '/dashboard/contractor/complete-profile?step=documents&'

/** Tells who sent a document why it was rejected, and leads to that one; nobody once it came again or was accepted after all. */
export async function mailDocumentRejected(
  ctx: Ctx,
  { document_uuid }: Events['people.document_rejected'],
): Promise<void> {
  const found = await findDocument(ctx, document_uuid)
  if (found?.status !== 'REJECTED') return
  const { kind, reason_code } = found
  const standard = reason_code && reasonText(reason_code)
  const page = found.of_company ? '/dashboard/employer/kyc?' : PAPERS
  for (const email of found.emails)
    await queueMail(ctx, 'document-rejected', email, {
      document: titleOf(kind),
      reason: found.reason ?? (standard ? sayText(standard) : ''),
      url: link(ctx, `${page}document=${kind}`),
    })
}

/** Tells a contractor that a document of theirs ends, and leads to sending the next one. */
export async function mailDocumentEnds(
  ctx: Ctx,
  { document_uuid, days_before }: Events['people.document_expiring'],
): Promise<void> {
  const found = await findDocument(ctx, document_uuid)
  if (!found?.expires_on) return
  const { kind, expires_on } = found
  for (const email of found.emails)
    await queueMail(ctx, 'document-expiring', email, {
      document: titleOf(kind),
      ended: days_before === 0,
      expires_on,
      url: link(ctx, `/dashboard/contractor/complete-profile?step=documents&document=${kind}`),
    })
}

/** So many people are named in a mail. */
const MOST_NAMED = 10

/** Tells a company whose papers end; of those that were replaced by now, or who left, nothing is said. */
export async function mailPapersEnd(
  ctx: Ctx,
  { employer_uuid, document_uuids }: Events['people.papers_expiring'],
): Promise<void> {
  const { emails, ending } = await findPapersEnding(ctx.tx, employer_uuid, document_uuids)
  if (ending.length === 0) return
  const named = ending.slice(0, MOST_NAMED)
  const data = {
    count: ending.length,
    people: named.map(({ name, expires_on }) => `${name} (${formatDate(expires_on)})`).join(', '),
    more: ending.length - named.length,
    url: link(ctx, '/employer/contractors'),
  }
  await queueMails(
    ctx,
    'papers-expiring',
    emails.map(to => ({ to, data })),
  )
}

/** Reminds a contractor of the first step that is open when the mail is written; of none once all is done. */
export async function mailOnboarding(
  ctx: Ctx,
  { contractor_sub }: Events['people.onboarding_open'],
): Promise<void> {
  const email = await findContractorAddress(ctx.tx, contractor_sub)
  const steps = await onboardingOfContractor(ctx, contractor_sub)
  const open = firstIncomplete(steps)
  if (!email || !open || !(await takesInvitations(ctx, email))) return
  const again = open.key === 'documents' ? await listRejected(ctx.tx, contractor_sub) : []
  const documents = again.map(titleOf).join(', ')
  const [alone] = again.length === 1 ? again : []
  await queueMail(ctx, 'onboarding-reminder', email, {
    step: documents === '' ? sayText(open.said) : say('people.mails.again', { documents }),
    left: steps.filter(({ done }) => !done).length,
    url: link(ctx, alone ? `${PAPERS}document=${alone}` : open.link),
    stop_url: link(ctx, `/stop-invitations?token=${ctx.gateways.stopLinks.tokenOf(email)}`),
  })
}

/** Tells a contractor which tax forms of theirs expire, and leads to signing them again; of those that were by now nothing is said. */
export async function mailTaxFormsExpire(
  ctx: Ctx,
  { contractor_sub, valid_through }: Events['tax.forms_expiring'],
): Promise<void> {
  const email = await findContractorAddress(ctx.tx, contractor_sub)
  const employers = await listExpiringForms(ctx.tx, contractor_sub, valid_through)
  if (!email || employers.length === 0) return
  await queueMail(ctx, 'tax-forms-expiring', email, {
    count: employers.length,
    employers: employers.join(', '),
    expired: valid_through < ctx.today,
    expires_on: valid_through,
    url: link(ctx, '/contractor/tax-forms'),
  })
}
