import type { z } from 'zod'
import type { identity } from '#contract/identity.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { requireSeen, versionOf } from '../kernel/version-of.ts'
import { checkAddress, presentAddress } from '../reference/addresses.ts'
import { getPersonDetails, lockPersonDetails, saveContactDetails } from './person.store.ts'

/**
 * Saves how the actor is reached. FORBIDDEN where they give themselves an authority that they do not have. The same again is no conflict; CONFLICT where it
 * is not as it was `seen`.
 */
export async function changeContactDetails(
  ctx: Ctx,
  {
    has_authorization,
    mailing_address,
    seen,
    ...names
  }: z.output<typeof identity.putContactDetails.body>,
): Promise<void> {
  if (has_authorization) await requireAuthority(ctx)
  const address = mailing_address && checkAddress(mailing_address, ['mailing_address'])
  const said = { ...names, has_authorization_to_act_for_employer: has_authorization }
  const held = await lockPersonDetails(ctx, ctx.actor.sub)
  const before = contactVersion(held)
  if (
    held &&
    contactVersion({ ...held, ...said, ...(address && { mailing_address: address }) }) !== before
  )
    requireSeen(seen, before)
  await saveContactDetails(ctx, ctx.actor.sub, {
    ...said,
    mailing_address: address,
    contact_info_at: ctx.now,
  })
  ctx.audit({
    action: 'change_contact_details',
    entity: 'person',
    entity_uuids: [ctx.actor.sub],
    employer_uuid: ctx.actor.employer_uuid,
  })
}

/** Names how somebody is reached, and whether they act for the company. */
export function contactVersion(of: Awaited<ReturnType<typeof getPersonDetails>>): string {
  if (!of) return versionOf(null)
  return versionOf([
    ...[of.first_name, of.middle_name, of.last_name, of.preferred_name, of.phone_number],
    ...[presentAddress(of.mailing_address), of.has_authorization_to_act_for_employer],
  ])
}

/** Nobody gives themselves the authority to act for the company; it comes with the role, or with the invitation. */
async function requireAuthority(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.member_role === 'owner' || actor.member_role === 'admin') return
  const person = await getPersonDetails(ctx, actor.sub)
  if (person?.has_authorization_to_act_for_employer) return
  throw new Problem('FORBIDDEN', 'identity.problems.onlyOwnersAct')
}
