import type { z } from 'zod'
import type { identity } from '#contract/identity.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { Ctx } from '../kernel/unit-of-work.ts'
import { createContractor, createEmployer } from '../people/index.ts'
import { isCountry, isSubdivision, subdivisions } from '../reference/countries.ts'
import { findPerson } from './person.report.store.ts'
import { insertPerson } from './person.store.ts'

type Details = z.output<(typeof identity)['signUp']['body']>

/**
 * The details step: makes the signed-in account a person of a type, with a company or a contractor's profile. Sending the
 * same type again changes nothing; another type is a CONFLICT. Operators are never made here.
 */
export async function signUp(ctx: Ctx, details: Details): Promise<void> {
  checkCountry(details)
  if (!details.is_partner && !details.how_did_you_hear_about_us)
    throw invalidField('how_did_you_hear_about_us', 'identity.problems.howDidYouHear')
  const { actor, now } = ctx
  const made = await insertPerson(ctx, {
    sub: actor.sub,
    type: details.type,
    email: actor.email,
    first_name: details.first_name,
    last_name: details.last_name,
    preferred_name: details.preferred_name,
    phone_number: details.phone_number,
    country_code: details.country_code,
    subdivision_code: details.subdivision_code ?? null,
    how_did_you_hear_about_us: details.how_did_you_hear_about_us ?? null,
    is_partner: details.is_partner && details.type === 'employer',
    created_at: now,
  })
  if (!made) {
    const known = await findPerson(ctx.tx, actor.sub)
    if (known?.type !== details.type) throw new Problem('CONFLICT', 'identity.problems.setUpBefore')
    return
  }
  const home = {
    country_code: details.country_code,
    subdivision_code: details.subdivision_code ?? null,
  }
  if (details.type === 'employer')
    await createEmployer(ctx, { sub: actor.sub, ...home, is_partner: details.is_partner })
  else await createContractor(ctx, actor.sub)
  ctx.audit({
    action: 'sign_up',
    entity: 'person',
    entity_uuids: [actor.sub],
    employer_uuid: null,
    after: { type: details.type },
  })
}

function checkCountry({ country_code, subdivision_code }: Details): void {
  if (!isCountry(country_code))
    throw invalidField('country_code', 'identity.problems.countryRequired')
  if (
    subdivision_code
      ? isSubdivision(country_code, subdivision_code)
      : subdivisions(country_code).length === 0
  )
    return
  throw invalidField('subdivision_code', 'identity.problems.provinceRequired')
}
