import type { z } from 'zod'
import type { identity } from '#contract/identity.ts'
import { Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { checkAddress } from '../reference/addresses.ts'
import { getPersonDetails, saveContactDetails } from './person.store.ts'

/** Saves how the actor is reached; FORBIDDEN where they give themselves an authority that they do not have. */
export async function changeContactDetails(
  ctx: Ctx,
  {
    has_authorization,
    mailing_address,
    ...names
  }: z.output<typeof identity.putContactDetails.body>,
): Promise<void> {
  if (has_authorization) await requireAuthority(ctx)
  await saveContactDetails(ctx, ctx.actor.sub, {
    ...names,
    mailing_address: mailing_address && checkAddress(mailing_address, ['mailing_address']),
    has_authorization_to_act_for_employer: has_authorization,
    contact_info_at: ctx.now,
  })
  ctx.audit({
    action: 'change_contact_details',
    entity: 'person',
    entity_uuids: [ctx.actor.sub],
    employer_uuid: ctx.actor.employer_uuid,
  })
}

/** Nobody gives themselves the authority to act for the company; it comes with the role, or with the invitation. */
async function requireAuthority(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.member_role === 'owner' || actor.member_role === 'admin') return
  const person = await getPersonDetails(ctx, actor.sub)
  if (person?.has_authorization_to_act_for_employer) return
  throw new Problem('FORBIDDEN', 'identity.problems.onlyOwnersAct')
}
