import type { z } from 'zod'
import type { identity } from '#contract/identity.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { checkHome } from '../reference/addresses.ts'
import { findInviter, findPerson } from './person.report.store.ts'
import { insertPerson } from './person.store.ts'

type Details = z.output<(typeof identity)['signUp']['body']>

/**
 * The details step: makes the signed-in account a person of a type, with a company or a contractor's profile. Sending the
 * same type again changes nothing; another type is a CONFLICT. Operators are never made here. VALIDATION where somebody whom a company invited
 * to work as a contractor becomes a business without saying that it is meant: a person is one or the other for good.
 */
export async function signUp(ctx: Ctx, details: Details): Promise<void> {
  const home = checkHome(details)
  if (!details.is_partner && !details.how_did_you_hear_about_us)
    throw invalidField('how_did_you_hear_about_us', 'identity.problems.howDidYouHear')
  const { actor, now } = ctx
  await requireMeant(ctx, details)
  const made = await insertPerson(ctx, {
    sub: actor.sub,
    type: details.type,
    email: actor.email,
    first_name: details.first_name,
    last_name: details.last_name,
    preferred_name: details.preferred_name,
    phone_number: details.phone_number,
    ...home,
    how_did_you_hear_about_us: details.how_did_you_hear_about_us ?? null,
    is_partner: details.is_partner && details.type === 'employer',
    created_at: now,
  })
  if (!made) {
    const known = await findPerson(ctx.tx, actor.sub)
    if (known?.type !== details.type) throw new Problem('CONFLICT', 'identity.problems.setUpBefore')
    return
  }
  if (details.type === 'employer')
    await ctx.doors.people.createEmployer(ctx, {
      sub: actor.sub,
      ...home,
      is_partner: details.is_partner,
    })
  else await ctx.doors.people.createContractor(ctx, actor.sub)
  ctx.audit({
    action: 'sign_up',
    entity: 'person',
    entity_uuids: [actor.sub],
    employer_uuid: null,
    after: { type: details.type },
  })
}

async function requireMeant(
  { actor, tx, now }: Ctx,
  { type, as_business }: Details,
): Promise<void> {
  if (type !== 'employer' || as_business || actor.known) return
  const name = await findInviter(tx, now)
  if (name !== null) throw invalidField('type', 'identity.problems.invitedAsContractor', { name })
}
