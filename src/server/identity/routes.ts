import type { identity } from '#contract/identity.ts'
import { LEGAL_VERSIONS } from '#domain/identity/legal.ts'
import { invalidField, Problem } from '#domain/kernel/problem.ts'
import type { IdentityProvider } from '../gateways/identity-provider/identity-provider.ts'
import type { Handlers } from '../kernel/http.ts'
import { sha256 } from '../kernel/ids.ts'
import { afterTheAnswer, mayMail, PACES, takeTries } from '../kernel/limits.ts'
import type { Ctx, Kernel } from '../kernel/unit-of-work.ts'
import { cancelEmailChange, changeEmail, confirmEmailChange } from './change-email.ts'
import { forgetActor } from './find-actor.ts'
import { getMe } from './me.ts'
import { findPerson, insertAgreement, saveContactDetails } from './person.store.ts'
import { listSessions, signOutDevices } from './sessions.ts'
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
      if (!ctx.actor.email_verified) await requestVerification(ctx, kernel)
      return getMe(await refreshed(ctx))
    },
    sendEmailVerificationLink: async ({ body }, ctx) => {
      requireOwnOrigin(origins, body.continuation_url)
      if (ctx.actor.email_verified) return { ok: true as const }
      await takeTries(kernel, [{ bucket: `verification of ${ctx.actor.sub}`, ...PACES.mails }])
      await requestVerification(ctx, kernel)
      return { ok: true as const }
    },
    sendPasswordResetLink: async ({ body }, ctx) => {
      requireOwnOrigin(origins, body.continuation_url)
      await takeTries(kernel, [{ bucket: `reset link from ${ctx.address}`, ...PACES.address }])
      // By a job: the answer is the same, and takes the same time, whether or not there is such an account.
      if (await mayMail(kernel, body.email, ctx.address))
        await ctx.enqueue('send_reset_link', { email: body.email }, { run_at: afterTheAnswer() })
      return { ok: true as const }
    },
    listSessions: (_input, ctx) => listSessions(ctx),
    endSession: async ({ params }, ctx) => {
      await signOutDevices(ctx, provider, { only: [params.id] })
      forgetActor(kernel, ctx.actor.sub)
      return { ok: true as const }
    },
    endOtherSessions: async ({ query }, ctx) => {
      const allBut = query.this_too === 'true' ? null : ctx.actor.session_id
      const ended = await signOutDevices(ctx, provider, { allBut })
      forgetActor(kernel, ctx.actor.sub)
      return { ended }
    },
    changeEmail: async ({ body }, ctx) => {
      requireProved(ctx)
      await takeTries(kernel, [
        { bucket: `e-mail change of ${ctx.actor.sub}`, ...PACES.mails },
        { bucket: `mail to ${sha256(body.email)}`, ...PACES.mailsOfAll },
      ])
      await changeEmail(ctx, provider, body.email)
      return { ok: true as const }
    },
    cancelEmailChange: async (_input, ctx) => {
      await cancelEmailChange(ctx)
      return { ok: true as const }
    },
    confirmEmailChange: async ({ body }, ctx) => {
      await takeTries(kernel, [{ bucket: `links from ${ctx.address}`, ...PACES.address }])
      return confirmEmailChange(ctx, provider, body.token)
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
      await saveContactDetails(ctx, ctx.actor.sub, {
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

/** Has the link mailed that proves the address, unless too many went there. */
async function requestVerification(
  { actor, address, enqueue }: Ctx,
  kernel: Kernel,
): Promise<void> {
  if (await mayMail(kernel, actor.email, address))
    await enqueue('send_verification_link', { sub: actor.sub })
}

/** An address that nobody proved cannot be moved to another one. */
function requireProved({ actor }: Ctx): void {
  if (!actor.known) throw new Problem('DETAILS_MISSING', 'Complete the sign-up first.')
  if (!actor.email_verified)
    throw new Problem('EMAIL_NOT_VERIFIED', 'Verify your e-mail first: open the link in the mail.')
}

/** The actor as the sign-up made it, for the view of the same request. */
async function refreshed(ctx: Ctx): Promise<Ctx> {
  const person = await findPerson(ctx.tx, ctx.actor.sub)
  return {
    ...ctx,
    actor: {
      ...ctx.actor,
      known: true,
      employer_uuid: person?.employer_uuid ?? null,
      member_role: (person?.member_role ?? null) as Ctx['actor']['member_role'],
    },
  }
}

/** Refuses what is not plainly an address of ours: other origins, user names, and spellings that browsers read another way. */
function requireOwnOrigin(origins: readonly string[], url: string): void {
  const plain = /^https?:\/\/[\w.:[\]-]+(\/[^\\\s\p{Cc}]*)?$/u.test(url) && URL.canParse(url)
  if (!plain || !origins.includes(new URL(url).origin))
    throw invalidField(
      'continuation_url',
      'Give an address of this Corridor: links lead nowhere else.',
    )
}
