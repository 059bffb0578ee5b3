import type { identity } from '#contract/identity.ts'
import { LEGAL_VERSIONS } from '#domain/identity/legal.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import type { Handlers } from '../kernel/http.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { forgetActor } from './find-actor.ts'
import { getMe } from './me.ts'
import { findPerson, insertAgreement, saveContactDetails } from './person.store.ts'
import { signUp } from './sign-up.ts'

/** Handlers of the identity calls. Continuation addresses are accepted only for `origins`. */
export function identityHandlers(
  provider: IdentityProvider,
  origins: readonly string[],
  kernel: Kernel,
): Handlers<typeof identity> {
  return {
    getMe: (_input, ctx) => getMe(ctx),
    signUp: async ({ body }, ctx) => {
      await signUp(ctx, body)
      forgetActor(kernel, ctx.actor.sub)
      // A verified account (a provider's, or one whose mail was opened early) needs no link.
      if (!ctx.actor.email_verified) await requestVerification(ctx)
      return getMe(await refreshed(ctx))
    },
    sendEmailVerificationLink: async ({ body }, ctx) => {
      requireOwnOrigin(origins, body.continuation_url)
      if (!ctx.actor.email_verified) await requestVerification(ctx)
      return { ok: true as const }
    },
    sendPasswordResetLink: async ({ body }, _ctx) => {
      requireOwnOrigin(origins, body.continuation_url)
      // Not awaited: the answer takes the same time whether or not the account exists.
      void provider.sendPasswordResetLink(body.email)
      return { ok: true as const }
    },
    acceptAgreement: async ({ params, body }, ctx) => {
      const version = LEGAL_VERSIONS[params.id]
      if (body.version !== version)
        throw invalidField(
          'version',
          `The version in force is ${version}. Load the page again and read it.`,
        )
      const accepted_at = ctx.now
      const made = await insertAgreement(ctx.tx, {
        sub: ctx.actor.sub,
        kind: params.id,
        version,
        accepted_at,
        address: ctx.address,
      })
      if (!made)
        throw new Problem('AGREEMENT_ALREADY_ACCEPTED', 'You accepted this version before.')
      ctx.audit({
        action: 'accept',
        entity: 'agreement',
        entity_uuids: [ctx.actor.sub],
        employer_uuid: ctx.actor.employer_uuid,
        after: { kind: params.id, version },
      })
      return { kind: params.id, version, accepted_at }
    },
    putContactDetails: async ({ body }, ctx) => {
      const { has_authorization, ...names } = body
      await saveContactDetails(ctx.tx, ctx.actor.sub, {
        ...names,
        has_authorization_to_act_for_employer: has_authorization,
        contact_info_at: ctx.now,
      })
      ctx.audit({
        action: 'change_contact_details',
        entity: 'person',
        entity_uuids: [ctx.actor.sub],
        employer_uuid: ctx.actor.employer_uuid,
      })
      return getMe(ctx)
    },
  }
}

function requestVerification(ctx: Ctx): Promise<void> {
  return ctx.enqueue('send_verification_link', { email: ctx.actor.email })
}

/** The actor as the sign-up made it, for the view of the same request. */
async function refreshed(ctx: Ctx): Promise<Ctx> {
  const person = await findPerson(ctx.tx, ctx.actor.sub)
  return {
    ...ctx,
    actor: { ...ctx.actor, known: true, employer_uuid: person?.employer_uuid ?? null },
  }
}

function requireOwnOrigin(origins: readonly string[], url: string): void {
  const origin = URL.canParse(url) ? new URL(url).origin : undefined
  if (!origin || !origins.includes(origin))
    throw invalidField(
      'continuation_url',
      'Give an address of this Corridor: links lead nowhere else.',
    )
}
