/** Mails about offers that wait: the contractor is reminded, or told that one was taken back, and the employer hears that nobody signed. */
import type { Events } from '../kernel/events.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { findContract } from './contract-facts.report.store.ts'
import { link, toEach } from './mail-data.ts'
import { queueMail, queueMails } from './send-mail.ts'

/** Reminds a contractor of an offer that still waits, with its last day; of none while one of the two is suspended, and it cannot be signed. */
export async function mailOfferReminder(
  ctx: Ctx,
  { contract_uuid, sign_by_on }: Events['contracts.offer_reminded'],
): Promise<void> {
  const contract = await findContract(ctx, contract_uuid)
  if (contract?.status !== 'AWAITING_SIGNATURE' || contract.suspended) return
  const { employer_name, role, kind } = contract
  await queueMail(
    ctx,
    kind === 'OUTSIDE' ? 'terms-reminder' : 'offer-reminder',
    contract.contractor_email,
    {
      employer_name,
      role,
      sign_by_on,
      url: link(ctx, `/contractor/contracts?contract=${contract_uuid}`),
    },
  )
}

/** Tells a contractor that an offer was taken back, by its employer or with the end of their relation. */
export async function mailOfferWithdrawn(
  ctx: Ctx,
  { contract_uuid }: Events['contracts.offer_withdrawn'],
): Promise<void> {
  const contract = await findContract(ctx, contract_uuid)
  if (contract?.status !== 'DISCARDED') return
  const { employer_name, role, contractor_email } = contract
  await queueMail(ctx, 'offer-withdrawn', contractor_email, {
    employer_name,
    role,
    url: link(ctx, `/contractor/contracts?contract=${contract_uuid}`),
  })
}

/** Tells who signed for the employer that an offer waits under a name that one of the two has no more, so that nobody can sign it. */
export async function mailOfferOutdated(
  ctx: Ctx,
  { contract_uuid, sign_by_on }: Events['contracts.offer_outdated'],
): Promise<void> {
  const contract = await findContract(ctx, contract_uuid)
  if (contract?.status !== 'AWAITING_SIGNATURE' || contract.suspended) return
  const { contractor_name, role, contractor_sub, employer_emails } = contract
  const url = link(ctx, `/employer/contractors/${contractor_sub}/contract/${contract_uuid}/read`)
  const data = { contractor_name, role, sign_by_on, url }
  await queueMails(ctx, 'offer-outdated', toEach(employer_emails, data))
}

/** Tells who signed for the employer that an offer expired unanswered. */
export async function mailOfferExpired(
  ctx: Ctx,
  { contract_uuid }: Events['contracts.offer_expired'],
): Promise<void> {
  const contract = await findContract(ctx, contract_uuid)
  if (contract?.status !== 'EXPIRED') return
  const { contractor_name, role, contractor_sub, employer_emails, kind } = contract
  const url = link(ctx, `/employer/contractors/${contractor_sub}/contract/${contract_uuid}/read`)
  const template = kind === 'OUTSIDE' ? 'terms-expired' : 'offer-expired'
  await queueMails(ctx, template, toEach(employer_emails, { contractor_name, role, url }))
}
